/** The style sheet of the report: light, for the screen and for A4 paper. */
export const styleSheet = `
:root { color-scheme: light; --ink: #16191d; --quiet: #5a626c; --line: #d5d9de; --faint: #f5f6f8; --accent: #1d4e89; }
* { box-sizing: border-box; }
html { background: #e9ebee; -webkit-text-size-adjust: 100%; }
body { margin: 0 auto; max-width: 76rem; padding: 3rem 3.5rem 4rem; background: #fff; color: var(--ink);
  font: 0.875rem/1.45 "Noto Sans", "Segoe UI", system-ui, -apple-system, "Helvetica Neue", Arial, sans-serif; overflow-wrap: anywhere; }
h1, h2 { line-height: 1.2; text-wrap: balance; break-after: avoid; }
h1 { margin: 0.4rem 0 0; font-size: 1.9rem; font-weight: 650; letter-spacing: -0.01em; }
h2 { margin: 3rem 0 0.9rem; padding-top: 0.7rem; border-top: 2px solid var(--ink); font-size: 1.2rem; font-weight: 650; }
h2 .number { display: inline-block; min-width: 1.6em; color: var(--accent); font-variant-numeric: tabular-nums; }
p { margin: 0 0 0.6rem; max-width: 46rem; }
a { color: var(--accent); }
.kind { margin: 0; color: var(--accent); font-size: 0.8rem; font-weight: 650; letter-spacing: 0.08em; text-transform: uppercase; }
.under { margin: 0.5rem 0 0; color: var(--quiet); }
.made { margin: 1.4rem 0 0; padding: 0.8rem 1rem; border-inline-start: 3px solid var(--accent); background: var(--faint); max-width: none; font-size: 0.8rem; }
nav ol { display: flex; flex-wrap: wrap; gap: 0.2rem 1.4rem; margin: 1.4rem 0 0; padding: 0; list-style: none; }
code { font: 0.92em/1.4 ui-monospace, "Noto Sans Mono", "Cascadia Mono", Consolas, Menlo, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
.hex span { display: inline-block; margin-inline-end: 0.45ch; }
.absent { color: var(--quiet); font-style: italic; }
.label, dt { color: var(--quiet); font-size: 0.75rem; }
dl { margin: 0; } dd { margin: 0; min-width: 0; }
.cover { display: grid; grid-template-columns: repeat(auto-fill, minmax(21rem, 1fr)); gap: 0 2.5rem; }
.cover div { display: grid; grid-template-columns: 7.5rem 1fr; gap: 1rem; padding: 0.32rem 0; border-bottom: 1px solid var(--line); align-items: baseline; break-inside: avoid; }
.facts { display: flex; flex-wrap: wrap; gap: 0.1rem 1.2rem; margin-top: 0.2rem; }
.facts div { display: flex; gap: 0.45rem; align-items: baseline; max-width: 100%; }
.facts dt, .stack dt { flex: none; }
.stack div { display: grid; grid-template-columns: 6.6rem 1fr; gap: 0.5rem; align-items: baseline; }
.passage { margin: 0.45rem 0 0; max-width: 52rem; }
.passage p, .passage blockquote { margin: 0; }
blockquote { padding-inline-start: 0.8rem; border-inline-start: 2px solid var(--line); white-space: pre-wrap; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; table-layout: fixed; }
caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
th { text-align: start; font-weight: 600; }
thead th { padding: 0.35rem 0.8rem 0.35rem 0; border-bottom: 1px solid var(--ink); color: var(--quiet); font-size: 0.75rem; vertical-align: bottom; }
tbody th, tbody td { padding: 0.5rem 0.8rem 0.5rem 0; border-bottom: 1px solid var(--line); vertical-align: top; font-variant-numeric: tabular-nums; }
tbody th { font-weight: 600; }
tbody th[scope="rowgroup"] { padding-top: 0.9rem; border-bottom-color: var(--ink); break-after: avoid; }
td .name { font-weight: 600; } td .sub, .id { color: var(--quiet); font-size: 0.75rem; }
.id { margin-top: 0.35rem; } .id code { font-size: 0.7rem; }
ul.plain { margin: 0; padding: 0; list-style: none; }
.n { width: 3.4rem; } .t { width: 7rem; } .w { width: 10.5rem; } .x { width: 19rem; } .h { width: 24rem; } .y { width: 22rem; }
.verify li { margin-bottom: 0.4rem; max-width: 46rem; }
.faulty { color: #8a1c1c; font-weight: 650; }
@page { size: A4; margin: 16mm 15mm 18mm; @bottom-right { content: counter(page) " / " counter(pages); font: 8pt sans-serif; color: #5a626c; } }
@media (max-width: 60rem) { body { padding: 1.5rem 1.2rem; } table { min-width: 56rem; } }
@media print {
  html { font-size: 9.3pt; } html, body { background: #fff; }
  body { max-width: none; padding: 0; }
  h1 { font-size: 20pt; } h2 { margin-top: 8mm; font-size: 12pt; }
  #timeline, #evidence, #custody { break-before: page; }
  nav { display: none; } .scroll { overflow: visible; } table { min-width: 0; }
  thead { display: table-header-group; } thead th, .t, .t + td { white-space: nowrap; } tr { break-inside: avoid; } tr.long { break-inside: auto; }
  section > p, thead, tbody th[scope="rowgroup"] { break-after: avoid; }
  .cover { grid-template-columns: 1fr 1fr; gap: 0 8mm; } .cover div { grid-template-columns: 22mm 1fr; }
  .n { width: 12mm; } .t { width: 22mm; } .w { width: 30mm; } .x { width: 42mm; } .h { width: 54mm; } .y { width: 42mm; }
  .hex span { margin-inline-end: 0.3ch; } a { color: inherit; text-decoration: none; }
}
`
