import type { Activity } from '../../../../shared/schema/activity.ts'
import type { DayRange } from '../../../../shared/schema/models.ts'
import { dayMs } from '../../../../shared/text/days.ts'
import { createMatrixBuilder, type FeatureMatrix } from '../train/matrix.ts'
import { dayNumberAt, isInRange } from './days.ts'

/** An activity of the past, apart from what became known of it afterwards. */
export interface StudiedActivity {
  /** Without `is_fraud`: what is only known later never stands beside what a feature reads. */
  readonly event: Activity
  readonly atMs: number
  /** Undefined where nobody said. */
  readonly isFraud: boolean | undefined
}

/** Windows over everything that was seen, as a study needs them. */
export interface FeatureMeter {
  readonly names: readonly string[]
  /**
   * What is known of an activity just before it is counted, in the order of the names, NaN where nothing is; the next
   * call may write over it.
   */
  measure(event: Activity): ArrayLike<number>
  /** Tells whether an activity was fraud; features know of it from `knownAtMs` on. */
  learn(event: Activity, isFraud: boolean, knownAtMs: number): void
}

/** Activities with their features as they were known at their time, in order of time. */
export interface Sample {
  readonly matrix: FeatureMatrix
  /** 1 for fraud; what nobody said counts as none. */
  readonly labels: Uint8Array
  /** 1 where somebody said whether it was fraud. */
  readonly told: Uint8Array
  /** Number of the customer, by `cardNumber`. */
  readonly cards: Int32Array
  /** Number of the UTC day. */
  readonly days: Int32Array
}

/** A fraud by whom it met, and the day. */
export interface CardFraud {
  readonly card: number
  readonly day: number
}

export interface Collected {
  readonly train: Sample
  readonly test: Sample
  /** All frauds that were read, of every day. */
  readonly frauds: readonly CardFraud[]
  /** Whether anything of the training's days is labelled at all. */
  readonly isLabelled: boolean
}

export interface CollectPlan {
  /** The features to keep, in this order. */
  readonly names: readonly string[]
  readonly train: DayRange | null
  readonly test: DayRange | null
  /** Days after which a label is known to features. */
  readonly delayDays: number
  /** Called every thousand activities; false ends the work with an error. */
  readonly onProgress?: (done: number) => boolean
}

/** Thrown where whoever follows the work has ended it. */
export class StudyCancelled extends Error {
  override readonly name = 'StudyCancelled'
}

const createSampleBuilder = (
  names: readonly string[],
): { add(values: Float32Array, isFraud: boolean | undefined, card: number, day: number): void; build(): Sample } => {
  const matrix = createMatrixBuilder(names)
  const labels: number[] = []
  const told: number[] = []
  const cards: number[] = []
  const days: number[] = []
  return {
    add(values, isFraud, card, day) {
      matrix.add(values)
      labels.push(isFraud === true ? 1 : 0)
      told.push(isFraud === undefined ? 0 : 1)
      cards.push(card)
      days.push(day)
    },
    build: () => ({
      matrix: matrix.build(),
      labels: Uint8Array.from(labels),
      told: Uint8Array.from(told),
      cards: Int32Array.from(cards),
      days: Int32Array.from(days),
    }),
  }
}

/** Takes activities one by one, in the order of their time. */
export interface Collector {
  add(activity: StudiedActivity): void
  /** What was taken so far. */
  collected(): Collected
}

/**
 * Lets the features see activities in the order of their time and keeps what they said of those of the training and of
 * the test.
 * A label reaches the features only after the delay: `learn` is told when it becomes known.
 */
export const createCollector = (source: FeatureMeter, plan: Omit<CollectPlan, 'onProgress'>): Collector => {
  const train = createSampleBuilder(plan.names)
  const test = createSampleBuilder(plan.names)
  const numbers = new Map<string, number>()
  const frauds: CardFraud[] = []
  const values = new Float32Array(plan.names.length)
  const places = new Map(source.names.map((name, place) => [name, place]))
  const kept = Int32Array.from(plan.names, (name) => places.get(name) ?? -1)
  let isLabelled = false
  const keep = (measured: ArrayLike<number>): Float32Array => {
    for (let index = 0; index < kept.length; index += 1) {
      const place = kept[index] as number
      const value = place < 0 ? Number.NaN : (measured[place] ?? Number.NaN)
      values[index] = Number.isFinite(value) ? value : Number.NaN
    }
    return values
  }
  const cardNumber = ({ customer_id: customer, account_id: account, transaction_id: own }: Activity): number => {
    const key =
      customer === undefined
        ? account === undefined
          ? `transaction ${own}`
          : `account ${account}`
        : `customer ${customer}`
    const known = numbers.get(key)
    if (known !== undefined) return known
    numbers.set(key, numbers.size)
    return numbers.size - 1
  }
  return {
    add({ event, atMs, isFraud }) {
      const measured = source.measure(event)
      const day = dayNumberAt(atMs)
      const card = cardNumber(event)
      if (plan.train !== null && isInRange(day, plan.train)) {
        train.add(keep(measured), isFraud, card, day)
        isLabelled ||= isFraud !== undefined
      }
      if (plan.test !== null && isInRange(day, plan.test)) test.add(keep(measured), isFraud, card, day)
      if (isFraud === true) frauds.push({ card, day })
      if (isFraud !== undefined) source.learn(event, isFraud, atMs + plan.delayDays * dayMs)
    },
    collected: () => ({ train: train.build(), test: test.build(), frauds, isLabelled }),
  }
}

/**
 * Collects all of a file.
 *
 * @throws StudyCancelled where `onProgress` answers false.
 */
export const collect = (activities: Iterable<StudiedActivity>, source: FeatureMeter, plan: CollectPlan): Collected => {
  const collector = createCollector(source, plan)
  let done = 0
  for (const activity of activities) {
    collector.add(activity)
    done += 1
    if (done % 1_000 === 0 && plan.onProgress?.(done) === false)
      throw new StudyCancelled('ended while features were computed')
  }
  return collector.collected()
}

/**
 * Which activities of a test are of customers whose fraud was known by their day: it happened on a day from `knownFrom`
 * on and at least the label delay, and a day, before. The fraud detection handbook leaves these out: their cards are
 * blocked.
 */
export const knownByThen = (
  test: Sample,
  frauds: readonly CardFraud[],
  knownFrom: number,
  delayDays: number,
): Uint8Array => {
  const first = new Map<number, number>()
  for (const { card, day } of frauds) if (day >= knownFrom && day < (first.get(card) ?? Infinity)) first.set(card, day)
  return Uint8Array.from({ length: test.labels.length }, (_, row) => {
    const since = first.get(test.cards[row] as number)
    return since !== undefined && since <= (test.days[row] as number) - Math.ceil(delayDays) - 1 ? 1 : 0
  })
}
