/** The frame of the dashboard: top bar, side navigation, menus that open over the page. */
export const shell = `
:root:has(> body > .topbar) { scroll-padding-block-start: 5rem; }
.topbar {
  position: sticky; inset-block-start: 0; z-index: 10; display: flex; align-items: center; gap: var(--s2);
  height: 3.75rem; padding-inline: max(var(--s4), env(safe-area-inset-left)) max(var(--s4), env(safe-area-inset-right));
  background: var(--card); border-top: 4px solid var(--brand); border-bottom: 1px solid var(--line); view-transition-name: topbar;
}
.topbar .logo { width: 2rem; height: 2rem; font-size: 0.6875rem; }
.topbar-name { flex: 1 1 auto; min-width: 0; display: flex; }
.topbar-home, .topbar-name .button { display: flex; justify-content: start; align-items: center; gap: var(--s2); min-width: 0; max-width: 100%; padding-inline: var(--s1); color: var(--ink); font-weight: var(--w3); text-decoration: none; }
.topbar-home > span:last-child, .topbar-name .button > span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.topbar .button-plain { color: var(--ink); }
.search-button { display: flex; align-items: center; justify-content: center; gap: var(--s2); flex: none; width: var(--control); min-height: var(--control); padding: 0; border: 1px solid transparent; border-radius: var(--r2); background: none; color: var(--ink); font: inherit; cursor: pointer; }
.search-button:hover { background: var(--sunken); }
.search-button > span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.search-button > kbd { display: none; }
.topbar .avatar { border-radius: 50%; background: var(--sunken); color: var(--ink); border: 1px solid var(--line); }
.topbar .menu-end { flex: none; }
.topbar-name .menu { min-width: 0; max-width: 100%; }

.shell { display: grid; grid-template-columns: minmax(0, 1fr); }
.side { color: var(--ink); background: var(--card); border: 0; margin: 0; padding: var(--s3); overflow-y: auto; }
.side:popover-open { position: fixed; inset: 0 auto 0 0; width: min(19rem, 86vw); max-width: none; height: 100dvh; max-height: none; padding-bottom: max(var(--s5), env(safe-area-inset-bottom)); box-shadow: var(--lift); }
.side::backdrop, .keys::backdrop, .bulk-actions::backdrop { background: var(--shade); }
.side-group + .side-group { margin-top: var(--s4); }
.side-title { display: block; padding: var(--s1) var(--s3); color: var(--quiet); font-size: var(--t1); font-weight: var(--w3); }
.side li a { display: flex; align-items: center; justify-content: space-between; gap: var(--s2); min-height: var(--touch); padding: var(--s1) var(--s3); border-radius: var(--r1); color: var(--ink); text-decoration: none; }
.side-label { flex: 1; min-width: 0; }
.side li a .icon { color: var(--quiet); }
.side li a[aria-current] .icon { color: var(--accent); }
.side li a:hover { background: var(--sunken); }
.side li a[aria-current] { background: var(--sunken); font-weight: var(--w3); box-shadow: inset 3px 0 0 var(--accent); }
.side .count { color: var(--quiet); font-size: var(--small); font-weight: var(--w1); font-variant-numeric: tabular-nums; }
.side .count-urgent { min-width: 1.5rem; padding: 0 0.375rem; border: 1px solid var(--brand-edge); border-radius: var(--r9); background: var(--brand); color: var(--on-brand); font-size: var(--t1); font-weight: var(--w3); text-align: center; }
.side-head { display: flex; align-items: center; justify-content: space-between; gap: var(--s3); padding-inline-start: var(--s3); margin-bottom: var(--s3); font-weight: var(--w3); }
.work { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--s4); align-content: start; width: 100%; max-width: var(--wide); padding: var(--s4) max(var(--s4), env(safe-area-inset-right)) var(--s7) max(var(--s4), env(safe-area-inset-left)); }
@media (max-width: 40rem) { .topbar .menu-end .icon { display: none; } }
@media (min-width: 40rem) {
  .search-button { justify-content: start; width: 18rem; padding-inline: var(--s3); border-color: var(--edge); background: var(--paper); color: var(--quiet); }
  .search-button > span { position: static; flex: 1; width: auto; height: auto; clip-path: none; text-align: start; }
  .search-button > kbd { display: inline-block; }
}
@media (scripting: enabled) { .without-script { display: none; } }
@media (min-width: 60rem) {
  .shell { grid-template-columns: 15rem minmax(0, 1fr); }
  .side { display: block; position: sticky; inset: 3.75rem auto auto; width: auto; height: calc(100dvh - 3.75rem); padding: var(--s4) var(--s3); border-inline-end: 1px solid var(--line); view-transition-name: side; }
  .side-head, .topbar > .menu-button { display: none; }
  .work { padding: var(--s5) var(--s6) var(--s7); }
}

.menu { position: relative; anchor-scope: --menu; }
.menu > .button { anchor-name: --menu; }
.menu > .sheet { position-anchor: --menu; }
.sheet { min-width: 14rem; max-width: min(22rem, calc(100vw - 2rem)); padding: var(--s2); border: 1px solid var(--line); border-radius: var(--r2); background: var(--card); color: var(--ink); box-shadow: var(--lift); }
@supports (position-area: bottom span-right) {
  .menu > .sheet { inset: auto; margin: var(--s1) 0 0; position-area: bottom span-right; position-try-fallbacks: flip-inline, flip-block, flip-block flip-inline; }
  .menu-end > .sheet { position-area: bottom span-left; }
}
.sheet li > a, .sheet li > form > button, .sheet li > button {
  display: flex; align-items: center; justify-content: space-between; gap: var(--s4); width: 100%; min-height: var(--touch); padding: var(--s1) var(--s3);
  border: 0; border-radius: var(--r1); background: none; color: var(--ink); font: inherit; text-align: start; text-decoration: none; cursor: pointer;
}
.sheet li > a:hover, .sheet li button:hover { background: var(--sunken); }
.sheet li > a[aria-current] { font-weight: var(--w3); }
.sheet .danger { color: var(--bad); }
.sheet-head { padding: var(--s2) var(--s3) var(--s3); border-bottom: 1px solid var(--line); margin-bottom: var(--s2); }
.sheet-head p:first-child { font-weight: var(--w3); }
.sheet li.sheet-rule { border-top: 1px solid var(--line); margin-top: var(--s2); padding-top: var(--s2); }
.keys:popover-open { display: grid; align-content: start; height: fit-content; gap: var(--s3); padding: var(--s5); margin: auto; }
.keys dt { display: flex; align-items: start; gap: var(--s1); }
.keys dl > div { display: grid; grid-template-columns: 5rem minmax(0, 1fr); padding-block: var(--s1); }
.palette { width: min(40rem, calc(100vw - 2rem)); max-width: none; max-height: min(36rem, calc(100dvh - 2rem)); margin-block: min(12vh, 6rem) auto; padding: 0; border: 1px solid var(--line); border-radius: var(--r3); background: var(--card); color: var(--ink); box-shadow: var(--lift); overflow: clip; }
.palette[open] { display: flex; flex-direction: column; height: fit-content; }
.palette::backdrop { background: var(--shade); }
.palette-form { display: flex; align-items: center; gap: var(--s3); padding-inline: var(--s4); border-bottom: 1px solid var(--line); color: var(--quiet); }
.palette-form:focus-within { box-shadow: inset 0 -2px 0 var(--focus); }
.palette-form input { flex: 1; min-width: 0; min-height: 3.5rem; border: 0; background: none; color: var(--ink); font: inherit; font-size: var(--t3); outline: none; }
.palette-hits { flex: 0 1 auto; min-height: 0; overflow-y: auto; padding: var(--s2); }
.palette-hits p { padding: var(--s2) var(--s3) var(--s1); color: var(--quiet); font-size: var(--t1); font-weight: var(--w3); }
.palette-hits a { display: flex; align-items: baseline; gap: var(--s1) var(--s3); min-height: var(--touch); padding: var(--s2) var(--s3); border-radius: var(--r1); color: var(--ink); text-decoration: none; }
.palette-hits a > span { flex: none; max-width: 60%; }
.palette-hits a > small { flex: 1; min-width: 0; overflow: hidden; color: var(--quiet); font-size: var(--small); text-overflow: ellipsis; white-space: nowrap; }
.palette-hits a[aria-selected="true"], .palette-hits a:hover { background: var(--sunken); }
.palette-hits a[aria-selected="true"] { box-shadow: inset 3px 0 0 var(--accent); }
.palette-foot { display: flex; align-items: center; justify-content: space-between; gap: var(--s3); padding: var(--s1) var(--s2) var(--s1) var(--s4); border-top: 1px solid var(--line); }
@media (max-width: 40rem) { .palette { margin-block-start: var(--s4); } .palette-hits a { flex-wrap: wrap; } .palette-hits a > small { flex: 1 1 100%; } .palette-hits a > .badge { order: -1; } }
kbd { display: inline-block; min-width: 1.5rem; padding: 0 var(--s1); border: 1px solid var(--edge); border-radius: 4px; background: var(--sunken); font: 600 var(--t1)/1.5 ui-monospace, monospace; text-align: center; }
`
