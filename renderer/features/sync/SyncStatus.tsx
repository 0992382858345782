import { Tooltip } from '@mantine/core'
import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconArrowsLeftRight,
  IconBell,
  IconCloudCheck,
  IconCloudPause,
  IconShieldCheck,
  type TablerIcon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNews, useSyncState } from '../../data/queries/sync.ts'
import { syncHref } from '../../state/route.ts'
import classes from './status.module.css'
import { toneOf, type StateTone } from './model/states.ts'

const icons: Readonly<Record<StateTone, TablerIcon>> = {
  good: IconCloudCheck,
  quiet: IconCloudPause,
  busy: IconArrowsLeftRight,
  notice: IconAlertTriangle,
  alarm: IconAlertOctagon,
}

/**
 * Where sync stands, in the frame of the window: the state in words, what waits, what is new, what is to be decided.
 * Leads to the sync centre.
 */
export const SyncStatus = () => {
  const { t, i18n } = useTranslation()
  const sync = useSyncState()
  const news = useNews()
  const state = sync.data
  if (state === undefined) return null
  const tone = toneOf[state.state]
  const Icon = state.state === 'standalone' ? IconShieldCheck : icons[tone]
  const waiting = state.entries_waiting
  const words = t(`sync.state.${state.state}.short`)
  const toSend =
    waiting === 0 || state.state === 'standalone'
      ? null
      : t('sync.status.toSend', { count: waiting, text: waiting.toLocaleString(i18n.language) })
  return (
    <span className={classes.group}>
      <Tooltip label={t(`sync.state.${state.state}.title`)} multiline w={260}>
        <a
          href={syncHref('overview')}
          className={classes.status}
          data-tone={tone}
          data-state={state.state}
          aria-label={t('sync.status.label', { state: [words, toSend].filter((part) => part !== null).join(', ') })}
        >
          <Icon size={15} stroke={1.8} aria-hidden />
          <span className={classes.words}>{words}</span>
          {toSend === null ? null : <span className={classes.toSend}>{toSend}</span>}
        </a>
      </Tooltip>
      {state.conflicts === 0 ? null : (
        <a href={syncHref('conflicts')} className={classes.chip} data-kind="conflicts">
          <IconArrowsLeftRight size={13} stroke={2} aria-hidden />
          {t('sync.status.conflicts', { count: state.conflicts })}
        </a>
      )}
      {news.total === 0 ? null : (
        <a href={syncHref('overview')} className={classes.chip} data-kind="news">
          <IconBell size={13} stroke={2} aria-hidden />
          {t('sync.status.news', { count: news.total })}
        </a>
      )}
      <span role="status" className="fs-visually-hidden">
        {words}
      </span>
    </span>
  )
}
