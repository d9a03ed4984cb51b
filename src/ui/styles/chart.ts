/** Charts. Their labels are text of the page's size, so only lines and areas stretch. */
export const chart = `
.chart { display: grid; gap: var(--s3); }
.chart figcaption { font-size: 1.125rem; line-height: 1.3; font-weight: var(--w3); }
.chart-plot { width: 100%; height: 12rem; margin-block: var(--s3) var(--s5); overflow: visible; }
.chart-narrow { padding-inline-start: 2.75rem; }
.chart-medium { padding-inline-start: 5rem; }
.chart-wide { padding-inline-start: 7rem; }
.chart-plot text { fill: var(--quiet); font-size: var(--t1); font-variant-numeric: tabular-nums; }
@media (max-width: 40rem) { :is(.chart-medium, .chart-wide) .chart-between { display: none; } }
.chart-grid { stroke: var(--line); }
.chart-line { fill: none; stroke: var(--accent); stroke-width: 2; stroke-linejoin: round; vector-effect: non-scaling-stroke; }
.chart-area { fill: var(--accent); opacity: 0.12; }
.chart-point { fill: var(--accent); stroke: var(--card); stroke-width: 2; }
.chart-point-quiet { opacity: 0; }
.chart-point-quiet:hover { opacity: 1; }
.figures { border-collapse: collapse; }
.figures th, .figures td { padding: var(--s1) var(--s5) var(--s1) 0; border-bottom: 1px solid var(--line); text-align: start; font-weight: var(--w1); font-size: var(--small); }
.figures .number { padding-inline-end: 0; text-align: end; font-variant-numeric: tabular-nums; }
.chart details > summary { color: var(--quiet); font-size: var(--small); min-height: 1.75rem; width: fit-content; }
.bars { display: grid; gap: var(--s3); }
.bars-row { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: var(--s1) var(--s4); align-items: baseline; }
/* States are written in lower case. */
.bars-row > :first-child::first-letter { text-transform: uppercase; }
.bars-amount { font-weight: var(--w2); font-variant-numeric: tabular-nums; white-space: nowrap; }
.bars-plot { grid-column: 1 / -1; width: 100%; height: 0.625rem; }
.bars-track { fill: var(--sunken); }
.bars-fill { fill: var(--accent); }
.fill-good { fill: var(--good); } .fill-warn { fill: var(--warn); } .fill-bad { fill: var(--bad); } .fill-info { fill: var(--info); } .fill-quiet { fill: var(--edge); }
`
