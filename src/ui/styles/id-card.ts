/** A card of 85.6 by 54 mm, larger on screens. */
export const idCard = `
.id-card { display: flex; flex-direction: column; width: 100%; max-width: 28rem; overflow: hidden; background: var(--card); border: 1px solid var(--edge); border-radius: var(--r3); }
.id-card > header { padding: var(--s3) var(--s4); background: var(--brand); color: var(--on-brand); border-bottom: 1px solid var(--brand-edge); }
.id-card > header > p { font-weight: var(--w3); }
.id-card h2 { font-size: var(--small); font-weight: var(--w1); }
.id-card-body { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: var(--s3); padding: var(--s4); }
.id-card-body > :first-child { flex: 1 1 8rem; min-width: 0; }
.id-card-name { margin-bottom: var(--s3); font-size: var(--t4); line-height: 1.25; font-weight: var(--w3); overflow-wrap: anywhere; }
.id-card .facts > div { display: block; padding-block: 0 var(--s2); border: 0; }
.id-card .qr-code { flex: none; width: 8rem; }
@media print {
  .page:has(.id-card) :is(.head, .on-paper), .page:has(.id-card) + .foot { display: none !important; }
  .id-card { width: 85.6mm; height: 54mm; max-width: none; border-radius: 3.2mm; font-size: 9pt; line-height: 1.3; }
  .id-card > header { padding: 2mm 4mm; print-color-adjust: exact; }
  .id-card-body { flex: 1; flex-wrap: nowrap; padding: 2mm 4mm; }
  .id-card-name { margin-bottom: 1.5mm; font-size: 12pt; }
  .id-card :is(h2, dt) { font-size: 7pt; }
  .id-card .facts > div { padding-bottom: 1mm; }
  .id-card .qr-code { width: 26mm; print-color-adjust: exact; }
}
`
