import { z } from 'zod'
import type { JsonSchema } from './document.ts'

/** Bounds of every integer say nothing; and an answer may gain fields within a version, so it is not closed. */
const relax = (schema: JsonSchema, io: 'input' | 'output'): void => {
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum']
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER && schema['minimum'] === undefined) delete schema['maximum']
  if (io === 'output' && schema['additionalProperties'] === false) delete schema['additionalProperties']
}

/**
 * A schema that holds itself (any JSON) leads to definitions of its own, which a reader would look for at the top of
 * the document: there it stands for any value.
 */
const withoutDefinitions = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutDefinitions)
  if (typeof value !== 'object' || value === null) return value
  const { $defs: _definitions, ...rest } = value as JsonSchema
  if (typeof rest['$ref'] === 'string' && rest['$ref'].startsWith('#/$defs/')) return {}
  return Object.fromEntries(Object.entries(rest).map(([name, inner]) => [name, withoutDefinitions(inner)]))
}

/** A schema as the document has it: of what is sent (`input`), or of what is answered. */
export const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const {
    $schema: _dialect,
    '~standard': _standard,
    ...rest
  } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
    override: (context) => relax(context.jsonSchema as JsonSchema, io),
  }) as JsonSchema
  return withoutDefinitions(rest) as JsonSchema
}
