import type { AcceptedPage } from './accept.ts'
import type { DeviceReplica, Intake } from './replica.ts'

/** Cases that a pull asks for from the device's own count, and why. */
export class AskedCases {
  readonly #replica: Pick<DeviceReplica, 'standing' | 'unfinished'>
  /** Grants that are not here whole; null: the replica was not asked yet. */
  #lacking: Set<string> | null = null
  readonly #gaps = new Set<string>()
  /**
   * Cases of which the hub has signed receipts beyond the last checkpoint that was verified: they are asked for until a
   * checkpoint covers what is here, over restarts too (Y-51).
   */
  readonly #placed = new Set<string>()
  /**
   * Cases of the pages that came since the feed number last moved: changes that share a number are told again until all
   * of them were, but for what the device says it has.
   */
  readonly #told = new Set<string>()

  constructor(replica: Pick<DeviceReplica, 'standing' | 'unfinished'>) {
    this.#replica = replica
  }

  async #lackingCases(): Promise<Set<string>> {
    if (this.#lacking === null) {
      const unfinished = await this.#replica.unfinished()
      for (const name of unfinished.uncovered) this.#placed.add(name)
      this.#lacking = new Set(unfinished.lacking)
    }
    return this.#lacking
  }

  async #isIncomplete(name: string): Promise<boolean> {
    const standing = await this.#replica.standing(name)
    return standing !== null && standing.received < standing.announced
  }

  /** All that the next pull asks for. */
  async now(): Promise<ReadonlySet<string>> {
    return new Set([...(await this.#lackingCases()), ...this.#gaps, ...this.#placed, ...this.#told])
  }

  /** Whether anything lacks that the feed will not tell by itself. */
  async lackSomething(): Promise<boolean> {
    return this.#gaps.size > 0 || (await this.#lackingCases()).size > 0
  }

  /** Something lacks before what the device has of a case. */
  gap(name: string): void {
    this.#gaps.add(name)
  }

  /** The hub has signed for what was placed in a case. */
  placed(name: string): void {
    this.#placed.add(name)
    this.#gaps.delete(name)
  }

  /** What was taken in may complete cases, or bring some that are not here whole. */
  async took({ dropped, granted, cases }: Pick<Intake, 'dropped' | 'granted' | 'cases'>): Promise<void> {
    const set = await this.#lackingCases()
    for (const name of dropped) set.delete(name)
    for (const name of [...granted, ...cases].map(({ case: name }) => name)) {
      if (await this.#isIncomplete(name)) set.add(name)
      else set.delete(name)
    }
  }

  /** A page of a pull was taken in. `moved`: the feed number did; `whole`: nothing of the page was cut off. */
  pulled({ gaps, more, intake }: AcceptedPage, { moved, whole }: { readonly moved: boolean; readonly whole: boolean }) {
    this.#gaps.clear()
    for (const name of gaps) this.#gaps.add(name)
    if (moved || !more) this.#told.clear()
    if (more) for (const { case: name } of intake.cases) this.#told.add(name)
    else if (whole) this.#placed.clear()
  }
}
