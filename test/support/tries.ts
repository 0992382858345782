/** Whether everything is asked that there is to ask, as in CI. */
export const isFullDepth = (): boolean => process.env['FIELDSEAL_DEPTH'] === 'full'

/**
 * How often a test of chance is tried, or how much is drawn by one of a great amount. `npm test` as people run it takes `everyday`; where there is more time, as in CI, `FIELDSEAL_DEPTH=full` takes `full`.
 *
 * @param variable an environment variable that overrules both with a figure of its own
 */
export const tries = (variable: string, { everyday, full }: { readonly everyday: number; readonly full: number }): number => {
  const own = process.env[variable]
  if (own !== undefined) return Number(own)
  return isFullDepth() ? full : everyday
}

/** What of a long row of like cases is tried: each of them at full depth, and every nth, from the first on, in people's own runs. */
export const someOf = <T>(all: readonly T[], nth: number): readonly T[] => (isFullDepth() ? all : all.filter((_, index) => index % nth === 0))
