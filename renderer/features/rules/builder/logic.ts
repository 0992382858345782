import type { OperatorEntry } from '../../../../shared/schema/rules.ts'

/** JSON as it stands in a rule. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/** Conditions that hold together, or of which one holds; `not` turns it round. */
export type Group = { readonly kind: 'group'; readonly all: boolean; readonly parts: readonly Part[] }

/** One operator with its values. */
export type Condition = {
  readonly kind: 'condition'
  readonly operator: string
  readonly values: readonly Json[]
  readonly not: boolean
}

/** What only the text can show. */
export type Written = { readonly kind: 'written'; readonly json: Json }

export type Part = Group | Condition | Written

/**
 * Operators whose condition can be built: they tell whether something holds, and their values stand beside each other.
 */
export const buildable = (operators: readonly OperatorEntry[]): readonly OperatorEntry[] =>
  operators.filter(
    ({ gives, group, name, arguments: taken }) =>
      gives === 'truth' && group !== 'logic' && !taken.some(({ kind }) => kind === 'logic') && !standardTwins.has(name),
  )

/** JsonLogic's own comparisons guess at types; ours, which say the same more plainly, are offered in their place. */
const standardTwins = new Set(['==', '===', '!=', '!==', '<', '<=', '>', '>=', '!!'])

const isObject = (json: Json): json is { readonly [name: string]: Json } =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

const single = (json: Json): readonly [string, Json] | null => {
  if (!isObject(json)) return null
  const [entry, ...others] = Object.entries(json)
  return entry === undefined || others.length > 0 ? null : entry
}

const listOf = (json: Json): readonly Json[] => (Array.isArray(json) ? (json as readonly Json[]) : [json])

/** Whether a value can be shown by a field of the builder: a path, a feature, or what is written as it is. */
export const isPlain = (json: Json): boolean => {
  if (!isObject(json))
    return !Array.isArray(json) || json.every((one) => typeof one === 'string' || typeof one === 'number')
  const entry = single(json)
  if (entry === null || (entry[0] !== 'var' && entry[0] !== 'feature')) return false
  const values = listOf(entry[1])
  return values.length === 1 && typeof values[0] === 'string'
}

const conditionOf = (json: Json, known: ReadonlySet<string>, not: boolean): Part => {
  const entry = single(json)
  if (entry === null || !known.has(entry[0])) return { kind: 'written', json: not ? { '!': [json] } : json }
  const values = listOf(entry[1])
  if (!values.every(isPlain)) return { kind: 'written', json: not ? { '!': [json] } : json }
  return { kind: 'condition', operator: entry[0], values, not }
}

/** Reads a logic into what can be built; what cannot stays as it is written. */
export const partOf = (json: Json, known: ReadonlySet<string>): Part => {
  const entry = single(json)
  if (entry === null) return { kind: 'written', json }
  const [name, value] = entry
  if (name === 'and' || name === 'or')
    return { kind: 'group', all: name === 'and', parts: listOf(value).map((one) => partOf(one, known)) }
  const inner = listOf(value)
  if (name === '!' && inner.length === 1 && inner[0] !== undefined) return conditionOf(inner[0], known, true)
  return conditionOf(json, known, false)
}

/** The logic as a group to build in: a single condition stands in a group of its own. */
export const groupOf = (json: Json, known: ReadonlySet<string>): Group => {
  const part = partOf(json, known)
  return part.kind === 'group' ? part : { kind: 'group', all: true, parts: [part] }
}

/** Writes a part as JsonLogic. A group of one condition is that condition. */
export const jsonOf = (part: Part): Json => {
  if (part.kind === 'written') return part.json
  if (part.kind === 'condition') {
    const json = { [part.operator]: part.values }
    return part.not ? { '!': [json] } : json
  }
  const parts = part.parts.map(jsonOf)
  const [only] = parts
  return parts.length === 1 && only !== undefined ? only : { [part.all ? 'and' : 'or']: parts }
}

/** A fresh condition of an operator, with values that can be filled in. */
export const emptyCondition = (operator: OperatorEntry): Condition => {
  const example = single(operator.example)
  const values = example === null ? [] : listOf(example[1])
  return { kind: 'condition', operator: operator.name, values: values.every(isPlain) ? values : [], not: false }
}
