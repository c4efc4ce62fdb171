/** The page's CSS, with light and dark colours and without external fonts or pictures. */
export const STYLE = `
:root { color-scheme: light dark; --paper: #fbf6ea; --card: #fffdf7; --ink: #2b2622; --soft: #7a6f63; --line: #e2d8c4; --good: #2c7a3f; --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --paper: #1f1c1a; --card: #2a2623; --ink: #f1eadd; --soft: #a99e90; --line: #443d36; --good: #7bc98c; --bad: #ff8a80; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1100px; padding: 1rem; background: var(--paper); color: var(--ink); font: 16px/1.45 ui-rounded, "Nunito", system-ui, sans-serif; }
header { display: flex; align-items: baseline; gap: 1rem; flex-wrap: wrap; }
h1 { font-size: 1.8rem; margin: 0.4rem 0; }
h2 { font-size: 1.15rem; margin: 0 0 0.2rem; overflow-wrap: anywhere; }
.verdict { font-weight: 700; margin: 0; }
.verdict.passed, section.passed h2::first-letter { color: var(--good); }
.verdict.failed, .problem, section.failed h2::first-letter { color: var(--bad); }
section.flaky h2::first-letter { color: var(--soft); }
section { background: var(--card); border: 2px solid var(--ink); border-radius: 14px 10px 16px 9px; padding: 1rem; margin: 1rem 0; content-visibility: auto; contain-intrinsic-size: auto 420px; }
.facts, small { color: var(--soft); }
.facts { margin: 0; }
code { background: var(--paper); border: 1px solid var(--line); border-radius: 6px; padding: 0.1rem 0.4rem; overflow-wrap: anywhere; }
figure { margin: 0.8rem 0; }
figcaption { margin-bottom: 0.3rem; }
ol { list-style: none; display: flex; gap: 0.6rem; overflow-x: auto; margin: 0; padding: 0 0 0.4rem; }
li { flex: 0 0 auto; display: flex; flex-direction: column; align-items: center; gap: 0.15rem; }
img { background: #fff; border: 2px solid var(--ink); border-radius: 8px 12px 7px 11px; }
li.guess { justify-content: center; min-width: 120px; max-width: 175px; text-align: center; }
q { font-size: 1.15rem; font-weight: 700; quotes: "“" "”"; overflow-wrap: anywhere; }
nav { margin: 0.5rem 0 1rem; }
nav ul { list-style: none; columns: 20rem; column-gap: 1.5rem; margin: 0.4rem 0; padding: 0; }
nav li { display: block; break-inside: avoid; padding: 0.1rem 0; }
a { color: inherit; }
a:focus-visible, summary:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }
li.failed a { color: var(--bad); font-weight: 700; }
body:has(#only-failed:checked) :is(section, nav li):not(.failed) { display: none; }
.steps { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.9rem; margin-top: 0.4rem; }
td { padding: 0.1rem 0.7rem 0.1rem 0; vertical-align: top; overflow-wrap: break-word; }
td p { margin: 0; }
td:nth-child(3), td:nth-child(4) { white-space: nowrap; }
td:nth-child(5) { min-width: 18rem; width: 100%; }
td:first-child, td:last-child { color: var(--soft); text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
tr.passed td:nth-child(2), tr.refused td:nth-child(2) { color: var(--good); }
tr.failed td:nth-child(2) { color: var(--bad); }
[hidden] { display: none; }
input[type='search'] { font: inherit; color: inherit; background: var(--card); border: 2px solid var(--ink); border-radius: 10px; padding: 0.3rem 0.6rem; width: min(24rem, 100%); }
.calls details { margin-left: 1rem; overflow-wrap: anywhere; }
tr:not(.failed) td:nth-child(5) { color: var(--soft); }
pre { background: var(--paper); border: 1px solid var(--line); border-radius: 6px; padding: 0.4rem 0.6rem; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 24rem; overflow-y: auto; }
`
