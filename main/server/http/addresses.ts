import type { Operation } from '../../../shared/api/operation.ts'

/** Fastify's form of an operation's path: `{id}` becomes `:id`. */
export const routerPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1')

/** Every operation answers under its path and under /api + its path. */
export const prefixes = ['', '/api'] as const

interface Pattern {
  readonly expression: RegExp
  readonly methods: Set<string>
}

const expressionOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)

/**
 * An address that the router would give to an operation in whose path an id stands, and the method of that operation.
 */
interface Misread {
  readonly method: Operation['method']
  readonly path: string
}

/**
 * Addresses of their own that the router takes for an id of another operation: to it `PATCH /v1/cases/stats` is the
 * case `stats`. What can be an id of that operation is not among them.
 */
export const misreadAddresses = (operations: readonly Operation[]): readonly Misread[] => {
  const paths = [...new Set(operations.map(({ path }) => path))].filter((path) => !path.includes('{'))
  const taken = new Set(operations.map(({ method, path }) => `${method} ${path}`))
  return operations.flatMap(({ method, path: ownPath, params }) => {
    const expression = expressionOf(ownPath)
    return paths
      .filter((path) => {
        const match = expression.exec(path)
        return match !== null && !taken.has(`${method} ${path}`) && !params.safeParse({ ...match.groups }).success
      })
      .map((path) => ({ method, path }))
  })
}

/** Knows which methods an address takes, for 405 and OPTIONS. */
export interface Addresses {
  /** Methods of an address (without its query), sorted; empty where there is no such address. */
  methodsOf(path: string): readonly string[]
}

/** An address that is no operation of the table, with its methods; it answers under every prefix. */
export interface RawAddress {
  readonly path: string
  readonly methods: readonly string[]
}

/** Makes the table of addresses of the operations, of those that carry bytes, and of further fixed GET addresses. */
export const createAddresses = (
  operations: readonly Operation[],
  raw: readonly RawAddress[],
  fixed: readonly string[],
): Addresses => {
  const patterns = new Map<string, Pattern>()
  const add = (path: string, method: string): void => {
    const known = patterns.get(path) ?? { expression: expressionOf(path), methods: new Set<string>() }
    known.methods.add(method)
    if (method === 'GET') known.methods.add('HEAD')
    patterns.set(path, known)
  }
  for (const operation of operations) for (const prefix of prefixes) add(prefix + operation.path, operation.method)
  for (const { path, methods } of raw)
    for (const prefix of prefixes) for (const method of methods) add(prefix + path, method)
  for (const path of fixed) add(path, 'GET')
  const table = [...patterns.values()]
  const misread = new Map<string, Set<string>>()
  for (const { method, path } of misreadAddresses(operations)) {
    for (const prefix of prefixes)
      misread.set(
        prefix + path,
        (misread.get(prefix + path) ?? new Set()).add(method).add(method === 'GET' ? 'HEAD' : method),
      )
  }
  return {
    methodsOf: (path) => {
      const methods = new Set(
        table.filter((pattern) => pattern.expression.test(path)).flatMap((pattern) => [...pattern.methods]),
      )
      return [...methods].filter((method) => misread.get(path)?.has(method) !== true).sort()
    },
  }
}
