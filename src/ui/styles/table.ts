/** Tables, which become lists on phones, with the bar of the chosen rows and the pager. */
export const table = `
.table { position: relative; overflow-x: auto; container-type: inline-size; border: 1px solid var(--line); border-radius: var(--r2); background: var(--card); }
.table table { width: 100%; border-collapse: separate; border-spacing: 0; }
.table caption { text-align: start; }
.table th, .table td { padding: var(--s2) var(--s3); border-bottom: 1px solid var(--line); text-align: start; vertical-align: baseline; overflow-wrap: anywhere; }
.table tbody:last-child tr:last-child > * { border-bottom: 0; }
.table thead > tr > * { position: sticky; inset-block-start: 0; z-index: 1; background: var(--sunken); color: var(--quiet); font-size: var(--t1); font-weight: var(--w2); white-space: nowrap; }
.table thead a { display: inline-flex; align-items: center; gap: var(--s1); min-height: 1.5rem; color: inherit; text-decoration: none; }
.table thead a:hover { color: var(--ink); text-decoration: underline; }
.table thead [aria-sort] { color: var(--ink); }
.table tbody th { min-width: 9rem; hyphens: auto; font-weight: var(--w2); }
.table .short { white-space: nowrap; overflow-wrap: normal; }
/* A long word breaks before it pushes amounts away, and a date never breaks. */
@container (min-width: 50rem) { .table tbody th { min-width: 11rem; } }
@container (min-width: 60rem) { .table tbody th { min-width: 14rem; } }
@container (min-width: 40rem) { .table td:not(.number, .short, .tick) { min-width: 7rem; } }
@container (max-width: 60rem) { .table th, .table td { padding-inline: var(--s2); } }
.table tbody th .quiet { font-weight: var(--w1); }
.table tbody th a { text-decoration-color: color-mix(in srgb, currentColor 35%, transparent); }
.table tbody th a:hover { text-decoration-color: currentColor; }
.table tbody tr:is(:hover, :focus-within) > * { background: var(--sunken); }
.table tbody tr:has(:checked) > * { background: var(--chosen); }
.table tbody tr:target > * { background: var(--good-paper); }
.table tfoot > tr > * { border-top: 1px solid var(--edge); border-bottom: 0; font-weight: var(--w3); }
.table td:has(> form) { padding-block: 0; vertical-align: middle; }
.table .number { text-align: end; white-space: nowrap; font-variant-numeric: tabular-nums; }
.table .tick { width: 2.75rem; padding-block: 0; vertical-align: middle; }
.table .tick label { display: grid; place-items: center; width: 1.75rem; height: 1.75rem; cursor: pointer; }
.table .tick input { width: 1.125rem; height: 1.125rem; margin: 0; accent-color: var(--accent); cursor: pointer; }
/* The page scrolls, and no box in it; only a table of very many columns scrolls sideways. */
@media (min-width: 64rem) {
  .table:not(.table-wide) { overflow: visible; }
  .table thead > tr > :first-child { border-start-start-radius: calc(var(--r2) - 1px); }
  .table thead > tr > :last-child { border-start-end-radius: calc(var(--r2) - 1px); }
  .table > table > :last-child > tr:last-child > :first-child { border-end-start-radius: calc(var(--r2) - 1px); }
  .table > table > :last-child > tr:last-child > :last-child { border-end-end-radius: calc(var(--r2) - 1px); }
  .work .table:not(.table-wide) thead > tr > * { inset-block-start: 3.75rem; }
  :root:has(> body .work .table:not(.table-wide)) { scroll-padding-block-start: 7.5rem; }
}

@media (max-width: 40rem) {
  .table-list thead { display: none; }
  .table-list table, .table-list tbody { display: block; }
  .table-list tr { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 var(--s3); position: relative; min-height: 3.25rem; padding: var(--s3); border-bottom: 1px solid var(--line); align-content: center; }
  .table-list tbody:last-child tr:last-child { border-bottom: 0; }
  .table-list tr:has(> .tick) { padding-inline-start: 3.25rem; }
  .table-list tr::before { content: ""; order: 1; flex: 0 0 100%; }
  .table-list th, .table-list td { padding: 0; border: 0; background: none !important; }
  .table-list tr:hover { background: none; }
  .table-list tr:has(:checked) { background: var(--chosen); }
  .table-list tr:target { background: var(--good-paper); }
  .table-list .tick { position: absolute; inset: 0 auto 0 0; width: 3rem; }
  .table-list .tick label { width: 3rem; height: 100%; max-height: 3.5rem; }
  .table-list .tick input { width: 1.375rem; height: 1.375rem; }
  .table-list .cell-title { flex: 1 1 7rem; min-width: 0; overflow-wrap: anywhere; }
  .table-list td:has(> form) { align-self: center; }
  .table-list td:empty { display: none; }
  .table-list .cell-aside { flex: 0 1 auto; text-align: end; overflow-wrap: anywhere; }
  .table-list .cell-detail, .table-list .cell-labelled { order: 3; color: var(--quiet); font-size: var(--small); overflow-wrap: anywhere; text-align: start; }
  .table-list .cell-labelled::before { content: attr(data-label) " "; }
  .table-list .cell-hidden { display: none; }
  .table-list tfoot { display: block; }
  .table-list tfoot > tr > * { border: 0; }
  .table-list tfoot > tr { border-top: 1px solid var(--edge); border-bottom: 0; }
}

.bulk { display: none; position: sticky; bottom: 0; z-index: 3; flex-wrap: wrap; align-items: center; gap: var(--s2); padding: var(--s3); background: var(--card); border: 1px solid var(--line); border-radius: var(--r2); box-shadow: var(--lift); }
.bulk-form { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--s3); counter-reset: chosen; }
.bulk-form :is(tbody, .card) input:checked { counter-increment: chosen; }
.bulk-form:has(:is(tbody, .card) input:checked) .bulk { display: flex; }
.bulk-count { font-weight: var(--w3); margin-inline-end: var(--s2); font-variant-numeric: tabular-nums; }
.bulk-count::before { content: counter(chosen); }
.bulk-count[data-count]::before { content: attr(data-count); }
.bulk .button > .bulk-count { margin-inline-end: 0; font-weight: inherit; }
.bulk-actions { display: flex; flex-wrap: wrap; gap: var(--s2); }
.bulk-actions .button { flex: none; }
.bulk-all { padding-inline: var(--s2); white-space: nowrap; }
@media (min-width: 40.01rem) {
  .bulk > .bulk-open { display: none; }
  .bulk-actions { position: static; flex: 1 1 20rem; width: auto; min-width: 0; max-width: none; margin: 0; padding: 0; border: 0; background: none; box-shadow: none; overflow: visible; }
}
@media (max-width: 40rem) {
  .bulk { justify-content: space-between; margin-inline: calc(-1 * var(--s4)); border-radius: 0; border-inline: 0; padding-inline: var(--s4); padding-bottom: max(var(--s3), env(safe-area-inset-bottom)); }
  .bulk-actions:popover-open { position: fixed; inset: auto 0 0; flex-direction: column; width: 100%; max-width: none; margin: 0; padding: var(--s4) var(--s4) max(var(--s4), env(safe-area-inset-bottom)); border-radius: var(--r3) var(--r3) 0 0; }
  .bulk-actions:not(:popover-open) { display: none; }
}

.pager { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: var(--s2) var(--s4); min-height: var(--control); }
.alphabet { display: grid; grid-template-columns: repeat(9, 1fr); border: 1px solid var(--line); border-radius: var(--r2); background: var(--card); overflow: clip; }
@media (min-width: 40.01rem) { .alphabet { grid-template-columns: none; grid-auto-flow: column; grid-auto-columns: 1fr; } }
.alphabet > * { display: grid; place-items: center; min-height: var(--control); color: var(--quiet); font-size: var(--t1); text-decoration: none; }
.alphabet a { color: var(--ink); font-weight: var(--w2); }
.alphabet a:hover { background: var(--sunken); text-decoration: underline; }
.alphabet [aria-current] { background: var(--chosen); color: var(--accent); box-shadow: inset 0 -2px var(--accent); }
.alphabet :focus-visible { outline-offset: -3px; border-radius: var(--r1); }
.steps-nav .row { gap: var(--s1); margin-inline-end: calc(-1 * var(--s2)); }
.pager-range { color: var(--quiet); font-variant-numeric: tabular-nums; }
`
