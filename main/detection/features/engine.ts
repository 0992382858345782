import type { Activity } from '../../../shared/schema/activity.ts'
import { entityKinds } from '../../../shared/schema/activity.ts'
import { timestampMs } from '../../../shared/schema/text.ts'
import { dayMs } from '../../../shared/text/days.ts'
import type { FeatureVector, Observed, Profile } from '../ports.ts'
import type { Currencies } from '../../../shared/schema/detection-policy.ts'
import { noCurrencies } from '../../../shared/schema/detection-policy.ts'
import { hourOf, profileOf } from '../profiles/profile.ts'
import { exactAmount } from './amount.ts'
import { featureNames, isProfiled, plainNotes } from './catalogue.ts'
import { createBaseCurrency } from './currencies.ts'
import type { FeatureEngine, SavedFeatures } from './feature-engine.ts'
import { decodeRows, emptyRows, encodeRows, writeRow } from './journal.ts'
import { createKindBooks, highTimes, unusualTimes } from './kind-book.ts'
import type { Counted, KindBook, LoadEntity, SaidLabel } from './kind-book.ts'
import { keptFrom } from './hour-chains.ts'
import { nodeMarks, none } from './timeline-nodes.ts'
import { makeRecord, OpenSight } from './open-sight.ts'
import { isBehind, keepMs, clockReach } from './windows.ts'

/** How many nodes an activity lets go of, of each kind: more than it adds, so that what is kept never grows behind. */
const sweptAtOnce = 64

interface EngineOptions {
  /**
   * Reads the state of an entity that is not in memory. Without it nothing is journalled, and what was learnt of
   * entities stays in memory.
   */
  readonly load?: LoadEntity
  readonly from?: SavedFeatures
  /** Default: amounts count in the currency of the first, and those in another not at all. */
  readonly currencies?: Currencies
}

/** Of a journalled row: it tells no label, but that one is taken back, or put back. */
const turnMarks = { back: 16, again: 32 } as const

const nobody: Observed['profiles'] = {}

const featurePlaces: ReadonlyMap<string, number> = new Map(featureNames.map((name, place) => [name, place]))

const idFields = entityKinds.map((kind) => (kind === 'ip' ? kind : (`${kind}_id` as const)))

/**
 * Windows, labels and profiles over every activity that was counted (docs/detection/features.md has the rules).
 *
 * Features are a function of what was counted and of the activity's own time: windows (t - length, t] over what came
 * before it, exact to the millisecond; amounts exact in ten-thousandths; labels from the moment on in which they are
 * known.
 */
