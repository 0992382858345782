/** What was done to the cells of a file that are taken all the same; a person is told how often. */
export const rowNotes = ['no_identifier', 'unwrapped', 'cleaned', 'country_na'] as const
export type RowNote = (typeof rowNotes)[number]

/** Told of each cell. */
export type Note = (note: RowNote) => void

/** How often each was done. */
export type NoteCounts = Record<RowNote, number>

/** Nothing was done yet. */
export const noNotes = (): NoteCounts => ({ no_identifier: 0, unwrapped: 0, cleaned: 0, country_na: 0 })
