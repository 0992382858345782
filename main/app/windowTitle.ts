/** What packages that are no release carry in their version (scripts/lib/package-config.ts). */
const evaluation = /-evaluation$/

/** The title of the window: whether this is for evaluation only, and which folder it shows where that must be said. */
export const titleOf = (version: string, folder: string | null): string => {
  const name = evaluation.test(version) ? 'Fieldseal (evaluation)' : 'Fieldseal'
  return folder === null ? name : `${name}: ${folder}`
}
