/**
 * An invented bank's activities: card payments, transfers and logins of people with habits, and fraud of five kinds
 * among them. Everything follows from the seed. The design is our own; docs/detection/models.md describes it.
 */
import type { Activity } from '../../shared/schema/activity.ts'
import { toTimestamp } from '../../shared/schema/text.ts'
import type { StudiedActivity } from '../../main/detection/models/study/collect.ts'
import { seededRandom, type SeededRandom } from '../../main/detection/models/train/random.ts'

export interface WorldPlan {
  readonly seed: number
  readonly customers: number
  readonly terminals: number
  readonly days: number
  /** First day, `YYYY-MM-DD`, UTC. */
  readonly from: string
}

interface Person {
  readonly id: string
  readonly account: string
  readonly usualAmount: number
  readonly perDay: number
  readonly wakes: number
  readonly terminals: readonly number[]
  readonly payees: string[]
  device: string
  ip: string
}

type Fields = Omit<Activity, 'transaction_id' | 'at' | 'is_fraud'>

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** A sum of twelve uniform numbers: near enough to a normal one, and made of additions alone. */
const normal = (random: SeededRandom): number => {
  let sum = -6
  for (let n = 0; n < 12; n += 1) sum += random.unit()
  return sum
}

/** A positive factor around 1 whose spread grows with `width`: powers by multiplication, the same on every machine. */
const factor = (random: SeededRandom, width: number): number => {
  const x = normal(random) * width
  const base = 1 + Math.abs(x) + (x * x) / 2 + Math.abs(x * x * x) / 6
  return x < 0 ? 1 / base : base
}

const cents = (amount: number): number => Math.max(0.5, Math.round(amount * 100) / 100)

const pick = <T>(random: SeededRandom, items: readonly T[]): T => items[random.below(items.length)] as T

