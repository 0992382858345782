import type { JsonValue } from '../../seal/canonical.ts'

/** Most steps of a path. */
export const maxSteps = 8

/** The steps of a path: names or places in an array, between dots. */
export const splitPath = (path: string): readonly string[] => path.split('.')

const isIndex = (step: string): boolean => /^(?:0|[1-9][0-9]{0,8})$/u.test(step)

/**
 * What stands under a name of a value; null where nothing does. Only what the value itself holds is found: never what
 * it inherits.
 */
export const member = (value: JsonValue, step: string): JsonValue => {
  if (typeof value !== 'object' || value === null) return null
  if (Array.isArray(value)) return isIndex(step) ? ((value as readonly JsonValue[])[Number(step)] ?? null) : null
  return Object.hasOwn(value, step) ? ((value as Readonly<Record<string, JsonValue>>)[step] ?? null) : null
}

/** What stands at the end of a path. */
export const follow = (value: JsonValue, steps: readonly string[]): JsonValue => {
  let here = value
  for (const step of steps) {
    if (here === null) return null
    here = member(here, step)
  }
  return here
}
