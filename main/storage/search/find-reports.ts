import { redactedText } from '../../../shared/schema/case.ts'
import type { FoundOf, SearchReason } from '../../../shared/schema/search.ts'
import type { ReportItem } from '../../../shared/schema/reports.ts'
import { readingFrom } from '../reports/read-reports.ts'
import type { ReportReadingParts } from '../reports/read-reports.ts'
import { reportItemOf, reportSelect } from '../reports/rows.ts'
import type { ReportRow } from '../reports/rows.ts'
import { shownOf } from './finding.ts'
import type { SearchCandidate, Finding, SearchReads } from './finding.ts'
import type { Question } from './question.ts'
import { reasonOfId, reasonOfWords } from './reasons.ts'

type Report = FoundOf<'report'>

/** Titles and references are withheld values, and no index has them: so many reports are opened, those that changed last. */
const openedMost = 300

const shown = (item: ReportItem, reason: SearchReason): Report => ({
  kind: 'report',
  id: item.id,
  report_kind: item.kind,
  title: item.title,
  state: item.state,
  case_id: item.case_id,
  case_number: item.case_number,
  reason,
})

const reasonOf = (question: Question, item: ReportItem): SearchReason | null => {
  const own = reasonOfId(question, 'id', item.id)
  const reference =
    item.reference === null || item.reference === redactedText
      ? null
      : reasonOfId(question, 'reference', item.reference)
  const byCase = reasonOfId(question, 'case_number', item.case_number)
  const typed = [own, reference, byCase].filter((reason) => reason !== null)
  const fits = typed.find(({ how }) => how === 'exact') ?? (question.takesBeginnings ? typed[0] : undefined)
  if (fits !== undefined) return fits
  return item.title === redactedText ? null : reasonOfWords(question, 'title', item.title)
}

/** Reports by identifier, filing reference and case number, then by words of their titles. */
export const findReports = async (
  { sql }: SearchReads,
  parts: ReportReadingParts,
  question: Question,
): Promise<Finding<Report>> => {
  const reading = await readingFrom(parts, sql)
  const ofCase = question.spellings.flatMap((spelling) =>
    sql.all<ReportRow>(
      `${reportSelect} where r.case_id in (select case_id from case_numbers where number = ?) order by r.changed_at desc limit ?`,
      spelling,
      openedMost,
    ),
  )
  const byUid = question.spellings.flatMap((spelling) =>
    sql.all<ReportRow>(`${reportSelect} where r.uid = ?`, spelling),
  )
  const newest = sql.all<ReportRow>(
    `${reportSelect} where r.uid in (select uid from case_reports order by changed_at desc, uid desc limit ?) order by r.changed_at desc, r.uid desc`,
    openedMost + 1,
  )
  const rows = new Map([...byUid, ...ofCase, ...newest.slice(0, openedMost)].map((row) => [row.uid, row]))
  const candidates = [...rows.values()].flatMap((row): SearchCandidate<string, ReportItem>[] => {
    const item = reportItemOf(reading, row)
    const reason = reasonOf(question, item)
    return reason === null ? [] : [{ key: item.id, row: item, reason }]
  })
  return shownOf(candidates, shown, newest.length > openedMost)
}
