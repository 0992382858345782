import { firstRoom } from './columns.ts'
import { createRecords } from './records.ts'
import { nodeMarks, none } from './timeline-nodes.ts'
import { createTimeline } from './timeline.ts'

/** What is known of an entity's labels at a point in time. */
export interface LabelState {
  /** When the latest activity happened that is known to be genuine; NaN without one. */
  readonly genuineAt: number
  /** When the latest one happened that is known to be fraud; NaN without one. */
  readonly fraudAt: number
  /** Frauds since the latest genuine one, in the order in which labels became known. */
  readonly run: number
  /** When the first fraud of that run happened; NaN without a run. */
  readonly runFrom: number
  /** Of all time. */
  readonly frauds: number
  readonly known: number
}

export const noLabels: LabelState = {
  genuineAt: Number.NaN,
  fraudAt: Number.NaN,
  run: 0,
  runFrom: Number.NaN,
  frauds: 0,
  known: 0,
}

/** A label: from `knownAt` on it is known that the activity of `happenedAt` was fraud, or was not. */
export interface Label {
  readonly knownAt: number
  readonly happenedAt: number
  readonly isFraud: boolean
  /**
   * A fraud by an amount that is unusual for who pays: it says little of where it happened, and neither begins nor ends
   * a run there.
   */
  readonly unusual: boolean
}

const later = (a: number, b: number): number => (Number.isNaN(a) || b > a ? b : a)

/** The state after one more label. */
export const withLabel = (
  { genuineAt, fraudAt, run, runFrom, frauds, known }: LabelState,
  happenedAt: number,
  isFraud: boolean,
  unusual: boolean,
): LabelState =>
  isFraud
    ? {
        genuineAt,
        fraudAt: later(fraudAt, happenedAt),
        run: unusual ? run : run + 1,
        runFrom: unusual || run > 0 ? runFrom : happenedAt,
        frauds: frauds + 1,
        known: known + 1,
      }
    : { genuineAt: later(genuineAt, happenedAt), fraudAt, run: 0, runFrom: Number.NaN, frauds, known: known + 1 }

/** The labels of many entities, each counted from the moment in which it is known. */
export interface LabelBook {
  begin(entity: number, base: LabelState): void
  learn(entity: number, label: Label): void
  /**
   * The first label that was said of an activity of that time from `knownFrom` on and is not hidden (or is, where
   * `hidden` says so); -1 where none is kept.
   */
  find(entity: number, label: Pick<Label, 'happenedAt' | 'isFraud'>, knownFrom: number, hidden: boolean): number
  /** When a label that was found is known. */
  knownAt(node: number): number
  /** Takes a label back, as if it had never been said; or puts one that was taken back in its place again. */
  hide(entity: number, node: number): void
  show(entity: number, node: number): void
  moveTo(entity: number, t: number): void
  sweep(clock: number, most: number): void
  known(entity: number, window: number): number
  frauds(entity: number, window: number): number
  /** What is known at the entity's point in time. */
  state(entity: number): LabelState
  /** What is known by labels of which nothing is kept any more. */
  base(entity: number): LabelState
  size(): number
}

/**
 * Numbered states in one piece of memory: an object for each label that is kept would be most of the memory, and of
 * what its collector does.
 */
const createStates = () => {
  const records = createRecords(10, firstRoom)
  const { words } = records
  return {
    set: (place: number, { genuineAt, fraudAt, run, runFrom, frauds, known }: LabelState): void => {
      records.reach(place)
      const { ints, floats } = records
      const at = place * words
      floats[at >> 1] = genuineAt
      floats[(at >> 1) + 1] = fraudAt
      floats[(at >> 1) + 2] = runFrom
      ints[at + 6] = run
      ints[at + 7] = frauds
      ints[at + 8] = known
    },
    get: (place: number): LabelState => {
      const { ints, floats } = records
      const at = place * words
      const known = ints[at + 8] as number
      // Who keeps states tells by `noLabels` itself that nothing is known.
      if (known === 0) return noLabels
      return {
        genuineAt: floats[at >> 1] as number,
        fraudAt: floats[(at >> 1) + 1] as number,
        run: ints[at + 6] as number,
        runFrom: floats[(at >> 1) + 2] as number,
        frauds: ints[at + 7] as number,
        known,
      }
    },
  }
}

