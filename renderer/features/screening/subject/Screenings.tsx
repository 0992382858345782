import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  screeningReasons,
  type HitState,
  type ScreenedRef,
  type Screening,
  type ScreeningReason,
  type SearchedList,
} from '../../../../shared/schema/screening.ts'
import { useScreening, useScreeningsOf } from '../../../data/queries/screening.ts'
import { score } from '../../../ui/charts/format.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { HeadedTable } from '../../../ui/HeadedTable.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { formatLocal } from '../../../ui/time.ts'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import type { SubjectHistory } from './Dispositions.tsx'
import classes from './subject.module.css'

const columns = ['when', 'why', 'how', 'lists', 'outcome'] as const
const states: readonly HitState[] = ['open', 'true_match', 'false_match', 'gone']

/** What a screening found, as it was then. */
const Matches = ({ id }: { readonly id: string }) => {
  const { t, i18n } = useTranslation()
  const read = useScreening(id)
  if (read.data === undefined)
    return read.error === null ? (
      <LoadingRows rows={2} height={24} />
    ) : (
      <ErrorState error={read.error} onRetry={() => void read.refetch()} compact />
    )
  return (
    <ul className={classes.matches} aria-label={t('screenedSubject.screenings.matches')}>
      {read.data.matches.map((match) => {
        const state = states.find((one) => one === match.hit_state)
        return (
          <li key={`${match.list}${match.entry_id}`}>
            <strong>{score(match.score, i18n.language)}</strong> <bdi>{match.listed_name}</bdi> · {match.list}{' '}
            {match.list_version} · {match.entry_id}
            {state === undefined
              ? ''
              : ` · ${t('screenedSubject.screenings.now', { state: t(`screening.state.${state}`).toLowerCase() })}`}
          </li>
        )
      })}
    </ul>
  )
}

const ListsText = ({ lists }: { readonly lists: readonly SearchedList[] }) => {
  const { t } = useTranslation()
  return (
    <>
      {lists
        .map(({ key, version, age_days: age }) =>
          t('screenedSubject.screenings.version', {
            list: key,
            version,
            age: t('screening.lists.age', { count: age }),
          }),
        )
        .join('; ')}
    </>
  )
}

const Row = ({ screening }: { readonly screening: Screening }) => {
  const { t, i18n } = useTranslation()
  const [open, setOpen] = useState(false)
  const { id, at, reason, mode, threshold, lists, status, hits, cleared, standing } = screening
  return (
    <>
      <tr>
        <td>
          <Timestamp at={at} />
        </td>
        <td>{t(`screenedSubject.reason.${reason}`)}</td>
        <td>
          {t(`screening.mode.${mode}`)}, {score(threshold, i18n.language)}
        </td>
        <td className={classes.wrap}>
          <ListsText lists={lists} />
        </td>
        <td>
          {status === 'clear' && hits > 0
            ? t('screenedSubject.screenings.onlyCleared')
            : t(`screening.outcome.${status}`)}
          {standing === 0 ? null : ` · ${t('screenedSubject.screenings.standing', { count: standing })}`}
          {hits === 0 ? null : (
            <>
              {' · '}
              {t('screenedSubject.screenings.found', { count: hits, cleared })}{' '}
              <Button
                size="compact-xs"
                variant="subtle"
                aria-expanded={open}
                aria-label={t('screenedSubject.screenings.showOf', { when: formatLocal(Date.parse(at)) })}
                onClick={() => setOpen(!open)}
              >
                {t('screenedSubject.screenings.show')}
              </Button>
            </>
          )}
        </td>
      </tr>
      {open ? (
        <tr>
          <td colSpan={columns.length}>
            <Matches id={id} />
          </td>
        </tr>
      ) : null}
    </>
  )
}

const isReason = (status: string): status is ScreeningReason => screeningReasons.some((reason) => reason === status)

/**
 * Every screening of a subject with the versions of the lists that it was compared with, and the runs over everybody
 * that it was part of.
 */
export const Screenings = ({
  subject,
  history,
}: {
  readonly subject: ScreenedRef
  readonly history: SubjectHistory
}) => {
  const { t } = useTranslation()
  const read = useScreeningsOf(subject)
  const runs = history.filter(({ what }) => what === 'rescreened')
  return (
    <>
      <section className={classes.block} aria-label={t('screenedSubject.screenings.title')}>
        <h2>{t('screenedSubject.screenings.title')}</h2>
        {read.data === undefined ? (
          read.error === null ? (
            <LoadingRows rows={3} height={28} />
          ) : (
            <ErrorState error={read.error} onRetry={() => void read.refetch()} compact />
          )
        ) : (
          <div className={classes.frame}>
            <HeadedTable
              className={classes.table}
              heads={columns.map((column) => ({ text: t(`screenedSubject.screenings.${column}`) }))}
            >
              {read.data.map((screening) => (
                <Row key={screening.id} screening={screening} />
              ))}
            </HeadedTable>
          </div>
        )}
        {read.hasNextPage ? (
          <Button
            size="compact-sm"
            variant="default"
            mt={8}
            loading={read.isFetchingNextPage}
            onClick={() => void read.fetchNextPage()}
          >
            {t('screenedSubject.screenings.more')}
          </Button>
        ) : null}
      </section>
      <section className={classes.block} aria-label={t('screenedSubject.runs.title')}>
        <h2>{t('screenedSubject.runs.title')}</h2>
        {runs.length === 0 ? (
          <p className="fs-muted">{t('screenedSubject.runs.none')}</p>
        ) : (
          <ul className={classes.runs}>
            {runs.map(({ at, status, lists }) => (
              <li key={`${at}${status}${lists.join()}`}>
                <Timestamp at={at} /> · {isReason(status) ? t(`screenedSubject.reason.${status}`) : status}
                {lists.length === 0 ? '' : ` · ${lists.join(', ')}`}
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  )
}
