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
  /** The first row of cells that are merged over this one and are empty in it; absent where none are. */
  readonly mergedWith?: number
}

/** A sheet of a workbook; `rows` counts those with anything in them, and is 0 of one that was not looked at. */
export interface SheetTold {
  readonly name: string
  readonly rows: number
  readonly hidden: boolean
}

/** What a workbook says of itself. */
export interface SheetsTold {
  readonly sheets: readonly SheetTold[]
  /** The sheet whose rows come; null where none holds any. */
  readonly sheet: string | null
  /** Whether its days are counted from 1904, as programs of the Mac once did, and not from 1900. */
  readonly daysFrom1904: boolean
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
  | SheetsTold
  | { readonly rows: readonly SheetRow[] }
  | { readonly end: true }
  /** A clause about the file. */
  | { readonly fault: string }
