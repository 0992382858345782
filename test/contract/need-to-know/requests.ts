import { z } from 'zod'
import { exampleOf } from '../../../main/server/description/examples.ts'
import type { Operation } from '../../../shared/api/operation.ts'
import type { RestrictedWorld, Things } from './restricted-world.ts'

/** A request to an operation. */
export interface Made {
  readonly address: string
  readonly body: unknown
}

type Path = (things: Things) => Readonly<Record<string, string | number>>

/** What stands in an address, by its beginning; the first that fits. */
const inAddress: readonly (readonly [beginning: string, params: Path])[] = [
  [
    '/v1/cases/{id}',
    (things) => ({ id: things.case, evidence_id: things.evidence, task: things.task, entry_id: things.entry }),
  ],
  ['/v1/case-numbers/{case_number}', (things) => ({ case_number: things.number })],
  ['/v1/reports/{id}', (things) => ({ id: things.report, version: 1 })],
  ['/v1/alerts/{id}', (things) => ({ id: things.alert })],
  ['/v1/decisions/{id}', (things) => ({ id: things.decision })],
  ['/v1/exports/{id}', (things) => ({ id: things.export })],
  ['/v1/acquisitions/{id}', (things) => ({ id: things.acquisition, action: 'pause' })],
  ['/v1/sync/cases/{case_uid}', (things) => ({ case_uid: things.caseUid })],
  ['/v1/sync/conflicts/{conflict_id}', (things) => ({ conflict_id: things.entry })],
  ['/v1/sync/set-aside/{entry_id}', (things) => ({ entry_id: things.entry })],
]

/** What a body or query calls something of a case. */
const named: Readonly<Record<string, (things: Things) => unknown>> = {
  case_id: (things) => things.case,
  case_ids: (things) => [things.case],
  cases: (things) => [things.case],
  case_number: (things) => things.number,
  parent_id: (things) => things.case,
  other_id: (things) => things.case,
  other_uid: (things) => things.caseUid,
  evidence_id: (things) => things.evidence,
  export_id: (things) => things.export,
  report_id: (things) => things.report,
  alert_id: (things) => things.alert,
  alert_ids: (things) => [things.alert],
  alerts: (things) => [{ id: things.alert, revision: 1 }],
  decision_id: (things) => things.decision,
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const fieldsOf = (schema: z.ZodType): readonly string[] => {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Record<string, unknown>
  const all = [json, ...((json['anyOf'] ?? json['oneOf'] ?? json['allOf'] ?? []) as Record<string, unknown>[])]
  return all.flatMap((one) => (isRecord(one['properties']) ? Object.keys(one['properties']) : []))
}

const namedFields = (schema: z.ZodType): readonly string[] =>
  fieldsOf(schema).filter((field) => Object.hasOwn(named, field))

const paramsOf = ({ path }: Operation): Path | undefined =>
  inAddress.find(([beginning]) => path === beginning || path.startsWith(`${beginning}/`))?.[1]

/** Whether something of a case stands in the address of an operation. */
export const isAddressed = (operation: Operation): boolean => paramsOf(operation) !== undefined

/** Whether a request to an operation can name something of a case. A filter of a list names it, too. */
export const namesThings = (operation: Operation): boolean =>
  paramsOf(operation) !== undefined || namedFields(operation.body).length > 0 || namedFields(operation.query).length > 0

const valuesOf = (fields: readonly string[], things: Things): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field, named[field]?.(things)]))

const withQuery = (address: string, query: Readonly<Record<string, unknown>>): string => {
  const given = Object.entries(query).filter((pair) => pair[1] !== undefined)
  return given.length === 0
    ? address
    : `${address}?${given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')}`
}

const filled = (path: string, params: Readonly<Record<string, string | number>>): string =>
  path.replaceAll(/\{(\w+)\}/gu, (_whole, name: string) => String(params[name] ?? 'none'))

/**
 * The requests to an operation that name the things: where it takes several names for one, a request for each.
 */
export const requestsNaming = (operation: Operation, things: Things, workspaceId: string): readonly Made[] => {
  const address = filled(operation.path, paramsOf(operation)?.(things) ?? {})
  const needsKey = typeof operation.access === 'string' && operation.access.startsWith('v4:')
  const example = operation.method === 'GET' ? undefined : exampleOf(operation.id)
  const start = isRecord(example) ? example : example === undefined ? undefined : example
  const names = namedFields(operation.body)
  const own = isRecord(start) ? names.filter((name) => Object.hasOwn(start, name)) : []
  const base = isRecord(start) ? { ...start, ...valuesOf(own, things) } : start
  const identifying = ['case_id', 'case_number', 'alert_id', 'alert_ids', 'alerts', 'export_id', 'decision_id']
  const without = (body: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(Object.entries(body).filter(([name]) => !identifying.includes(name)))
  const others = names.filter((name) => !own.includes(name) && identifying.includes(name))
  const bodies: unknown[] = [
    base,
    ...(isRecord(base) ? others.map((name) => ({ ...without(base), ...valuesOf([name], things) })) : []),
  ]
  const queries = [{}, ...namedFields(operation.query).map((name) => valuesOf([name], things))]
  return queries.flatMap((query) =>
    bodies.map((body) => ({
      address: withQuery(address, { ...(needsKey ? { workspace_id: workspaceId } : {}), ...query }),
      body: needsKey && isRecord(body) ? { ...body, workspace_id: workspaceId } : body,
    })),
  )
}

/** Addresses of lists and pages that name nothing of a case, with terms that lead to the restricted one. */
export const readingsAround = (
  operation: Operation,
  { words, customer, transaction, bench }: RestrictedWorld,
): readonly Made[] => {
  const [title, , note, file] = words
  const params: Record<string, string | number> = {
    id: operation.path.startsWith('/v1/transactions') ? transaction : customer,
    key: 'none',
    kind: 'customer',
  }
  const needsKey = typeof operation.access === 'string' && operation.access.startsWith('v4:')
  const key = needsKey ? { workspace_id: bench.workspaceId } : {}
  const taken = fieldsOf(operation.query)
  const terms: Record<string, unknown>[] = [
    {},
    ...(taken.includes('q') ? [title, note, file].map((q) => ({ q })) : []),
    ...(taken.includes('customer_id') ? [{ customer_id: customer }] : []),
    ...(taken.includes('transaction_id') ? [{ transaction_id: transaction }] : []),
    ...(taken.includes('entity_kind') ? [{ entity_kind: 'customer', entity_id: customer }] : []),
    ...(taken.includes('in_case') ? [{ in_case: true }] : []),
    ...(taken.includes('view') ? [{ view: 'queue' }] : []),
  ]
  return terms.map((query) => ({
    address: withQuery(filled(operation.path, params), { ...key, ...query }),
    body: operation.method === 'GET' ? undefined : exampleOf(operation.id),
  }))
}
