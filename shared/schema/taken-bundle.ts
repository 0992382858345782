/**
 * Whether a `case.exported` says that somebody took a finished bundle, and not that one was asked for: `taken` names
 * the entry of the export. Releases that do not know it read an export of the same pieces.
 */
export const isTaking = (type: string, values: Readonly<Record<string, unknown>>): boolean =>
  type === 'case.exported' && typeof values['taken'] === 'string'
