import type { z } from 'zod'

/**
 * Where values are not of the form that a table has for their type: a path, empty for the whole. Null: they are, or the
 * table has none.
 */
export const misfitOf = (forms: Readonly<Record<string, z.ZodType>>, type: string, pub: unknown): string | null => {
  const checked = Object.hasOwn(forms, type) ? forms[type]?.safeParse(pub) : undefined
  return checked?.success === false ? (checked.error.issues[0]?.path.map(String).join('.') ?? '') : null
}
