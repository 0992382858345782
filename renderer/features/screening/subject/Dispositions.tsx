import { useTranslation } from 'react-i18next'
import type { AnswerOf } from '../../../../shared/api/operation.ts'
import type { readSubject } from '../../../../shared/api/screening.ts'
import type { ScreeningHit } from '../../../../shared/schema/screening.ts'
import { HeadedTable } from '../../../ui/HeadedTable.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { HitStateMark } from '../HitStateMark.tsx'
import classes from './subject.module.css'

/** What happened to a subject. */
export type SubjectHistory = AnswerOf<typeof readSubject>['data']['history']

const columns = ['when', 'who', 'of', 'what', 'reason', 'expires'] as const

/** What people said of the hits: who, why, and until when it holds. */
export const Dispositions = ({
  hits,
  history,
}: {
  readonly hits: readonly ScreeningHit[]
  readonly history: SubjectHistory
}) => {
  const { t } = useTranslation()
  const disposed = history.filter(({ what }) => what === 'disposed')
  const of = new Map(hits.map((hit) => [hit.id, hit]))
  return (
    <section className={classes.block} aria-label={t('screenedSubject.dispositions.title')}>
      <h2>{t('screenedSubject.dispositions.title')}</h2>
      {disposed.length === 0 ? (
        <p className="fs-muted">{t('screenedSubject.dispositions.none')}</p>
      ) : (
        <div className={classes.frame}>
          <HeadedTable
            className={classes.table}
            heads={columns.map((column) => ({ text: t(`screenedSubject.dispositions.${column}`) }))}
          >
            {disposed.map(({ at, by, hit_id: id, status, note, expires_at: expires }) => {
              const hit = id === null ? undefined : of.get(id)
              return (
                <tr key={`${at}${id ?? ''}${status}`}>
                  <td>
                    <Timestamp at={at} />
                  </td>
                  <td dir="auto">{by}</td>
                  <td className={classes.wrap} dir="auto">
                    {hit === undefined ? '—' : `${hit.listed_name} · ${hit.list}`}
                  </td>
                  <td>
                    <HitStateMark state={status === 'true_match' ? 'true_match' : 'false_match'} />
                  </td>
                  <td className={classes.wrap} dir="auto">
                    {note ?? t('screenedSubject.dispositions.erased')}
                  </td>
                  <td>{expires === null ? t('screenedSubject.dispositions.never') : <Timestamp at={expires} />}</td>
                </tr>
              )
            })}
          </HeadedTable>
        </div>
      )}
    </section>
  )
}
