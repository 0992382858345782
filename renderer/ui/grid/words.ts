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
}

/** A column of a list, in its place; `sort` is what a press on its head asks for, `hidden` keeps its head from sight. */
export type GridColumn = { readonly id: string; readonly sort: string | null; readonly hidden?: boolean }
