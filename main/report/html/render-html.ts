import { countText, countedText } from '../model/formats.ts'
import { plain } from '../model/phrase.ts'
import type { CaseReport } from '../model/report.ts'
import { sectionNote, sectionTitles, type SectionId } from '../model/sections.ts'
import { startOfPages } from './head.ts'
import { markup, Markup } from './markup.ts'
import { digest, factList, passage, phrase } from './pieces.ts'
import { styleSheet } from './styles.ts'
import * as tables from './tables.ts'

const head = startOfPages(styleSheet)

const cover = (report: CaseReport): Markup => markup`<header>
<p class="kind">Case report</p>
<h1 dir="auto">${phrase(report.title)}</h1>
<p class="under"><bdi>${report.caseNumber}</bdi> · <bdi>${report.institution}</bdi> · exported ${report.exportedAt}</p>
<p class="made">Made from ${countedText(report.seal.checkpoint.size, 'sealed entry', 'sealed entries')} with the root ${digest(report.seal.checkpoint.root)} and the export entry ${digest(report.seal.exportEntry)}</p>
<nav aria-label="Sections"><ol>${sectionTitles.map(([id, title], index) => markup`<li><a href="#${id}">${index + 1}. ${title}</a></li>`)}</ol></nav>
</header>
<main>\n`

const sectionStart = (wanted: SectionId, report: CaseReport): Markup => {
  const index = sectionTitles.findIndex(([id]) => id === wanted)
  const [id, title] = sectionTitles[index] as readonly [SectionId, string]
  return markup`<section aria-labelledby="${id}"><h2 id="${id}"><span class="number">${index + 1}</span>${title}</h2>\n<p>${sectionNote(id, report)}</p>\n`
}

const sectionEnd = new Markup('</section>\n')

const facts = (report: CaseReport): Markup =>
  markup`${sectionStart('facts', report)}${factList(report.cover, 'cover')}${passage(report.description)}${sectionEnd}`

const seal = ({ seal: { entries, checkpoint, rootAgrees, exportEntry, hub } }: CaseReport): Markup =>
  factList(
    [
      { label: 'Entries', value: [{ kind: 'words', text: countText(entries) }] },
      {
        label: 'Checkpoint',
        value: [
          {
            kind: 'words',
            text: `covers ${checkpoint.size === entries ? 'all' : 'the first'} ${countText(checkpoint.size)}, signed `,
          },
          ...checkpoint.signed,
        ],
      },
      { label: 'Origin', value: [{ kind: 'code', text: checkpoint.origin }] },
      { label: 'Root', value: [{ kind: 'code', text: checkpoint.root }] },
      {
        label: 'Computed',
        value: [
          {
            kind: 'words',
            text: rootAgrees
              ? 'the entries of this report give the same root'
              : 'THE ENTRIES OF THIS REPORT GIVE ANOTHER ROOT',
          },
        ],
      },
      ...hub,
      { label: 'Export entry', value: [{ kind: 'code', text: exportEntry }] },
    ],
    'stack',
  )

/** The table of one section, and the sentence that stands there where it has no rows. */
interface SectionTable {
  readonly start: Markup
  readonly rows: Iterable<Markup>
  readonly isEmpty: boolean
  readonly empty: string
}

function* section(report: CaseReport, id: SectionId, { start, rows, isEmpty, empty }: SectionTable): Generator<Markup> {
  yield sectionStart(id, report)
  if (isEmpty) yield markup`<p class="absent">${empty}</p>`
  else {
    yield start
    yield* rows
    yield tables.tableEnd
  }
  yield sectionEnd
}

function* parts(report: CaseReport): Generator<Markup> {
  yield head(`${report.caseNumber}: ${plain(report.title)}`, report.softwareVersion)
  yield cover(report)
  yield facts(report)
  yield* section(report, 'people', {
    start: tables.tableStart('People', tables.personColumns),
    rows: bodyOf(report.people, tables.personRow),
    isEmpty: report.people.length === 0,
    empty: 'The entries name nobody.',
  })
  yield* section(report, 'timeline', {
    start: tables.tableStart('Timeline', tables.timelineColumns),
    rows: bodyOf(report.timeline, tables.timelineRowMarkup),
    isEmpty: report.timeline.length === 0,
    empty: 'There are no entries.',
  })
  yield* section(report, 'evidence', {
    start: tables.tableStart('Evidence', tables.evidenceColumns),
    rows: bodyOf(report.evidence, tables.evidenceRow),
    isEmpty: report.evidence.length === 0,
    empty: 'The case has no evidence.',
  })
  yield* section(report, 'custody', {
    start: tables.tableStart('Custody', tables.custodyColumns),
    rows: each(report.evidence, tables.custodyGroup),
    isEmpty: report.evidence.length === 0,
    empty: 'The case has no evidence.',
  })
  yield* section(report, 'absent', {
    start: tables.tableStart('What this copy does not show', tables.absenceColumns),
    rows: bodyOf(report.absences, tables.absenceRow),
    isEmpty: report.absences.length === 0,
    empty: 'This copy shows every value that was sealed.',
  })
  yield sectionStart('seal', report)
  yield seal(report)
  yield markup`${tables.tableStart('Keys', tables.keyColumns)}<tbody>${report.seal.keys.map(tables.keyRow)}</tbody>${tables.tableEnd}${sectionEnd}`
  yield markup`${sectionStart('verify', report)}<ol class="verify">${report.verify.map((sentence) => markup`<li>${sentence}</li>`)}</ol>${sectionEnd}</main></body></html>\n`
}

function* each<T>(rows: readonly T[], write: (row: T) => Markup): Generator<Markup> {
  for (const row of rows) yield write(row)
}

function* bodyOf<T>(rows: readonly T[], write: (row: T) => Markup): Generator<Markup> {
  yield new Markup('<tbody>\n')
  yield* each(rows, write)
  yield new Markup('</tbody>')
}

/**
 * `report.html`: one file without scripts or anything to load, in pieces of about a table row each. Every value of the
 * case is escaped, and isolated from the words around it.
 */
export function* renderHtml(report: CaseReport): Generator<string> {
  for (const part of parts(report)) yield part.text
}
