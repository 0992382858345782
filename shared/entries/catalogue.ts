import { caseRules, evidenceRules } from './case-rules.ts'
import type { EntryRule, OpenValues } from './entry-rule.ts'
import type { EntryType } from './entry-types.ts'
import { detectionRules, judgementRules, reportRules } from './judgement-rules.ts'
import { taskRules } from './task-rules.ts'
import { workspaceRules } from './workspace-rules.ts'

/** The rule of every type of entry: the compiler asks for the one of a type that is new. */
export const catalogue: Readonly<Record<EntryType, EntryRule>> = {
  ...caseRules,
  ...evidenceRules,
  ...taskRules,
  ...reportRules,
  ...detectionRules,
  ...judgementRules,
  ...workspaceRules,
}

const isKnown = (type: string): type is EntryType => Object.hasOwn(catalogue, type)

/** The rule of a type; null of one that this release does not know (Y-27). */
export const ruleOf = (type: string): EntryRule | null => (isKnown(type) ? catalogue[type] : null)

const areaOf = (type: string): string => type.slice(0, type.indexOf('.'))

/** Areas (what stands before the dot) of which every type has the same kind of chain. */
const areaChains: ReadonlyMap<string, EntryRule['chain']> = new Map(
  [...Map.groupBy(Object.entries(catalogue), ([type]) => areaOf(type))].map(([area, rules]) => {
    const chains = new Set(rules.map(([, { chain }]) => chain))
    return [area, chains.size === 1 ? (rules[0]?.[1].chain ?? 'either') : 'either']
  }),
)

/** In whose chain a type stands; one that this release does not know stands where all others of its area do. */
export const chainOfType = (type: string): EntryRule['chain'] =>
  ruleOf(type)?.chain ?? areaChains.get(areaOf(type)) ?? 'either'

/** Whether an entry of a type may withhold this as the value of a name: what a form asks before it sends it. */
export const mayWithhold = (type: EntryType, name: string, value: unknown): boolean =>
  catalogue[type].withheld[name]?.safeParse(value).success === true

/** A withheld value that is missing or not of its form. */
export interface WithheldFault {
  /** Where: the name of the value, and a path in it. */
  readonly path: string
  /** What is wrong, to be said after the path; never the value. */
  readonly message: string
}

const isRequired = (rule: EntryRule, name: string, pub: OpenValues): boolean =>
  rule.withheld[name]?.safeParse(undefined).success === false || (rule.needs?.(pub).includes(name) ?? false)

/** The names of the values that an entry of a type must withhold, with what it says openly. */
export const requiredOf = (type: string, pub: OpenValues): readonly string[] => {
  const rule = ruleOf(type)
  if (rule === null) return []
  const names = new Set([...Object.keys(rule.withheld), ...(rule.needs?.(pub) ?? [])])
  return [...names].filter((name) => isRequired(rule, name, pub))
}

/**
 * What is wrong with what an entry withholds; null where nothing is, and of a type that this release does not know.
 * Names that it does not know may stand beside (Y-27).
 *
 * @param values each withheld value with its name, as often as it is there
 * @param unseen how many more the entry withholds that are not shown: values that were erased
 */
export const withheldFault = (
  type: string,
  pub: OpenValues,
  values: readonly (readonly [name: string, value: unknown])[],
  unseen = 0,
): WithheldFault | null => {
  const rule = ruleOf(type)
  if (rule === null) return null
  const shown = new Set(values.map(([name]) => name))
  const missing = requiredOf(type, pub).filter((name) => !shown.has(name))
  if (missing.length > unseen) return { path: missing[0] ?? '', message: 'is required: it is sealed with the entry' }
  for (const [name, value] of values) {
    const form = Object.hasOwn(rule.withheld, name) ? rule.withheld[name] : rule.others
    const issue = form?.safeParse(value).error?.issues[0]
    if (issue !== undefined) return { path: [name, ...issue.path.map(String)].join('.'), message: issue.message }
  }
  return null
}
