import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Scheduler } from '../../platform/scheduler.ts'
import type { SealGate } from '../../storage/ledger/seal-gate.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import type { SyncOverview } from '../../storage/sync/overview.ts'
import type { SyncSettings } from '../../storage/sync/settings.ts'
import type { DeviceReplica } from '../../sync/device/replica.ts'
import type { OwnCourse } from '../../sync/device/restored-course.ts'
import type { Hub } from '../../sync/hub/create-hub.ts'
import { catchingUp, restoredHub, restoredHubAlarm } from '../../sync/restored-hub.ts'
import type { SyncService } from '../../sync/service.ts'

/** What keeps a folder on which a hub stands from sealing under numbers that are used already (Y-81, Y-82). */
export interface OwnFolder {
  /** Sync has come to rest; whether what ended it was trouble that time may mend. */
  readonly rested: (inTrouble: boolean) => void
  /** Resolves once the first round has ended, and after `forMs` in any case. */
  ready(forMs: number): Promise<void>
  /**
   * A person says that what was lost has come back, of the hub that was restored (Y-82) or of the store that is behind
   * this folder (Y-55).
   */
  trustRestored(service: Pick<SyncService, 'trustRestoredHub' | 'syncNow'>): Promise<Result<void, Refusal>>
  /**
   * A person leaves the course that this folder took beside the one that its hub has (Y-83), or on which the hub
   * refused something (Y-34). It stays the device that it is.
   */
  leaveCourse(
    service: OwnCourse & Pick<SyncService, 'syncNow'>,
  ): Promise<Result<{ readonly deviceNumber: number }, Refusal>>
}

/** What guarding stands on. */
export interface OwnFolderParts {
  readonly hub: Pick<Hub, 'listDevices' | 'readmit' | 'leaveDeviceNumbers'>
  readonly workspace: {
    readonly facts: Pick<Workspace['facts'], 'deviceId' | 'deviceNumber'>
    readonly sync: {
      readonly gate: SealGate
      readonly replica: Pick<DeviceReplica, 'relation'>
      readonly settings: Pick<SyncSettings, 'alarms' | 'dismiss'>
      readonly overview: Pick<SyncOverview, 'refused'>
    }
  }
}

const noOtherCourse = refusal(
  'already_done',
  'The hub knows no other course of its own folder and refused nothing of it, so there is none to leave.',
)

/**
 * Holds the gate of a hub's own folder from now on, until nothing can come back any more that it would have to stand
 * beside.
 */
export const guardOwnFolder = async ({ hub, workspace }: OwnFolderParts, scheduler: Scheduler): Promise<OwnFolder> => {
  const {
    facts,
    sync: { gate, replica, settings, overview },
  } = workspace
  const isMarked = (): boolean => settings.alarms().some(({ code }) => code === restoredHubAlarm)
  const unmark = (): Promise<Result<void, Refusal>> => settings.dismiss(restoredHubAlarm)
  // Only who is enrolled can bring anything back.
  if (
    isMarked() &&
    !(await hub.listDevices()).some(({ deviceId, state }) => deviceId !== facts.deviceId && state === 'active')
  )
    await unmark()
  if (isMarked()) await hub.leaveDeviceNumbers()
  let caughtUp = false
  let tellReady = (): void => undefined
  const firstRound = new Promise<void>((resolve) => {
    tellReady = resolve
  })
  const turn = (): void => {
    if (isMarked()) gate.hold(restoredHub)
    else if (caughtUp) gate.open()
    else gate.hold(catchingUp)
  }
  turn()
  return {
    rested: (inTrouble) => {
      if (caughtUp || inTrouble) return
      caughtUp = true
      turn()
      tellReady()
    },
    ready: async (forMs) => {
      let cancel = (): void => undefined
      const patience = new Promise<void>((resolve) => {
        cancel = scheduler.after(forMs, resolve)
      })
      await Promise.race([firstRound, patience])
      cancel()
    },
    trustRestored: async (service) => {
      const isHalted = replica.relation()?.halted?.state === 'hub_not_trusted'
      if (isHalted || !isMarked()) {
        const trusted = await service.trustRestoredHub()
        if (!trusted.ok || !isMarked()) return trusted
      }
      // What has come back is taken in before anything is sealed.
      const round = await service.syncNow()
      if (!round.ok) return round
      const unmarked = await unmark()
      turn()
      return unmarked
    },
    leaveCourse: async (service) => {
      if (replica.relation()?.halted?.state !== 'forked' && overview.refused() === 0) return fail(noOtherCourse)
      // Nothing is sealed between what is set aside and what the hub has in its place.
      caughtUp = false
      turn()
      const left = await service.retakeCourse(() => hub.readmit(facts.deviceId))
      if (!left.ok) return left
      // A round that fails is tried again by itself; the course is left in any case.
      await service.syncNow()
      return ok({ deviceNumber: facts.deviceNumber })
    },
  }
}
