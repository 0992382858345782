import type { JsonValue } from '../../seal/canonical.ts'

/** A JSON file of a bundle as its writer spells it. */
export const jsonText = (value: JsonValue): string => `${JSON.stringify(value, null, 2)}\n`
