/** Elements without a class, and what any text may be. */
export const base = `
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; min-height: 100dvh; background: var(--paper); color: var(--ink);
  font: var(--text)/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
  overflow-wrap: break-word;
}
h1, h2, h3, p, ul, ol, dl, dd, figure, fieldset, table { margin: 0; padding: 0; }
h1 { font-size: var(--t5); line-height: 1.2; font-weight: var(--w3); letter-spacing: -0.01em; text-wrap: balance; }
h2 { font-size: 1.125rem; line-height: 1.3; font-weight: var(--w3); text-wrap: balance; }
h3 { font-size: var(--text); line-height: 1.4; font-weight: var(--w3); }
ul, ol { list-style: none; }
a { color: var(--accent); text-underline-offset: 0.15em; }
summary { cursor: pointer; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
[hidden] { display: none !important; }
mark { padding: 0 0.125em; border-radius: 3px; background: var(--info-paper); color: var(--info); }
code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 0.9em; overflow-wrap: anywhere; }
.code-block { margin: 0; padding: var(--s3) var(--s4); border-radius: var(--r1); background: var(--sunken); font-size: var(--small); white-space: pre-wrap; }
svg { display: block; }
.icon { flex: none; width: 1.125em; height: 1.125em; }

.quiet { color: var(--quiet); }
@media (hover: none), (max-width: 40rem) { .key-hint, kbd, .sheet li:has(> [popovertarget="keys"]) { display: none; } }
.small { font-size: var(--small); }
.lead { color: var(--quiet); max-width: var(--measure); }
.prose { white-space: pre-line; }
.numbers { font-variant-numeric: tabular-nums; }
.hidden-label { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; inset: 0 auto auto 0; z-index: 20; padding: var(--s3) var(--s4); background: var(--card); transform: translateY(-110%); }
.skip:focus { transform: none; }

@media (min-width: 40rem) { :root:not([data-density]) h1 { font-size: var(--t6); } }
@media (prefers-reduced-motion: no-preference) {
  .button, .tabs a, .chips a { transition: background-color 0.12s, border-color 0.12s, filter 0.12s; }
}
`

/** Fades from page to page. At-rules of navigation take no layer. */
export const navigation = `
@media (prefers-reduced-motion: no-preference) {
  @view-transition { navigation: auto; }
  ::view-transition-group(*), ::view-transition-old(*), ::view-transition-new(*) { animation-duration: 0.12s; }
}
`
