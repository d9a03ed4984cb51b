/** How things follow each other on a page: below, beside, and how wide they are. */
export const layout = `
.stack { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--gap); align-content: start; }
.stack-small { gap: var(--s2); }
.stack-large { gap: var(--s5); }
.row { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s2) var(--s3); min-width: 0; }
.row-spread { justify-content: space-between; }
.columns { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--s4); align-items: start; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); gap: var(--s4); }
.narrow { max-width: 30rem; }
.measure { max-width: var(--page); }
[data-density="office"] .measure { max-width: 54rem; }
@media (min-width: 64rem) {
  .columns { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
  .columns-main { grid-template-columns: minmax(0, 2fr) minmax(18rem, 1fr); }
}

.bar { background: var(--brand); color: var(--on-brand); border-bottom: 1px solid var(--brand-edge); }
.bar-inner, .page {
  width: 100%; max-width: var(--page); margin-inline: auto;
  padding-inline: max(var(--s4), env(safe-area-inset-left)) max(var(--s4), env(safe-area-inset-right));
}
.bar-inner { display: flex; align-items: center; gap: var(--s3); min-height: 3.75rem; padding-block: var(--s2); }
.bar-name { flex: 1; min-width: 0; font-weight: var(--w3); line-height: 1.25; }
:root:not([data-density]) .bar-inner { flex-wrap: wrap; }
:root:not([data-density]) .bar-name { flex: 1 1 8rem; }
.bar-logo { flex: none; height: 2.5rem; max-width: 8rem; padding: 2px; border-radius: var(--r1); background: #fff; object-fit: contain; }
.bar .button { margin-inline-end: calc(-1 * var(--s3)); }
/* White on both sides of the ring, which may have the colour of the bar. */
.bar :focus-visible { border-radius: var(--r1); box-shadow: 0 0 0 7px #fff; }
.centred { width: 100%; max-width: 34rem; margin-inline: auto; }
@media screen and (min-width: 40rem) {
  .centred { padding: var(--s6); background: var(--card); border: 1px solid var(--line); border-radius: var(--r3); }
  .page:has(> .centred) { padding-block-start: var(--s7); }
}
.foot { border-top: 1px solid var(--line); color: var(--quiet); font-size: var(--small); }
.foot-inner { width: 100%; max-width: var(--page); margin-inline: auto; padding: var(--s4) max(var(--s4), env(safe-area-inset-right)) var(--s6) max(var(--s4), env(safe-area-inset-left)); }
.foot p { line-height: 1.75; }
.foot strong { font-weight: var(--w2); color: var(--ink); }
.foot-links { display: flex; flex-wrap: wrap; gap: 0 var(--s5); overflow-wrap: anywhere; }
.foot-links a { display: inline-flex; align-items: center; min-height: var(--touch); }
.on-paper { display: none; }
body:has(> .foot) { display: flex; flex-direction: column; }
body:has(> .foot) > main { flex: 1 0 auto; }
.page { padding-block: var(--s5) var(--s8); }
.logo {
  display: grid; place-items: center; flex: none; width: 2.25rem; height: 2.25rem; overflow: hidden;
  border: 1px solid var(--brand-edge); border-radius: var(--r1); background: var(--brand); color: var(--on-brand); font-size: 0.75rem; font-weight: var(--w3); line-height: 1;
}
.bar .logo { background: #fff; color: #1d1f21; border-color: transparent; }

.head { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: var(--s3) var(--s4); }
.head-text { display: grid; gap: var(--s1); min-width: 0; flex: 1 1 12rem; }
.head-title { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s2) var(--s3); }
.head-title h1 { min-width: 0; overflow-wrap: anywhere; }
:root:not([data-density]) .head-text { gap: var(--s2); }
.breadcrumb ol { display: flex; flex-wrap: wrap; gap: 0 var(--s2); font-size: var(--small); }
.breadcrumb li + li::before { content: "/"; margin-inline-end: var(--s2); color: var(--quiet); }
p.breadcrumb { font-size: var(--small); }
.breadcrumb a { display: inline-block; min-height: 1.5rem; }
.signatures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 14rem), 1fr)); gap: var(--s7) var(--s5); padding-top: var(--s8); break-inside: avoid; }
.signatures > p { padding-top: var(--s1); border-top: 1px solid currentColor; color: var(--quiet); font-size: var(--small); }
`
