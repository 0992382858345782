import type { Operation } from '../../../shared/api/operation.ts'

/** Fastify's form of an operation's path: `{id}` becomes `:id`. */
export const routerPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1')

/** Every operation answers under its path and under /api + its path. */
export const prefixes = ['', '/api'] as const

interface Pattern {
  readonly expression: RegExp
  readonly methods: Set<string>
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
export const createAddresses = (operations: readonly Operation[], raw: readonly RawAddress[], fixed: readonly string[]): Addresses => {
  const patterns = new Map<string, Pattern>()
  const add = (path: string, method: string): void => {
    const known = patterns.get(path) ?? { expression: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`), methods: new Set<string>() }
    known.methods.add(method)
    if (method === 'GET') known.methods.add('HEAD')
    patterns.set(path, known)
  }
  for (const operation of operations) for (const prefix of prefixes) add(prefix + operation.path, operation.method)
  for (const { path, methods } of raw) for (const prefix of prefixes) for (const method of methods) add(prefix + path, method)
  for (const path of fixed) add(path, 'GET')
  const table = [...patterns.values()]
  return {
    methodsOf: (path) => [...new Set(table.filter((pattern) => pattern.expression.test(path)).flatMap((pattern) => [...pattern.methods]))].sort(),
  }
}
