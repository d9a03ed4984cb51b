/** Boxes: cards and what is in them, badges, notices, figures. */
export const card = `
.card { background: var(--card); border: 1px solid var(--line); border-radius: var(--r3); padding: var(--pad); min-width: 0; }
/* With large type on a narrow phone, spaces give way to words. */
@media (max-width: 30rem) {
  :root:not([data-density]) .card { padding-inline: min(var(--pad), 5vw); }
  :root:not([data-density]) main .button:not(.button-plain) { padding-inline: min(var(--s5), 5vw); }
  :root:not([data-density]) .card-head h2 { hyphens: auto; }
}
.card > * + * { margin-top: var(--s3); }
.card-head { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: var(--s2); margin-bottom: var(--s3); }
:root:not([data-density]) .card-head > h2 { flex: 1 1 min-content; min-width: 0; }
.card-head .button { margin-block: calc(-1 * var(--s2)); }
.card-head .button-plain { margin-inline-end: calc(-1 * var(--s2)); }
.part { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--s2); padding-top: var(--s4); border-top: 1px solid var(--line); }

.badge {
  display: inline-flex; align-items: center; padding: 0.0625rem 0.5rem; border-radius: var(--r1);
  background: var(--sunken); color: var(--quiet); font-size: var(--t1); font-weight: var(--w2); line-height: 1.5; white-space: nowrap;
}
@media (max-width: 40rem) { .badge { white-space: normal; } }
@media (forced-colors: active) { .badge { border: 1px solid; } }
.good { background: var(--good-paper); color: var(--good); }
.warn { background: var(--warn-paper); color: var(--warn); }
.bad { background: var(--bad-paper); color: var(--bad); }
.info { background: var(--info-paper); color: var(--info); }

.notice { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: var(--s2) var(--s4); padding: var(--s3) var(--s4); border-inline-start: 4px solid currentColor; border-radius: var(--r1); }
.notice-text { display: grid; gap: var(--s1); flex: 1 1 18rem; min-width: 0; overflow-wrap: anywhere; }
.notice h2 { font-size: var(--text); }
.notice-text > div > * + * { margin-top: var(--s1); }
.notice ul { padding-inline-start: var(--s4); list-style: disc; }
.notice a:not(.button) { color: inherit; }

.facts > div { display: grid; gap: 0 var(--s4); padding-block: var(--s2); border-top: 1px solid var(--line); }
.facts > div:first-child { border-top: 0; padding-top: 0; }
.facts > div:last-child { padding-bottom: 0; }
.facts dt { min-width: 0; color: var(--quiet); font-size: var(--small); hyphens: auto; overflow-wrap: anywhere; }
.facts dd { min-width: 0; overflow-wrap: anywhere; }
@media (min-width: 40rem) {
  .facts > div { grid-template-columns: 12rem minmax(0, 1fr); align-items: baseline; }
  .columns-main > :last-child .facts > div { grid-template-columns: 7rem minmax(0, 1fr); }
}

.pair { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: var(--s3) var(--s4); overflow-wrap: anywhere; }
.card > .pair-row + .pair-row { margin-top: var(--s4); }
.pair-row { min-width: 0; }
.pair-row > .hint { margin-bottom: var(--s2); }
.pair-choice { align-items: center; padding-inline: var(--s3); border: 1px solid var(--line); border-radius: var(--r2); hyphens: auto; }
.pair-choice:has(:checked) { border-color: var(--accent); background: var(--sunken); }
.pair-choice:not(:has(:checked)) { color: var(--quiet); }
.pair-head { display: grid; justify-items: start; gap: var(--s1); font-weight: var(--w2); }
@media (max-width: 30rem) {
  .pair { gap: var(--s2); }
  .pair-choice { gap: var(--s2); padding-inline: var(--s2); font-size: var(--small); }
}

.lines > li { display: flex; flex-wrap: wrap; gap: 0 var(--s4); align-items: baseline; padding-block: var(--s3); border-top: 1px solid var(--line); }
.lines > li:first-child { border-top: 0; padding-top: 0; }
.lines > li:last-child { padding-bottom: 0; }
.lines > li > :first-child { flex: 1 1 9rem; min-width: 0; overflow-wrap: anywhere; }
.lines-end { margin-inline-start: auto; text-align: end; white-space: nowrap; }
.lines-amount { font-weight: var(--w3); font-variant-numeric: tabular-nums; }
.lines-detail { color: var(--quiet); font-size: var(--small); }
.amount { font-size: min(var(--t6), 9vw); line-height: 1.15; font-weight: var(--w3); font-variant-numeric: tabular-nums; letter-spacing: -0.01em; white-space: nowrap; }

.stats { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 10.5rem), 1fr)); gap: var(--s4); }
.stat { container-type: inline-size; display: grid; align-content: start; gap: var(--s1); padding: var(--s3) var(--s4); color: inherit; text-decoration: none; }
.card:is(.stat, .empty) > * { margin-top: 0; }
.stat-label { color: var(--quiet); font-size: var(--small); }
.stat-value { font-size: min(var(--t5), max(1.125rem, 11cqi)); overflow-wrap: anywhere; line-height: 1.2; font-weight: var(--w3); font-variant-numeric: tabular-nums; letter-spacing: -0.01em; }
.stat-detail { justify-self: start; color: var(--quiet); font-size: var(--t1); }
.stat-detail .badge { white-space: normal; }
@media (max-width: 40rem) { .stat-value { font-size: min(var(--t4), max(1.125rem, 11cqi)); } }
a.stat:hover { border-color: var(--edge); }

.matches { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--s3); }
.match { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--s3) var(--s5); scroll-margin-block: var(--s8); }
.match > * + * { margin-top: 0; }
.match:is(:target, :focus-within, :focus) { border-color: var(--accent); box-shadow: inset 3px 0 var(--accent); }
.match:focus { outline: 0; }
.match-given, .match-side > :first-child { display: grid; gap: var(--s1); align-content: start; min-width: 0; overflow-wrap: anywhere; }
.match-side { display: flex; flex-direction: column; justify-content: space-between; gap: var(--s3); min-width: 0; }
.act-notice { display: grid; gap: var(--s3); scroll-margin-block: calc(var(--s8) + var(--s3)); }
.act-notice:empty { display: none; }
.match-head { display: flex; justify-content: space-between; gap: var(--s4); }
.match-head > :last-child { flex: none; white-space: nowrap; }
.match-actions { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s1); }
.match-actions .button-plain { padding-inline: var(--s2); font-size: 1rem; font-weight: var(--w1); }
.match-choice { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: var(--s1) var(--s3); padding-block: var(--s1); border-top: 1px solid var(--line); }
.match-choice > :first-child { flex: 1 1 14rem; min-width: 0; }
@media (min-width: 64rem) {
  .match { grid-template-columns: minmax(0, 4fr) minmax(0, 7fr); }
  .match-side { border-inline-start: 1px solid var(--line); padding-inline-start: var(--s5); }
}
@media (max-width: 40rem) {
  .match-actions { column-gap: 0; }
  .match-side { border-block-start: 1px solid var(--line); padding-block-start: var(--s3); }
  .match-actions > form, .match-actions > .button-second { flex: 1 1 100%; }
  .match-actions > form > .button { width: 100%; }
}

.empty { display: grid; justify-items: center; gap: var(--s3); padding: var(--s7) var(--pad); text-align: center; }
.empty .actions { justify-content: center; margin-top: var(--s2); }

.timeline { display: grid; gap: var(--s4); overflow-wrap: anywhere; }
.timeline-entries { border-inline-start: 2px solid var(--line); margin-inline-start: 0.375rem; }
.timeline-entries > li { position: relative; padding: 0 0 var(--s4) var(--s4); }
.timeline-entries > li:last-child { padding-bottom: 0; }
.timeline-entries > li::before { content: ""; position: absolute; inset: 0.4375rem auto auto -0.4375rem; width: 0.75rem; height: 0.75rem; border: 2px solid var(--card); border-radius: 50%; background: var(--edge); }
.timeline-entries > .mark-good::before { background: var(--good); }
.timeline-entries > .mark-warn::before { background: var(--warn); }
.timeline-entries > .mark-bad::before { background: var(--bad); }
.timeline-entries > .mark-info::before { background: var(--info); }
.timeline-entry { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 var(--s4); }
.timeline-entry > :first-child { flex: 1 1 16rem; min-width: 0; }
.timeline-entry .button { min-height: 2rem; padding-inline: 0; font-size: var(--small); }
.timeline-detail { color: var(--quiet); font-size: var(--small); }
@media (min-width: 64rem) {
  .timeline-page .timeline-entry > :first-child { display: grid; grid-template-columns: 12rem minmax(0, 1fr); gap: 0 var(--s4); align-items: baseline; }
  .timeline-page .timeline-entry > :first-child > * { grid-column: 2; }
  .timeline-page .timeline-entry > :first-child > .timeline-detail { grid-area: 1 / 1; }
  .timeline-page .timeline-entry > form { margin-block: calc(-1 * var(--s1)); }
  .timeline-page .timeline-entries > li { padding-bottom: var(--s3); }
}
.timeline :is(h2, h3) { margin-bottom: var(--s2); color: var(--quiet); font-size: var(--small); }
.changes { display: grid; gap: var(--s1); margin-block: var(--s1); font-size: var(--small); overflow-wrap: anywhere; }
.fold { margin-block: var(--s1); font-size: var(--small); }
.table .fold > summary { white-space: nowrap; }
.fold > summary { width: fit-content; color: var(--accent); }
.fold-form { margin-block: 0; padding-block: var(--s2); border-top: 1px solid var(--line); font-size: inherit; }
.fold-form[open] > summary { margin-bottom: var(--s3); }
.fold-form .fold-form { border-top: 0; padding-block: 0; }
del { color: var(--quiet); }
ins { text-decoration: none; font-weight: var(--w2); }

.steps { display: grid; gap: var(--s3); counter-reset: step; }
.steps > li { display: grid; grid-template-columns: 1.75rem minmax(0, 1fr); gap: 0 var(--s3); align-items: start; counter-increment: step; }
.steps-mark { display: grid; place-items: center; width: 1.75rem; height: 1.75rem; border: 1px solid var(--edge); border-radius: 50%; font-size: var(--t1); font-weight: var(--w2); }
.steps-mark::before { content: counter(step); }
.steps-done .steps-mark { background: var(--good-paper); color: var(--good); border-color: transparent; }
.steps-done .steps-mark::before { content: none; }
.steps-current .steps-mark { background: var(--brand); color: var(--on-brand); border-color: var(--brand); }
.steps-current .steps-label { font-weight: var(--w3); }
.steps-detail { color: var(--quiet); font-size: var(--small); }
.steps-row { display: flex; flex-wrap: wrap; gap: var(--s2) var(--s5); }
.steps-row > li { gap: 0 var(--s2); align-items: center; }
@media (max-width: 40rem) { .steps-row > li:not(.steps-current) { grid-template-columns: 1.75rem; position: relative; } .steps-row > li:not(.steps-current) .steps-label:not(:has(a)) { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); } .steps-row > li:not(.steps-current) a { position: absolute; inset: 0; overflow: hidden; color: transparent; } }
.frame { display: block; width: 100%; height: 30rem; border: 1px solid var(--line); border-radius: var(--r2); background: var(--paper); }
.source { white-space: pre-wrap; overflow-wrap: anywhere; }
.progress { display: grid; gap: var(--s1); }
.progress progress { width: 100%; height: 0.75rem; accent-color: var(--accent); }

.copyable { display: inline-flex; flex-wrap: wrap; align-items: center; gap: 0 var(--s2); }
.copyable-text { -webkit-user-select: all; user-select: all; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.copyable .button { min-height: 2rem; font-size: var(--small); }
`
