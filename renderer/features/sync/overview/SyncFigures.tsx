import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SyncState } from '../../../../shared/schema/sync.ts'
import { syncHref } from '../../../state/route.ts'
import { formatBytes } from '../../../ui/bytes.ts'
import { useTicking } from '../../../ui/clock.ts'
import { formatLocal, formatSpan } from '../../../ui/time.ts'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { nextAttempt } from '../model/states.ts'
import classes from '../sync.module.css'

const Figure = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className={classes.figure}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** How fast it moves and how long still, as far as that is known; nothing where nothing moves. */
const Moving = ({ moving }: { readonly moving: SyncState['evidence_moving']['send'] }) => {
  const { t, i18n } = useTranslation()
  if (moving === null || moving.bytes_per_s === null) return null
  const parts = [
    t('evidence.progress.rate', { rate: formatBytes(moving.bytes_per_s, i18n.language) }),
    ...(moving.seconds_left === null
      ? []
      : [t('evidence.progress.left', { span: formatSpan(moving.seconds_left * 1_000, i18n.language) })]),
  ]
  return <span className={classes.moving}>{parts.join(' · ')}</span>
}

const NextAttempt = ({ state }: { readonly state: SyncState }) => {
  const { t } = useTranslation()
  const next = nextAttempt(state)
  const left = useTicking((now) => (next.kind === 'at' ? Math.max(0, Math.ceil((next.ms - now) / 1_000)) : 0))
  if (next.kind === 'paused') return t('sync.figures.nextPaused')
  if (next.kind === 'halted') return t('sync.figures.nextHalted')
  if (next.kind === 'none') return t('sync.figures.nextNone')
  if (left === 0) return t('sync.figures.nextNow')
  return t('sync.figures.nextIn', {
    span:
      left < 60
        ? t('sync.seconds', { count: left })
        : `${Math.floor(left / 60)}m ${String(left % 60).padStart(2, '0')}s`,
  })
}

const Lease = ({ lease }: Pick<SyncState, 'lease'>) => {
  const { t } = useTranslation()
  const over = useTicking((now) => lease !== null && Date.parse(lease.until) < now)
  if (lease === null) return t('sync.figures.leaseNone')
  const until = formatLocal(Date.parse(lease.until))
  return over
    ? t('sync.figures.leaseOver', { until })
    : t('sync.figures.leaseText', { count: lease.numbers_left_today, until })
}

/** What waits, what moved, and when the hub was last reached. */
export const SyncFigures = ({ state }: { readonly state: SyncState }) => {
  const { t, i18n } = useTranslation()
  const { evidence_waiting: evidence, bytes } = state
  const pieces = (count: number, size: number): string =>
    count === 0
      ? t('sync.figures.nothing')
      : t('sync.figures.pieces', { count, bytes: formatBytes(size, i18n.language) })
  return (
    <section aria-label={t('sync.figures.label')}>
      <dl className={classes.figures}>
        <Figure name={t('sync.figures.entries')}>
          {state.entries_waiting === 0 ? (
            t('sync.figures.nothing')
          ) : (
            <a href={syncHref('cases', { filter: 'waiting' })}>{state.entries_waiting.toLocaleString(i18n.language)}</a>
          )}
        </Figure>
        <Figure name={t('sync.figures.evidenceSend')}>
          {pieces(evidence.send, evidence.send_bytes)}
          <Moving moving={state.evidence_moving.send} />
        </Figure>
        <Figure name={t('sync.figures.evidenceFetch')}>
          {pieces(evidence.fetch, evidence.fetch_bytes)}
          <Moving moving={state.evidence_moving.fetch} />
        </Figure>
        <Figure name={t('sync.figures.conflicts')}>
          {state.conflicts === 0 ? (
            t('common.none')
          ) : (
            <a href={syncHref('conflicts')}>{state.conflicts.toLocaleString(i18n.language)}</a>
          )}
        </Figure>
        <Figure name={t('sync.figures.contact')}>
          {state.last_contact_at === null ? (
            t('sync.figures.never')
          ) : (
            <Timestamp at={state.last_contact_at} style="ago" />
          )}
        </Figure>
        <Figure name={t('sync.figures.next')}>
          <NextAttempt state={state} />
        </Figure>
        <Figure name={t('sync.figures.moved')}>
          {t('sync.figures.movedText', {
            sent: formatBytes(bytes.sent, i18n.language),
            received: formatBytes(bytes.received, i18n.language),
          })}
        </Figure>
        <Figure name={t('sync.figures.lease')}>
          <Lease lease={state.lease} />
        </Figure>
      </dl>
    </section>
  )
}
