import type { FontShelf } from '../fonts/font-shelf.ts'
import { count, counted } from '../model/formats.ts'
import { absent, code, words } from '../model/phrase.ts'
import type { AbsenceRow, CaseReport, EvidenceRow, KeyRow, PersonRow, TimelineRow } from '../model/report.ts'
import { sectionNotes, sectionTitles, type SectionId } from '../model/sections.ts'
import { cellHeight, factsCell, paragraph, passageCell, type Cell } from './cell.ts'
import { bodyWidth, flow, left, setCell, type Sheet } from './sheet.ts'
import { columns, innerWidth, openTable, type Column } from './table.ts'
import { accent, coded, faint, given, ink, own, phrased, styles } from './typography.ts'

type Cells = (width: readonly number[], shelf: FontShelf) => Promise<readonly Cell[]>

const stacked = async (cells: readonly Promise<Cell>[]): Promise<Cell> => (await Promise.all(cells)).flat()

const personCells =
  ({ key, name, uid, roles, entries, firstAt, lastAt }: PersonRow): Cells =>
  async ([keyWidth = 0, nameWidth = 0, roleWidth = 0, entryWidth = 0], shelf) => [
    await paragraph([own(key, styles.strong)], shelf, { width: keyWidth }),
    await stacked([
      paragraph(name === null ? phrased(absent('Name not in this copy')) : [given(name, styles.strong)], shelf, { width: nameWidth }),
      paragraph([coded(uid, styles.smallCode)], shelf, { width: nameWidth }),
    ]),
    await paragraph([own(roles.join(', '))], shelf, { width: roleWidth }),
    await stacked([
      paragraph([own(count(entries))], shelf, { width: entryWidth }),
      ...(firstAt === null || lastAt === null ? [] : [paragraph([own(firstAt === lastAt ? firstAt : `${firstAt} to ${lastAt}`, styles.small)], shelf, { width: entryWidth })]),
    ]),
  ]

const timelineCells =
  (row: TimelineRow): Cells =>
  async ([numberWidth = 0, timeWidth = 0, whoWidth = 0, whatWidth = 0], shelf) => [
    await paragraph([own(String(row.number), styles.strong)], shelf, { width: numberWidth }),
    await stacked([paragraph([own(row.date)], shelf, { width: timeWidth }), paragraph([own(row.time, styles.small)], shelf, { width: timeWidth })]),
    await stacked([paragraph(phrased(row.who), shelf, { width: whoWidth }), paragraph([given(row.device, styles.small)], shelf, { width: whoWidth })]),
    await stacked([
      paragraph(phrased(row.sentence, styles.strong), shelf, { width: whatWidth }),
      factsCell(row.facts, shelf, whatWidth, 62),
      ...row.passages.map((passage) => passageCell(passage, shelf, whatWidth)),
      paragraph([own('id ', styles.small), coded(row.id, styles.smallCode)], shelf, { width: whatWidth, gap: 2 }),
    ]),
  ]

const evidenceCells =
  (row: EvidenceRow): Cells =>
  async ([keyWidth = 0, pieceWidth = 0, hashWidth = 0, factWidth = 0], shelf) => [
    await paragraph([own(row.key, styles.strong)], shelf, { width: keyWidth }),
    await stacked([
      ...(row.label === null ? [] : [paragraph([given(row.label, styles.strong)], shelf, { width: pieceWidth, direction: 'auto' })]),
      paragraph([given(row.name)], shelf, { width: pieceWidth, direction: 'auto' }),
      ...(row.path === null || row.path === row.name ? [] : [paragraph([given(row.path, styles.small)], shelf, { width: pieceWidth, direction: 'auto' })]),
    ]),
    await stacked([
      paragraph([own(row.size)], shelf, { width: hashWidth }),
      paragraph([coded(row.sha256, styles.code)], shelf, { width: hashWidth }),
      ...(row.included ? [] : [paragraph(phrased(absent('Its bytes are not in this bundle')), shelf, { width: hashWidth })]),
    ]),
    await stacked([
      factsCell(row.facts, shelf, factWidth, 58),
      ...(row.description === null ? [] : [passageCell({ label: 'Description', text: row.description, absence: null }, shelf, factWidth)]),
    ]),
  ]

const absenceCells =
  ({ entry, what, why, digest }: AbsenceRow): Cells =>
  async ([entryWidth = 0, whatWidth = 0, whyWidth = 0, digestWidth = 0], shelf) => [
    await paragraph([own(String(entry), styles.strong)], shelf, { width: entryWidth }),
    await paragraph([given(what)], shelf, { width: whatWidth }),
    await paragraph(phrased(why), shelf, { width: whyWidth }),
    await paragraph([coded(digest)], shelf, { width: digestWidth }),
  ]

