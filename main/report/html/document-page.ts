import type { ReportDocument, ReportDocumentSection } from '../../../shared/schema/reports.ts'
import { visible } from '../model/phrase.ts'
import { startOfPages } from './head.ts'
import { markup, Markup } from './markup.ts'
import { digest } from './pieces.ts'
import { styleSheet } from './styles.ts'

const ownStyles = `${styleSheet}
body { max-width: 56rem; }
section dl div { display: grid; grid-template-columns: 10rem 1fr; gap: 1rem; padding: 0.28rem 0; border-bottom: 1px solid var(--line); align-items: baseline; break-inside: avoid; }
section dd { unicode-bidi: plaintext; }
section > ol { margin: 0.9rem 0 0; padding-inline-start: 1.7rem; }
section > ol li { margin-bottom: 0.7rem; max-width: 46rem; break-inside: avoid; }
section > ol li p { margin: 0; white-space: pre-wrap; }
section > ol li .source { color: var(--quiet); font-size: 0.75rem; }
section > table { margin-top: 0.9rem; }
section > table code { font-size: 0.75rem; }
@media (max-width: 60rem) { table { min-width: 0; } section dl div { grid-template-columns: 1fr; gap: 0; } }
`

const head = startOfPages(ownStyles)

const factsOf = ({ facts }: ReportDocumentSection): Markup =>
  facts.length === 0
    ? new Markup('')
    : markup`<dl>${facts.map(({ label, value }) => markup`<div><dt>${label}</dt><dd>${visible(value)}</dd></div>`)}</dl>\n`

const paragraphsOf = ({ paragraphs }: ReportDocumentSection): Markup =>
  paragraphs.length === 0
    ? new Markup('')
    : markup`<ol>${paragraphs.map(
        ({ text, under }) =>
          markup`<li><p dir="auto">${visible(text)}</p>${under === null || under === '' ? '' : markup`<p class="source">${visible(under)}</p>`}</li>\n`,
      )}</ol>\n`

const tableOf = ({ title, table }: ReportDocumentSection): Markup =>
  table === null
    ? new Markup('')
    : markup`<table><caption>${visible(title)}</caption><thead><tr>${table.head.map((name) => markup`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${table.rows.map((row) => markup`<tr>${row.map((cell) => markup`<td dir="auto">${visible(cell)}</td>`)}</tr>\n`)}</tbody></table>\n`

const sectionOf = (section: ReportDocumentSection, index: number): Markup =>
  markup`<section aria-labelledby="s${index + 1}"><h2 id="s${index + 1}"><span class="number">${index + 1}</span><bdi>${visible(section.title)}</bdi></h2>
${section.note === null ? '' : markup`<p class="absent">${section.note}</p>\n`}${factsOf(section)}${paragraphsOf(section)}${tableOf(section)}</section>\n`

/**
 * A document of facts, paragraphs and tables as one HTML file, without scripts or anything to load. Every value is
 * escaped, and isolated from the words around it.
 */
export const renderDocumentPage = (
  { title, kind, under, sections, made_from: madeFrom }: ReportDocument,
  { softwareVersion }: { readonly softwareVersion: string },
): string =>
  markup`${head(visible(title), softwareVersion)}<header>
<p class="kind">${kind}</p>
<h1 dir="auto">${visible(title)}</h1>
<p class="under"><bdi>${visible(under)}</bdi></p>
${madeFrom.map(({ label, digest: of }) => markup`<p class="made">${label}: ${digest(of)}</p>\n`)}</header>
<main>
${sections.map(sectionOf)}</main>
</body>
</html>
`.text
