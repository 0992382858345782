import { createContext, useContext, type ComponentPropsWithoutRef } from 'react'
import type { GridColumn } from './words.ts'

/** The columns of the list around that are shown; null outside of one that leaves some out. */
export const ShownColumns = createContext<readonly GridColumn[] | null>(null)

/** One value of a row; nothing where its column has no room. */
export const Cell = ({ column, ...others }: { readonly column: string } & ComponentPropsWithoutRef<'div'>) => {
  const shown = useContext(ShownColumns)
  return shown === null || shown.some(({ id }) => id === column) ? (
    <div role="gridcell" data-column={column} {...others} />
  ) : null
}
