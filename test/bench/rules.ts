import { ZenEngine } from '@gorules/zen-engine'
import { Engine } from 'json-rules-engine'
import type { NestedCondition } from 'json-rules-engine'
import { featureNames } from '../../main/detection/features/catalogue.ts'
import type { RuleFacts } from '../../main/detection/ports.ts'
import { createRuleBook } from '../../main/detection/rules/rule-book.ts'
import { starterLists, starterRules } from '../../main/detection/rules/starter/starter-rules.ts'
import type { JsonValue } from '../../main/seal/canonical.ts'
import { seededRandom } from '../support/random.ts'
import { alternate } from './report.ts'
import type { BenchLine } from './report.ts'

const rules = 100
const transactions = 300
const rounds = 7

type Flat = Readonly<Record<string, number | string>>

/** One condition, in no engine's words. */
interface Condition {
  readonly fact: string
  readonly is: 'above' | 'below' | 'equals' | 'one_of'
  readonly value: number | string | readonly string[]
}

/** A rule holds where all of `all` do, and one of `any`, where there are some. */
interface Rule {
  readonly key: string
  readonly all: readonly Condition[]
  readonly any: readonly Condition[]
}

const counted = [
  'customer_count_1h',
  'customer_sum_1d',
  'customer_mean_30d',
  'customer_count_30d',
  'terminal_count_1h',
  'terminal_frauds_7d',
  'device_distinct_customers_1d',
  'ip_distinct_customers_1h',
]
const countries = ['DE', 'FR', 'NG', 'US', 'RU', 'BR', 'IN', 'JP']
const channels = ['web', 'app', 'branch', 'pos']

const makeRules = (random: () => number): readonly Rule[] => {
  const pick = <T>(among: readonly T[]): T => among[Math.floor(random() * among.length)] as T
  const condition = (): Condition => {
    const kind = random()
    if (kind < 0.3)
      return { fact: 'amount', is: random() < 0.7 ? 'above' : 'below', value: Math.round(random() * 1_000) }
    if (kind < 0.7)
      return { fact: pick(counted), is: random() < 0.7 ? 'above' : 'below', value: Math.round(random() * 20) }
    if (kind < 0.85) return { fact: 'channel', is: 'equals', value: pick(channels) }
    return { fact: 'country', is: 'one_of', value: [pick(countries), pick(countries), pick(countries)] }
  }
  return Array.from({ length: rules }, (_none, index) => ({
    key: `r${index}`,
    all: Array.from({ length: 2 + Math.floor(random() * 3) }, condition),
    any: random() < 0.3 ? Array.from({ length: 2 }, condition) : [],
  }))
}

const makeTransactions = (random: () => number): readonly Flat[] =>
  Array.from({ length: transactions }, () => ({
    amount: Math.round(random() * 100_000) / 100,
    country: countries[Math.floor(random() * countries.length)] as string,
    channel: channels[Math.floor(random() * channels.length)] as string,
    ...Object.fromEntries(counted.map((name) => [name, Math.round(random() ** 2 * 30)])),
  }))

type Hits = readonly string[]

/** An engine that holds the rules: the keys of those that hold of a transaction, sorted. */
type Judge = (transaction: number) => Hits | Promise<Hits>

const pathOf = (fact: string): string => (counted.includes(fact) ? `features.${fact}` : `event.${fact}`)

const ours = (given: readonly Rule[], flat: readonly Flat[]): Judge => {
  const logicOf = ({ fact, is, value }: Condition): JsonValue => ({ [is]: [{ var: pathOf(fact) }, value] })
  const book = createRuleBook(
    given.map(({ key, all, any }) => ({
      version: 1,
      shadow: false,
      content: {
        key,
        name: key,
        why: key,
        applies_to: [],
        logic: { and: [...all.map(logicOf), ...(any.length === 0 ? [] : [{ or: any.map(logicOf) }])] } as never,
        signal: key,
        weight: 0.1,
        action: 'review',
        reason: 'It holds.',
      },
    })),
    { features: new Set(featureNames), lists: new Map() },
  ).book
  const facts = flat.map(({ amount, country, channel, ...features }): RuleFacts => ({
    event: { event_type: 'transaction', amount, country, channel } as Record<string, JsonValue>,
    metadata: {},
    features: features as Record<string, number>,
    profile: {},
    graph: {},
    model: { score: null },
  }))
  return (transaction) =>
    book
      .evaluate(facts[transaction] as RuleFacts)
      .hits.map(({ rule }) => rule)
      .sort()
}

const jsonRulesEngine = (given: readonly Rule[], flat: readonly Flat[]): Judge => {
  const names = { above: 'greaterThan', below: 'lessThan', equals: 'equal', one_of: 'in' } as const
  const conditionOf = ({ fact, is, value }: Condition): NestedCondition => ({ fact, operator: names[is], value })
  const engine = new Engine()
  for (const { key, all, any } of given) {
    engine.addRule({
      conditions: { all: [...all.map(conditionOf), ...(any.length === 0 ? [] : [{ any: any.map(conditionOf) }])] },
      event: { type: key },
    })
  }
  return async (transaction) => {
    const { events } = await engine.run(flat[transaction])
    return events.map(({ type }) => type).sort()
  }
}

