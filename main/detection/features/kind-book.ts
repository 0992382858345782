import type { Activity, EntityKind } from '../../../shared/schema/activity.ts'
import { amountScale, entityKinds } from '../../../shared/schema/activity.ts'
import { dayMs, hourMs } from '../../../shared/text/days.ts'
import { countInProfile, hourOf, hourShare, newProfile } from '../profiles/profile.ts'
import type { ProfileState } from '../profiles/profile.ts'
import { kilometresBetween } from '../profiles/distance.ts'
import { scaledAmount, scaleSteps } from './amount.ts'
import { isProfiled, kindNotes, pairings } from './catalogue.ts'
import { firstRoom, roomFor, widened } from './columns.ts'
import { createEntityNumbers } from './entities.ts'
import { createLabelBook, noLabels } from './label-book.ts'
import type { Label, LabelState } from './label-book.ts'
import { nodeMarks, none } from './timeline-nodes.ts'
import { createTimeline } from './timeline.ts'
import { activityWindows, dayWindow, hourWindow, keepMs, labelWindows, monthWindow, weekWindow } from './windows.ts'

/** What stays of an entity when none of its activities lies in a window any more. */
export interface EntityState {
  readonly labels: LabelState
  readonly profile: ProfileState | null
}

/** Where the states of entities are that are not in memory; null for one that was never saved. */
export type LoadEntity = (kind: EntityKind, id: string) => EntityState | null

/** A label as it was said. */
export interface SaidLabel {
  readonly happenedAt: number
  readonly isFraud: boolean
  /** It counts from then on, or later. */
  readonly knownFrom: number
}

/** An activity as it is counted. */
export interface Counted {
  readonly event: Activity
  readonly at: number
  /** The amount in units of the base currency; NaN without one, and where its currency has no rate. */
  readonly units: number
  /** The same in ten-thousandths; null without one. */
  readonly amount: number | null
  /** Numbers of the activity's entities by the place of their kind, -1 where it names none. */
  readonly entities: Int32Array
}

/** How many times the mean makes an amount unusual. */
export const highTimes = 3
/** A fraud above so many times the mean of ordinary amounts says little of where it happened. */
export const unusualTimes = 2

const windowMs = activityWindows.map(({ ms }) => ms)
const labelMs = labelWindows.map(({ ms }) => ms)

/** Everything of the entities of one kind. */
export interface KindBook {
  readonly kind: EntityKind
  /** Stands for an entity that was never met: nothing is ever counted of it. */
  readonly nobody: number
  /** How many features it measures. */
  readonly width: number
  /** The number of an entity, or -1; it is brought into memory where it was saved, and made where `make` says so. */
  resolve(id: string, make: boolean): number
  /** Moves an entity to a time and writes its features behind `place`. */
  measure(entity: number, of: Counted, values: Float64Array, place: number): void
  /** Counts an activity in the windows, at a time to which its entity was moved. */
  count(entity: number, of: Counted, marks: number): void
  countProfile(entity: number, of: Counted): void
  /** Puts back an activity that was counted before. */
  restore(entity: number, at: number, amount: number | null, marks: number, entities: Int32Array): void
  learn(entity: number, label: Label): void
  /**
   * When the label is known that `turn` would take back or put back (`hidden`: it was taken back); null where it is not
   * kept any more.
   */
  knownAt(entity: number, label: SaidLabel, hidden: boolean): number | null
  /** Takes a label back, or puts it back. */
  turn(entity: number, label: SaidLabel, hidden: boolean): void
  /** Whether an amount is above `times` the entity's mean of 30 days at a time. */
  isAbove(entity: number, at: number, amount: number | null, times: number): boolean
  /** Whether an amount is above `times` the mean of the entity's ordinary amounts. */
  isUnusual(entity: number, amount: number | null, times: number): boolean
  profile(entity: number): ProfileState | null
  sweep(clock: number, most: number): void
  /** Lets entities go of which nothing is counted, as far as what is known of them is saved. */
  rest(): void
  /** The entities whose state has changed since `saved`. */
  changed(): readonly { readonly id: string; readonly state: EntityState }[]
  saved(): void
  idOf(entity: number): string
  size(): { readonly entities: number; readonly activities: number; readonly labels: number }
}

