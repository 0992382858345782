/** What the engines call the types of columns, and how a table ends: `clustered` by its primary key where the engine can, `plain` by a number. */
export interface HubTypes {
  readonly int: string
  readonly bytes: string
  /** Compared byte by byte. */
  readonly text: string
  readonly clustered: string
  readonly plain: string
  /** The bytes of a text in UTF-8. */
  readonly bytesOf: (column: string) => string
}

/** The statements of a step, in either engine's words. */
export type HubMigration = (types: HubTypes) => readonly string[]
