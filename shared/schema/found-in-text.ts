/**
 * Whether an `evidence.viewed` says that a search showed passages of the piece, and not that its preview was opened. A
 * release that does not know `found` reads it as a look, which it is.
 */
export const isFoundInText = (type: string, values: Readonly<Record<string, unknown>>): boolean =>
  type === 'evidence.viewed' && values['found'] === true
