import { createHash } from 'node:crypto'

/** The stylesheet of all pages. Text takes the workspace's colour, `--brand`, at a fixed lightness to stay readable. */
export const STYLESHEET = `
:root {
  --paper: #f6f5f2;
  --card: #ffffff;
  --ink: #1d1f21;
  --quiet: #5a5f66;
  --line: #dcdad4;
  --edge: #7b8088;
  --bad: #a3231f;
  --bad-paper: #fdf0ee;
  --good: #17603a;
  --good-paper: #ebf6ef;
  --brand: #2f5d62;
  --accent: #2f5d62;
  --on-accent: #ffffff;
  color-scheme: light dark;
}
@supports (color: oklch(from red l c h)) {
  :root { --accent: oklch(from var(--brand) 0.44 min(c, 0.14) h); }
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #16181a;
    --card: #1f2225;
    --ink: #eceae6;
    --quiet: #a9afb6;
    --line: #34383c;
    --edge: #7f868d;
    --bad: #ff9d94;
    --bad-paper: #3a2220;
    --good: #8fd8ab;
    --good-paper: #1c3024;
    --accent: #8cc5ca;
    --on-accent: #14181a;
  }
  @supports (color: oklch(from red l c h)) {
    :root { --accent: oklch(from var(--brand) 0.82 min(c, 0.11) h); }
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0;
  min-height: 100vh;
  background: var(--paper);
  color: var(--ink);
  font: 1.0625rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
  overflow-wrap: break-word;
}
h1 { margin: 0 0 0.75rem; font-size: 1.625rem; line-height: 1.2; letter-spacing: -0.01em; text-wrap: balance; }
h2 { margin: 0 0 0.75rem; font-size: 1.125rem; line-height: 1.3; }
p { margin: 0 0 1rem; }
a { color: var(--accent); text-underline-offset: 0.15em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.quiet { color: var(--quiet); }

.bar { border-top: 6px solid var(--brand); background: var(--card); border-bottom: 1px solid var(--line); }
.bar-inner, main {
  width: 100%;
  max-width: 44rem;
  margin: 0 auto;
  padding-inline: max(1rem, env(safe-area-inset-left)) max(1rem, env(safe-area-inset-right));
}
.bar-inner { display: flex; align-items: center; justify-content: space-between; gap: 1rem; min-height: 3.5rem; }
.bar-name { margin: 0; font-weight: 650; line-height: 1.25; padding-block: 0.625rem; }
main { padding-block: 1.5rem 4rem; }

.card { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 1.25rem; margin-bottom: 1rem; }
.head { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.5rem 1rem; margin-bottom: 1rem; }
.head h1 { margin: 0; }
.lead { font-size: 1.0625rem; color: var(--quiet); max-width: 34rem; }

.button {
  display: inline-flex; align-items: center; justify-content: center;
  min-height: 3rem; padding: 0.625rem 1.25rem;
  border: 1px solid transparent; border-radius: 10px;
  background: var(--accent); color: var(--on-accent);
  font: inherit; font-weight: 600; text-decoration: none; cursor: pointer;
}
.button:hover { filter: brightness(1.08); }
.button-quiet { background: transparent; color: var(--ink); border-color: var(--edge); }
.button-small { min-height: 2.75rem; padding: 0.375rem 0.875rem; font-size: 0.9375rem; font-weight: 500; }
.actions { display: flex; flex-wrap: wrap; gap: 0.75rem; }
.actions > .button { flex: 1 1 12rem; }

.tabs { display: flex; gap: 0.25rem; margin: 0 0 1.25rem; border-bottom: 1px solid var(--line); }
.tabs a {
  display: inline-flex; align-items: center; min-height: 2.75rem; padding: 0 0.875rem; margin-bottom: -1px;
  color: var(--quiet); text-decoration: none; border-bottom: 3px solid transparent;
}
.tabs a[aria-current] { color: var(--ink); font-weight: 600; border-bottom-color: var(--accent); }
.family { display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 0 0 1.25rem; padding: 0; list-style: none; }
.family a {
  display: inline-flex; align-items: center; min-height: 2.75rem; padding: 0 1rem;
  color: var(--ink); text-decoration: none; border: 1px solid var(--edge); border-radius: 999px; background: var(--card);
}
.family a[aria-current] { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); color: var(--accent); font-weight: 600; }

.facts { margin: 0; }
.facts > div { padding: 0.75rem 0; border-top: 1px solid var(--line); }
.facts > div:first-child { border-top: 0; padding-top: 0; }
.facts > div:last-child { padding-bottom: 0; }
.facts dt { color: var(--quiet); font-size: 0.9375rem; }
.facts dd { margin: 0; }
.facts ul { margin: 0; padding: 0; list-style: none; }
.prose { white-space: pre-line; }

.entries { margin: 0; padding: 0; list-style: none; }
.entries li { padding: 1rem 0; border-top: 1px solid var(--line); }
.entries li:first-child { border-top: 0; padding-top: 0; }
.entries li:last-child { padding-bottom: 0; }
.fee-line { display: flex; justify-content: space-between; align-items: baseline; gap: 1rem; margin: 0; }
.fee-amount { font-weight: 650; font-variant-numeric: tabular-nums; white-space: nowrap; }
.fee-detail { margin: 0.125rem 0 0; color: var(--quiet); font-size: 0.9375rem; }
.state { padding: 0.0625rem 0.5rem; border: 1px solid var(--edge); border-radius: 999px; color: var(--ink); font-size: 0.875rem; white-space: nowrap; }
.reference { font-variant-numeric: tabular-nums; letter-spacing: 0.02em; }

.notice { border-radius: 10px; padding: 0.875rem 1rem; margin: 0 0 1.25rem; }
.notice > :last-child { margin-bottom: 0; }
.notice h2 { margin-bottom: 0.25rem; font-size: 1.0625rem; }
.notice ul { margin: 0; padding-left: 1.25rem; }
.notice a { color: inherit; }
.notice-good { background: var(--good-paper); color: var(--good); }
.notice-bad { background: var(--bad-paper); color: var(--bad); }

.fields { display: grid; gap: 1.125rem; }
.field > label, .label { display: block; margin-bottom: 0.25rem; font-weight: 550; font-size: 0.9375rem; }
.field input, .field select, .field textarea {
  width: 100%; min-height: 3rem; padding: 0.625rem 0.75rem;
  background: var(--paper); color: var(--ink); border: 1px solid var(--edge); border-radius: 10px; font: inherit;
}
.field textarea { min-height: 6.5rem; resize: vertical; }
.field [aria-invalid="true"] { border: 2px solid var(--bad); }
.fault { margin: 0.375rem 0 0; color: var(--bad); font-size: 0.9375rem; font-weight: 550; }
.hint { margin: 0.25rem 0 0; color: var(--quiet); font-size: 0.9375rem; }
.field, fieldset { margin: 0; min-width: 0; }
fieldset { padding: 0; border: 0; }
legend { padding: 0; margin-bottom: 0.75rem; font-size: 1.125rem; font-weight: 650; }
.fields > fieldset:not(:first-child), fieldset + .field { border-top: 1px solid var(--line); padding-top: 1.25rem; }
.fields > fieldset:not(:first-child) legend { float: left; width: 100%; }
.fields > fieldset:not(:first-child) legend + * { clear: both; }
.check { display: flex; align-items: center; gap: 0.75rem; min-height: 2.75rem; }
.check input { width: 1.375rem; height: 1.375rem; margin: 0; accent-color: var(--accent); flex: none; }
.pair { display: grid; gap: 1.125rem 0.75rem; }
.pair-phone { grid-template-columns: 1fr 6.25rem; }
.pair-town { grid-template-columns: 7rem 1fr; }

@media (min-width: 40rem) {
  main { padding-block: 2.5rem 5rem; }
  h1 { font-size: 2rem; }
  .card { padding: 1.75rem; }
  .narrow { max-width: 30rem; }
  .facts > div { display: grid; grid-template-columns: 13rem 1fr; gap: 1rem; }
  .facts dt { padding-top: 0.0625rem; }
  .actions > .button { flex: 0 0 auto; }
  .pair-even { grid-template-columns: 1fr 1fr; }
  .pair-phone { grid-template-columns: 3fr 2fr; }
}
@media (prefers-reduced-motion: no-preference) { .button, .tabs a { transition: filter 0.12s, border-color 0.12s; } }
@media print { .tabs, .family, .actions, .bar form { display: none; } }
`

/** A hash of the stylesheet. Its address has it, so browsers may cache the stylesheet forever. */
export const STYLESHEET_VERSION = createHash('sha256').update(STYLESHEET).digest('hex').slice(0, 12)
