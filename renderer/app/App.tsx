import { useState } from 'react'
import type { ServiceState } from '../../shared/ipc/bridge.ts'
import { isRefusal, isSignedOut } from '../data/errors.ts'
import { useDraftsAhead, useKeptDrafts } from '../data/queries/drafts.ts'
import { useMe, type Me } from '../data/queries/session.ts'
import { useSyncState } from '../data/queries/sync.ts'
import { useConnection } from '../state/session.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { useKeptFocus } from '../ui/useKeptFocus.ts'
import { FactorFirst } from './gate/FactorFirst.tsx'
import { FirstRun } from './gate/FirstRun.tsx'
import { IdleLock } from './gate/IdleLock.tsx'
import { useIdleLock } from './gate/useIdleLock.ts'
import { Locked } from './gate/Locked.tsx'
import { ServiceTrouble } from './gate/ServiceTrouble.tsx'
import { SilentService } from './gate/SilentService.tsx'
import { SessionEnded } from './gate/SessionEnded.tsx'
import { SignIn } from './gate/SignIn.tsx'
import { useServiceState } from './gate/useServiceState.ts'
import classes from './gate/gate.module.css'
import { useLiveEvents } from '../data/queries/live.ts'
import { Shell } from './shell/Shell.tsx'
import { useOpened } from './useOpened.ts'

/** The window of whoever is signed in, told of what happens. */
const Live = ({ me }: { readonly me: Me }) => {
  useLiveEvents()
  const drafts = useKeptDrafts(me.user.id)
  if (!drafts.isReady)
    return drafts.error === null ? (
      <ServiceTrouble state={{ kind: 'starting' }} />
    ) : (
      <ErrorState error={drafts.error} onRetry={() => void drafts.refetch()} />
    )
  return (
    <>
      <Shell me={me} />
      <SessionEnded />
    </>
  )
}

/** The window, unless this device is locked for want of contact with its hub. */
const Opened = ({ me }: { readonly me: Me }) => {
  const sync = useSyncState()
  useIdleLock(me.idle_lock_minutes ?? 0)
  // Beside the state of sync, so that the first screen waits for one answer and not for one after the other.
  useDraftsAhead(me.user.id)
  if (sync.isPending) return <ServiceTrouble state={{ kind: 'starting' }} />
  const lock = sync.data?.lock ?? null
  return sync.data !== undefined && lock?.locked === true ? (
    <Locked state={sync.data} lock={lock} me={me} />
  ) : (
    <Live me={me} />
  )
}

/** Who is signed in, or the page to sign in on. */
const Known = () => {
  const me = useMe()
  useOpened()
  // The page that asks for the password lies above.
  if (isRefusal(me.error, 'window_locked') && me.data === undefined) return null
  if (me.data !== undefined) {
    return me.data.needs_second_factor ? <FactorFirst /> : <Opened me={me.data} />
  }
  if (me.isPending) return <ServiceTrouble state={{ kind: 'starting' }} />
  if (isSignedOut(me.error) && window.fieldseal === undefined) return <SignIn />
  return <ErrorState error={me.error} onRetry={() => void me.refetch()} />
}

/** Behind a service that answers: the window, and what lies above it while it is locked. */
const SignedIn = () => {
  const locked = useConnection((connection) => connection.locked)
  return (
    <>
      <Known />
      {locked ? <IdleLock /> : null}
    </>
  )
}

/** What can be shown while the service does what it does. */
const Stage = ({ service }: { readonly service: ServiceState }) => {
  const [wasReady, setWasReady] = useState(false)
  if (service.kind === 'ready' && !wasReady) setWasReady(true)
  if (service.kind === 'first-run') return <FirstRun creating={service.creating} error={service.error} />
  return (
    <>
      {wasReady ? (
        <div className={classes.below} inert={service.kind !== 'ready'}>
          <SignedIn />
        </div>
      ) : null}
      {service.kind === 'ready' ? null : (
        <div className={classes.overlay}>
          <ServiceTrouble state={service} />
        </div>
      )}
    </>
  )
}

/** The whole window; that the service does not answer is said above everything else. */
export const App = () => {
  const service = useServiceState()
  useKeptFocus()
  return (
    <div className={classes.window}>
      {service.kind !== 'failed' && service.silent === true ? <SilentService /> : null}
      <div className={classes.stage}>
        <Stage service={service} />
      </div>
    </div>
  )
}
