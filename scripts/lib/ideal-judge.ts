import type { Activity } from '../../shared/schema/activity.ts'
import { cardPrecision } from '../../main/detection/models/measure/card-precision.ts'
import { areaUnderRoc, averagePrecision } from '../../main/detection/models/measure/ranking.ts'
import {
  collect,
  knownByThen,
  type FeatureMeter,
  type StudiedActivity,
} from '../../main/detection/models/study/collect.ts'
import { dayNumber, dayNumberAt, dayText, isInRange } from '../../main/detection/models/study/days.ts'
import type { DayRange } from '../../shared/schema/models.ts'

/**
 * How the frauds of the handbook's payments come about (Le Borgne et al., "Reproducible Machine Learning for Credit
 * Card Fraud Detection", chapter 3.2). Amounts of a customer are normal around a mean of their own, with half of it as
 * deviation; of a negative one comes one that is uniform up to twice the mean. From then on:
 */
const rules = {
  /** Every amount above this is fraud. */
  large: 220,
  /** A day's newly skimmed terminals, where every payment is fraud for so many days. */
  terminal: { aDay: 2, days: 28 },
  /**
   * A day's newly stolen cards, of whose payments for so many days this share is fraud, of so many times the amount.
   */
  customer: { aDay: 3, days: 14, share: 1 / 3, times: 5 },
} as const

/** The one figure that the ideal judge tells of a payment: how likely it is fraud. */
const idealScore = 'ideal_score'

/** A payment that was seen, with what became known of it later. */
interface Seen {
  readonly day: number
  readonly isLarge: boolean
  /** Density of its amount, were it its customer's own, and were it a thief's. */
  readonly own: number
  readonly thief: number
  /** How likely it is the fraud of a stolen card, by its amount alone. */
  readonly stolen: number
  label: { readonly isFraud: boolean; readonly knownAtMs: number } | null
}

const almost = 1e-6
const nothing = 1e-30
const bounded = (share: number): number => Math.min(1 - almost, Math.max(almost, share))

/** Share of a normal distribution that lies more than two deviations below its mean. */
const negativeShare = 0.022750131948179

const densityOf = (amount: number, mean: number): number => {
  const deviation = mean / 2
  const normal = Math.exp(-0.5 * ((amount - mean) / deviation) ** 2) / (deviation * Math.sqrt(2 * Math.PI))
  return normal + (amount <= 2 * mean ? negativeShare / (2 * mean) : 0)
}

const labelBy = ({ label }: Seen, nowMs: number): boolean | null =>
  label !== null && label.knownAtMs <= nowMs ? label.isFraud : null

/** A kind of compromise: how likely it begins on a day for one of its kind, and how long it lasts. */
interface Spell {
  readonly hazard: number
  readonly days: number
}

/**
 * How likely a compromise is under way on a day (Bayes). At most one compromise of the last two lengths is thought of.
 *
 * @param weigh logarithms of how likely what was seen is, within a compromise and without one
 */
const underWay = (
  { hazard, days }: Spell,
  today: number,
  seen: readonly Seen[],
  weigh: (payment: Seen) => readonly [within: number, without: number],
): number => {
  const begins = Array.from({ length: 2 * days }, (_, back) => today - back)
  const evidence = begins.map(() => Math.log(hazard))
  for (const payment of seen) {
    const [within, without] = weigh(payment)
    begins.forEach((begin, place) => {
      if (payment.day >= begin && payment.day < begin + days)
        evidence[place] = (evidence[place] as number) + within - without
    })
  }
  const highest = Math.max(0, ...evidence)
  const odds = evidence.map((value) => Math.exp(value - highest))
  const sum = odds.reduce((total, value) => total + value, Math.exp(-highest))
  return odds.slice(0, days).reduce((total, value) => total + value, 0) / sum
}

/** Every payment is fraud at a skimmed terminal; a genuine one rules it out. */
const atTerminal =
  (nowMs: number) =>
  (payment: Seen): readonly [number, number] => {
    const known = labelBy(payment, nowMs)
    if (known === null) return [0, 0]
    return known ? [0, Math.log(payment.stolen)] : [Math.log(nothing), Math.log(1 - payment.stolen)]
  }

const ofCard =
  (nowMs: number, skimmed: number) =>
  (payment: Seen): readonly [number, number] => {
    const { share } = rules.customer
    const known = labelBy(payment, nowMs)
    const own = payment.own * (1 - share)
    const thief = payment.thief * share
    const isFraud = [thief + own * skimmed, payment.own * (payment.isLarge ? 1 : skimmed)] as const
    const isNone = [own, payment.own] as const
    const [within, without] = known === null ? ([own + thief, payment.own] as const) : known ? isFraud : isNone
    return [Math.log(within + nothing), Math.log(without + nothing)]
  }