const keyCells =
  ({ device, deviceId, kid, fingerprint, span }: KeyRow): Cells =>
  async ([deviceWidth = 0, kidWidth = 0, printWidth = 0, spanWidth = 0], shelf) => [
    await stacked([paragraph([given(device, styles.strong)], shelf, { width: deviceWidth }), paragraph([coded(deviceId, styles.smallCode)], shelf, { width: deviceWidth })]),
    await paragraph([coded(kid)], shelf, { width: kidWidth }),
    await paragraph([coded(fingerprint)], shelf, { width: printWidth }),
    await paragraph([own(span)], shelf, { width: spanWidth }),
  ]

async function* tableOf<T>(sheet: Sheet, shelf: FontShelf, of: readonly Column[], rows: readonly T[], cellsOf: (row: T) => Cells): AsyncGenerator<void> {
  const table = await openTable(sheet, shelf, of)
  const widths = of.map(innerWidth)
  for (const row of rows) {
    table.row(await cellsOf(row)(widths, shelf))
    yield
  }
  table.end()
}

const heading = async (sheet: Sheet, shelf: FontShelf, wanted: SectionId): Promise<void> => {
  const index = sectionTitles.findIndex(([id]) => id === wanted)
  const title = sectionTitles[index]?.[1] ?? ''
  const lines = [
    ...(await paragraph([own(`${index + 1}  `, styles.headingNumber), own(title, styles.heading)], shelf, { width: bodyWidth })),
    ...(await paragraph([own(sectionNotes[wanted], styles.under)], shelf, { width: bodyWidth * 0.82, gap: 2 })),
  ]
  if (sheet.left() < cellHeight(lines) + 130) sheet.newPage()
  else sheet.y += 20
  sheet.painter.rule(left, sheet.y, bodyWidth, 1.4, ink)
  sheet.painter.outline(`${index + 1}. ${title}`)
  sheet.y += 8
  flow(sheet, lines, left)
  sheet.y += 10
}

const note = async (sheet: Sheet, shelf: FontShelf, text: string): Promise<void> => flow(sheet, await paragraph(phrased(absent(text)), shelf, { width: bodyWidth }), left)

/** Title, case number and what the report was made from. */
export const cover = async (sheet: Sheet, shelf: FontShelf, report: CaseReport): Promise<void> => {
  flow(sheet, await paragraph([own('CASE REPORT', styles.kind)], shelf, { width: bodyWidth }), left)
  flow(sheet, await paragraph(phrased(report.title, styles.title), shelf, { width: bodyWidth, direction: 'auto' }), left)
  sheet.y += 2
  const under = [given(report.caseNumber, styles.under), own('  ·  ', styles.under), given(report.institution, styles.under), own(`  ·  exported ${report.exportedAt}`, styles.under)]
  flow(sheet, await paragraph(under, shelf, { width: bodyWidth }), left)
  const box = [
    ...(await paragraph([own(`Made from ${counted(report.seal.checkpoint.size, 'sealed entry', 'sealed entries')} with the root`, styles.smallValue)], shelf, { width: bodyWidth - 24 })),
    ...(await paragraph([coded(report.seal.checkpoint.root)], shelf, { width: bodyWidth - 24 })),
    ...(await paragraph([own('and the export entry', styles.smallValue)], shelf, { width: bodyWidth - 24 })),
    ...(await paragraph([coded(report.seal.exportEntry)], shelf, { width: bodyWidth - 24 })),
  ]
  sheet.y += 10
  const height = cellHeight(box) + 14
  sheet.painter.box(left, sheet.y, bodyWidth, height, faint)
  sheet.painter.rule(left, sheet.y, 2.5, height, accent)
  setCell(sheet.painter, box, left + 13, sheet.y + 7, height)
  sheet.y += height
}

/** The case's own facts in two columns, and its description. */
const facts = async (sheet: Sheet, shelf: FontShelf, report: CaseReport): Promise<void> => {
  await heading(sheet, shelf, 'facts')
  const width = (bodyWidth - 20) / 2
  const half = Math.ceil(report.cover.length / 2)
  const [first, second] = [report.cover.slice(0, half), report.cover.slice(half)]
  const cells = [await factsCell(first, shelf, width, 70, 2.5), await factsCell(second, shelf, width, 70, 2.5)]
  const height = Math.max(...cells.map(cellHeight))
  if (height <= sheet.left()) {
    for (const [index, cell] of cells.entries()) setCell(sheet.painter, cell, left + index * (width + 20), sheet.y, sheet.left())
    sheet.y += height
  } else flow(sheet, await factsCell(report.cover, shelf, bodyWidth, 90, 2.5), left)
  sheet.y += 4
  flow(sheet, await passageCell(report.description, shelf, bodyWidth), left)
}

