import type {
  CaseReportKind,
  ReportDeadline,
  ReportForm,
  ReportSettings,
  ReportState,
} from '../../../shared/schema/reports.ts'
import { dayMs, utcDay } from '../../../shared/text/days.ts'

/** A day so many calendar days after another. */
export const daysAfter = (day: string, days: number): string => utcDay(Date.parse(`${day}T00:00:00Z`) + days * dayMs)

/** Until when a form must be filed, by the rules that are in force when it is sealed. Days are calendar days. */
export interface SealedDeadline {
  readonly due_on: string
  readonly rule: ReportDeadline['rule']
  readonly days: number
}

/** Whether a subject is known: by a name, or by what identifies it. */
export const isKnownSubject = ({
  known,
  last_name,
  first_name,
  identifiers,
}: ReportForm['subjects'][number]): boolean =>
  known &&
  (last_name.trim() !== '' || first_name.trim() !== '' || identifiers.some(({ number }) => number.trim() !== ''))

/**
 * The deadline of a SAR (31 CFR 1020.320(b)(3)): from the day of detection, later where no subject is known. A report
 * on continuing activity has its own.
 *
 * @returns null where none can be said: it is no SAR, or its day of detection is not filled in
 */
export const deadlineOf = (
  kind: CaseReportKind,
  form: ReportForm,
  days: ReportSettings['deadline_days'],
): SealedDeadline | null => {
  const from = form.filing.detected_on
  if (kind !== 'sar' || from === '') return null
  const rule =
    form.filing.type === 'continuing'
      ? 'continuing'
      : form.subjects.some(isKnownSubject)
        ? 'known_subject'
        : 'no_subject'
  return { due_on: daysAfter(from, days[rule]), rule, days: days[rule] }
}

/** States in which the deadline still runs. */
export const runningStates: readonly ReportState[] = ['draft', 'in_review', 'approved', 'rejected', 'corrected']

/** How a deadline stands on a day. The day itself is in time. */
export const deadlineOn = (deadline: SealedDeadline, today: string): ReportDeadline => {
  const left = Math.round((Date.parse(deadline.due_on) - Date.parse(today)) / dayMs)
  return { ...deadline, days_left: left, overdue: left < 0 }
}
