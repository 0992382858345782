import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { hitDispositions, type HitDisposition } from '../../../shared/schema/screening.ts'
import { useHit } from '../../data/queries/screening.ts'
import { detectionHref, screenedHref } from '../../state/route.ts'
import { score } from '../../ui/charts/format.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Keys } from '../../ui/Keys.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { useRested } from '../../ui/useRested.ts'
import { BothSides } from './BothSides.tsx'
import { hitClasses } from './classes.ts'
import { Elsewhere } from './Elsewhere.tsx'
import { ScreeningHistory } from './ScreeningHistory.tsx'
import { dispositionKeys } from './dispositionKeys.ts'
import { Parts } from './Parts.tsx'
import { Qualifiers } from './Qualifiers.tsx'
import { HitStateMark } from './HitStateMark.tsx'

type Props = {
  readonly id: string
  readonly writes: boolean
  readonly onDispose: (disposition: HitDisposition) => void
  /** Where it is shown. */
  readonly of: 'desk' | 'subject'
}

/**
 * One hit: what it is, what can be said of it, part by part and side by side; on the desk with where its subject leads
 * and with his history, which his own page tells anyway.
 */
export const HitContent = ({ id, writes, onDispose, of }: Props) => {
  const { t, i18n } = useTranslation()
  const rested = useRested(id)
  const read = useHit(rested)
  if (rested !== id) return <LoadingRows rows={10} height={30} />
  if (read.data === undefined)
    return read.error === null ? (
      <LoadingRows rows={10} height={30} />
    ) : (
      <ErrorState error={read.error} onRetry={() => void read.refetch()} compact />
    )
  const hit = read.data
  const { subject } = hit
  return (
    <>
      <div className={hitClasses.marks}>
        <HitStateMark state={hit.state} />
        <span className={hitClasses.score}>{score(hit.score, i18n.language)}</span>
        <span className="fs-muted">{t(`screening.mode.${hit.mode}`)}</span>
      </div>
      <h2>
        <bdi>{subject.name}</bdi> <span className="fs-muted">{t('screening.andListed')}</span>{' '}
        <bdi>{hit.listed_name}</bdi>
      </h2>
      <p className={hitClasses.note}>
        {t('screening.where', {
          kind: t(`screening.kind.${subject.kind}`),
          id: subject.id,
          list: hit.list_title,
          version: hit.list_version,
          entry: hit.entry_id,
        })}
      </p>
      {hit.reopened_because === null ? null : (
        <p className={hitClasses.reopened}>{t(`screening.reopened.${hit.reopened_because}`)}</p>
      )}
      {hit.no_longer_fits_since === null ? null : (
        <p className={hitClasses.reopened}>
          {t('screening.standing.text')} <Timestamp at={hit.no_longer_fits_since} />.{' '}
          {t(hit.look_again ? 'screening.standing.look' : 'screening.standing.looked')}
        </p>
      )}
      {writes && hit.state !== 'gone' ? (
        <div className={hitClasses.actions} role="group" aria-label={t('screening.dispose.label')}>
          {hitDispositions.map((disposition) => (
            <Button
              key={disposition}
              size="compact-sm"
              variant={disposition === 'true_match' ? 'filled' : 'default'}
              color="red"
              disabled={hit.state === disposition && !hit.look_again}
              onClick={() => onDispose(disposition)}
              aria-keyshortcuts={dispositionKeys[disposition]}
              rightSection={<Keys shortcut={dispositionKeys[disposition]} />}
            >
              {t(`screening.state.${disposition}`)}
            </Button>
          ))}
        </div>
      ) : null}
      {of === 'desk' ? <Elsewhere hit={hit} /> : null}
      {of === 'desk' || hit.alert_id === null ? null : (
        <p className={hitClasses.plain}>
          <a href={detectionHref('alerts', String(hit.alert_id))}>{t('screening.openAlert')}</a>
        </p>
      )}
      <section className={hitClasses.section}>
        <h3>{t('screening.parts.title')}</h3>
        <Parts parts={hit.parts} />
      </section>
      <section className={hitClasses.section}>
        <h3>{t('screening.qualifier.title')}</h3>
        <Qualifiers qualifiers={hit.qualifiers} />
      </section>
      <section className={hitClasses.section}>
        <h3>{t('screening.fact.title')}</h3>
        <BothSides hit={hit} />
      </section>
      {of === 'subject' ? null : (
        <section className={hitClasses.section}>
          <h3>{t('screening.history.title')}</h3>
          <p className={hitClasses.plain}>
            <a href={screenedHref(subject)}>{t('screenedSubject.toPage')}</a>
          </p>
          <ScreeningHistory subject={subject} />
        </section>
      )}
    </>
  )
}
