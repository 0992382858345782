import type { HubTime } from '../../domain/clock/hub-time.ts'
import type { Log } from '../../platform/log.ts'
import type { WatchedClock } from './watched-clock.ts'
import type { DeviceSettings } from './workspace.ts'

/**
 * A comparison with the hub’s clock is kept for this long before one that differs by less than the other is kept in its
 * place.
 */
const keptForMs = 60_000
const sameMs = 1_000

const saysTheSame = (time: HubTime, before: HubTime): boolean =>
  before.bootId === time.bootId &&
  time.upMs - before.upMs < keptForMs &&
  Math.abs(time.wallMs - time.hubMs - (before.wallMs - before.hubMs)) < sameMs

/**
 * Takes in the time that a hub tells (Y-86), and keeps it unless the comparison that is kept says the same and is
 * fresh. One that could not be kept is made again at the next contact.
 */
export const keepsHeardTime =
  (watched: WatchedClock, settings: Pick<DeviceSettings, 'hubTime' | 'keepHubTime'>, log: Pick<Log, 'warn'>) =>
  async (...told: Parameters<WatchedClock['heard']>): Promise<void> => {
    const time = watched.heard(...told)
    const before = settings.hubTime()
    if (before !== null && saysTheSame(time, before)) return
    const kept = await settings.keepHubTime(time)
    if (!kept.ok) log.warn({ code: kept.error.code }, 'the time of the hub could not be kept')
  }
