import type { ReportEntryType, TimelineEntry } from '../../../../shared/schema/timeline.ts'
import { named, type StatedChange } from './changes.ts'

const about = (entry: TimelineEntry): StatedChange[] => [
  ...named('title', 'text', entry),
  ...named('version', 'text', entry),
]

/** What the entries of reports state. The form itself is read in the report. */
export const reportChanges: Readonly<Record<ReportEntryType, (entry: TimelineEntry) => readonly StatedChange[]>> = {
  'report.drafted': (entry) => [
    ...about(entry),
    ...named('due', 'text', entry, ['due_on']),
    ...named('sha256', 'hash', entry),
  ],
  'report.submitted': about,
  'report.approved': about,
  'report.refused': about,
  'report.filed': (entry) => [
    ...about(entry),
    ...named('reference', 'text', entry),
    ...named('filedOn', 'text', entry, ['filed_on']),
  ],
  'report.acknowledged': (entry) => [...about(entry), ...named('reference', 'text', entry)],
  'report.rejected': (entry) => [...about(entry), ...named('reference', 'text', entry)],
  'report.withdrawn': about,
  'report.exported': (entry) => [...about(entry), ...named('format', 'text', entry), ...named('sha256', 'hash', entry)],
}
