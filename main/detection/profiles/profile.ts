import type { Activity } from '../../../shared/schema/activity.ts'
import type { Profile } from '../ports.ts'
import { scaledAmount, scaleSteps } from '../features/amount.ts'

/** How many values of each list a profile holds; the one that was met first goes. */
export const seenMax = 32

/** What an entity has been met with. */
export const seenLists = {
  terminals: 'terminal_id',
  counterparties: 'counterparty_id',
  devices: 'device_id',
  ips: 'ip',
  countries: 'country',
  channels: 'channel',
} as const satisfies Readonly<Record<string, keyof Activity>>

type SeenList = keyof typeof seenLists
const seenNames = Object.keys(seenLists) as SeenList[]

/** Where an entity was met. */
export interface MeetingPlace {
  readonly latitude: number
  readonly longitude: number
  readonly at: string
  readonly atMs: number
}

/**
 * Everything that was ever seen of a customer or an account. Lists are never altered, so that a profile that was told
 * stays as it was.
 */
export interface ProfileState extends Record<SeenList, readonly string[]> {
  firstAt: string
  lastAt: string
  lastMs: number
  firstMs: number
  activities: number
  amounts: number
  /** In ten-thousandths: high * 1,000,000 + low. */
  amountHigh: number
  amountLow: number
  largest: number
  /** The mean of ordinary amounts, in whole ten-thousandths, and of how many it is, at most `ordinaryMost`. */
  ordinaryMean: number
  ordinaryCount: number
  /** Amounts in a row that were not ordinary. */
  extraordinary: number
  /** Sums of `scaledAmount`. */
  scaledSum: number
  scaledSquares: number
  /** Activities by hour of the day, UTC. */
  hours: readonly number[]
  place: MeetingPlace | null
  country: string | null
}

/** The profile of an entity that begins with an activity of this time. */
export const newProfile = (at: string, atMs: number): ProfileState => ({
  firstAt: at,
  lastAt: at,
  lastMs: atMs,
  firstMs: atMs,
  activities: 0,
  amounts: 0,
  amountHigh: 0,
  amountLow: 0,
  largest: 0,
  ordinaryMean: 0,
  ordinaryCount: 0,
  extraordinary: 0,
  scaledSum: 0,
  scaledSquares: 0,
  hours: new Array<number>(24).fill(0),
  place: null,
  country: null,
  terminals: [],
  counterparties: [],
  devices: [],
  ips: [],
  countries: [],
  channels: [],
})

const limb = 1_000_000

/** Up to how many times the ordinary mean an amount is ordinary itself; the first three always are. */
export const ordinaryTimes = 2.6
const ordinaryFirst = 3
/** An ordinary amount counts at least one part in so many, so that the mean follows habits that change slowly. */
const ordinaryMost = 100
/** So many in a row that are not ordinary are a new habit: the mean begins anew. */
const newHabit = 10

/**
 * A few large payments by somebody else leave no trace in this mean: the plain one rises with them, and hides the next.
 */
const countOrdinary = (state: ProfileState, amount: number): void => {
  if (amount <= 0) return
  const isOrdinary = state.ordinaryCount < ordinaryFirst || amount <= ordinaryTimes * state.ordinaryMean
  state.extraordinary = isOrdinary ? 0 : state.extraordinary + 1
  if (state.extraordinary === newHabit) {
    state.extraordinary = 0
    state.ordinaryCount = 0
  } else if (!isOrdinary) return
  state.ordinaryCount = Math.min(ordinaryMost, state.ordinaryCount + 1)
  state.ordinaryMean =
    state.ordinaryCount === 1
      ? amount
      : state.ordinaryMean + Math.round((amount - state.ordinaryMean) / state.ordinaryCount)
}

const countAmount = (state: ProfileState, amount: number): void => {
  const high = Math.trunc(amount / limb)
  const scaled = scaledAmount(amount)
  state.amounts += 1
  state.amountHigh += high
  state.amountLow += amount - high * limb
  state.largest = Math.max(state.largest, amount)
  countOrdinary(state, amount)
  state.scaledSum += scaled
  state.scaledSquares += scaled * scaled
}

const meet = (state: ProfileState, event: Activity): void => {
  for (const name of seenNames) {
    const value = event[seenLists[name]]
    if (value === undefined || state[name].includes(value)) continue
    const kept = state[name]
    state[name] = (kept.length < seenMax ? kept : kept.slice(1)).concat(value)
  }
}

/** Hour of the day of a time, UTC. */
export const hourOf = (atMs: number): number => Math.floor(atMs / 3_600_000) % 24

/**
 * Counts an activity in a profile.
 *
 * @param amount in ten-thousandths; null where the activity has none
 */
export const countInProfile = (state: ProfileState, event: Activity, atMs: number, amount: number | null): void => {
  state.activities += 1
  if (amount !== null) countAmount(state, amount)
  const hours = state.hours.slice()
  const hour = hourOf(atMs)
  hours[hour] = (hours[hour] as number) + 1
  state.hours = hours
  meet(state, event)
  if (atMs < state.firstMs) {
    state.firstMs = atMs
    state.firstAt = event.at
  }
  if (atMs < state.lastMs) return
  state.lastMs = atMs
  state.lastAt = event.at
  if (event.latitude !== undefined && event.longitude !== undefined)
    state.place = { latitude: event.latitude, longitude: event.longitude, at: event.at, atMs }
  if (event.country !== undefined) state.country = event.country
}

const perUnit = 10_000

/**
 * The profile as rules and people read it; amounts in units of the currency. Nothing that is counted later alters it.
 */
export const profileOf = (state: ProfileState): Profile => {
  const some = state.amounts > 0
  const middle = some ? state.scaledSum / state.amounts : 0
  const spread = some ? Math.sqrt(Math.max(0, state.scaledSquares / state.amounts - middle * middle)) : 0
  const unscaled = (value: number): number => Math.max(0, Math.round((2 ** (value / scaleSteps) - 1) * 100) / 100)
  return {
    first_seen_at: state.firstAt,
    last_seen_at: state.lastAt,
    activities: state.activities,
    amounts: state.amounts,
    amount_mean: some ? (state.amountHigh * limb + state.amountLow) / state.amounts / perUnit : null,
    amount_max: some ? state.largest / perUnit : null,
    // Amounts are counted by steps of a ratio: the middle of many like the highest would come out above it.
    usual_amount: some ? Math.min(unscaled(middle), state.largest / perUnit) : null,
    usual_amount_low: some ? unscaled(middle - spread) : null,
    usual_amount_high: some ? unscaled(middle + spread) : null,
    hours: state.hours,
    terminals: state.terminals,
    counterparties: state.counterparties,
    devices: state.devices,
    ips: state.ips,
    countries: state.countries,
    channels: state.channels,
    last_country: state.country,
    last_latitude: state.place?.latitude ?? null,
    last_longitude: state.place?.longitude ?? null,
    last_located_at: state.place?.at ?? null,
  }
}

/** Share of the activities that fell within an hour of this hour of the day; NaN where nothing was seen. */
export const hourShare = (state: ProfileState, hour: number): number => {
  const near =
    (state.hours[(hour + 23) % 24] as number) + (state.hours[hour] as number) + (state.hours[(hour + 1) % 24] as number)
  return state.activities === 0 ? Number.NaN : near / state.activities
}
