import type { z } from 'zod'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { refusal } from '../../../shared/api/errors.ts'
import type { ErrorDetail, Refusal } from '../../../shared/api/errors.ts'
import { showName } from './strict-json.ts'

export type RequestPart = 'params' | 'query' | 'body'

const partNames: Record<RequestPart, string> = { params: 'path', query: 'query', body: 'body' }

/** No answer lists more problems than a person reads. */
const maxDetails = 20

const pathOf = (part: RequestPart, path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : `${text}.${showName(String(step))}`),
    partNames[part],
  )

const typeNames: Readonly<Record<string, string>> = {
  int: 'a whole number within 2^53',
  number: 'a number',
  string: 'text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

/** A sentence part that names the limit and never the value: what was sent may be a secret or personal data. */
const messageOf = (issue: z.core.$ZodIssue): string => {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeNames[issue.expected] ?? issue.expected}`
    case 'too_big':
      return issue.origin === 'string'
        ? `must be at most ${issue.maximum} characters long`
        : issue.origin === 'array'
          ? `must list at most ${issue.maximum}`
          : `must be at most ${issue.maximum}`
    case 'too_small':
      return issue.origin === 'string'
        ? `must be at least ${issue.minimum} characters long`
        : issue.origin === 'array'
          ? `must list at least ${issue.minimum}`
          : `must be at least ${issue.minimum}`
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(', ')}`
    case 'invalid_format':
      return issue.format === 'uuid'
        ? 'must be a UUID'
        : issue.message.startsWith('Invalid')
          ? 'is not of the required form'
          : issue.message
    case 'invalid_union':
    case 'invalid_element':
    case 'not_multiple_of':
      return 'has a value that is not accepted'
    case 'invalid_key':
      return 'has a name that is not accepted'
    case 'unrecognized_keys':
    case 'custom':
    default:
      return issue.message
  }
}

/**
 * Whether nothing was sent at a place. A place within a text that was read into a list (`risk_level=low,high`) was not
 * sent as such, and is not missing.
 */
const isMissing = (value: unknown, path: readonly PropertyKey[]): boolean => {
  let here: unknown = value
  for (const step of path) {
    if (typeof here === 'string') return false
    here = typeof here === 'object' && here !== null ? (here as Record<PropertyKey, unknown>)[step] : undefined
  }
  return here === undefined
}

const detailsOf = (part: RequestPart, value: unknown, error: z.ZodError): ErrorDetail[] =>
  error.issues
    .flatMap((issue): ErrorDetail[] => {
      if (issue.code === 'unrecognized_keys') {
        return issue.keys.map((key) => ({
          path: pathOf(part, [...issue.path, key]),
          message: 'is not a field of this operation',
        }))
      }
      return [
        { path: pathOf(part, issue.path), message: isMissing(value, issue.path) ? 'is required' : messageOf(issue) },
      ]
    })
    .slice(0, maxDetails)

/** Validates one part of a request; every problem is a detail with its place and what would be right. */
export const validatePart = <Schema extends z.ZodType>(
  part: RequestPart,
  schema: Schema,
  value: unknown,
): Result<z.infer<Schema>, Refusal> => {
  const parsed = schema.safeParse(value)
  if (parsed.success) return ok(parsed.data)
  const details = detailsOf(part, value, parsed.error)
  const first = details[0]
  const rest = details.length - 1
  const sentence = first === undefined ? 'The request is not valid' : `${first.path} ${first.message}`
  return fail(
    refusal(
      'invalid_request',
      rest > 0 ? `${sentence}; ${rest} more ${rest === 1 ? 'problem' : 'problems'} in details.` : `${sentence}.`,
      details,
    ),
  )
}
