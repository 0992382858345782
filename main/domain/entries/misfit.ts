import type { z } from 'zod'
import { withoutOrigin } from '../../../shared/schema/origin.ts'

/** The origin goes with an entry of any type and is no part of what its type says (S-27). */
const ownValues = (pub: unknown): unknown =>
  typeof pub === 'object' && pub !== null && !Array.isArray(pub)
    ? withoutOrigin(pub as Readonly<Record<string, unknown>>)
    : pub

/**
 * Where values are not of the form that a table has for their type: a path, empty for the whole. Null: they are, or the
 * table has none.
 */
export const misfitOf = (forms: Readonly<Record<string, z.ZodType>>, type: string, pub: unknown): string | null => {
  const checked = Object.hasOwn(forms, type) ? forms[type]?.safeParse(ownValues(pub)) : undefined
  return checked?.success === false ? (checked.error.issues[0]?.path.map(String).join('.') ?? '') : null
}
