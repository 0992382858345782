import { absentBytes } from '../model/evidence-rows.ts'
import { countText, countedText } from '../model/formats.ts'
import { absent, code, words } from '../model/phrase.ts'
import type { AbsenceRow, CaseReport, EvidenceRow, Fact, KeyRow, PersonRow, TimelineRow } from '../model/report.ts'
import { sectionNote, sectionTitles, type SectionId } from '../model/sections.ts'
import { cellHeight, factsCell, inlineFacts, paragraph, passageCell, type Cell } from './cell.ts'
import type { Typesetter } from './lines.ts'
import { documentPart } from './parts.ts'
import { bodyWidth, flow, left, setCell, type Sheet } from './sheet.ts'
import { columns, innerWidth, openTable, type PageColumn } from './table.ts'
import { accent, coded, faint, given, ink, own, phrased, textStyles } from './typography.ts'

type Cells = (width: readonly number[], typesetter: Typesetter) => Promise<readonly Cell[]>

const stacked = async (cells: readonly Promise<Cell>[]): Promise<Cell> => (await Promise.all(cells)).flat()

const personCells =
  ({ key, name, uid, roles, entries, firstAt, lastAt }: PersonRow): Cells =>
  async ([keyWidth = 0, nameWidth = 0, roleWidth = 0, entryWidth = 0], typesetter) => [
    await paragraph([own(key, textStyles.strong)], typesetter, { width: keyWidth }),
    await stacked([
      paragraph(
        name === null ? phrased(absent('Name not in this copy')) : [given(name, textStyles.strong)],
        typesetter,
        {
          width: nameWidth,
        },
      ),
      paragraph([coded(uid, textStyles.smallCode)], typesetter, { width: nameWidth }),
    ]),
    await paragraph([own(roles.join(', '))], typesetter, { width: roleWidth }),
    await stacked([
      paragraph([own(countText(entries))], typesetter, { width: entryWidth }),
      ...(firstAt === null || lastAt === null
        ? []
        : [
            paragraph([own(firstAt === lastAt ? firstAt : `${firstAt} to ${lastAt}`, textStyles.small)], typesetter, {
              width: entryWidth,
            }),
          ]),
    ]),
  ]

const timelineCells =
  (row: TimelineRow): Cells =>
  async ([numberWidth = 0, timeWidth = 0, whoWidth = 0, whatWidth = 0], typesetter) => [
    await paragraph([own(String(row.number), textStyles.strong)], typesetter, { width: numberWidth }),
    await stacked([
      paragraph([own(row.date)], typesetter, { width: timeWidth }),
      paragraph([own(row.time, textStyles.small)], typesetter, { width: timeWidth }),
    ]),
    await stacked([
      paragraph(phrased(row.who), typesetter, { width: whoWidth }),
      paragraph([given(row.device, textStyles.small)], typesetter, { width: whoWidth }),
    ]),
    await stacked([
      paragraph(phrased(row.sentence, textStyles.strong), typesetter, { width: whatWidth }),
      inlineFacts(row.facts, typesetter, whatWidth),
      ...row.passages.map((passage) => passageCell(passage, typesetter, whatWidth)),
      paragraph([own('id ', textStyles.small), coded(row.id, textStyles.smallCode)], typesetter, {
        width: whatWidth,
        gap: 2,
      }),
    ]),
  ]

