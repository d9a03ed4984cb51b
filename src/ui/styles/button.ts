/** Buttons, links that look like buttons, and links that choose: tabs and chips. */
export const button = `
.button {
  display: inline-flex; align-items: center; justify-content: center; gap: var(--s2);
  min-height: var(--control); padding: var(--s1) var(--s5); border: 1px solid transparent; border-radius: var(--r2);
  background: var(--brand); color: var(--on-brand); border-color: var(--brand-edge);
  font: inherit; font-weight: var(--w2); line-height: 1.3; text-align: center; text-decoration: none; white-space: nowrap; cursor: pointer;
}
.button:hover { filter: brightness(1.1); }
.button:disabled { opacity: 0.4; cursor: default; filter: none; }
.button-second { background: var(--card); color: var(--ink); border-color: var(--edge); }
.button-second:hover { background: var(--sunken); filter: none; }
.button-plain { background: none; color: var(--accent); border-color: transparent; padding-inline: var(--s2); }
.button-plain:hover { background: var(--sunken); filter: none; }
.button-danger { background: var(--danger); color: var(--on-danger); border-color: var(--danger); }
.bar .button { flex: none; white-space: nowrap; min-height: var(--touch); padding-inline: var(--s3); border-color: transparent; background: none; color: inherit; text-decoration: underline; text-underline-offset: 0.2em; }
.button .count { font-variant-numeric: tabular-nums; }
@media (max-width: 40rem) {
  .button { max-width: 100%; white-space: normal; }
  .button:has(> .icon) { text-align: start; }
}
/* A button moves to a line of its own before its label breaks. */
@media (max-width: 40rem) {
  :root:not([data-density]) .actions > .button { flex: 1 1 max-content; width: auto; min-width: min(10rem, 100%); }
}
[data-density="office"] .button { padding-inline: var(--s4); }
[data-density="office"] .button-plain { padding-inline: var(--s2); }
.button-icon, [data-density="office"] .button-icon { width: var(--control); padding-inline: 0; }
.actions { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s3); }
@media (max-width: 40rem) { .actions > .button, .actions > form, .actions > form > .button { flex: 1 1 10rem; width: 100%; hyphens: auto; overflow-wrap: anywhere; } }

.tabs { display: flex; gap: var(--s1); border-bottom: 1px solid var(--line); overflow-x: auto; overflow-y: hidden; scrollbar-width: none; }
.tabs a {
  display: inline-flex; align-items: center; gap: var(--s2); flex: none; min-height: 2.75rem; padding: 0 var(--s3);
  color: var(--quiet); text-decoration: none; border-bottom: 3px solid transparent;
}
.tabs a:hover { color: var(--ink); border-color: var(--line); }
.tabs a[aria-current] { color: var(--ink); font-weight: var(--w2); border-color: var(--accent); }
.tabs-phone a { flex: 1 0 auto; justify-content: center; padding-inline: var(--s2); white-space: nowrap; }
@media (min-width: 40.01rem) { .tabs-phone { display: none; } }
@media screen and (max-width: 40rem) { .panel-other { display: none; } }
.tabs :focus-visible { outline-offset: -3px; border-radius: var(--r1); }

.chips { display: flex; flex-wrap: wrap; gap: var(--s2); }
.chips a {
  display: inline-flex; align-items: center; gap: var(--s2); min-height: var(--touch); padding: 0 var(--s4);
  border: 1px solid var(--edge); border-radius: var(--r9); background: var(--card); color: var(--ink); text-decoration: none;
}
.chips a:hover { background: var(--sunken); }
.chips a[aria-current] { background: var(--ink); color: var(--paper); border-color: var(--ink); }
.chips-quiet a { min-height: 1.75rem; padding: 0 var(--s3); border-color: transparent; background: var(--sunken); font-size: var(--small); }
.chips-quiet a:hover { text-decoration: line-through; }
@media (max-width: 40rem) {
  .chips-scroll { flex-wrap: nowrap; overflow-x: auto; margin-inline: calc(-1 * var(--s4)); padding: 3px var(--s4); scrollbar-width: none; }
  .chips-scroll > li { flex: none; }
  .chips-quiet a { min-height: 2.25rem; }
}
/* Forced colours show every border and no background. */
@media (forced-colors: active) {
  .tabs a:not([aria-current]) { border-color: Canvas; }
  .chips a[aria-current] { forced-color-adjust: none; background: Highlight; color: HighlightText; border-color: Highlight; }
}
`
