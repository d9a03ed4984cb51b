import { brandStyles, PAPERS, SERVICE_COLOUR } from '../brand'

const papers = (scheme: 'light' | 'dark'): string =>
  Object.entries(PAPERS[scheme])
    .map(([name, colour]) => `--${name}: ${colour};`)
    .join(' ')

/** Spaces, sizes and colours. `data-density="office"` is for pages with much data, used by people at a desk. */
export const tokens = `
:root {
  --s1: 0.25rem; --s2: 0.5rem; --s3: 0.75rem; --s4: 1rem; --s5: 1.5rem; --s6: 2rem; --s7: 3rem; --s8: 4rem;
  --t1: 0.8125rem; --t2: 0.9375rem; --t3: 1.0625rem; --t4: 1.25rem; --t5: 1.625rem; --t6: 2rem;
  --w1: 400; --w2: 550; --w3: 650;
  --r1: 6px; --r2: 10px; --r3: 14px; --r9: 999px;
  --control: 3rem; --touch: 2.75rem; --gap: var(--s4); --pad: var(--s5); --text: var(--t3); --small: var(--t2);
  --measure: 34rem; --page: 44rem; --wide: 90rem;
  ${papers('light')}
  --ink: #1d1f21; --quiet: #5a5f66; --line: #dcdad4; --edge: #7b8088;
  --good: #17603a; --good-paper: #e6f4eb; --warn: #7a4b00; --warn-paper: #fdf1d8;
  --bad: #a3231f; --bad-paper: #fdeceb; --info: #1f4f8f; --info-paper: #e8f0fb;
  --danger: #b3261e; --on-danger: #fff;
  --focus: #1a5fd0; --chosen: var(--sunken); --shade: rgb(0 0 0 / 0.4);
  --lift: 0 1px 2px rgb(0 0 0 / 0.08), 0 8px 24px rgb(0 0 0 / 0.12);
  color-scheme: light dark;
}
@media (prefers-color-scheme: dark) {
  :root {
    ${papers('dark')}
    --ink: #eceae6; --quiet: #a9afb6; --line: #34383c; --edge: #7f868d;
    --good: #8fd8ab; --good-paper: #1c3024; --warn: #f2c46d; --warn-paper: #352a14;
    --bad: #ff9d94; --bad-paper: #3a2220; --info: #9fc3f7; --info-paper: #1b2a3f;
    --danger: #b3362f; --focus: #8ab8ff; --shade: rgb(0 0 0 / 0.6);
    --lift: 0 0 0 1px var(--line), 0 8px 24px rgb(0 0 0 / 0.5);
  }
}
${brandStyles(SERVICE_COLOUR)}
@supports (color: color-mix(in srgb, red, blue)) {
  :root { --chosen: color-mix(in srgb, var(--accent) 7%, var(--card)); }
}
[data-density="office"] { --gap: var(--s4); --pad: var(--s4); --text: 1rem; --control: 2.75rem; --small: 0.875rem; }
@media (min-width: 48rem) and (pointer: fine) {
  [data-density="office"] { --text: var(--t2); --control: 2.25rem; --touch: 2.25rem; }
}
`