const evidenceCells =
  (row: EvidenceRow): Cells =>
  async ([keyWidth = 0, pieceWidth = 0, hashWidth = 0, factWidth = 0], typesetter) => [
    await paragraph([own(row.key, textStyles.strong)], typesetter, { width: keyWidth }),
    await stacked([
      ...(row.label === null
        ? []
        : [paragraph([given(row.label, textStyles.strong)], typesetter, { width: pieceWidth, direction: 'auto' })]),
      paragraph([given(row.name)], typesetter, { width: pieceWidth, direction: 'auto' }),
      ...(row.path === null || row.path === row.name
        ? []
        : [paragraph([given(row.path, textStyles.small)], typesetter, { width: pieceWidth, direction: 'auto' })]),
    ]),
    await stacked([
      paragraph([own(row.size)], typesetter, { width: hashWidth }),
      paragraph([coded(row.sha256, textStyles.code)], typesetter, { width: hashWidth }),
      ...(row.included ? [] : [paragraph(phrased(absent(absentBytes(row))), typesetter, { width: hashWidth })]),
    ]),
    await stacked([
      factsCell(row.facts, typesetter, factWidth, 58),
      ...(row.description === null
        ? []
        : [passageCell({ label: 'Description', text: row.description, absence: null }, typesetter, factWidth)]),
    ]),
  ]

const absenceCells =
  ({ entry, what, why, digest }: AbsenceRow): Cells =>
  async ([entryWidth = 0, whatWidth = 0, whyWidth = 0, digestWidth = 0], typesetter) => [
    await paragraph([own(String(entry), textStyles.strong)], typesetter, { width: entryWidth }),
    await paragraph([given(what)], typesetter, { width: whatWidth }),
    await paragraph(phrased(why), typesetter, { width: whyWidth }),
    await paragraph([coded(digest)], typesetter, { width: digestWidth }),
  ]

const keyCells =
  ({ device, deviceId, kid, fingerprint, span }: KeyRow): Cells =>
  async ([deviceWidth = 0, kidWidth = 0, printWidth = 0, spanWidth = 0], typesetter) => [
    await stacked([
      paragraph([given(device, textStyles.strong)], typesetter, { width: deviceWidth }),
      paragraph([coded(deviceId, textStyles.smallCode)], typesetter, { width: deviceWidth }),
    ]),
    await paragraph([coded(kid)], typesetter, { width: kidWidth }),
    await paragraph([coded(fingerprint)], typesetter, { width: printWidth }),
    await paragraph([own(span)], typesetter, { width: spanWidth }),
  ]

async function* tableOf<T>(
  sheet: Sheet,
  typesetter: Typesetter,
  of: readonly PageColumn[],
  rows: readonly T[],
  cellsOf: (row: T) => Cells,
): AsyncGenerator<void> {
  const table = await openTable(sheet, typesetter, of)
  const widths = of.map(innerWidth)
  for (const row of rows) {
    table.row(await cellsOf(row)(widths, typesetter))
    yield
  }
  table.end()
}

/** Points between a heading and the words under it. */
const noteGap = 2

const heading = async (sheet: Sheet, typesetter: Typesetter, wanted: SectionId, report: CaseReport): Promise<void> => {
  const index = sectionTitles.findIndex(([id]) => id === wanted)
  const title = sectionTitles[index]?.[1] ?? ''
  const lines = await paragraph(
    [own(`${index + 1}  `, textStyles.headingNumber), own(title, textStyles.heading)],
    typesetter,
    {
      width: bodyWidth,
    },
  )
  const under = await paragraph([own(sectionNote(wanted, report), textStyles.under)], typesetter, {
    width: bodyWidth * 0.82,
  })
  if (sheet.left() < cellHeight(lines) + noteGap + cellHeight(under) + 130) sheet.newPage()
  else sheet.y += 20
  sheet.painter.fill(left, sheet.y, bodyWidth, 1.4, ink)
  sheet.painter.outline(`${index + 1}. ${title}`)
  sheet.y += 8
  flow(sheet, lines, left, documentPart('H2'))
  sheet.y += noteGap
  flow(sheet, under, left, documentPart('P'))
  sheet.y += 10
}

const note = async (sheet: Sheet, typesetter: Typesetter, text: string): Promise<void> =>
  flow(sheet, await paragraph(phrased(absent(text)), typesetter, { width: bodyWidth }), left, documentPart('P'))