const custodyColumns = columns(['Entry', 34], ['Time (UTC)', 106], ['Who', 130], ['What happened', 0])

async function* custody(sheet: Sheet, shelf: FontShelf, rows: readonly EvidenceRow[]): AsyncGenerator<void> {
  const table = await openTable(sheet, shelf, custodyColumns)
  const [entryWidth = 0, timeWidth = 0, whoWidth = 0, whatWidth = 0] = custodyColumns.map(innerWidth)
  for (const { key, label, name, custody: steps } of rows) {
    table.group(await paragraph([own(`${key}  `, styles.strong), given(label ?? name, styles.strong)], shelf, { width: bodyWidth }))
    for (const step of steps) {
      table.row([
        await paragraph([own(String(step.entry))], shelf, { width: entryWidth }),
        await paragraph([own(`${step.date} ${step.time}`)], shelf, { width: timeWidth }),
        await paragraph(phrased(step.who), shelf, { width: whoWidth }),
        await paragraph(phrased(step.what), shelf, { width: whatWidth }),
      ])
      yield
    }
  }
  table.end()
}

const seal = async (sheet: Sheet, shelf: FontShelf, { seal: { entries, checkpoint, rootAgrees, exportEntry } }: CaseReport): Promise<void> => {
  const rows = [
    { label: 'Entries', value: words(count(entries)) },
    { label: 'Checkpoint', value: [...words(`covers ${checkpoint.size === entries ? 'all' : 'the first'} ${count(checkpoint.size)}, signed `), ...checkpoint.signed] },
    { label: 'Origin', value: code(checkpoint.origin) },
    { label: 'Root', value: code(checkpoint.root) },
    { label: 'Computed', value: rootAgrees ? words('the entries of this report give the same root') : absent('THE ENTRIES OF THIS REPORT GIVE ANOTHER ROOT') },
    { label: 'Export entry', value: code(exportEntry) },
  ]
  flow(sheet, await factsCell(rows, shelf, bodyWidth, 70, 1.5), left)
  sheet.y += 12
}

const verify = async (sheet: Sheet, shelf: FontShelf, sentences: readonly string[]): Promise<void> => {
  for (const [index, sentence] of sentences.entries()) {
    flow(sheet, await paragraph([own(`${index + 1}.  ${sentence}`)], shelf, { width: bodyWidth * 0.86 }), left)
    sheet.y += 3
  }
}

const tables = {
  people: columns(['Key', 34], ['Name', 165], ['What the person did', 190], ['Entries', 0]),
  timeline: columns(['Entry', 34], ['Time (UTC)', 62], ['Who', 92], ['What happened', 0]),
  evidence: columns(['No.', 34], ['Piece', 128], ['Size and SHA-256', 152], ['Acquisition', 0]),
  absent: columns(['Entry', 34], ['What', 110], ['Why it is not shown', 160], ['Digest that proves it', 0]),
  keys: columns(['Device', 120], ['Key id', 124], ['SHA-256 of the public key (DER)', 158], ['May sign', 0]),
}

/** Sets every section; it pauses after each row, so that what is done can be taken away. */
export async function* sections(sheet: Sheet, shelf: FontShelf, report: CaseReport): AsyncGenerator<void> {
  await cover(sheet, shelf, report)
  await facts(sheet, shelf, report)
  await heading(sheet, shelf, 'people')
  yield* tableOf(sheet, shelf, tables.people, report.people, personCells)
  await heading(sheet, shelf, 'timeline')
  yield* tableOf(sheet, shelf, tables.timeline, report.timeline, timelineCells)
  await heading(sheet, shelf, 'evidence')
  if (report.evidence.length === 0) await note(sheet, shelf, 'The case has no evidence.')
  else yield* tableOf(sheet, shelf, tables.evidence, report.evidence, evidenceCells)
  await heading(sheet, shelf, 'custody')
  if (report.evidence.length === 0) await note(sheet, shelf, 'The case has no evidence.')
  else yield* custody(sheet, shelf, report.evidence)
  await heading(sheet, shelf, 'absent')
  if (report.absences.length === 0) await note(sheet, shelf, 'This copy shows every value that was sealed.')
  else yield* tableOf(sheet, shelf, tables.absent, report.absences, absenceCells)
  await heading(sheet, shelf, 'seal')
  await seal(sheet, shelf, report)
  yield* tableOf(sheet, shelf, tables.keys, report.seal.keys, keyCells)
  await heading(sheet, shelf, 'verify')
  await verify(sheet, shelf, report.verify)
}
