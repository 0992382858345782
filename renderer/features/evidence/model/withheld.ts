import type { TimelineEntry } from '../../../../shared/schema/timeline.ts'

/** A withheld value that a recipient could be given, or not. */
export interface WithheldValue {
  readonly digest: string
  readonly name: string
  readonly text: string
  readonly type: string
  readonly place: number
}

const asText = (value: unknown): string => {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(asText).join(', ')
  return value === null || value === undefined ? '' : JSON.stringify(value)
}

/**
 * The withheld values of these entries that can be disclosed at all: those that were not erased and are on this device.
 */
export const withheldIn = (entries: readonly TimelineEntry[]): readonly WithheldValue[] =>
  entries.flatMap(({ withheld, type, place }) =>
    Object.entries(withheld)
      .filter(([, { state }]) => state === 'disclosed')
      .map(([name, { digest, value }]) => ({ digest, name, text: asText(value), type, place })),
  )

/** Those that hold what was typed, in their name or their text, in any case of the letters. */
export const matching = (
  values: readonly WithheldValue[],
  typed: string,
  nameOf: (name: string) => string,
): readonly WithheldValue[] => {
  const wanted = typed.trim().toLocaleLowerCase()
  if (wanted === '') return values
  return values.filter(
    ({ name, text }) => text.toLocaleLowerCase().includes(wanted) || nameOf(name).toLocaleLowerCase().includes(wanted),
  )
}
