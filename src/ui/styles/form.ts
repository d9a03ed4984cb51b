/** Fields and forms. */
export const form = `
.fields { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--gap); }
.field, fieldset { min-width: 0; border: 0; }
.field > label, .legend, .label { display: block; margin-bottom: var(--s1); font-size: var(--small); font-weight: var(--w2); }
.input, .field select, .field textarea {
  width: 100%; min-height: var(--control); padding: var(--s1) var(--s3);
  background: var(--card); color: var(--ink); border: 1px solid var(--edge); border-radius: var(--r2); font: inherit;
}
.field textarea { min-height: 6.5rem; padding-block: var(--s2); resize: vertical; }
.field textarea.grows { min-height: var(--control); field-sizing: content; }
.field [aria-invalid="true"] { border: 2px solid var(--bad); }
.issue { margin-top: var(--s1); color: var(--bad); font-size: var(--small); font-weight: var(--w2); }
/* In addition to words and frames, a bar marks what is wrong, as the colour of a club may be the same red. */
:is(div, fieldset):has(> .issue) { border-inline-start: 4px solid var(--bad); padding-inline-start: var(--s3); }
.hint { margin-top: var(--s1); color: var(--quiet); font-size: var(--small); }
.input::placeholder { color: var(--quiet); opacity: 1; }
.input[type="file"] { padding: 0.3125rem; }
.input::file-selector-button {
  min-height: calc(var(--control) - 0.75rem); margin-inline-end: var(--s3); padding: 0 var(--s3);
  border: 1px solid var(--edge); border-radius: var(--r1); background: var(--sunken); color: var(--ink); font: inherit; cursor: pointer;
}
.input-unit { display: flex; align-items: center; border: 1px solid var(--edge); border-radius: var(--r2); background: var(--card); }
.input-unit .input { border: 0; background: none; text-align: end; font-variant-numeric: tabular-nums; }
.input-unit > span { flex: none; padding-inline-end: var(--s3); color: var(--quiet); }
.input-unit:has([aria-invalid="true"]) { border: 2px solid var(--bad); }
.input-unit:focus-within { outline: 3px solid var(--focus); outline-offset: 2px; }
.input-unit .input:focus-visible { outline: 0; }
.input-code { max-width: 16rem; font: 600 1.5rem/1.2 ui-monospace, "Cascadia Mono", Menlo, monospace; letter-spacing: 0.12em; text-transform: uppercase; }

fieldset > .legend { padding: 0; }
.group > .legend { margin-bottom: var(--s3); font-size: 1.125rem; font-weight: var(--w3); }
.card:has(> .card-head) .group > .legend { font-size: var(--text); }
.fields > .group:not(:first-child), .group + .field { border-top: 1px solid var(--line); padding-top: var(--s5); }
.fields > .group:not(:first-child) > .legend { float: left; width: 100%; }
.fields > .group:not(:first-child) > .legend + * { clear: both; }
.check { display: flex; align-items: flex-start; gap: var(--s3); min-height: var(--touch); padding-block: calc((var(--touch) - 1.5em) / 2); cursor: pointer; }
.check input { width: 1.25rem; height: 1.25rem; margin: 0.125rem 0 0; accent-color: var(--accent); flex: none; }
.check-text { min-width: 0; }
.check-hint { display: block; color: var(--quiet); font-size: var(--small); }
.input-date { max-width: 12rem; }
.logo-sample { max-width: 12rem; max-height: 4rem; padding: var(--s1); border: 1px solid var(--line); border-radius: var(--r1); background: #fff; }
.input-colour { width: 5rem; padding: var(--s1); cursor: pointer; }
.colour-sample { display: grid; gap: var(--s2); }
.colour-sample > div { display: flex; flex-wrap: wrap; gap: var(--s3); }
.colour-sample svg { width: 15rem; max-width: 100%; border: 1px solid var(--line); border-radius: var(--r2); font-family: inherit; }
.choice-row { padding-block: var(--s2); border-top: 1px solid var(--line); }
.choice-row:first-child { border-top: 0; padding-top: 0; }
.choice-row > p { font-weight: var(--w2); }
.choice-row > div { display: grid; grid-template-columns: repeat(3, auto); justify-content: space-between; }
.choice { display: flex; align-items: center; gap: var(--s2); min-height: var(--touch); cursor: pointer; }
.choice input { width: 1.25rem; height: 1.25rem; margin: 0; flex: none; accent-color: var(--accent); }
.choice:has(:disabled) { color: var(--quiet); cursor: not-allowed; opacity: 0.5; }
@media (min-width: 40rem) {
  .choice-row { display: grid; grid-template-columns: minmax(0, 1fr) 24rem; align-items: center; }
  .choice-row > div { grid-template-columns: repeat(3, minmax(0, 1fr)); }
}
.check-inline { display: flex; flex-wrap: wrap; gap: 0 var(--s5); }
.pair { display: grid; gap: var(--gap) var(--s3); }
.pair > * { min-width: 0; }
.pair-phone { grid-template-columns: minmax(0, 1fr) 6.25rem; }
.pair-town { grid-template-columns: 7rem minmax(0, 1fr); }
.pair-town:has(.issue) { grid-template-columns: minmax(0, 1fr); }
@media (max-width: 40rem) { .pair-phone:has(.issue) { grid-template-columns: minmax(0, 1fr); } }
@media (min-width: 40rem) {
  .pair-even { grid-template-columns: 1fr 1fr; }
  .pair-phone { grid-template-columns: 3fr 2fr; }
  .fields-two { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .fields-two > .group { grid-column: 1 / -1; }
  .fields-two > .group + .field { border-top: 0; padding-top: 0; }
}
.shares > li { display: grid; grid-template-columns: minmax(0, 1fr) 7.5rem; gap: 0 var(--s3); align-items: center; padding-block: var(--s2); border-top: 1px solid var(--line); }
.shares > li:has(.issue) { grid-template-columns: minmax(0, 1fr); }
.shares > li:first-child { border-top: 0; }
.shares > li:not(:has(:checked)) .input { color: var(--quiet); }
.shares .check-text { overflow-wrap: anywhere; }
.shares-left { font-weight: var(--w3); }
@media (scripting: enabled) { .without-script { display: none; } }
.form-actions-sticky { position: sticky; bottom: 0; z-index: 2; margin-inline: calc(-1 * var(--s2)); padding: var(--s3) var(--s2); background: var(--paper); border-top: 1px solid var(--line); }

.inserts { display: flex; flex-wrap: wrap; gap: var(--s2); list-style: none; padding: 0; }
.inserts li { max-width: 100%; }
.inserts code { overflow-wrap: anywhere; font: 0.875em ui-monospace, "Cascadia Mono", Menlo, monospace; }
.inserts li > span { display: block; color: var(--quiet); font-size: var(--small); }
.inserts li:has(> button[hidden]) { flex: 1 1 9rem; }
.inserts li:has(> button:not([hidden])) > :not(button) { display: none; }

.toolbar { position: relative; display: flex; flex-wrap: wrap; align-items: center; gap: var(--s2); }
.search { display: flex; flex-wrap: wrap; flex: 1 1 18rem; gap: var(--s2); min-width: 0; }
.search .input { flex: 1 1 10rem; width: auto; min-width: 0; }
.filter-bar { display: flex; flex-wrap: wrap; align-items: end; gap: var(--s3); }
.filter-bar > .field { flex: 1 1 7.5rem; max-width: 14rem; }
.filter-bar .input, .filter-bar select { width: 100%; }
.filter-bar > .field-grow { flex: 1 1 16rem; }
@media (max-width: 40rem) { .filter-bar { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); } }
.filters > summary { width: fit-content; list-style: none; }
.filters > summary::-webkit-details-marker { display: none; }
.filters[open] > summary { background: var(--sunken); }
.filters > form { position: absolute; inset: calc(100% + var(--s2)) 0 auto; z-index: 4; max-width: 52rem; box-shadow: var(--lift); }
.filter-rows { display: grid; gap: var(--s3); }
.filter-row { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--s2); }
.filter-row > * { min-width: 0; }
.filter-row > .button { align-self: end; justify-self: start; }
@media (min-width: 40rem) { .filter-row { grid-template-columns: minmax(0, 2fr) minmax(0, 1fr) minmax(0, 2fr); } }
`
