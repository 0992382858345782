/** What a piece of a document is: the standard structure types of ISO 32000-1, 14.8.4, that a report has need of. */
export type Role = 'H1' | 'H2' | 'P' | 'Table' | 'TR' | 'TH' | 'TD'

/** A piece of a document, known by its identity: whatever is painted into it, on whichever pages, is read as one. */
export interface DocumentPart {
  readonly role: Role
  /** How many columns a cell of a table spans. */
  readonly columns: number
}

/** A new piece of a document. */
export const documentPart = (role: Role, columns = 1): DocumentPart => ({ role, columns })
