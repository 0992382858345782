import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { SyncState } from '../../../shared/schema/sync.ts'
import { isRefusal } from '../../data/errors.ts'
import { useSignOut, type Me } from '../../data/queries/session.ts'
import { useSyncNow, useSyncSettings } from '../../data/queries/sync.ts'
import { CarryByHand } from '../../features/sync/overview/CarryByHand.tsx'
import { StateCard } from '../../features/sync/overview/StateCard.tsx'
import { isHalted, maySync } from '../../features/sync/model/states.ts'
import { maySteer } from '../../state/session.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { GateFrame } from './GateFrame.tsx'
import classes from './gate.module.css'

type Props = {
  readonly state: SyncState
  readonly lock: NonNullable<SyncState['lock']>
  readonly me: Me
}

const Facts = ({ state, lock }: Pick<Props, 'state' | 'lock'>) => {
  const { t, i18n } = useTranslation()
  const { entries_waiting: waiting, evidence_waiting: evidence } = state
  const counted = (what: 'entries' | 'pieces', count: number): string =>
    t(`locked.${what}`, { count, text: count.toLocaleString(i18n.language) })
  const waits = [
    ...(waiting === 0 ? [] : [counted('entries', waiting)]),
    ...(evidence.send === 0 ? [] : [counted('pieces', evidence.send)]),
  ]
  return (
    <dl className={classes.facts}>
      <dt>{t('ui.error.what')}</dt>
      <dd>
        {t('locked.what')} <Timestamp at={lock.contact_at} />.{' '}
        {t('locked.allowed', { count: lock.after_days, text: lock.after_days.toLocaleString(i18n.language) })}{' '}
        <Timestamp at={lock.locks_at} />.
      </dd>
      <dt>{t('ui.error.safe')}</dt>
      <dd>
        {t('locked.safe')}{' '}
        {waits.length === 0 ? t('locked.nothingWaits') : t('locked.waits', { what: waits.join(t('locked.and')) })}
      </dd>
      <dt>{t('ui.error.advice')}</dt>
      <dd>{t('locked.advice')}</dd>
    </dl>
  )
}

type Ways = {
  readonly state: SyncState
  readonly now: ReturnType<typeof useSyncNow>
  readonly settings: ReturnType<typeof useSyncSettings>
}

/** Where sync stands, and the button by which the hub is asked. */
const Reach = ({ state, now, settings }: Ways) => {
  const { t } = useTranslation()
  const silent = isRefusal(now.error, 'hub_unreachable')
  return (
    <section aria-labelledby="locked-reach">
      <h2 id="locked-reach" className={classes.subtitle}>
        {t(`sync.state.${state.state}.title`)}
      </h2>
      <div className={classes.actions}>
        {state.paused ? (
          <Button onClick={() => settings.mutate({ paused: false })} loading={settings.isPending}>
            {t('sync.actions.resume')}
          </Button>
        ) : (
          <Button onClick={() => now.mutate()} loading={now.isPending} disabled={!maySync(state)}>
            {t('sync.actions.now')}
          </Button>
        )}
      </div>
      <p role="status" className={classes.foot}>
        {silent && !now.isPending ? t('locked.silent') : null}
      </p>
      {now.error === null || silent ? null : <ErrorState error={now.error} compact />}
      {settings.error === null ? null : <ErrorState error={settings.error} compact />}
    </section>
  )
}

/** Y-102: instead of everything, in place of the window, while this device is locked for want of contact with its hub. */
export const Locked = ({ state, lock, me }: Props) => {
  const { t } = useTranslation()
  const now = useSyncNow()
  const settings = useSyncSettings()
  const signOut = useSignOut()
  const steers = maySteer(me.role)
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => body.current?.focus(), [])
  return (
    <GateFrame title={t('locked.title')} broad>
      <div ref={body} tabIndex={-1} role="alert" className={classes.told}>
        <Facts state={state} lock={lock} />
      </div>
      <div className={classes.parts}>
        {isHalted(state.state) ? (
          <StateCard state={state} steers={steers} now={now} settings={settings} />
        ) : steers ? (
          <Reach state={state} now={now} settings={settings} />
        ) : null}
        {steers ? <CarryByHand me={me} hub={false} opened={undefined} /> : null}
        {window.fieldseal === undefined ? (
          <div className={classes.actions}>
            <Button variant="default" onClick={() => signOut.mutate()}>
              {t('shell.signOut')}
            </Button>
          </div>
        ) : null}
      </div>
    </GateFrame>
  )
}
