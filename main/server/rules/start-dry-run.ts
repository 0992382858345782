import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { BodyOf } from '../../../shared/api/operation.ts'
import type { startDryRun as operation } from '../../../shared/api/rules.ts'
import type { DryRun } from '../../../shared/schema/rules.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { RuleBook } from '../../detection/ports.ts'
import { createDryRun } from '../../detection/rules/dry-run.ts'
import { createRuleBook } from '../../detection/rules/rule-book.ts'
import type { BookRule } from '../../detection/rules/readable.ts'
import type { RuleStore } from '../../storage/rules/rule-store.ts'
import type { DryRunJobs } from './dry-run-jobs.ts'
import type { PastWitness, Witnesses } from './past-witness.ts'

/** A book that tells only of some rules; the others are in it to be read by them. */
const tellingOf = (book: RuleBook, keys: ReadonlySet<string>): RuleBook => ({
  evaluate: (facts) => {
    const { hits, faults } = book.evaluate(facts)
    return { hits: hits.filter(({ rule }) => keys.has(rule)), faults: faults.filter(({ rule }) => keys.has(rule)) }
  },
})

const ms = (text: string | undefined): number | undefined => (text === undefined ? undefined : Date.parse(text))

/** Begins a dry run of rules as they are written, saved ones, or both. */
export const startDryRun = (
  store: RuleStore,
  jobs: DryRunJobs,
  witnesses: Witnesses,
  body: BodyOf<typeof operation>,
): Result<DryRun, Refusal> => {
  const saved = store.newest(body.keys)
  if (!saved.ok) return saved
  const checked = store.checkContents(body.rules)
  if (!checked.ok) return checked
  const tried: readonly BookRule[] = [
    ...body.rules.map((content) => ({ version: 0, content, shadow: true })),
    ...saved.value,
  ]
  const keys = new Set(tried.map(({ content }) => content.key))
  if (keys.size === 0 || keys.size < tried.length) {
    const message = keys.size === 0 ? 'names no rule' : 'names a rule twice'
    return fail(refusal('invalid_request', `The dry run ${message}.`, [{ path: 'body.rules', message }]))
  }
  const live = store.inForce().filter(({ shadow }) => !shadow)
  const vocabulary = store.vocabularyOfTrials()
  const made = createRuleBook([...tried, ...live.filter(({ content }) => !keys.has(content.key))], vocabulary)
  const broken = new Map(
    [...made.broken].flatMap(([index, message]): [string, string][] =>
      tried[index] === undefined ? [] : [[tried[index].content.key, message]],
    ),
  )
  const inForce = createRuleBook(live, vocabulary)
  const tally = createDryRun(tellingOf(made.book, keys), inForce.book, [...keys], broken)
  const own = made.compiled.slice(0, tried.length)
  const lists = (own.some(({ rules }) => rules.size > 0) ? made.compiled : own).some(
    (compiled) => compiled.lists.size > 0,
  )
  const witness = (): PastWitness => witnesses({ paths: [...made.paths, ...inForce.paths], lists })
  return ok(jobs.start(tally, { fromMs: ms(body.from), toMs: ms(body.to), most: body.transactions }, witness))
}