/** The books of all kinds; each refers to entities of the others. */
export const createKindBooks = (load: LoadEntity | null): readonly KindBook[] => {
  const numbersOf = entityKinds.map(() => createEntityNumbers())
  /** By kind: entities that may have lost their last activity since `rest`. */
  const idleOf: number[][] = entityKinds.map(() => [])

  const letGo = (kindAt: number, entity: number): void => {
    if ((numbersOf[kindAt] as (typeof numbersOf)[number]).release(entity)) (idleOf[kindAt] as number[]).push(entity)
  }

  const createBook = (kind: EntityKind, kindAt: number): KindBook => {
    const numbers = numbersOf[kindAt] as (typeof numbersOf)[number]
    const idle = idleOf[kindAt] as number[]
    /** Idle ones whose state is not saved yet. */
    const waiting = new Set<number>()
    const otherKinds = pairings[kind].map((other) => entityKinds.indexOf(other))
    const others = new Int32Array(otherKinds.length)
    const profiled = isProfiled(kind)
    const profiles: (ProfileState | undefined)[] = []
    let dirty = new Uint8Array(firstRoom)
    let touched: number[] = []

    const touch = (entity: number): void => {
      if (load === null || dirty[entity] === 1) return
      dirty[entity] = 1
      touched.push(entity)
    }

    const timeline = createTimeline({
      windows: windowMs,
      keepMs,
      pairs: otherKinds.length,
      onNode: (_node, entity) => letGo(kindAt, entity),
      onPair: (pairing, other) => letGo(otherKinds[pairing] as number, other),
    })
    const labels = createLabelBook({
      windows: labelMs,
      keepMs,
      onNode: (entity) => {
        touch(entity)
        letGo(kindAt, entity)
      },
    })

    const begin = (id: string, state: EntityState | null): number => {
      const entity = numbers.add(id)
      if (entity >= dirty.length) dirty = widened(dirty, roomFor(dirty.length, entity + 1))
      dirty[entity] = 0
      timeline.begin(entity)
      labels.begin(entity, state?.labels ?? noLabels)
      profiles[entity] = state?.profile ?? undefined
      // Nothing is counted of it yet.
      idle.push(entity)
      return entity
    }

    const withOthers = (entities: Int32Array): Int32Array => {
      for (let pairing = 0; pairing < others.length; pairing += 1)
        others[pairing] = entities[otherKinds[pairing] as number] as number
      return others
    }

    const put = (entity: number, at: number, amount: number | null, marks: number, entities: Int32Array): void => {
      numbers.hold(entity)
      for (let pairing = 0; pairing < otherKinds.length; pairing += 1) {
        const other = entities[otherKinds[pairing] as number] as number
        if (other !== none) (numbersOf[otherKinds[pairing] as number] as (typeof numbersOf)[number]).hold(other)
      }
      const node =
        amount === null
          ? { at, value: 0, scaled: 0, marks }
          : { at, value: amount, scaled: scaledAmount(amount), marks: marks | nodeMarks.valued }
      timeline.insert(entity, node, withOthers(entities))
    }

    const mean = (entity: number, window: number): number => {
      const valued = timeline.valued(entity, window)
      return valued === 0 ? Number.NaN : timeline.sum(entity, window) / valued
    }

    const ratio = (a: number, b: number): number => (b > 0 ? a / b : Number.NaN)

    const zScore = (entity: number, amount: number): number => {
      const valued = timeline.valued(entity, monthWindow)
      if (valued < 2) return Number.NaN
      const middle = timeline.scaledSum(entity, monthWindow) / valued
      const spread = Math.sqrt(Math.max(0, timeline.scaledSquares(entity, monthWindow) / valued - middle * middle))
      // A tenth of a doubling keeps habits without any spread from making every cent a sensation.
      return (scaledAmount(amount) - middle) / (spread + scaleSteps / 10)
    }

    const measureOwn = (entity: number, { event, at, amount }: Counted, values: Float64Array, from: number): number => {
      let place = from
      for (let window = dayWindow; window <= monthWindow; window += 1)
        values[place++] = timeline.flagged(entity, window)
      values[place++] = amount === null ? Number.NaN : ratio(amount, mean(entity, monthWindow))
      values[place++] = amount === null ? Number.NaN : zScore(entity, amount)
      values[place++] = ratio(timeline.count(entity, hourWindow) * 24, timeline.count(entity, dayWindow))
      values[place++] = ratio(timeline.count(entity, dayWindow) * 30, timeline.count(entity, monthWindow))
      values[place++] = ratio((timeline.count(entity, weekWindow) * 30) / 7, timeline.count(entity, monthWindow))
      values[place++] = ratio(timeline.sum(entity, dayWindow) * 30, timeline.sum(entity, monthWindow))
      const profile = profiles[entity]
      // A profile holds what came later too, where an activity comes late.
      const known = profile !== undefined && profile.lastMs <= at ? profile : undefined
      values[place++] = profile !== undefined && profile.firstMs <= at ? (at - profile.firstMs) / dayMs : Number.NaN
      values[place++] = known === undefined ? Number.NaN : hourShare(known, hourOf(at))
      const last = known?.place ?? null
      const far =
        last === null || event.latitude === undefined || event.longitude === undefined
          ? Number.NaN
          : kilometresBetween(last.latitude, last.longitude, event.latitude, event.longitude)
      values[place++] = far
      // A second at least: two places at the same moment are a speed too.
      values[place++] = last === null ? Number.NaN : (far * hourMs) / Math.max(at - last.atMs, 1_000)
      values[place++] = known === undefined || amount === null ? Number.NaN : ratio(amount, known.ordinaryMean)
      return place
    }

    const measureLabels = (entity: number, at: number, values: Float64Array, from: number): number => {
      let place = from
      for (let window = 0; window < labelMs.length; window += 1) {
        const known = labels.known(entity, window)
        const frauds = labels.frauds(entity, window)
        values[place++] = known
        values[place++] = frauds
        values[place++] = known === 0 ? Number.NaN : frauds / known
      }
      const state = labels.state(entity)
      values[place++] = (at - state.genuineAt) / dayMs
      values[place++] = (at - state.fraudAt) / dayMs
      values[place++] = state.run
      values[place++] = (at - state.runFrom) / dayMs
      values[place++] = state.frauds
      const today = Math.floor(at / dayMs)
      values[place++] = today - Math.floor(state.genuineAt / dayMs)
      values[place++] = today - Math.floor(state.runFrom / dayMs)
      return place
    }

    const measureCounts = (entity: number, of: Counted, values: Float64Array, from: number): number => {
      let place = from
      for (let window = 0; window < windowMs.length; window += 1) {
        const sum = timeline.sum(entity, window)
        const valued = timeline.valued(entity, window)
        values[place++] = timeline.count(entity, window)
        values[place++] = sum / amountScale
        values[place++] = valued === 0 ? Number.NaN : sum / valued / amountScale
      }
      const newest = timeline.newest(entity)
      const since = newest === none ? Number.NaN : of.at - timeline.at(newest)
      values[place++] = since < (windowMs[monthWindow] as number) ? since / hourMs : Number.NaN
      for (let pairing = 0; pairing < otherKinds.length; pairing += 1) {
        for (let window = 0; window < windowMs.length; window += 1)
          values[place++] = timeline.distinct(entity, window, pairing)
        const other = of.entities[otherKinds[pairing] as number] as number
        values[place++] = other === none ? Number.NaN : timeline.met(entity, monthWindow, pairing, other)
      }
      return place
    }

    const remove = (entity: number): void => {
      profiles[entity] = undefined
      numbers.remove(entity)
    }

    const remembers = (entity: number): boolean => profiles[entity] !== undefined || labels.base(entity) !== noLabels

    const nobody = begin('', null)
    numbers.hold(nobody)

    return {
      kind,
      nobody,
      width: kindNotes(kind).length,
      resolve: (id, make) => {
        const entity = numbers.find(id)
        if (entity !== none) return entity
        const state = load === null ? null : load(kind, id)
        return state === null && !make ? none : begin(id, state)
      },
      measure: (entity, of, values, place) => {
        timeline.moveTo(entity, of.at)
        labels.moveTo(entity, of.at)
        const next = measureLabels(entity, of.at, values, measureCounts(entity, of, values, place))
        if (profiled) measureOwn(entity, of, values, next)
      },
      count: (entity, { at, amount, entities }, marks) => put(entity, at, amount, marks, entities),
      countProfile: (entity, { event, at, amount }) => {
        if (!profiled) return
        touch(entity)
        const profile = (profiles[entity] ??= newProfile(event.at, at))
        countInProfile(profile, event, at, amount)
      },
      restore: put,
      learn: (entity, label) => {
        numbers.hold(entity)
        labels.learn(entity, label)
      },
      knownAt: (entity, label, hidden) => {
        const node = labels.find(entity, label, label.knownFrom, hidden)
        return node === none ? null : labels.knownAt(node)
      },
      turn: (entity, label, hidden) => {
        const node = labels.find(entity, label, label.knownFrom, hidden)
        if (node === none) return
        if (hidden) labels.show(entity, node)
        else labels.hide(entity, node)
      },
      isAbove: (entity, at, amount, times) => {
        if (amount === null) return false
        timeline.moveTo(entity, at)
        return amount > times * mean(entity, monthWindow)
      },
      isUnusual: (entity, amount, times) => {
        const profile = profiles[entity]
        return (
          amount !== null && profile !== undefined && profile.ordinaryCount > 0 && amount > times * profile.ordinaryMean
        )
      },
      profile: (entity) => profiles[entity] ?? null,
      sweep: (clock, most) => {
        timeline.sweep(clock, most)
        labels.sweep(clock, most)
      },
      rest: () => {
        for (let entity = idle.pop(); entity !== undefined; entity = idle.pop()) {
          if (numbers.held(entity) || numbers.id(entity) === '') continue
          if (!remembers(entity)) remove(entity)
          else if (load !== null && dirty[entity] === 1) waiting.add(entity)
          else if (load !== null) remove(entity)
        }
      },
      changed: () =>
        touched.map((entity) => ({
          id: numbers.id(entity),
          state: { labels: labels.base(entity), profile: profiles[entity] ?? null },
        })),
      saved: () => {
        for (const entity of touched) dirty[entity] = 0
        touched = []
        for (const entity of waiting) idle.push(entity)
        waiting.clear()
      },
      idOf: (entity) => numbers.id(entity),
      size: () => ({ entities: numbers.size() - 1, activities: timeline.size(), labels: labels.size() }),
    }
  }

  return entityKinds.map(createBook)
}
