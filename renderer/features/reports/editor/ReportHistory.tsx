import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReportEntryType } from '../../../../shared/schema/timeline.ts'
import { reportEntryTypes } from '../../../../shared/schema/timeline.ts'
import type { ReportEvent } from '../../../../shared/schema/reports.ts'
import { hrefOf } from '../../../state/route.ts'
import { PersonName } from '../../../ui/PersonName.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import classes from '../reports.module.css'

const wordOf = (type: string): ReportEntryType | undefined => reportEntryTypes.find((known) => known === type)

/** Every sealed step, newest first; each opens its entry. */
export const ReportHistory = memo(
  ({ history, caseId }: { readonly history: readonly ReportEvent[]; readonly caseId: number }) => {
    const { t } = useTranslation()
    return (
      <section className={classes.history} aria-label={t('reports.history')}>
        <h3>{t('reports.history')}</h3>
        <ol>
          {history.toReversed().map((event) => {
            const type = wordOf(event.type)
            return (
              <li key={event.entry_id}>
                <a href={hrefOf({ name: 'case', id: caseId, entry: event.entry_id })}>
                  {type === undefined
                    ? event.type
                    : t(`reports.event.${type.replace('report.', '') as 'drafted'}`, { version: event.version })}
                </a>
                {event.format === null ? null : ` (${t(`reports.format.${event.format}`)})`}
                {event.reference === null ? null : <span className="fs-mono"> {event.reference}</span>}
                <span className="fs-muted">
                  {' '}
                  <PersonName name={event.by.name} plain /> · <Timestamp at={event.at} style="ago" />
                </span>
                {event.note === null ? null : <blockquote dir="auto">{event.note}</blockquote>}
              </li>
            )
          })}
        </ol>
      </section>
    )
  },
)
