import { operator, takes } from '../operator.ts'
import type { Operator, CompiledArgument } from '../operator.ts'
import { RuleFault } from '../run.ts'
import type { Node } from '../run.ts'
import { truthy } from '../values.ts'

/** A node that holds or does not: comparisons give true and false, which need no look. */
const nodesOf = (parts: readonly CompiledArgument[]): readonly Node[] => parts.map(({ node }) => node)

const and = (nodes: readonly Node[]): Node => {
  const [a, b, c] = nodes
  if (nodes.length === 2 && a !== undefined && b !== undefined) {
    return (run, here) => {
      const first = a(run, here)
      return first === true || truthy(first) ? b(run, here) : first
    }
  }
  if (nodes.length === 3 && a !== undefined && b !== undefined && c !== undefined) {
    return (run, here) => {
      const first = a(run, here)
      if (first !== true && !truthy(first)) return first
      const second = b(run, here)
      return second === true || truthy(second) ? c(run, here) : second
    }
  }
  return (run, here) => {
    let value: ReturnType<Node> = null
    for (const node of nodes) {
      value = node(run, here)
      if (!truthy(value)) return value
    }
    return value
  }
}

const or =
  (nodes: readonly Node[]): Node =>
  (run, here) => {
    let value: ReturnType<Node> = null
    for (const node of nodes) {
      value = node(run, here)
      if (truthy(value)) return value
    }
    return value
  }

const choose =
  (nodes: readonly Node[]): Node =>
  (run, here) => {
    const last = nodes.length - 1
    for (let index = 0; index < last; index += 2) {
      if (truthy(nodes[index]?.(run, here) ?? null)) return nodes[index + 1]?.(run, here) ?? null
    }
    return last % 2 === 0 ? (nodes[last]?.(run, here) ?? null) : null
  }

const firstThere =
  (nodes: readonly Node[]): Node =>
  (run, here) => {
    for (const node of nodes) {
      const value = node(run, here)
      if (value !== null) return value
    }
    return null
  }

const firstWithoutFault =
  (nodes: readonly Node[]): Node =>
  (run, here) => {
    let fault: RuleFault | null = null
    for (const node of nodes) {
      try {
        return node(run, here)
      } catch (error) {
        if (!(error instanceof RuleFault) || run.steps < 0) throw error
        fault = error
      }
    }
    if (fault !== null) throw fault
    return null
  }

const group = 'logic'

/** Truth and choice. */
export const logicOperators: readonly Operator[] = [
  operator(
    {
      name: 'and',
      group,
      standard: true,
      more: true,
      arguments: takes(['condition', 'any']),
      gives: 'any',
      summary: 'True if all conditions are. Gives the first that is not, else the last.',
      example: { and: [{ above: [{ var: 'event.amount' }, 500] }, { equals: [{ var: 'event.channel' }, 'web'] }] },
    },
    { build: (parts) => and(nodesOf(parts)) },
  ),
  operator(
    {
      name: 'or',
      group,
      standard: true,
      more: true,
      arguments: takes(['condition', 'any']),
      gives: 'any',
      summary: 'True if one condition is. Gives the first that is, else the last.',
      example: { or: [{ equals: [{ var: 'event.country' }, 'NG'] }, { equals: [{ var: 'event.country' }, 'RU'] }] },
    },
    { build: (parts) => or(nodesOf(parts)) },
  ),
  operator(
    {
      name: '!',
      group,
      standard: true,
      arguments: takes(['condition', 'any']),
      gives: 'truth',
      summary: 'True if the condition is not.',
      example: { '!': [{ known: [{ var: 'event.device_id' }] }] },
    },
    { build: ([part]) => (part === undefined ? null : (run, here) => !truthy(part.node(run, here))) },
  ),
  operator(
    {
      name: '!!',
      group,
      standard: true,
      arguments: takes(['condition', 'any']),
      gives: 'truth',
      summary: 'Turns a value into true or false.',
      example: { '!!': [{ var: 'metadata.tags' }] },
    },
    { build: ([part]) => (part === undefined ? null : (run, here) => truthy(part.node(run, here))) },
  ),
  ...['if', '?:'].map((name) =>
    operator(
      {
        name,
        group,
        standard: true,
        more: true,
        arguments: takes(['condition', 'any'], ['then', 'any?'], ['else', 'any?']),
        gives: 'any',
        summary: 'The value after the first true condition, else the last value.',
        example: { [name]: [{ equals: [{ var: 'event.currency' }, 'EUR'] }, 500, 550] },
      },
      { least: 1, build: (parts) => choose(nodesOf(parts)) },
    ),
  ),
  operator(
    {
      name: '??',
      group,
      standard: true,
      more: true,
      arguments: takes(['value', 'any']),
      gives: 'any',
      summary: 'The first value that is not missing.',
      example: { '??': [{ var: 'metadata.city' }, { var: 'event.country' }, 'unknown'] },
    },
    { build: (parts) => firstThere(nodesOf(parts)) },
  ),
  operator(
    {
      name: 'try',
      group,
      standard: true,
      more: true,
      arguments: takes(['value', 'any']),
      gives: 'any',
      summary: 'The first value without a fault. A rule that takes too long still ends.',
      example: { try: [{ '/': [{ var: 'event.amount' }, { var: 'metadata.items' }] }, 0] },
    },
    { build: (parts) => firstWithoutFault(nodesOf(parts)) },
  ),
]
