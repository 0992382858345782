import { minuteMs } from '../../../shared/text/days.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { Scheduler } from '../../platform/scheduler.ts'
import { isSilent, lastHeardMs } from './fleet.ts'
import { HubStoreFault } from './store-fault.ts'
import type { HubStore } from './store.ts'

/** A device of which nothing was heard for too long. */
export interface SilentDevice {
  readonly deviceId: string
  readonly lastHeardMs: number
}

export interface SilenceParts {
  readonly store: Pick<HubStore, 'reading' | 'exclusively'>
  readonly clock: Pick<Clock, 'nowMs'>
  readonly scheduler: Scheduler
  readonly log: Pick<Log, 'error' | 'warn'>
  readonly afterMs: number
  /** Tells people of a silence; where it throws, the silence is told again later. */
  readonly tell: (silent: SilentDevice) => Promise<void>
}

/** A hub that was off hears its devices first: they call within minutes. */
const firstLookMs = 15 * minuteMs
const lookMs = 60 * minuteMs

/** Looks once for devices that are silent too long, and tells of each silence once, over all processes of the hub. */
export const tellSilences = async ({
  store,
  clock,
  afterMs,
  tell,
}: Pick<SilenceParts, 'store' | 'clock' | 'afterMs' | 'tell'>): Promise<void> => {
  const rule = { nowMs: clock.nowMs(), afterMs }
  const [devices, healths] = await store.reading(async (tx) => [await tx.devices(), await tx.healths()] as const)
  const told = new Map(healths.map((one) => [one.deviceId, one]))
  for (const device of devices.filter((one) => isSilent(one, told.get(one.deviceId), rule))) {
    const { deviceId } = device
    const sinceMs = lastHeardMs(device, told.get(deviceId))
    await store.exclusively(async (tx) => {
      if (await tx.noteSilence(deviceId, sinceMs)) await tell({ deviceId, lastHeardMs: sinceMs })
    })
  }
}

/**
 * Y-98: looks for silent devices from now on, every hour.
 *
 * @returns ends it; resolves when nothing is under way any more
 */
export const startSilenceWatch = (parts: SilenceParts): (() => Promise<void>) => {
  const { scheduler, log } = parts
  let ended = false
  let running: Promise<void> = Promise.resolve()
  let cancel = (): void => undefined
  const look = async (): Promise<void> => {
    try {
      await tellSilences(parts)
    } catch (error) {
      if (error instanceof HubStoreFault)
        log.warn({ code: error.refusal.code }, 'silent devices could not be looked for')
      else log.error({ err: error }, 'silent devices could not be told')
    }
    if (!ended) cancel = scheduler.after(lookMs, begin)
  }
  const begin = (): void => {
    running = look()
  }
  cancel = scheduler.after(firstLookMs, begin)
  return async () => {
    ended = true
    cancel()
    await running
  }
}
