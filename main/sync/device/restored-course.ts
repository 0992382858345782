import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import { isRollback } from '../../../shared/schema/sync.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { restoredHubAlarm } from '../restored-hub.ts'
import { ReplicaRefused } from './replica.ts'
import type { SyncRunner } from './runner.ts'
import { wordsOfState } from './words.ts'
import type { DeviceWorkspace } from './workspace.ts'

/** What only a folder on which a hub stands can do. */
export interface OwnCourse {
  /**
   * Y-83: of a folder whose sync was stopped as `forked`: sets aside what no hub has and goes on as the same device
   * from what its hub has.
   *
   * @param readmit lets the hub hear this device again
   */
  retakeCourse(readmit: () => Promise<void>): Promise<Result<void, Refusal>>
}

const trusted = refusal('already_done', 'This device trusts its hub.')

/**
 * The ways back after a restoration, which a person decides: of the hub, and of the folder on which it stands.
 * `onTrusted` is told when a person has said that the hub was restored.
 */
export const createRestoredCourse = (
  { replica, settings }: Pick<DeviceWorkspace['sync'], 'replica' | 'settings'>,
  runner: Pick<SyncRunner, 'send' | 'alone'>,
  onTrusted: () => void,
): OwnCourse & {
  readonly trustRestoredHub: () => Promise<Result<void, Refusal>>
  readonly askHubAgain: () => Promise<Result<void, Refusal>>
} => ({
  askHubAgain: async () => {
    const halted = replica.relation()?.halted
    const code = halted?.message?.split(':', 1)[0] ?? ''
    if (halted?.state !== 'hub_not_trusted') return fail(trusted)
    if (isRollback(code)) return fail(refusal('sync_halted', `${wordsOfState('hub_not_trusted')} (${code})`))
    await replica.halt(null)
    await settings.dismiss(code)
    runner.send({ kind: 'trusted' })
    return ok(undefined)
  },
  trustRestoredHub: async () => {
    const halted = replica.relation()?.halted
    if (halted?.state !== 'hub_not_trusted') return fail(trusted)
    // Where the hub's order and this device's begin to differ only the hub can tell; what it has already it answers
    // with the place that it gave.
    for (const { case: name } of await replica.standings()) await replica.rewind(name, 0)
    await replica.halt(null)
    for (const { code } of settings.alarms()) if (code !== restoredHubAlarm) await settings.dismiss(code)
    onTrusted()
    runner.send({ kind: 'trusted' })
    return ok(undefined)
  },
  retakeCourse: async (readmit) => {
    try {
      await runner.alone(async () => {
        await replica.retakeCourse()
        await readmit()
        await replica.halt(null)
      })
    } catch (error) {
      if (error instanceof ReplicaRefused) return fail(error.refusal)
      throw error
    }
    await settings.dismiss('forked')
    runner.send({ kind: 'trusted' })
    return ok(undefined)
  },
})
