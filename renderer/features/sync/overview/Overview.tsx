import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { SyncState } from '../../../../shared/schema/sync.ts'
import { useWorkspace, type Me } from '../../../data/queries/session.ts'
import { isJoined, useSyncNow, useSyncSettings } from '../../../data/queries/sync.ts'
import { useCommands, type PaletteCommand } from '../../../state/commands.ts'
import { maySteer, mayWrite } from '../../../state/session.ts'
import { maySync } from '../model/states.ts'
import classes from '../sync.module.css'
import { Alarms } from './Alarms.tsx'
import { CarryByHand } from './CarryByHand.tsx'
import { SyncFigures } from './SyncFigures.tsx'
import { LockWarning } from './LockWarning.tsx'
import { NewsList } from './NewsList.tsx'
import { DevicePlace } from './DevicePlace.tsx'
import { SetAside } from './SetAside.tsx'
import { Settings } from './Settings.tsx'
import { StateCard } from './StateCard.tsx'
import { Witnesses } from './Witnesses.tsx'

type Props = {
  readonly state: SyncState
  readonly me: Me
  /** The path of a file to carry that was opened outside. */
  readonly opened: string | undefined
}

/** Where sync stands as a whole: what happened, what is safe, what to do, and what can be set. */
export const Overview = ({ state, me, opened }: Props) => {
  const { t } = useTranslation()
  const writes = mayWrite(me.role)
  const steers = maySteer(me.role)
  const now = useSyncNow()
  const settings = useSyncSettings()
  const hub = useWorkspace().data?.role === 'hub'
  const carries = isJoined(state) && steers
  const able = steers && maySync(state) && !now.isPending
  const { mutate: syncNow } = now
  const { mutate: change } = settings
  const commands = useMemo(
    (): readonly PaletteCommand[] => [
      ...(able
        ? [
            {
              id: 'sync.now',
              section: 'view',
              title: t('sync.command.now'),
              shortcut: 'r',
              keywords: 'send receive try again',
              run: () => syncNow(),
            } as const,
          ]
        : []),
      ...(steers && isJoined(state)
        ? [
            {
              id: 'sync.pause',
              section: 'view',
              title: t('sync.command.pause'),
              shortcut: 'p',
              run: () => change({ paused: !state.paused }),
            } as const,
          ]
        : []),
    ],
    [t, able, steers, state, syncNow, change],
  )
  useCommands(commands)
  return (
    <div className={classes.scroll}>
      <div className={classes.sheet}>
        {opened === undefined || carries ? null : <p role="status">{t('sync.carry.notHere', { file: opened })}</p>}
        <Alarms state={state} steers={steers} />
        {state.lock?.warns === true ? <LockWarning lock={state.lock} /> : null}
        <StateCard state={state} steers={steers} now={now} settings={settings} />
        {isJoined(state) ? (
          <>
            <SyncFigures state={state} />
            {steers ? <SetAside writes={writes} /> : null}
            <NewsList />
            {steers ? <Settings state={state} change={settings} /> : null}
            <Witnesses writes={writes} />
          </>
        ) : null}
        <DevicePlace state={state} />
        {carries ? <CarryByHand key={opened} me={me} hub={hub} opened={opened} /> : null}
      </div>
    </div>
  )
}
