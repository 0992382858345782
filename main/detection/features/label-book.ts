import { firstRoom, roomFor, widened } from './columns.ts'
import { createTimeline, nodeMarks, none } from './timeline.ts'

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

export const noLabels: LabelState = { genuineAt: Number.NaN, fraudAt: Number.NaN, run: 0, runFrom: Number.NaN, frauds: 0, known: 0 }

/** A label: from `knownAt` on it is known that the activity of `happenedAt` was fraud, or was not. */
export interface Label {
  readonly knownAt: number
  readonly happenedAt: number
  readonly isFraud: boolean
  /** A fraud by an amount that is unusual for who pays: it says little of where it happened, and neither begins nor ends a run there. */
  readonly unusual: boolean
}

const later = (a: number, b: number): number => (Number.isNaN(a) || b > a ? b : a)

/** The state after one more label. */
export const withLabel = ({ genuineAt, fraudAt, run, runFrom, frauds, known }: LabelState, happenedAt: number, isFraud: boolean, unusual: boolean): LabelState =>
  isFraud
    ? { genuineAt, fraudAt: later(fraudAt, happenedAt), run: unusual ? run : run + 1, runFrom: unusual || run > 0 ? runFrom : happenedAt, frauds: frauds + 1, known: known + 1 }
    : { genuineAt: later(genuineAt, happenedAt), fraudAt, run: 0, runFrom: Number.NaN, frauds, known: known + 1 }

/** The labels of many entities, each counted from the moment in which it is known. */
export interface LabelBook {
  begin(entity: number, base: LabelState): void
  learn(entity: number, label: Label): void
  /** The first label that was said of an activity of that time from `knownFrom` on and is not hidden (or is, where `hidden` says so); -1 where none is kept. */
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

interface LabelBookOptions {
  readonly windows: readonly number[]
  readonly keepMs: number
  readonly onNode: (entity: number) => void
}

/**
 * An empty book. Every label holds the state that it leaves behind, so what is known at a point in time is read and not computed, and moving
 * back in time shows what was known then.
 */
export const createLabelBook = ({ windows, keepMs, onNode }: LabelBookOptions): LabelBook => {
  /** By node; what is known once it is. */
  const states: (LabelState | undefined)[] = []
  const bases: LabelState[] = []
  let baseAt = new Float64Array(firstRoom)

  const timeline = createTimeline({
    windows,
    keepMs,
    pairs: 0,
    onNode: (node, entity) => {
      // Nodes go in the order of their arrival; the base is the one that became known last.
      if (timeline.at(node) >= (baseAt[entity] as number)) {
        baseAt[entity] = timeline.at(node)
        bases[entity] = states[node] as LabelState
      }
      states[node] = undefined
      onNode(entity)
    },
  })

  const stateBefore = (entity: number, node: number): LabelState => {
    const before = timeline.before(node)
    return before === none ? (bases[entity] as LabelState) : (states[before] as LabelState)
  }

  const settle = (entity: number, from: number): void => {
    for (let node = from; node !== none; node = timeline.behind(node)) {
      const marks = timeline.marks(node)
      const before = stateBefore(entity, node)
      states[node] = (marks & nodeMarks.hidden) !== 0 ? before : withLabel(before, timeline.value(node), (marks & nodeMarks.flagged) !== 0, (marks & nodeMarks.unusual) !== 0)
    }
  }

  return {
    begin: (entity, base) => {
      timeline.begin(entity)
      if (entity >= baseAt.length) baseAt = widened(baseAt, roomFor(baseAt.length, entity + 1))
      baseAt[entity] = Number.NEGATIVE_INFINITY
      bases[entity] = base
    },
    learn: (entity, { knownAt, happenedAt, isFraud, unusual }) => {
      const marks = (isFraud ? nodeMarks.flagged : 0) | (unusual ? nodeMarks.unusual : 0)
      settle(entity, timeline.insert(entity, { at: knownAt, value: happenedAt, scaled: 0, marks }, null))
    },
    find: (entity, { happenedAt, isFraud }, knownFrom, hidden) => {
      let found: number = none
      for (let node = timeline.last(entity); node !== none && timeline.at(node) >= knownFrom; node = timeline.before(node)) {
        const marks = timeline.marks(node)
        if (timeline.value(node) === happenedAt && ((marks & nodeMarks.flagged) !== 0) === isFraud && ((marks & nodeMarks.hidden) !== 0) === hidden) found = node
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
      return newest === none ? (bases[entity] as LabelState) : (states[newest] as LabelState)
    },
    base: (entity) => bases[entity] as LabelState,
    size: () => timeline.size(),
  }
}
