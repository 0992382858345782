import shared from './grid.module.css'
import list from './grid/list.module.css'
import pane from './pane.module.css'

type Classes = Readonly<Record<string, string>>

const joined = (...sheets: readonly Classes[]): Classes =>
  Object.fromEntries(
    [...new Set(sheets.flatMap((sheet) => Object.keys(sheet)))].map((name) => [
      name,
      sheets.flatMap((sheet) => sheet[name] ?? []).join(' '),
    ]),
  )

/** The classes of a list of rows: those that all such lists share, each with the list's own of that name. */
export const onGrid = (own: Classes): Classes => joined(shared, own)

/** The classes of a page that is one long list, drawn by `RowGrid`. */
export const onList = (own: Classes): Classes => joined(shared, list, own)

/** The classes of such a page with what is chosen of the list in a pane beside it. */
export const onPaned = (own: Classes): Classes => joined(shared, list, pane, own)
