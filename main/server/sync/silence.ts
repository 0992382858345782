import { ok } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { timerScheduler } from '../../platform/scheduler.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import { systemActor } from '../../storage/ledger/ledger.ts'
import type { SilentDevice } from '../../sync/hub/silence.ts'
import { startSilenceWatch } from '../../sync/hub/silence.ts'
import type { OpenHub } from './open-hub.ts'

/** Tells of silent devices by the events of the hub's own folder. */
export const silenceTeller =
  ({ ledger }: Pick<Workspace, 'ledger'>) =>
  async ({ deviceId, lastHeardMs }: SilentDevice): Promise<void> => {
    const data = { device_id: deviceId, last_heard_at: toTimestamp(lastHeardMs) }
    const told = await ledger.write(systemActor, (tx) =>
      Promise.resolve(ok(tx.emit({ type: 'sync.device_silent', data }, null))),
    )
    if (!told.ok) throw new Error(`a silent device could not be told: ${told.error.code}`)
  }

/** Looks for silent devices from now on; answers how to end it. */
export const watchSilence = ({ store, silentAfterMs, workspace }: OpenHub): (() => Promise<void>) =>
  startSilenceWatch({
    store,
    clock: workspace.env.clock,
    scheduler: timerScheduler,
    log: workspace.env.log,
    afterMs: silentAfterMs,
    tell: silenceTeller(workspace),
  })
