import type { AcceptedPage } from './accept.ts'
import type { AskedCases } from './asked-cases.ts'
import { hubRelationOf } from './replica.ts'
import type { DeviceReplica, Intake } from './replica.ts'
import { triedAgain } from './tried-again.ts'
import type { Unnoted } from './unnoted.ts'

/** What the calls of sync moved, for a person. */
export interface SyncMoved {
  readonly sent: number
  readonly received: number
  readonly refused: number
  readonly cases: ReadonlySet<string>
}

/** What a page brought. */
export interface PageBrought {
  /** Whether there was anything that was not here, or the feed number moved. */
  readonly isNews: boolean
  /** Entries of others that came, and the cases of which any came. */
  readonly received: number
  readonly cases: readonly string[]
}

const bringsNothing = ({ log, cases, granted, dropped }: Intake): boolean =>
  log === undefined && cases.length === 0 && granted.length === 0 && dropped.length === 0

/** Takes accepted pages into the replica, and counts for a person what moved. */
export class PageIntake {
  readonly #replica: DeviceReplica
  readonly #asked: AskedCases
  readonly #unnoted: Unnoted
  #sent = 0
  #received = 0
  #refused = 0
  #cases = new Set<string>()

  constructor(replica: DeviceReplica, asked: AskedCases, unnoted: Unnoted) {
    this.#replica = replica
    this.#asked = asked
    this.#unnoted = unnoted
  }

  /** Takes a page in, which is not counted. */
  async takeUncounted({ intake }: Pick<AcceptedPage, 'intake'>): Promise<PageBrought> {
    const replica = this.#replica
    const isNews = !bringsNothing(intake) || (intake.since !== null && intake.since !== hubRelationOf(replica).since)
    if (isNews || intake.lease !== null) {
      await replica.take(intake)
      this.#unnoted.clear()
    }
    if (intake.cases.length > 0 || intake.granted.length > 0)
      for (const name of triedAgain(intake, await replica.refusedStandings())) await replica.keepRefusal(name, null)
    await this.#asked.took(intake)
    return {
      isNews,
      received: intake.cases.reduce((sum, { entries }) => sum + entries.filter((one) => !('own' in one)).length, 0),
      cases: intake.cases.filter(({ entries }) => entries.length > 0).map(({ case: name }) => name),
    }
  }

  async take(accepted: Pick<AcceptedPage, 'intake'>): Promise<PageBrought> {
    const brought = await this.takeUncounted(accepted)
    this.#received += brought.received
    for (const name of brought.cases) this.#cases.add(name)
    return brought
  }

  countSent(entries: number): void {
    this.#sent += entries
  }

  countRefused(): void {
    this.#refused += 1
  }

  /** What moved since this was last asked. */
  takeMoved(): SyncMoved {
    const moved = { sent: this.#sent, received: this.#received, refused: this.#refused, cases: this.#cases }
    this.#sent = 0
    this.#received = 0
    this.#refused = 0
    this.#cases = new Set()
    return moved
  }
}
