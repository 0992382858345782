/** A step of a report that had an effect. */
export interface TakenStep {
  readonly type: string
  readonly version: number
}

const verdicts: readonly string[] = ['report.approved', 'report.refused', 'report.withdrawn']

/**
 * Why no file of a version is made for a regulator; null where one may be. A version stands as its own steps leave it,
 * whether it is the newest or an earlier one: one that was filed stays filed; any other is approved while the last word
 * on it is an approval, and the report is not withdrawn.
 *
 * @param steps of the whole report, in the order in which they took effect
 */
export const regulatorFileFault = (steps: readonly TakenStep[], version: number): string | null => {
  const own = steps.filter((step) => step.version === version)
  if (own.some(({ type }) => type === 'report.filed')) return null
  if (steps.some(({ type }) => type === 'report.withdrawn'))
    return 'The report is withdrawn: files for a regulator are made of versions that were filed alone, and this one was not.'
  const last = own.findLast(({ type }) => verdicts.includes(type))
  if (last === undefined)
    return 'A second person must approve this version before a file of it is made for a regulator.'
  return last.type === 'report.approved'
    ? null
    : 'This version was sent back after its approval or its review: a second person must approve what is filed before a file of it is made for a regulator.'
}
