import { Button } from '@mantine/core'
import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconArrowsLeftRight,
  IconCloudCheck,
  IconCloudPause,
  IconDeviceLaptop,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  type TablerIcon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SyncState, SyncStateName } from '../../../../shared/schema/sync.ts'
import { isJoined, type useSyncNow, type useSyncSettings } from '../../../data/queries/sync.ts'
import { navigate } from '../../../state/route.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Keys } from '../../../ui/Keys.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { isHalted, isOfState, maySync, toneOf, type StateTone } from '../model/states.ts'
import classes from '../sync.module.css'
import { SyncDecision, wayOn } from './SyncDecision.tsx'
import { UnsentFiles } from './UnsentFiles.tsx'

const icons: Readonly<Record<StateTone, TablerIcon>> = {
  good: IconCloudCheck,
  quiet: IconCloudPause,
  busy: IconArrowsLeftRight,
  notice: IconAlertTriangle,
  alarm: IconAlertOctagon,
}
const parts = ['what', 'safe', 'advice'] as const

type Props = {
  readonly state: SyncState
  readonly steers: boolean
  readonly now: ReturnType<typeof useSyncNow>
  readonly settings: ReturnType<typeof useSyncSettings>
}

/** What a round moved, in one line. */
const Outcome = ({ round }: { readonly round: NonNullable<Props['now']['data']> }) => {
  const { t, i18n } = useTranslation()
  const text = (value: number): string => value.toLocaleString(i18n.language)
  const moved = round.sent + round.received + round.refused > 0
  return (
    <p className={classes.outcome} role="status">
      {moved ? t('sync.round.moved', { sent: text(round.sent), received: text(round.received) }) : t('sync.round.none')}
      {round.refused === 0 ? '' : `, ${t('sync.round.refused', { count: round.refused })}`}
    </p>
  )
}

/** States in which the next round is another try. */
const triedAgain: ReadonlySet<SyncStateName> = new Set(['offline', 'session_expired', 'disk_full', 'hub_full', 'stuck'])

const Actions = ({ state, now, settings }: Props) => {
  const { t } = useTranslation()
  if (!isJoined(state))
    return (
      <Button onClick={() => navigate({ name: 'sync', tab: 'connect', query: {} })}>{t('sync.actions.connect')}</Button>
    )
  const trying = triedAgain.has(state.state)
  return (
    <>
      {state.paused ? null : (
        <Button
          leftSection={<IconRefresh size={14} aria-hidden />}
          rightSection={<Keys shortcut="r" />}
          onClick={() => now.mutate()}
          loading={now.isPending}
          disabled={!maySync(state)}
        >
          {t(trying ? 'sync.actions.tryNow' : 'sync.actions.now')}
        </Button>
      )}
      <Button
        variant={state.paused ? 'filled' : 'default'}
        leftSection={
          state.paused ? <IconPlayerPlay size={14} aria-hidden /> : <IconPlayerPause size={14} aria-hidden />
        }
        onClick={() => settings.mutate({ paused: !state.paused })}
        loading={settings.isPending}
      >
        {t(state.paused ? 'sync.actions.resume' : 'sync.actions.pause')}
      </Button>
    </>
  )
}

/** What the service adds to the three sentences. */
const Message = ({ state: { state, message } }: Pick<Props, 'state'>) =>
  message === '' || toneOf[state] === 'good' || state === 'standalone' ? null : (
    <p className={classes.message} dir="auto">
      {message}
    </p>
  )

/** The key of a sentence. What to do where the hub cannot be reached is not nothing for a device that locks without it. */
const sentenceOf = ({ state, lock, unsent_files: unsent }: SyncState, part: (typeof parts)[number]) => {
  if (unsent.length > 0) return `sync.unsent.${part}` as const
  if (part === 'advice' && state === 'offline' && lock?.warns === true) return 'sync.lock.offlineAdvice' as const
  return `sync.state.${state}.${part}` as const
}

/** The state in three sentences: what happened, what is safe, what to do. What the service adds stands below. */
export const StateCard = (props: Props) => {
  const { t } = useTranslation()
  const { state, steers, now, settings } = props
  const tone = toneOf[state.state]
  const way = wayOn(state)
  const unsent = state.unsent_files
  const since = state.alarms.find((alarm) => isOfState(alarm, state))
  const Icon = state.state === 'standalone' ? IconDeviceLaptop : icons[tone]
  return (
    <section className={classes.card} data-tone={tone} aria-labelledby="sync-state">
      <Icon size={26} stroke={1.6} className={classes.cardIcon} aria-hidden />
      <div className={classes.cardBody}>
        <h2 id="sync-state">{t(`sync.state.${state.state}.title`)}</h2>
        <dl className={classes.sentences}>
          {parts.map((part) => (
            <div key={part}>
              <dt>{t(`sync.parts.${part}`)}</dt>
              <dd>{t(sentenceOf(state, part))}</dd>
            </div>
          ))}
        </dl>
        {since === undefined ? null : (
          <p className={classes.note}>
            {t('sync.since')} <Timestamp at={since.at} />
          </p>
        )}
        {unsent.length > 0 ? (
          <UnsentFiles files={unsent} kept={state.evidence_kept.pieces} />
        ) : (
          <Message state={state} />
        )}
        {steers && !isHalted(state.state) ? (
          <div className={classes.cardActions}>
            <Actions {...props} />
            {now.data === undefined || now.isPending ? null : <Outcome round={now.data} />}
          </div>
        ) : null}
        {way === null || !steers ? null : <SyncDecision way={way} stopped={isHalted(state.state)} />}
        {now.error === null ? null : <ErrorState error={now.error} compact />}
        {settings.error === null ? null : <ErrorState error={settings.error} compact />}
      </div>
    </section>
  )
}
