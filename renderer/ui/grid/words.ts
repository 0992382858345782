/** What a list of rows says; every text is already in the person's language. */
export type GridWords<T> = {
  readonly label: string
  readonly changed: string
  readonly selected: (count: number) => string
  readonly selectAll: string
  readonly select: (item: T) => string
  readonly column: (id: string) => string
  readonly next: string
  readonly previous: string
  readonly open: string
  readonly toggle: string
  readonly selectMatching: string
  readonly clear: string
  readonly reload: string
  /** That the last row is being looked for, which is not before the `count`th. */
  readonly seeksEnd: (count: number) => string
  /** That the list goes on behind the last row to which End leads, the `count`th. */
  readonly goesOn: (count: number) => string
}

/** A column of a list, in its place. */
export type GridColumn = {
  readonly id: string
  /** What a press on its head asks for. */
  readonly sort: string | null
  /** Keeps its head from sight. */
  readonly hidden?: boolean
  /** In which its head and the words that one chooses by are whole, in CSS pixels with the padding. */
  readonly width: number
  /** Its share of the room that the widths leave over. */
  readonly grow?: number
  /** The lower, the sooner it leaves a list that has no room for all columns; without it, it stays. */
  readonly leaves?: number
}
