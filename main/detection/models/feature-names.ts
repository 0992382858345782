const nameMax = 200

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= nameMax && value.isWellFormed()

/** What is wrong with the names of a model's features; null where nothing is. */
export const featureNamesFault = (names: readonly unknown[]): string | null => {
  if (!names.every(isName)) return `a feature's name is no text of 1 to ${nameMax} characters`
  return new Set(names).size === names.length ? null : 'two features have one name'
}
