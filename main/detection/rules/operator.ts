import type { OperatorEntry } from '../../../shared/schema/rules.ts'
import type { JsonValue } from '../../seal/canonical.ts'
import type { Node, RuleRun } from './run.ts'

/** One argument of an operator, compiled. */
export interface CompiledArgument {
  readonly node: Node
  /** What it always gives, where it stands in the rule as it is. */
  readonly constant: JsonValue | undefined
  /** Whether it was written as it is. An operator's answer is never literal, and `constant` tells null from that. */
  readonly literal: boolean
  /** The slot that it reads of the facts, where it does nothing else. */
  readonly slot: number | undefined
  readonly pointer: string
}

/** Values of a list, and until when each is on it. */
export interface ValueSet {
  /** Whether a value is on the list for an activity of that time (Unix milliseconds; NaN: of no known time). */
  has(value: string, atMs: number): boolean
}

/** A place of a rule while it is compiled. */
export interface RulePlace {
  /** Whether `var` reads an element of an array here, and not the facts. */
  readonly within: boolean
  readonly fault: (pointer: string, message: string) => void
  readonly hint: (pointer: string, message: string) => void
  /** A read of the facts by a path. */
  readonly readFacts: (path: string, pointer: string) => CompiledArgument
  /** The values of a list; null where there is none, which is told. */
  readonly list: (key: string, pointer: string) => ValueSet | null
  /** The place of a rule among all; null where there is none, which is told. */
  readonly rule: (key: string, pointer: string) => number | null
  /** Whether windows of features have this name; where none has, it is told. */
  readonly feature: (name: string, pointer: string) => boolean
}

/** An operator: how an editor shows it, and how it is compiled. */
export interface Operator {
  readonly entry: OperatorEntry
  /** Fewest and most arguments. */
  readonly least: number
  readonly most: number
  /** The argument (from 0) that is asked of each element of an array: there `var` reads the element. */
  readonly each?: number
  /** Makes the node. Arguments are counted and literal where they must be; null where a fault was told. */
  readonly build: (parts: readonly CompiledArgument[], place: RulePlace, pointer: string) => Node | null
  /** For an operator whose arguments may also come as one array that the rule makes: what it gives for them. */
  readonly spread?: (run: RuleRun, values: readonly JsonValue[]) => JsonValue
}

type Argument = OperatorEntry['arguments'][number]

/**
 * An argument of an entry; `text` stands for a value of the kind, a `!` behind it for one that must be written as it
 * is, a `?` for one that may be left out.
 */
export const takes = (...given: readonly (readonly [name: string, kind: string])[]): Argument[] =>
  given.map(([name, kind]) => ({
    name,
    kind: kind.replaceAll(/[!?]/gu, '') as Argument['kind'],
    optional: kind.includes('?'),
    literal: kind.includes('!'),
  }))

const wordless: Pick<OperatorEntry, 'standard' | 'more'> = { standard: false, more: false }

/** An operator of our own, or (`standard: true`) of JsonLogic. Its number of arguments follows from its entry. */
export const operator = (
  entry: Omit<OperatorEntry, 'standard' | 'more'> & Partial<Pick<OperatorEntry, 'standard' | 'more'>>,
  rest: Omit<Operator, 'entry' | 'least' | 'most'> & Partial<Pick<Operator, 'least' | 'most'>>,
): Operator => {
  const whole = { ...wordless, ...entry }
  return {
    least: whole.arguments.filter(({ optional }) => !optional).length,
    most: whole.more ? Number.POSITIVE_INFINITY : whole.arguments.length,
    ...rest,
    entry: whole,
  }
}