export const createFeatureEngine = ({ load, from, currencies = noCurrencies }: EngineOptions = {}): FeatureEngine => {
  const books = createKindBooks(load ?? null)
  const journalled = load !== undefined
  let activities = emptyRows()
  let labels = emptyRows()
  let clock = Number.NEGATIVE_INFINITY
  let money = createBaseCurrency(currencies, from?.currencies.base ?? null)

  const values = new Float64Array(featureNames.length)
  const vector: FeatureVector = { values, places: featurePlaces }
  const entities = new Int32Array(entityKinds.length)
  /** Whether the features of a kind are all unknown by now. */
  const isBlank = entityKinds.map(() => false)
  const places: number[] = []
  let place = plainNotes.length
  for (const book of books) {
    places.push(place)
    place += book.width
  }

  /** The activity whose entities lie in `entities` and are held in memory; null: nobody's do for sure. */
  let resolved: Counted | null = null

  const resolve = (event: Activity, make: boolean): void => {
    resolved = null
    for (let kindAt = 0; kindAt < books.length; kindAt += 1) {
      const book = books[kindAt] as KindBook
      const id = event[idFields[kindAt] as (typeof idFields)[number]]
      if (id === undefined) {
        entities[kindAt] = none
        continue
      }
      const entity = book.resolve(id, make)
      entities[kindAt] = entity === none ? book.nobody : entity
    }
  }

  const countedOf = (event: Activity): Counted => {
    const at = timestampMs(event.at)
    const units = event.amount === undefined ? Number.NaN : money.unitsOf(event.amount, event.currency, at)
    return { event, at, units, amount: Number.isNaN(units) ? null : exactAmount(units), entities }
  }

  const isLate = (at: number): boolean => isBehind(at, clock)

  const measurePlain = ({ at, units }: Counted): void => {
    const hour = hourOf(at)
    values[0] = units
    values[1] = hour
    values[2] = hour < 7 ? 1 : 0
    // The first day of the epoch was a Thursday.
    values[3] = (Math.floor(at / dayMs) + 3) % 7 >= 5 ? 1 : 0
  }

  /** Writes what is known of an activity whose entities were resolved. */
  const measureAll = (of: Counted): void => {
    measurePlain(of)
    const late = isLate(of.at)
    for (let kindAt = 0; kindAt < books.length; kindAt += 1) {
      const book = books[kindAt] as KindBook
      const entity = entities[kindAt] as number
      const start = places[kindAt] as number
      const known = entity !== none && !late
      if (known) book.measure(entity, of, values, start)
      else if (isBlank[kindAt] !== true) values.fill(Number.NaN, start, start + book.width)
      isBlank[kindAt] = !known
    }
  }

  const marksOf = (book: KindBook, entity: number, of: Counted): number =>
    isProfiled(book.kind) && book.isAbove(entity, of.at, of.amount, highTimes) ? nodeMarks.flagged : 0

  const idAt = (kindAt: number): string | null => {
    const entity = entities[kindAt] as number
    return entity === none ? null : (books[kindAt] as KindBook).idOf(entity)
  }

  /** The bits of the profiled kinds lie beside each other in the journal. */
  const countWindows = (of: Counted): void => {
    let flags = 0
    for (let kindAt = 0; kindAt < books.length; kindAt += 1) {
      const entity = entities[kindAt] as number
      if (entity === none) continue
      const book = books[kindAt] as KindBook
      const marks = marksOf(book, entity, of)
      if (marks !== 0) flags |= 1 << kindAt
      book.count(entity, of, marks)
    }
    if (journalled) writeRow(activities, of.at, of.amount ?? Number.NaN, flags, idAt)
  }

  const tidy = (): void => {
    for (const book of books) book.sweep(clock, sweptAtOnce)
    for (const book of books) book.rest()
  }

  const countAll = (of: Counted, receivedMs: number): void => {
    if (!isLate(of.at)) countWindows(of)
    for (let kindAt = 0; kindAt < books.length; kindAt += 1) {
      const entity = entities[kindAt] as number
      if (entity !== none) (books[kindAt] as KindBook).countProfile(entity, of)
    }
    // Of a late one nothing is counted that would hold its entities.
    resolved = isLate(of.at) ? null : of
    clock = Math.max(clock, clockReach(of.at, receivedMs))
    money.settle(of.event)
    tidy()
  }

  const profilesNow = (): Observed['profiles'] => {
    let profiles: Record<string, Profile> | null = null
    for (let kindAt = 0; kindAt < books.length; kindAt += 1) {
      const entity = entities[kindAt] as number
      const state = entity === none ? null : (books[kindAt] as KindBook).profile(entity)
      if (state !== null) (profiles ??= {})[(books[kindAt] as KindBook).kind] = profileOf(state)
    }
    return profiles ?? nobody
  }

  const told = (): Observed => ({ features: makeRecord(values), profiles: profilesNow() })

  const restore = ({ clock: savedClock, activities: savedActivities, labels: savedLabels }: SavedFeatures): void => {
    clock = savedClock
    const edge = keptFrom(clock, keepMs)
    const resolveIds = (ids: readonly (string | null)[]): void => {
      for (let kindAt = 0; kindAt < books.length; kindAt += 1) {
        const id = ids[kindAt] ?? null
        entities[kindAt] = id === null ? none : (books[kindAt] as KindBook).resolve(id, true)
      }
    }
    for (const chunk of savedActivities) {
      decodeRows(chunk, (at, amount, flags, ids) => {
        if (at < edge) return
        resolveIds(ids)
        for (let kindAt = 0; kindAt < books.length; kindAt += 1) {
          const entity = entities[kindAt] as number
          if (entity !== none)
            (books[kindAt] as KindBook).restore(
              entity,
              at,
              Number.isNaN(amount) ? null : amount,
              (flags & (1 << kindAt)) === 0 ? 0 : nodeMarks.flagged,
              entities,
            )
        }
      })
    }
    for (const chunk of savedLabels) {
      decodeRows(chunk, (knownAt, happenedAt, marks, ids) => {
        if (knownAt < edge) return
        resolveIds(ids)
        if ((marks & (turnMarks.back | turnMarks.again)) !== 0)
          return turnAll(
            { happenedAt, isFraud: (marks & nodeMarks.flagged) !== 0, knownFrom: knownAt },
            (marks & turnMarks.again) !== 0,
          )
        learnAll({
          knownAt,
          happenedAt,
          isFraud: (marks & nodeMarks.flagged) !== 0,
          unusual: (marks & nodeMarks.unusual) !== 0,
        })
      })
    }
    for (const book of books) book.rest()
  }

  const learnAll = (label: Parameters<KindBook['learn']>[1]): void => {
    for (let kindAt = 0; kindAt < books.length; kindAt += 1) {
      const entity = entities[kindAt] as number
      if (entity !== none) (books[kindAt] as KindBook).learn(entity, label)
    }
  }

  const turnAll = (label: SaidLabel, hidden: boolean): void => {
    for (let kindAt = 0; kindAt < books.length; kindAt += 1) {
      const entity = entities[kindAt] as number
      if (entity !== none) (books[kindAt] as KindBook).turn(entity, label, hidden)
    }
  }

  /** Whether an amount is unusual for who pays it. */
  const isUnusual = ({ amount }: Counted): boolean =>
    books.some(
      (book, kindAt) =>
        isProfiled(book.kind) &&
        entities[kindAt] !== none &&
        book.isUnusual(entities[kindAt] as number, amount, unusualTimes),
    )

  if (from !== undefined) restore(from)

  return {
    clock: () => clock,
    currency: () => money,
    useCurrencies: (told) => {
      money = createBaseCurrency(told, money.code())
    },
    peek: (event) => {
      resolve(event, false)
      measureAll(countedOf(event))
      const observed = told()
      for (const book of books) book.rest()
      return observed
    },
    observe: (event, receivedMs = Number.POSITIVE_INFINITY) => {
      resolve(event, true)
      const of = countedOf(event)
      measureAll(of)
      const observed = told()
      countAll(of, receivedMs)
      return observed
    },
    observeWith: (event, look, receivedMs = Number.POSITIVE_INFINITY) => {
      resolve(event, true)
      const of = countedOf(event)
      measureAll(of)
      const sight = new OpenSight(vector, profilesNow)
      try {
        return look(sight)
      } finally {
        sight.close()
        countAll(of, receivedMs)
      }
    },
    measure: (event, receivedMs = Number.POSITIVE_INFINITY) => {
      resolve(event, true)
      const of = countedOf(event)
      measureAll(of)
      countAll(of, receivedMs)
      return values
    },
    learn: (event, isFraud, knownAtMs) => {
      const last = resolved?.event === event ? resolved : null
      if (last === null) resolve(event, true)
      const of = last ?? countedOf(event)
      // What is told afterwards was not known before.
      const label = {
        knownAt: Math.max(knownAtMs, clock),
        happenedAt: of.at,
        isFraud,
        unusual: isFraud && isUnusual(of),
      }
      learnAll(label)
      if (journalled)
        writeRow(
          labels,
          label.knownAt,
          label.happenedAt,
          (isFraud ? nodeMarks.flagged : 0) | (label.unusual ? nodeMarks.unusual : 0),
          idAt,
        )
    },
    unlearn: (event, isFraud, knownAtMs, again = false) => {
      resolve(event, true)
      const happenedAt = timestampMs(event.at)
      let knownAt: number | null = null
      for (let kindAt = 0; kindAt < books.length; kindAt += 1) {
        const entity = entities[kindAt] as number
        if (entity === none) continue
        knownAt = (books[kindAt] as KindBook).knownAt(entity, { happenedAt, isFraud, knownFrom: knownAtMs }, again)
        if (knownAt === null) return false
      }
      // An activity that names nobody has taught nothing.
      if (knownAt === null) return true
      turnAll({ happenedAt, isFraud, knownFrom: knownAt }, again)
      if (journalled)
        writeRow(
          labels,
          knownAt,
          happenedAt,
          (isFraud ? nodeMarks.flagged : 0) | (again ? turnMarks.again : turnMarks.back),
          idAt,
        )
      return true
    },
    inspect: (kind, id) => {
      const kindAt = entityKinds.indexOf(kind)
      const book = books[kindAt] as KindBook
      const entity = book.resolve(id, false)
      if (entity === none) return null
      resolved = null
      entities.fill(none)
      entities[kindAt] = entity
      measureAll({
        event: { transaction_id: '', event_type: '', at: '' },
        at: clock,
        units: Number.NaN,
        amount: null,
        entities,
      })
      const state = book.profile(entity)
      const found = { profile: state === null ? null : profileOf(state), features: makeRecord(values) }
      book.rest()
      return found
    },
    changes: () => {
      for (const book of books) book.sweep(clock, Number.POSITIVE_INFINITY)
      for (const book of books) book.rest()
      return {
        clock,
        currencies: money.counted(),
        activities: encodeRows(activities),
        labels: encodeRows(labels),
        entities: books.flatMap((book) => book.changed().map(({ id, state }) => ({ kind: book.kind, id, state }))),
      }
    },
    saved: () => {
      activities = emptyRows()
      labels = emptyRows()
      for (const book of books) book.saved()
      for (const book of books) book.rest()
    },
    size: () => Object.fromEntries(books.map((book) => [book.kind, book.size()])) as ReturnType<FeatureEngine['size']>,
  }
}
