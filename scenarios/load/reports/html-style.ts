/** Styles of load reports, in addition to those of all report pages: tiles, tables of figures and charts. */
export const LOAD_STYLE = `
:root { --c0: #366efb; --c1: #c2410c; --c2: #2c7a3f; --c3: #912edd; --c4: #b3261e; --c5: #0e7490; --c6: #835c0e; --c7: #be185d; }
@media (prefers-color-scheme: dark) { :root { --c0: #8fb0ff; --c1: #f7a56b; --c2: #7bc98c; --c3: #cfa0ff; --c4: #ff8a80; --c5: #67d3e8; --c6: #d8b25c; --c7: #ff8fc0; } }
section { content-visibility: visible; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: 0.6rem; margin: 0.6rem 0; }
.tiles div { border: 1px solid var(--line); border-radius: 10px; padding: 0.5rem 0.7rem; background: var(--paper); }
dt { color: var(--soft); font-size: 0.85rem; }
dd { margin: 0; font-size: 1.3rem; font-weight: 700; font-variant-numeric: tabular-nums; }
dd small { font-weight: 400; font-size: 0.8rem; }
table.figures { font-variant-numeric: tabular-nums; }
table.figures th { text-align: right; font-weight: 400; color: var(--soft); padding: 0 0.7rem 0.1rem 0; }
table.figures td { text-align: right; min-width: 0; width: auto; white-space: nowrap; color: var(--ink) !important; }
table.figures :is(th, td):first-child { text-align: left; }
table.figures tr.failed td:first-child { color: var(--bad) !important; }
table.figures tr.passed td:first-child { color: var(--good) !important; }
figure { overflow-x: auto; }
figcaption { font-weight: 700; }
figcaption small { font-weight: 400; }
svg { display: block; width: 100%; min-width: 34rem; height: auto; background: var(--paper); border: 1px solid var(--line); border-radius: 10px; }
svg text { fill: var(--soft); font-size: 11px; font-variant-numeric: tabular-nums; }
svg .grid { stroke: var(--line); }
svg path { fill: none; stroke-width: 1.8; stroke-linejoin: round; stroke-linecap: round; }
svg .warm-up { fill: var(--line); opacity: 0.5; }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: 0.2rem 1rem; margin: 0.3rem 0 1rem; padding: 0; font-size: 0.85rem; }
.legend li { flex-direction: row; gap: 0.35rem; }
.legend span { width: 0.9rem; height: 0.25rem; border-radius: 2px; background: currentColor; }
${Array.from({ length: 8 }, (_, at) => `path.c${at} { stroke: var(--c${at}); } .legend .c${at} span { color: var(--c${at}); }`).join('\n')}
`
