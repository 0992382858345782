/** A report as its parts, before it is written as Markdown or HTML. */
export interface ReportTable {
  readonly columns: readonly string[]
  /** Cells as text; numbers stand to the right. */
  readonly rows: readonly (readonly string[])[]
}

export interface ReportSection {
  readonly title: string
  readonly text: readonly string[]
  readonly table?: ReportTable
}

export interface ReportPage {
  readonly title: string
  readonly sections: readonly ReportSection[]
}

const isNumber = (text: string): boolean => /^-?[\d,]*\.?\d+ ?%?$/u.test(text)

const inMarkdown = (text: string): string =>
  text.replaceAll(/[\\`*_{}[\]<>|#]/gu, (mark) => `\\${mark}`).replaceAll(/\s+/gu, ' ')

const markdownTable = ({ columns, rows }: ReportTable): string => {
  const line = (cells: readonly string[]): string => `| ${cells.map(inMarkdown).join(' | ')} |`
  const right = columns.map((_, column) => rows.length > 0 && rows.every((row) => isNumber(row[column] ?? '')))
  return [
    line(columns),
    `| ${right.map((isRight) => (isRight ? '--:' : '---')).join(' | ')} |`,
    ...rows.map(line),
  ].join('\n')
}

/** Writes a report as Markdown. */
export const asMarkdown = ({ title, sections }: ReportPage): string =>
  [
    `# ${inMarkdown(title)}`,
    ...sections.flatMap(({ title: heading, text, table }) => [
      `## ${inMarkdown(heading)}`,
      ...text.map(inMarkdown),
      ...(table === undefined ? [] : [markdownTable(table)]),
    ]),
  ].join('\n\n') + '\n'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const inHtml = (text: string): string => text.replaceAll(/[&<>"']/gu, (mark) => entities[mark] ?? mark)

const htmlTable = ({ columns, rows }: ReportTable): string => {
  const cell = (text: string): string => `<td${isNumber(text) ? ' class="n"' : ''}>${inHtml(text)}</td>`
  const head = columns.map((column) => `<th scope="col">${inHtml(column)}</th>`).join('')
  return `<table><thead><tr>${head}</tr></thead><tbody>${rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('\n')}</tbody></table>`
}

const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1c2430;background:#fff}' +
  'table{border-collapse:collapse;margin:1rem 0}th,td{border-bottom:1px solid #c9d1dc;padding:.25rem .75rem;text-align:left}td.n{text-align:right;font-variant-numeric:tabular-nums}' +
  '@media(prefers-color-scheme:dark){body{color:#e6ebf2;background:#12161c}th,td{border-color:#3a4452}}'

/** Writes a report as one HTML page that needs nothing else and runs no script. */
export const asHtml = ({ title, sections }: ReportPage): string => {
  const body = sections.map(({ title: heading, text, table }) =>
    [
      `<h2>${inHtml(heading)}</h2>`,
      ...text.map((line) => `<p>${inHtml(line)}</p>`),
      ...(table === undefined ? [] : [htmlTable(table)]),
    ].join('\n'),
  )
  return (
    `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><title>${inHtml(title)}</title><style>${style}</style></head>\n` +
    `<body><h1>${inHtml(title)}</h1>\n${body.join('\n')}\n</body></html>\n`
  )
}
