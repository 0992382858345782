import { useTranslation } from 'react-i18next'
import type { ScreenedRef } from '../../../shared/schema/screening.ts'
import { useScreenedSubject } from '../../data/queries/screening.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { hitClasses } from './classes.ts'

/** What happened to the subject: screenings, re-screenings that it was part of, dispositions. */
export const ScreeningHistory = ({ subject }: { readonly subject: ScreenedRef }) => {
  const { t } = useTranslation()
  const read = useScreenedSubject(subject)
  if (read.data === undefined)
    return read.error === null ? (
      <LoadingRows rows={3} height={26} />
    ) : (
      <ErrorState error={read.error} onRetry={() => void read.refetch()} compact />
    )
  return (
    <ul className={hitClasses.history} aria-label={t('screening.history.label')}>
      {read.data.history.map(({ at, what, status, by, note, lists, screening_id: id, hit_id: hit }) => (
        <li key={`${at}${what}${id ?? ''}${hit ?? ''}`}>
          <Timestamp at={at} /> · {t(`screening.history.${what}`)}
          {what === 'disposed'
            ? `: ${t(status === 'true_match' ? 'screening.state.true_match' : 'screening.state.false_match')}`
            : ''}
          {what === 'screened'
            ? `: ${t(status === 'hits' ? 'screening.outcome.hits' : status === 'clear' ? 'screening.outcome.clear' : 'screening.outcome.no_lists')}`
            : ''}
          {by === null ? '' : ` · ${by}`}
          {lists.length === 0 ? '' : ` · ${lists.join(', ')}`}
          {note === null ? null : <blockquote dir="auto">{note}</blockquote>}
        </li>
      ))}
    </ul>
  )
}
