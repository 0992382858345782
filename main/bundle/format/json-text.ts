import type { JsonValue } from '../../seal/canonical.ts'

/** A JSON file of a bundle as its writer spells it. */
export const jsonText = (value: JsonValue): string => `${JSON.stringify(value, null, 2)}\n`

/**
 * B-115: whether a JSON file has the one spelling of its writer and holds what its form knows and nothing else, so that
 * no two readers see two things in it: of a member that stands there twice one program takes the first, another the last.
 *
 * @param known what its form takes of the text: members that it does not know are left out of it
 */
export const isWhollyKnown = (text: string, known: JsonValue): boolean =>
  jsonText(JSON.parse(text) as JsonValue) === text && jsonText(known).length === text.length
