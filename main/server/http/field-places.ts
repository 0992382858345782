import { z } from 'zod'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { Operation } from '../../../shared/api/operation.ts'

const namesIn = (schema: z.ZodType): readonly string[] => {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape)
  return schema instanceof z.ZodUnion
    ? schema.options.flatMap((option) => (option instanceof z.ZodType ? namesIn(option) : []))
    : []
}

/**
 * The fields of an operation, each with the part of a request that it comes in. A name that both parts take comes in
 * the query: only `workspace_id` does, and no refusal of a handler names it.
 */
const placesIn = ({ query, body }: Pick<Operation, 'query' | 'body'>): ReadonlyMap<string, string> =>
  new Map([
    ...namesIn(body).map((name) => [name, 'body'] as const),
    ...namesIn(query).map((name) => [name, 'query'] as const),
  ])

const fieldOf = (path: string): string => /^[^.[]*/u.exec(path)?.[0] ?? ''

/**
 * Makes what places the fields of an operation: a refusal of the core names a field alone (`notes`), for a command may
 * come by many ways; its answer names where in the request that field stands (`body.notes`).
 * What is no field of the operation stays as it is.
 */
export const placedFields = (operation: Pick<Operation, 'query' | 'body'>): ((refused: Refusal) => Refusal) => {
  const places = placesIn(operation)
  const placed = (path: string): string => {
    const place = places.get(fieldOf(path))
    return place === undefined ? path : `${place}.${path}`
  }
  return (refused) => {
    const first = refused.details?.[0]
    if (refused.details === undefined || first === undefined) return refused
    // The sentence of one field begins with its path (`fieldRefused`).
    const message = refused.message.startsWith(`${first.path} `)
      ? `${placed(first.path)}${refused.message.slice(first.path.length)}`
      : refused.message
    return {
      ...refused,
      message,
      details: refused.details.map(({ path, message: said }) => ({ path: placed(path), message: said })),
    }
  }
}