/** The activities of an invented bank in order of time. */
export const activityWorld = (plan: WorldPlan): readonly StudiedActivity[] => {
  const random = seededRandom(plan.seed)
  const start = Date.parse(`${plan.from}T00:00:00Z`)
  const end = start + plan.days * day
  const found: { atMs: number; fields: Fields; isFraud: boolean }[] = []
  let devices = 0
  let payees = 0
  const newDevice = (): string => `device-${(devices += 1)}`
  const newPayee = (): string => `payee-${(payees += 1)}`
  const newIp = (): string => `10.${random.below(256)}.${random.below(256)}.${1 + random.below(254)}`

  const people = Array.from({ length: plan.customers }, (_, index): Person => ({
    id: `customer-${index + 1}`,
    account: `account-${index + 1}`,
    usualAmount: 30 * factor(random, 0.5),
    perDay: 0.6 + 1.8 * random.unit(),
    wakes: 6 + random.below(5),
    terminals: Array.from({ length: 4 + random.below(12) }, () => random.below(plan.terminals)),
    payees: Array.from({ length: 1 + random.below(5) }, newPayee),
    device: newDevice(),
    ip: newIp(),
  }))
  // From a tenth of the time on, so that there are habits to depart from.
  const fraudStart = start + (plan.days * day) / 10

  const note = (atMs: number, fields: Fields, isFraud = false): void => {
    if (atMs >= start && atMs < end) found.push({ atMs: Math.floor(atMs), fields, isFraud })
  }
  const base = (person: Person): Pick<Fields, 'customer_id' | 'account_id' | 'currency' | 'country'> => ({
    customer_id: person.id,
    account_id: person.account,
    currency: 'EUR',
    country: 'DE',
  })
  const pay = (atMs: number, person: Person, terminal: number, amount: number, isFraud = false): void =>
    note(
      atMs,
      {
        ...base(person),
        event_type: 'card_payment',
        channel: 'pos',
        terminal_id: `terminal-${terminal + 1}`,
        amount: cents(amount),
      },
      isFraud,
    )
  const transfer = (
    atMs: number,
    person: Person,
    payee: string,
    amount: number,
    device: string,
    ip: string,
    isFraud = false,
  ): void =>
    note(
      atMs,
      {
        ...base(person),
        event_type: 'transfer',
        channel: 'mobile',
        counterparty_id: payee,
        device_id: device,
        ip,
        amount: cents(amount),
      },
      isFraud,
    )
  const login = (atMs: number, person: Person, device: string, ip: string, isFraud = false): void =>
    note(atMs, { ...base(person), event_type: 'login', channel: 'mobile', device_id: device, ip }, isFraud)

  const timeOfDay = (person: Person): number => (person.wakes + 14 * random.unit()) * hour

  const ownDay = (person: Person, midnight: number): void => {
    // People change telephones and networks, travel, and make large purchases: none of it is fraud.
    if (random.unit() < 0.004) person.device = newDevice()
    if (random.unit() < 0.08) person.ip = newIp()
    const isAway = random.unit() < 0.03
    const payments = Math.floor(person.perDay + random.unit())
    for (let n = 0; n < payments; n += 1) {
      const terminal = isAway || random.unit() < 0.1 ? random.below(plan.terminals) : pick(random, person.terminals)
      const isLarge = random.unit() < 0.01
      pay(
        midnight + timeOfDay(person),
        person,
        terminal,
        person.usualAmount * factor(random, 0.5) * (isLarge ? 4 + 8 * random.unit() : 1),
      )
    }
    if (random.unit() < 0.35) {
      const atMs = midnight + timeOfDay(person)
      login(atMs, person, person.device, person.ip)
      if (random.unit() < 0.4) {
        if (random.unit() < 0.06) person.payees.push(newPayee())
        transfer(
          atMs + minute * (1 + 5 * random.unit()),
          person,
          pick(random, person.payees),
          person.usualAmount * 4 * factor(random, 0.6),
          person.device,
          person.ip,
        )
      }
    }
  }

  const later = (from: number): number => from + (end - from) * random.unit()

  /** Stolen card numbers are tried out with small payments at one shop, and those that work are emptied. */
  const cardTesting = (): void => {
    const terminal = random.below(plan.terminals)
    let atMs = later(fraudStart)
    for (let card = 4 + random.below(12); card > 0; card -= 1) {
      const person = pick(random, people)
      for (let tries = 1 + random.below(4); tries > 0; tries -= 1)
        pay((atMs += minute * (0.3 + random.unit())), person, terminal, 0.5 + 2 * random.unit(), true)
      if (random.unit() < 0.4)
        pay(
          atMs + hour * (0.2 + 3 * random.unit()),
          person,
          random.below(plan.terminals),
          person.usualAmount * (5 + 10 * random.unit()),
          true,
        )
    }
  }

  /** Someone else signs in from a new device and sends the money to new payees. */
  const takeover = (mules: readonly string[]): void => {
    const person = pick(random, people)
    const device = newDevice()
    const ip = newIp()
    let atMs = later(fraudStart)
    login(atMs, person, device, ip, true)
    for (let n = 1 + random.below(4); n > 0; n -= 1) {
      atMs += minute * (2 + 20 * random.unit())
      transfer(
        atMs,
        person,
        random.unit() < 0.5 ? pick(random, mules) : newPayee(),
        person.usualAmount * (8 + 25 * random.unit()),
        device,
        ip,
        true,
      )
    }
  }

  /** For days many of the payments at one terminal are made with copied cards. */
  const compromisedTerminal = (): void => {
    const terminal = random.below(plan.terminals)
    const from = later(fraudStart)
    const until = from + day * (7 + 14 * random.unit())
    for (let atMs = from; atMs < until; atMs += hour * (1 + 8 * random.unit())) {
      const person = pick(random, people)
      pay(atMs, person, terminal, person.usualAmount * factor(random, 0.6), true)
    }
  }

  /** People are talked into sending money to one account, which many others do at the same time. */
  const fanIn = (): void => {
    const mule = newPayee()
    const from = later(fraudStart)
    for (let victims = 6 + random.below(20); victims > 0; victims -= 1) {
      const person = pick(random, people)
      const atMs = from + 2 * day * random.unit()
      login(atMs, person, person.device, person.ip)
      transfer(atMs + 3 * minute, person, mule, 200 + 2_500 * random.unit(), person.device, person.ip, true)
    }
  }

  /** A lost card: large payments in a row at places where its owner never was, at any hour. */
  const lostCard = (): void => {
    const person = pick(random, people)
    let atMs = later(fraudStart)
    for (let n = 3 + random.below(5); n > 0; n -= 1)
      pay(
        (atMs += hour * (0.3 + 6 * random.unit())),
        person,
        random.below(plan.terminals),
        person.usualAmount * (3 + 7 * random.unit()),
        true,
      )
  }

  for (let at = 0; at < plan.days; at += 1) for (const person of people) ownDay(person, start + at * day)
  const scale = (plan.customers * plan.days) / 1_000
  const mules = Array.from({ length: 8 }, newPayee)
  const times = (count: number, work: () => void): void => {
    for (let n = Math.max(1, Math.round(count)); n > 0; n -= 1) work()
  }
  times(scale * 0.25, cardTesting)
  times(scale * 1.2, () => takeover(mules))
  times(scale * 0.2, compromisedTerminal)
  times(scale * 0.35, fanIn)
  times(scale * 1.2, lostCard)

  return found
    .map((one, index) => ({ ...one, index }))
    .sort((left, right) => left.atMs - right.atMs || left.index - right.index)
    .map(({ atMs, fields, isFraud }, index) => ({
      event: { transaction_id: `A-${index + 1}`, at: toTimestamp(atMs), ...fields },
      atMs,
      isFraud,
    }))
}
