import type { ClockPoint } from '../../domain/clock/hub-time.ts'
import type { SyncLink } from '../link.ts'
import type { AgreedVersion } from './agreed-version.ts'
import type { AskedCases } from './asked-cases.ts'
import type { PageIntake } from './page-intake.ts'
import type { DeviceReplica } from './replica.ts'
import type { Unnoted } from './unnoted.ts'

/** What the calls of one exchange share. */
export interface CallParts {
  readonly replica: DeviceReplica
  readonly link: SyncLink
  readonly agreed: AgreedVersion
  readonly nowMs: () => number
  readonly asked: AskedCases
  readonly intake: PageIntake
  /** Y-96: entries that wait, and to which the hub has answered while the disk was too full to note it. */
  readonly unnoted: Unnoted
  /**
   * What is done with the time that the hub tells (Y-86), by the clocks of this computer before and after the call;
   * absent: nothing.
   */
  readonly hubTime?: {
    readonly point: () => ClockPoint
    readonly heard: (hubMs: number, asked: ClockPoint, answered: ClockPoint) => Promise<void>
    /** A page was answered with the hub’s time, and all that is in it holds (Y-102). */
    readonly contacted: () => Promise<void>
  }
}

/** Whether any entry waits that may be sent: 0 or 1. */
export const waitingOf = async (unnoted: Unnoted): Promise<number> => {
  const runs = await unnoted.sendable({ entries: 1, bytes: 1 })
  return runs.reduce((sum, run) => sum + run.entries.length, 0)
}
