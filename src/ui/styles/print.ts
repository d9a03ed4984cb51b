/** Paper: black on white, without anything to click. */
export const print = `
@media print {
  @page { margin: 18mm 15mm; }
  :root { color-scheme: light; --paper: #fff; --card: #fff; --sunken: #fff; --chosen: #fff; --ink: #000; --quiet: #333; --line: #999; --accent: #000; --small: 9pt; --text: 10pt; }
  .bar, .topbar, .side, .tabs, .chips, .button, .actions, .search, .filters, .filter-bar, .bulk, .alphabet, .pager a, .breadcrumb, .on-screen, .skip, .table .tick, .foot-links:not(.foot-contacts) { display: none !important; }
  .on-paper { display: block; padding-bottom: 4mm; }
  .foot { border: 0; }
  .foot-inner { max-width: none; padding: 4mm 0 0; }
  .foot a { white-space: nowrap; }
  .shell { display: block; }
  .page, .work { max-width: none; padding: 0; }
  .card, .table { border: 0; border-radius: 0; padding: 0; max-height: none; overflow: visible; }
  .badge, .notice { border: 1px solid var(--line); background: none; color: var(--ink); }
  .table thead { display: table-header-group; }
  .table th, .table td { padding-inline: 0 var(--s2); }
  .table :is(th, td) { min-width: 0 !important; }
  .table tfoot { display: table-row-group; }
  .table tfoot > tr > * { position: static; }
  .table thead th { position: static; border-bottom: 1px solid #000; }
  .table tr, .card:not(:has(.table)), .lines > li, .facts > div { break-inside: avoid; }
  .card-head, .table thead { break-after: avoid; }
  h1, h2, h3 { break-after: avoid; }
  a { color: inherit; text-decoration: none; }
}
`
