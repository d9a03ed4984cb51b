/** A letter: a sheet on the screen, alone on paper. Lengths are those of DIN 5008, form B. */
export const letter = `
.letter { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--s4); max-width: 48rem; padding: var(--s5); background: var(--card); border: 1px solid var(--line); border-radius: var(--r3); overflow-wrap: anywhere; }
.letter h2 { hyphens: auto; }
.letter-sender { color: var(--quiet); font-size: var(--small); border-bottom: 1px solid var(--line); padding-bottom: var(--s1); }
.letter-address { font-style: normal; min-height: 6rem; }
.letter-address > span { display: block; }
.letter-date { text-align: end; color: var(--quiet); }
.letter-blank { display: block; height: 2rem; border-bottom: 1px solid var(--quiet); }
.letter .facts > div:has(.letter-blank) { border: 0; }
.letter-columns { display: flex; flex-wrap: wrap; align-items: flex-start; gap: var(--s4) var(--s5); }
.letter-columns > :first-child { flex: 1 1 18rem; min-width: 0; }
@media (min-width: 40rem) { .letter-columns .facts > div { grid-template-columns: 10rem minmax(0, 1fr); } }
.qr-code { width: 11rem; max-width: 100%; height: auto; aspect-ratio: 1; border-radius: var(--r1); }
`

export const letterOnPaper = `
@media print {
  :is(.work, .page):has(.letter) :is(.head, .on-paper), .work:has(.letter) :is(.notice, .card), .page:has(.letter) + .foot { display: none !important; }
  .columns:has(> .letter) { display: block; }
  .letter { display: block; max-width: none; border: 0; padding: 0; }
  .letter > * { margin-bottom: 5mm; }
  .letter ~ .letter { break-before: page; }
  .letter-sender { width: 85mm; margin-top: 27mm; margin-bottom: 2mm; }
  .letter:not(:has(.letter-address)) .letter-sender { margin-top: 0; }
  .letter-address { width: 85mm; min-height: 40mm; }
  .letter-blank { height: 9mm; }
  .letter-columns { flex-wrap: nowrap; }
  .letter .qr-code { width: 42mm; height: 42mm; flex: none; print-color-adjust: exact; }
}
`