/** Title, case number and what the report was made from. */
export const cover = async (sheet: Sheet, typesetter: Typesetter, report: CaseReport): Promise<void> => {
  flow(
    sheet,
    await paragraph([own('CASE REPORT', textStyles.kind)], typesetter, { width: bodyWidth }),
    left,
    documentPart('P'),
  )
  flow(
    sheet,
    await paragraph(phrased(report.title, textStyles.title), typesetter, { width: bodyWidth, direction: 'auto' }),
    left,
    documentPart('H1'),
  )
  sheet.y += 2
  const under = [
    given(report.caseNumber, textStyles.under),
    own('  ·  ', textStyles.under),
    given(report.institution, textStyles.under),
    own(`  ·  exported ${report.exportedAt}`, textStyles.under),
  ]
  flow(sheet, await paragraph(under, typesetter, { width: bodyWidth }), left, documentPart('P'))
  const box = [
    ...(await paragraph(
      [
        own(
          `Made from ${countedText(report.seal.checkpoint.size, 'sealed entry', 'sealed entries')} with the root`,
          textStyles.smallValue,
        ),
      ],
      typesetter,
      { width: bodyWidth - 24 },
    )),
    ...(await paragraph([coded(report.seal.checkpoint.root)], typesetter, { width: bodyWidth - 24 })),
    ...(await paragraph([own('and the export entry', textStyles.smallValue)], typesetter, { width: bodyWidth - 24 })),
    ...(await paragraph([coded(report.seal.exportEntry)], typesetter, { width: bodyWidth - 24 })),
  ]
  sheet.y += 10
  const height = cellHeight(box) + 14
  sheet.painter.fill(left, sheet.y, bodyWidth, height, faint)
  sheet.painter.fill(left, sheet.y, 2.5, height, accent)
  setCell(sheet.painter, box, { x: left + 13, y: sheet.y + 7, height }, documentPart('P'))
  sheet.y += height
}

/** Sets facts over the pages, each a paragraph of its own. */
const flowFacts = async (
  sheet: Sheet,
  typesetter: Typesetter,
  rows: readonly Fact[],
  labelWidth: number,
  gap: number,
): Promise<void> => {
  for (const [index, row] of rows.entries()) {
    if (index > 0) sheet.y += gap
    flow(sheet, await factsCell([row], typesetter, bodyWidth, labelWidth), left, documentPart('P'))
  }
}

const factGap = 2.5

/** Sets facts one below the other where there is room for all. */
const setBelow = ({ painter, y, left: room }: Sheet, cells: readonly Cell[], x: number): void => {
  let top = y
  for (const cell of cells)
    top += setCell(painter, cell, { x, y: top, height: room() }, documentPart('P')).height + factGap
}

/** The case's own facts in two columns, and its description. */
const facts = async (sheet: Sheet, typesetter: Typesetter, report: CaseReport): Promise<void> => {
  await heading(sheet, typesetter, 'facts', report)
  const width = (bodyWidth - 20) / 2
  const half = Math.ceil(report.cover.length / 2)
  const [first, second] = [report.cover.slice(0, half), report.cover.slice(half)]
  const halves = await Promise.all(
    [first, second].map((rows) => Promise.all(rows.map((row) => factsCell([row], typesetter, width, 70, factGap)))),
  )
  const height = Math.max(...halves.map((cells) => cellHeight(cells.flat())))
  if (height <= sheet.left()) {
    for (const [index, cells] of halves.entries()) setBelow(sheet, cells, left + index * (width + 20))
    sheet.y += height
  } else await flowFacts(sheet, typesetter, report.cover, 90, factGap)
  sheet.y += 4
  flow(sheet, await passageCell(report.description, typesetter, bodyWidth), left, documentPart('P'))
}

const custodyColumns = columns(['Entry', 34], ['Time (UTC)', 124], ['Who', 124], ['What happened', 0])

