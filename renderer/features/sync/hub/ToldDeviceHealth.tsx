import { Fragment } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ToldHealth } from '../../../../shared/schema/hub.ts'
import { formatBytes } from '../../../ui/bytes.ts'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { wordedSpan } from '../model/spans.ts'
import classes from './hub.module.css'

type Counted = 'entries' | 'evidence' | 'lists' | 'days'

/** A part that a device told; null: it told nothing of it. */
type Part = ReactNode | null

const useParts = (told: ToldHealth): readonly Part[] => {
  const { t, i18n } = useTranslation()
  const number = (count: number): string => count.toLocaleString(i18n.language)
  const counted = (what: Counted, count: number, more: Readonly<Record<string, string>> = {}): string =>
    t(`sync.hub.devices.health.${what}`, { count, text: number(count), ...more })
  const size = (bytes: number): string => formatBytes(bytes, i18n.language)
  const { entries_waiting: entries, evidence_waiting: evidence, clock_ahead_s: ahead, free_bytes: free, lists } = told

  const entriesPart = (): Part => {
    if (entries === undefined || entries === 0) return null
    if (told.oldest_waiting_at === undefined) return <strong>{counted('entries', entries)}</strong>
    return (
      <strong>
        {counted('entries', entries)}, {t('sync.hub.devices.health.oldest')} <Timestamp at={told.oldest_waiting_at} />
      </strong>
    )
  }
  const clockPart = (): Part => {
    if (ahead === undefined) return null
    const { unit, count } = wordedSpan(Math.abs(ahead))
    if (count === 0) return t('sync.hub.devices.health.clockRight')
    const span = t(`sync.hub.devices.health.spans.${unit}`, { count, text: number(count) })
    return t(ahead > 0 ? 'sync.hub.devices.health.ahead' : 'sync.hub.devices.health.behind', { span })
  }
  const listsPart = (): Part => {
    if (lists === undefined) return null
    const oldest = lists.reduce<(typeof lists)[number] | null>((a, b) => (a !== null && a.days >= b.days ? a : b), null)
    if (oldest === null) return t('sync.hub.devices.health.noLists')
    return counted('lists', lists.length, { key: oldest.key, days: counted('days', oldest.days) })
  }
  return [
    entriesPart(),
    evidence === undefined || evidence.pieces === 0 ? null : (
      <strong>{counted('evidence', evidence.pieces, { size: size(evidence.bytes) })}</strong>
    ),
    entries === 0 && evidence?.pieces === 0 ? t('sync.hub.devices.health.nothingWaits') : null,
    told.release === undefined ? null : t('sync.hub.devices.health.release', { release: told.release }),
    clockPart(),
    free === undefined ? null : t('sync.hub.devices.health.free', { size: size(free) }),
    listsPart(),
  ]
}

const Told = ({ told }: { readonly told: ToldHealth }) => {
  const { t } = useTranslation()
  const parts = useParts(told).filter((part) => part !== null)
  return (
    <p className={classes.health}>
      {parts.map((part, index) => (
        <Fragment key={index}>
          {part}
          {' · '}
        </Fragment>
      ))}
      <span className="fs-muted">
        {t('sync.hub.devices.health.told')} <Timestamp at={told.told_at} style="ago" />
      </span>
    </p>
  )
}

/** What a device last told of itself; what it did not tell is not said. */
export const ToldDeviceHealth = ({ told }: { readonly told: ToldHealth | null }) => {
  const { t } = useTranslation()
  return told === null ? <p className={classes.health}>{t('sync.hub.devices.health.untold')}</p> : <Told told={told} />
}
