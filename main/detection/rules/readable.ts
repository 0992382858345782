import type { RuleContent } from '../../../shared/schema/rules.ts'
import { namedIn } from './named.ts'
import { referenceOrder } from './reference-order.ts'

/** A version of a rule that is to run. */
export interface BookRule {
  readonly version: number
  readonly content: RuleContent
  /** On trial: noted, and read by no live rule. */
  readonly shadow: boolean
}

/** The places of the rules of one kind of reader, by their keys. */
const placesFor = (rules: readonly BookRule[], shadow: boolean): ReadonlyMap<string, number> => {
  const places = new Map<string, number>()
  for (const wanted of shadow ? [true, false] : [false]) {
    for (const [index, rule] of rules.entries()) if (rule.shadow === wanted) places.set(rule.content.key, index)
  }
  return places
}

/**
 * Tells of each of these rules which of them it may read, by their keys: a live rule reads live ones, one on trial also
 * those on trial, and of two versions the live one.
 */
export const readableIn = (rules: readonly BookRule[]): ((rule: BookRule) => ReadonlyMap<string, number>) => {
  const [live, trial] = [placesFor(rules, false), placesFor(rules, true)]
  return ({ shadow }) => (shadow ? trial : live)
}

/**
 * The rules that could not run for the sake of those that they read, and why; by their places among those that would be
 * in force. A rule that names one that is not there is not looked at: the compiler tells that.
 */
export const circlesAmong = (rules: readonly BookRule[]): ReadonlyMap<number, string> => {
  const readable = readableIn(rules)
  const readsOf = rules.map((rule) =>
    [...namedIn(rule.content.logic).rules].flatMap((key) => readable(rule).get(key) ?? []),
  )
  const broken = new Map<number, string>()
  referenceOrder(readsOf, broken, (index) => rules[index]?.content.key ?? '')
  return broken
}