async function* custody(sheet: Sheet, typesetter: Typesetter, rows: readonly EvidenceRow[]): AsyncGenerator<void> {
  const table = await openTable(sheet, typesetter, custodyColumns)
  const [entryWidth = 0, timeWidth = 0, whoWidth = 0, whatWidth = 0] = custodyColumns.map(innerWidth)
  for (const { key, label, name, custody: steps } of rows) {
    table.group(
      await paragraph([own(`${key}  `, textStyles.strong), given(label ?? name, textStyles.strong)], typesetter, {
        width: bodyWidth,
      }),
    )
    for (const step of steps) {
      table.row([
        await paragraph([own(String(step.entry))], typesetter, { width: entryWidth }),
        await paragraph([own(`${step.date} ${step.time}`)], typesetter, { width: timeWidth }),
        await paragraph(phrased(step.who), typesetter, { width: whoWidth }),
        await paragraph(phrased(step.what), typesetter, { width: whatWidth }),
      ])
      yield
    }
  }
  table.end()
}

const seal = async (
  sheet: Sheet,
  typesetter: Typesetter,
  { seal: { entries, checkpoint, rootAgrees, exportEntry, hub } }: CaseReport,
): Promise<void> => {
  const rows = [
    { label: 'Entries', value: words(countText(entries)) },
    {
      label: 'Checkpoint',
      value: [
        ...words(`covers ${checkpoint.size === entries ? 'all' : 'the first'} ${countText(checkpoint.size)}, signed `),
        ...checkpoint.signed,
      ],
    },
    { label: 'Origin', value: code(checkpoint.origin) },
    { label: 'Root', value: code(checkpoint.root) },
    {
      label: 'Computed',
      value: rootAgrees
        ? words('the entries of this report give the same root')
        : absent('THE ENTRIES OF THIS REPORT GIVE ANOTHER ROOT'),
    },
    ...hub,
    { label: 'Export entry', value: code(exportEntry) },
  ]
  await flowFacts(sheet, typesetter, rows, 70, 1.5)
  sheet.y += 12
}

const verify = async (sheet: Sheet, typesetter: Typesetter, sentences: readonly string[]): Promise<void> => {
  for (const [index, sentence] of sentences.entries()) {
    flow(
      sheet,
      await paragraph([own(`${index + 1}.  ${sentence}`)], typesetter, { width: bodyWidth * 0.86 }),
      left,
      documentPart('P'),
    )
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
export async function* sections(sheet: Sheet, typesetter: Typesetter, report: CaseReport): AsyncGenerator<void> {
  await cover(sheet, typesetter, report)
  await facts(sheet, typesetter, report)
  await heading(sheet, typesetter, 'people', report)
  yield* tableOf(sheet, typesetter, tables.people, report.people, personCells)
  await heading(sheet, typesetter, 'timeline', report)
  yield* tableOf(sheet, typesetter, tables.timeline, report.timeline, timelineCells)
  await heading(sheet, typesetter, 'evidence', report)
  if (report.evidence.length === 0) await note(sheet, typesetter, 'The case has no evidence.')
  else yield* tableOf(sheet, typesetter, tables.evidence, report.evidence, evidenceCells)
  await heading(sheet, typesetter, 'custody', report)
  if (report.evidence.length === 0) await note(sheet, typesetter, 'The case has no evidence.')
  else yield* custody(sheet, typesetter, report.evidence)
  await heading(sheet, typesetter, 'absent', report)
  if (report.absences.length === 0) await note(sheet, typesetter, 'This copy shows every value that was sealed.')
  else yield* tableOf(sheet, typesetter, tables.absent, report.absences, absenceCells)
  await heading(sheet, typesetter, 'seal', report)
  await seal(sheet, typesetter, report)
  yield* tableOf(sheet, typesetter, tables.keys, report.seal.keys, keyCells)
  await heading(sheet, typesetter, 'verify', report)
  await verify(sheet, typesetter, report.verify)
}