/** A table of expressions, one a rule: the form in which zen is the fastest with rules that have nothing in common. */
const zen = (given: readonly Rule[], flat: readonly Flat[]): Judge => {
  const signs = { above: '>', below: '<', equals: '==', one_of: 'in' } as const
  const textOf = ({ fact, is, value }: Condition): string => `${fact} ${signs[is]} ${JSON.stringify(value)}`
  const expressions = given.map(({ key, all, any }) => ({
    id: key,
    key,
    value: [...all.map(textOf), ...(any.length === 0 ? [] : [`(${any.map(textOf).join(' or ')})`])].join(' and '),
  }))
  const decision = new ZenEngine().createDecision({
    nodes: [
      { id: 'in', name: 'in', type: 'inputNode', position: { x: 0, y: 0 } },
      { id: 'all', name: 'all', type: 'expressionNode', position: { x: 0, y: 0 }, content: { expressions } },
      { id: 'out', name: 'out', type: 'outputNode', position: { x: 0, y: 0 } },
    ],
    edges: [
      { id: 'a', sourceId: 'in', targetId: 'all', type: 'edge' },
      { id: 'b', sourceId: 'all', targetId: 'out', type: 'edge' },
    ],
  })
  return async (transaction) => {
    const { result } = (await decision.evaluate(flat[transaction])) as { result: Readonly<Record<string, boolean>> }
    return given
      .map(({ key }) => key)
      .filter((key) => result[key] === true)
      .sort()
  }
}

/**
 * Microseconds of processor time, of all threads, that a transaction takes. A clock on the wall would tell what else
 * the machine does.
 */
const perTransaction = (before: NodeJS.CpuUsage, times: number): number => {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / (times * transactions)
}

const microseconds = async (judge: Judge, times: number): Promise<number> => {
  const before = process.cpuUsage()
  for (let time = 0; time < times; time += 1)
    for (let transaction = 0; transaction < transactions; transaction += 1) await judge(transaction)
  return perTransaction(before, times)
}

/** Nothing of ours waits, and it is not made to. */
const microsecondsAtOnce = (judge: Judge, times: number): number => {
  const before = process.cpuUsage()
  for (let time = 0; time < times; time += 1)
    for (let transaction = 0; transaction < transactions; transaction += 1) void judge(transaction)
  return perTransaction(before, times)
}

const requireEqualHits = async (judges: readonly Judge[]): Promise<number> => {
  let hits = 0
  for (let transaction = 0; transaction < transactions; transaction += 1) {
    const [first = [], ...others] = await Promise.all(judges.map(async (judge) => await judge(transaction)))
    hits += first.length
    for (const other of others)
      if (other.join() !== first.join()) throw new Error(`the engines differ: ${first.join()} and ${other.join()}`)
  }
  if (hits < transactions) throw new Error('too few rules hold for a comparison')
  return hits
}

const starter = (flat: readonly Flat[]): (() => number) => {
  const nobody = { has: () => false }
  const { book } = createRuleBook(
    starterRules.map((content) => ({ version: 1, shadow: false, content: { ...content, applies_to: [] } })),
    { features: new Set(featureNames), lists: new Map(starterLists.map(({ key }) => [key, nobody])) },
  )
  const known = Object.fromEntries(featureNames.map((name) => [name, 0]))
  const facts = flat.map(({ amount, country, channel, ...features }): RuleFacts => ({
    event: {
      event_type: 'transfer',
      at: '2031-03-04T12:00:00.000+00:00',
      amount,
      country,
      channel,
      counterparty_id: 'P1',
    } as Record<string, JsonValue>,
    metadata: { email: 'jane@mail.example' },
    features: { ...known, ...(features as Record<string, number>) },
    profile: {},
    graph: {},
    model: { score: 0.1 },
  }))
  return () => {
    const before = process.cpuUsage()
    for (let time = 0; time < 50; time += 1) for (const one of facts) book.evaluate(one)
    return perTransaction(before, 50)
  }
}

/**
 * A hundred rules on one transaction, beside two engines with the same rules and the same hits; and what the starter
 * set costs.
 */
export const benchRules = async (): Promise<readonly BenchLine[]> => {
  const random = seededRandom(77)
  const given = makeRules(random)
  const flat = makeTransactions(random)
  const judges = {
    fieldseal: ours(given, flat),
    'json-rules-engine': jsonRulesEngine(given, flat),
    '@gorules/zen-engine': zen(given, flat),
  }
  await requireEqualHits(Object.values(judges))
  const figures = await alternate(rounds, {
    fieldseal: () => microsecondsAtOnce(judges.fieldseal, 50),
    'json-rules-engine': () => microseconds(judges['json-rules-engine'], 1),
    '@gorules/zen-engine': () => microseconds(judges['@gorules/zen-engine'], 2),
    starter: starter(flat),
  })
  const beside = (peer: 'json-rules-engine' | '@gorules/zen-engine', aim: number): BenchLine => {
    const ratio = figures[peer] / figures.fieldseal
    return {
      name: `${rules} rules on one transaction`,
      unit: 'us',
      ours: figures.fieldseal,
      limit: figures[peer],
      limitName: peer,
      ratio,
      aim: `>= ${aim}`,
      met: ratio >= aim,
    }
  }
  const ratio = 20 / figures.starter
  return [
    beside('json-rules-engine', 50),
    beside('@gorules/zen-engine', 10),
    {
      name: 'the thirty starter rules on one activity, all kinds',
      unit: 'us',
      ours: figures.starter,
      limit: 20,
      limitName: 'budget',
      ratio,
      aim: '>= 1',
      met: ratio >= 1,
    },
  ]
}
