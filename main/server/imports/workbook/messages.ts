/** Kinds of workbooks that are read. */
export const workbookKinds = ['xlsx', 'ods'] as const
export type WorkbookKind = (typeof workbookKinds)[number]

/** A value of a cell by its type. Dates and times are text as ISO 8601 writes them, without a zone: cells have none. */
export type SheetValue = string | number | boolean | null

/** A row of a sheet. */
export interface SheetRow {
  /** 1-based, as the program shows it. */
  readonly line: number
  readonly values: readonly SheetValue[]
}

/** A sheet of a workbook; `rows` counts those with anything in them, and is 0 of one that was not looked at. */
export interface SheetTold {
  readonly name: string
  readonly rows: number
  readonly hidden: boolean
}

/** What the thread is given. */
export interface WorkbookRequest {
  readonly bytes: Uint8Array
  readonly kind: WorkbookKind
  /** Name or number from 1; undefined: the first that holds rows. */
  readonly sheet: string | undefined
}

/** What the thread tells: the sheets first, then rows each time it is asked for more. */
export type WorkbookReply =
  | { readonly sheets: readonly SheetTold[]; readonly sheet: string | null }
  | { readonly rows: readonly SheetRow[] }
  | { readonly end: true }
  /** A clause about the file. */
  | { readonly fault: string }
