/**
 * What the engines call the types of columns, and how a table ends: `clustered` by its primary key where the engine
 * can, `plain` by a number.
 */
export interface HubTypes {
  readonly int: string
  readonly bytes: string
  /** Compared byte by byte. */
  readonly text: string
  readonly clustered: string
  readonly plain: string
}

/** The statements that make or change tables, in either engine's words. */
export type HubTables = (types: HubTypes) => readonly string[]

/**
 * A step from the tables of one release to those of the next, and the name under which the store notes that it was
 * done.
 */
export interface HubMigration {
  readonly name: string
  readonly tables: HubTables
}
