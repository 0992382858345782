import { ruleLimits } from '../../../shared/schema/rules.ts'
import type { JsonValue } from '../../seal/canonical.ts'
import { operators } from './catalogue.ts'
import { fields, identifyingPaths, factPathFault, profileFault } from './fields.ts'
import type { Operator, CompiledArgument, RulePlace, ValueSet } from './operator.ts'
import { nearest } from './nearest.ts'
import { splitPath } from './paths.ts'
import { pointerTo } from './pointer.ts'
import { RuleFault } from './run.ts'
import type { Node } from './run.ts'
import type { Slots } from './slots.ts'
import { numberOfValue } from './values.ts'

/** What a rule may name besides the fields of an activity. */
export interface Vocabulary {
  readonly features: ReadonlySet<string>
  readonly lists: { get(key: string): ValueSet | undefined; keys(): Iterable<string> }
  /** The place of a rule that this one may read; undefined where there is none. */
  readonly ruleAt: (key: string) => number | undefined
  readonly ruleKeys: () => Iterable<string>
}

/** A finding of the compiler: where, and what. */
export interface PointedFinding {
  readonly pointer: string
  readonly message: string
}

/** A rule's logic, compiled, or why it cannot be; what it names; how large it is. */
export interface Compiled {
  readonly node: Node
  readonly faults: readonly PointedFinding[]
  /** Faults for which a rule is not taken anew; one that was sealed before runs on. */
  readonly outdated: readonly PointedFinding[]
  readonly hints: readonly PointedFinding[]
  readonly reads: ReadonlySet<string>
  readonly features: ReadonlySet<string>
  readonly lists: ReadonlySet<string>
  readonly rules: ReadonlySet<string>
  readonly nodes: number
}

const tooFew = new RuleFault('gives an operator fewer values than it needs')