/** The mean of each customer's ordinary amounts over all that was read, the days to come included. */
const meansOf = (activities: readonly StudiedActivity[]): ReadonlyMap<string | undefined, number> => {
  const ordinaryMean = (all: readonly number[]): number => {
    let mean = all.toSorted((one, other) => one - other)[all.length >> 1] as number
    for (let round = 0; round < 5; round += 1) {
      const ordinary = all.filter((amount) => amount <= 2.6 * mean)
      mean = Math.max(1, ordinary.reduce((sum, amount) => sum + amount, 0) / Math.max(1, ordinary.length))
    }
    return mean
  }
  const paid = activities.flatMap(({ event: { customer_id: customer, amount } }) =>
    customer === undefined || amount === undefined ? [] : [{ customer, amount }],
  )
  return new Map(
    [...Map.groupBy(paid, ({ customer }) => customer)].map(([customer, all]) => [
      customer,
      ordinaryMean(all.map(({ amount }) => amount)),
    ]),
  )
}

const addTo = (book: Map<string, Seen[]>, name: string, payment: Seen): void => {
  const known = book.get(name)
  if (known === undefined) book.set(name, [payment])
  else known.push(payment)
}

/**
 * A judge that no institution has: it knows by which rules the frauds were made, how often, and the mean of each
 * customer's amounts, and counts by Bayes how likely each payment is fraud given every amount before and every label
 * that is known by then. What it cannot tell apart nobody can, but for luck.
 *
 * @param test the days whose payments are judged; of others it answers NaN, as judging is slow
 * @throws Error where a payment has no customer, terminal or amount.
 */
export const idealMeter = (activities: readonly StudiedActivity[], test: DayRange): FeatureMeter => {
  const means = meansOf(activities)
  const terminals = new Set(activities.map(({ event }) => event.terminal_id))
  const spells = {
    terminal: { hazard: rules.terminal.aDay / terminals.size, days: rules.terminal.days },
    customer: { hazard: rules.customer.aDay / means.size, days: rules.customer.days },
  }
  const byTerminal = new Map<string, Seen[]>()
  const byCustomer = new Map<string, Seen[]>()
  const byId = new Map<string, Seen>()
  const skimmedAtAll = spells.terminal.hazard * spells.terminal.days
  const stolenAtAll = spells.customer.hazard * spells.customer.days * rules.customer.share

  const seenOf = (amount: number, mean: number, atMs: number): Seen => {
    const own = densityOf(amount, mean)
    const thief = densityOf(amount / rules.customer.times, mean) / rules.customer.times
    const isLarge = amount > rules.large
    const stolen = bounded(isLarge ? 1 : (stolenAtAll * thief) / (stolenAtAll * thief + own + nothing))
    return { day: dayNumberAt(atMs), isLarge, own, thief, stolen, label: null }
  }
  const judge = (payment: Seen, nowMs: number, ofTerminal: readonly Seen[], ofCustomer: readonly Seen[]): number => {
    if (payment.isLarge) return 1
    const skimmed = underWay(spells.terminal, payment.day, ofTerminal, atTerminal(nowMs))
    const stolen = underWay(spells.customer, payment.day, ofCustomer, ofCard(nowMs, skimmedAtAll))
    const { share } = rules.customer
    const byThief = stolen * share * payment.thief
    return 1 - (1 - skimmed) * (1 - byThief / (byThief + (1 - stolen * share) * payment.own + nothing))
  }
  return {
    names: [idealScore],
    measure({ transaction_id: id, customer_id: customer, terminal_id: terminal, amount, at }: Activity) {
      const mean = means.get(customer)
      if (customer === undefined || terminal === undefined || amount === undefined || mean === undefined)
        throw new Error(`Payment ${id} lacks a customer, a terminal or an amount.`)
      const atMs = Date.parse(at)
      const payment = seenOf(amount, mean, atMs)
      const score = isInRange(payment.day, test)
        ? judge(payment, atMs, byTerminal.get(terminal) ?? [], byCustomer.get(customer) ?? [])
        : Number.NaN
      addTo(byTerminal, terminal, payment)
      addTo(byCustomer, customer, payment)
      byId.set(id, payment)
      return [score]
    },
    learn({ transaction_id: id }, isFraud, knownAtMs) {
      const payment = byId.get(id)
      if (payment !== undefined) payment.label = { isFraud, knownAtMs }
    },
  }
}

/**
 * How well the ideal judge ranks the payments of some days, by the handbook's protocol: labels are known after seven
 * days, and customers whose fraud was known are left out.
 *
 * @param knownFrom day from which frauds count as known; null: fourteen days before the test, where a training of one
 * week would begin
 */
export const judgeIdeally = (activities: readonly StudiedActivity[], test: DayRange, knownFrom: string | null) => {
  const delayDays = 7
  const { test: sample, frauds } = collect(activities, idealMeter(activities, test), {
    names: [idealScore],
    train: null,
    test,
    delayDays,
  })
  const known = knownFrom === null ? dayNumber(test.from) - 2 * delayDays : dayNumber(knownFrom)
  const leftOut = knownByThen(sample, frauds, known, delayDays)
  const isKept = (_: number, row: number): boolean => leftOut[row] === 0
  const scores = Float64Array.from(sample.matrix.columns[0] ?? []).filter(isKept)
  const labels = sample.labels.filter(isKept)
  return {
    test,
    known_from: dayText(known),
    activities: labels.length,
    frauds: labels.reduce((sum, label) => sum + label, 0),
    auc: areaUnderRoc(scores, labels),
    average_precision: averagePrecision(scores, labels),
    card_precision_100: cardPrecision(
      { scores, labels, cards: sample.cards.filter(isKept), days: sample.days.filter(isKept) },
      100,
    ).value,
  }
}
