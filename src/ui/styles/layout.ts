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
.bar :focus-visible { outline-color: currentColor; }
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
.breadcrumb ol { display: flex; flex-wrap: wrap; gap: 0 var(--s2); font-size: var(--small); }
.breadcrumb li + li::before { content: "/"; margin-inline-end: var(--s2); color: var(--quiet); }
.breadcrumb a { display: inline-block; min-height: 1.5rem; }
.signatures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 14rem), 1fr)); gap: var(--s7) var(--s5); padding-top: var(--s8); break-inside: avoid; }
.signatures > p { padding-top: var(--s1); border-top: 1px solid currentColor; color: var(--quiet); font-size: var(--small); }
`
