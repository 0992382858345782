/**
 * How often a test of chance is tried, or how much is drawn by one of a great amount. `npm test` as people run it takes `everyday`; where there is more time, as in CI, `FIELDSEAL_DEPTH=full` takes `full`.
 *
 * @param variable an environment variable that overrules both with a figure of its own
 */
export const tries = (variable: string, { everyday, full }: { readonly everyday: number; readonly full: number }): number => {
  const own = process.env[variable]
  if (own !== undefined) return Number(own)
  return process.env['FIELDSEAL_DEPTH'] === 'full' ? full : everyday
}