const isObject = (value: JsonValue): value is { readonly [name: string]: JsonValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Sizes are looked at before anything is compiled: what is too large is told once, and nothing of it is walked any
 * further.
 */
const sizeFault = (logic: JsonValue): { readonly fault: PointedFinding | null; readonly nodes: number } => {
  let nodes = 0
  const walk = (value: JsonValue, pointer: string, depth: number): PointedFinding | null => {
    nodes += 1
    if (nodes > ruleLimits.nodes)
      return { pointer, message: `makes the rule larger than ${ruleLimits.nodes} operators and values` }
    if (depth > ruleLimits.depth) return { pointer, message: `nests deeper than ${ruleLimits.depth} levels` }
    if (typeof value === 'string' && value.length > ruleLimits.text)
      return { pointer, message: `is a text of more than ${ruleLimits.text} characters` }
    if (typeof value === 'number' && !Number.isFinite(value))
      return { pointer, message: 'is no number that can be kept' }
    if (typeof value !== 'object' || value === null) return null
    for (const [name, inner] of Object.entries(value as Readonly<Record<string, JsonValue>>)) {
      const fault = walk(inner, pointerTo(pointer, name), depth + 1)
      if (fault !== null) return fault
    }
    return null
  }
  return { fault: walk(logic, '', 1), nodes }
}

const nothing: Node = () => null

const literal = (value: JsonValue, pointer: string): CompiledArgument => ({
  node: () => value,
  constant: value,
  literal: true,
  slot: undefined,
  pointer,
})

const suggestion = (name: string, among: Iterable<string>): string => {
  const near = nearest(name, among)
  return near === null ? '' : `; did you mean "${near}"?`
}

/**
 * Compiles logic into closures: no text of a rule ever becomes code (docs/decisions/rule-engine.md). Tells every fault
 * that it finds, not only the first.
 */
export const compileLogic = (logic: JsonValue, vocabulary: Vocabulary, slots: Slots): Compiled => {
  const faults: PointedFinding[] = []
  const outdated: PointedFinding[] = []
  const hints: PointedFinding[] = []
  const reads = new Set<string>()
  const features = new Set<string>()
  const lists = new Set<string>()
  const rules = new Set<string>()
  const fault = (pointer: string, message: string): void => void faults.push({ pointer, message })

  const readFacts = (path: string, pointer: string): CompiledArgument => {
    const wrong = factPathFault(path, vocabulary.features)
    if (wrong !== null)
      fault(
        pointer,
        wrong +
          (path.startsWith('features.')
            ? suggestion(path.slice('features.'.length), vocabulary.features)
            : suggestion(
                path,
                fields.map((field) => field.path),
              )),
      )
    const unheld = profileFault(path)
    if (unheld !== null)
      outdated.push({
        pointer,
        message:
          unheld +
          suggestion(
            path,
            fields.map((field) => field.path),
          ),
      })
    reads.add(path)
    const [section, name] = splitPath(path)
    if (section === 'features' && name !== undefined) features.add(name)
    const { slot, node } = slots.of(path)
    return { node, constant: undefined, literal: false, slot, pointer }
  }

  const placeOf = (within: boolean): RulePlace => ({
    within,
    fault,
    hint: (pointer, message) => void hints.push({ pointer, message }),
    readFacts,
    list: (key, pointer) => {
      lists.add(key)
      const found = vocabulary.lists.get(key)
      if (found === undefined)
        fault(pointer, `names the list "${key}", which does not exist${suggestion(key, vocabulary.lists.keys())}`)
      return found ?? null
    },
    rule: (key, pointer) => {
      rules.add(key)
      const index = vocabulary.ruleAt(key)
      if (index === undefined)
        fault(
          pointer,
          `reads the rule "${key}", which is not there to be read${suggestion(key, vocabulary.ruleKeys())}`,
        )
      return index ?? null
    },
    feature: (name, pointer) => {
      features.add(name)
      if (vocabulary.features.has(name)) return true
      fault(pointer, `names the feature "${name}", which does not exist${suggestion(name, vocabulary.features)}`)
      return false
    },
  })
  const places = { outer: placeOf(false), within: placeOf(true) }

  const argumentFault = ({ entry }: Operator, index: number, part: CompiledArgument): string | null => {
    const wanted = entry.arguments[Math.min(index, entry.arguments.length - 1)]
    if (wanted === undefined) return null
    if (wanted.literal && !part.literal)
      return `must be written as it is: \`${entry.name}\` does not take what another operator gives for it`
    if (!part.literal) return null
    const { constant = null } = part
    if (wanted.kind === 'number' && Number.isNaN(numberOfValue(constant))) return 'must be a number'
    if (
      wanted.literal &&
      ['list_key', 'rule_key', 'feature', 'zone', 'pattern', 'unit'].includes(wanted.kind) &&
      typeof constant !== 'string'
    )
      return 'must be a text'
    return null
  }

  const compileOperator = (name: string, given: JsonValue, pointer: string, within: boolean): CompiledArgument => {
    const operator = operators.get(name)
    if (operator === undefined) {
      fault(pointer, `"${name.slice(0, 60)}" is no operator${suggestion(name, operators.keys())}`)
      return literal(null, pointer)
    }
    const here = pointerTo(pointer, name)
    const place = within ? places.within : places.outer
    const done = (node: Node | null, slot?: number): CompiledArgument => ({
      node: node ?? nothing,
      constant: undefined,
      literal: false,
      slot,
      pointer,
    })
    if (operator.spread !== undefined && isObject(given)) {
      const { spread, least } = operator
      const all = compile(given, here, within)
      return done((run, data) => {
        const values = all.node(run, data)
        const list = Array.isArray(values) ? (values as readonly JsonValue[]) : [values]
        if (list.length < least) throw tooFew
        return spread(run, list)
      })
    }
    const isList = Array.isArray(given)
    const values = isList ? (given as readonly JsonValue[]) : [given]
    if (values.length < operator.least || values.length > operator.most) {
      const { least, most } = operator
      const wanted =
        least === most ? `${least}` : most === Number.POSITIVE_INFINITY ? `${least} or more` : `${least} to ${most}`
      fault(here, `\`${name}\` takes ${wanted} ${wanted === '1' ? 'value' : 'values'}, not ${values.length}`)
      return done(null)
    }
    const before = faults.length
    const parts = values.map((value, index) =>
      compile(value, isList ? pointerTo(here, String(index)) : here, within || operator.each === index),
    )
    for (const [index, part] of parts.entries()) {
      const wrong = argumentFault(operator, index, part)
      if (wrong !== null) fault(part.pointer, wrong)
    }
    if (faults.length > before) return done(null)
    const node = operator.build(parts, place, here)
    return done(node, name === 'var' || name === 'fact' || name === 'feature' ? slots.slotRead(node) : undefined)
  }

  const compileArray = (values: readonly JsonValue[], pointer: string, within: boolean): CompiledArgument => {
    const parts = values.map((value, index) => compile(value, pointerTo(pointer, String(index)), within))
    if (parts.every((part) => part.literal)) return literal(values, pointer)
    return {
      node: (run, here) => parts.map(({ node }) => node(run, here)),
      constant: undefined,
      literal: false,
      slot: undefined,
      pointer,
    }
  }

  const compile = (value: JsonValue, pointer: string, within: boolean): CompiledArgument => {
    if (Array.isArray(value)) return compileArray(value as readonly JsonValue[], pointer, within)
    if (!isObject(value)) return literal(value, pointer)
    const names = Object.keys(value)
    const [name] = names
    if (name === undefined || names.length > 1) {
      fault(
        pointer,
        names.length === 0
          ? 'is an empty object; an object holds one operator'
          : `holds ${names.length} operators; an object holds one, and \`and\` brings several together`,
      )
      return literal(null, pointer)
    }
    return compileOperator(name, value[name] ?? null, pointer, within)
  }

  const sized = sizeFault(logic)
  const result = { faults, outdated, hints, reads, features, lists, rules, nodes: sized.nodes }
  if (sized.fault !== null) return { ...result, node: nothing, faults: [sized.fault] }
  const { node, literal: isLiteral } = compile(logic, '', false)
  if (isLiteral && faults.length === 0) fault('', 'holds always or never: it reads nothing')
  for (const hint of identifierHints(logic)) hints.push(hint)
  return { ...result, node }
}

/** The path that `val` reads by its steps; empty where they are none. */
const joinedSteps = (steps: JsonValue | undefined): string =>
  Array.isArray(steps) && steps.every((step) => typeof step === 'string') ? steps.join('.') : ''

/** Identifiers of people belong into lists: they are sealed by digest there and can be erased. */
const identifierHints = (logic: JsonValue): PointedFinding[] => {
  const found: PointedFinding[] = []
  const readsIdentifier = (value: JsonValue): boolean =>
    isObject(value) &&
    (['var', 'fact'].some((name) =>
      [value[name], Array.isArray(value[name]) ? (value[name] as readonly JsonValue[])[0] : null].some(
        (path) => typeof path === 'string' && identifyingPaths.has(path),
      ),
    ) ||
      identifyingPaths.has(joinedSteps(value['val'])))
  const walk = (value: JsonValue, pointer: string): void => {
    if (typeof value !== 'object' || value === null || pointer.endsWith('/in_list')) return
    const inner = Object.entries(value as Readonly<Record<string, JsonValue>>)
    if (
      Array.isArray(value) &&
      inner.some(([, item]) => readsIdentifier(item)) &&
      inner.some(
        ([, item]) => typeof item === 'string' || (Array.isArray(item) && item.some((one) => typeof one === 'string')),
      )
    ) {
      found.push({
        pointer,
        message:
          'compares an identifier with what is written here, which is sealed openly; a list keeps it so that it can be erased',
      })
    }
    for (const [name, item] of inner) walk(item, pointerTo(pointer, name))
  }
  walk(logic, '')
  return found
}