interface LabelBookOptions {
  readonly windows: readonly number[]
  readonly keepMs: number
  readonly onNode: (entity: number) => void
}

/**
 * An empty book. Every label holds the state that it leaves behind, so what is known at a point in time is read and not
 * computed, and moving back in time shows what was known then.
 */
export const createLabelBook = ({ windows, keepMs, onNode }: LabelBookOptions): LabelBook => {
  /** By node; what is known once it is. */
  const states = createStates()
  const bases = createStates()
  /** Words 0 and 1: from when on the base is known. */
  const baseTimes = createRecords(2, firstRoom)

  const timeline = createTimeline({
    windows,
    keepMs,
    pairs: 0,
    onNode: (node, entity) => {
      // Nodes go in the order of their arrival; the base is the one that became known last.
      if (timeline.at(node) >= (baseTimes.floats[entity] as number)) {
        baseTimes.floats[entity] = timeline.at(node)
        bases.set(entity, states.get(node))
      }
      onNode(entity)
    },
  })

  const stateBefore = (entity: number, node: number): LabelState => {
    const before = timeline.before(node)
    return before === none ? bases.get(entity) : states.get(before)
  }

  const settle = (entity: number, from: number): void => {
    for (let node = from; node !== none; node = timeline.behind(node)) {
      const marks = timeline.marks(node)
      const before = stateBefore(entity, node)
      states.set(
        node,
        (marks & nodeMarks.hidden) !== 0
          ? before
          : withLabel(
              before,
              timeline.value(node),
              (marks & nodeMarks.flagged) !== 0,
              (marks & nodeMarks.unusual) !== 0,
            ),
      )
    }
  }

  return {
    begin: (entity, base) => {
      timeline.begin(entity)
      baseTimes.reach(entity)
      baseTimes.floats[entity] = Number.NEGATIVE_INFINITY
      bases.set(entity, base)
    },
    learn: (entity, { knownAt, happenedAt, isFraud, unusual }) => {
      const marks = (isFraud ? nodeMarks.flagged : 0) | (unusual ? nodeMarks.unusual : 0)
      settle(entity, timeline.insert(entity, { at: knownAt, value: happenedAt, scaled: 0, marks }, null))
    },
    find: (entity, { happenedAt, isFraud }, knownFrom, hidden) => {
      let found: number = none
      for (
        let node = timeline.last(entity);
        node !== none && timeline.at(node) >= knownFrom;
        node = timeline.before(node)
      ) {
        const marks = timeline.marks(node)
        if (
          timeline.value(node) === happenedAt &&
          ((marks & nodeMarks.flagged) !== 0) === isFraud &&
          ((marks & nodeMarks.hidden) !== 0) === hidden
        )
          found = node
      }
      return found
    },
    knownAt: (node) => timeline.at(node),
    hide: (entity, node) => {
      timeline.hide(node)
      settle(entity, node)
    },
    show: (entity, node) => {
      timeline.show(node)
      settle(entity, node)
    },
    moveTo: (entity, t) => timeline.moveTo(entity, t),
    sweep: (clock, most) => timeline.sweep(clock, most),
    known: (entity, window) => timeline.count(entity, window),
    frauds: (entity, window) => timeline.flagged(entity, window),
    state: (entity) => {
      const newest = timeline.newest(entity)
      return newest === none ? bases.get(entity) : states.get(newest)
    },
    base: (entity) => bases.get(entity),
    size: () => timeline.size(),
  }
}
