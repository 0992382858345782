import type { PushAnswer, PushedRun } from '../../../shared/protocol/sync.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { decodePush } from '../wire.ts'
import { refuseMessage, versionRefusal } from './answer.ts'
import type { CallRefusal } from './answer.ts'
import { activeDevice, readWorkspace, working } from './core.ts'
import type { HubCore } from './core.ts'
import { createPushChecks } from './push-checks.ts'
import { PushIntake } from './push-intake.ts'
import { followRefusals } from './refusals.ts'
import type { HubWork } from './work.ts'

/** Receipts stand with the last run of their case. */
const withReceipts = (runs: readonly PushedRun[], receipts: Awaited<ReturnType<HubWork['finish']>>): PushedRun[] => {
  const last = new Map(runs.map((run, index) => [run.case, index]))
  return runs.map((run, index) => {
    const receipt = receipts.get(run.case)
    return receipt !== undefined && last.get(run.case) === index && run.positions.length > 0 ? { ...run, receipt } : run
  })
}

/** Y-20 to Y-23: takes a push in, in one durable transaction. */
export const push = async (
  core: HubCore,
  deviceId: string,
  body: Uint8Array,
): Promise<Result<PushAnswer, CallRefusal>> => {
  const version = versionRefusal(body, core.env.versions)
  if (version !== null) return version
  const checks = createPushChecks(core, await core.store.reading(readWorkspace))
  const read = decodePush(body, checks.begin)
  if (!read.ok) {
    await checks.abandoned()
    return refuseMessage(read.error)
  }
  const runs = await checks.ended(read.value.runs)
  return await working(core, async (work): Promise<Result<PushAnswer, CallRefusal>> => {
    const device = await activeDevice(work.tx, deviceId)
    if (!device.ok) return device
    const intake = new PushIntake(core, work, device.value)
    const answers: PushedRun[] = []
    for (const run of runs) answers.push(await intake.take(run))
    await intake.tellReturned()
    await followRefusals(work, device.value, runs, answers)
    const receipts = await work.finish()
    const lease = await intake.finish()
    return ok({
      runs: withReceipts(answers, receipts),
      forked: intake.forked,
      ...(lease === undefined ? {} : { lease }),
    })
  })
}
