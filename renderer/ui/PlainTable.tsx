import type { ComponentProps } from 'react'
import { HeadedTable } from './HeadedTable.tsx'
import classes from './plain-table.module.css'

type Props = Omit<ComponentProps<typeof HeadedTable>, 'className' | 'endClass'>

/**
 * A table of a few dozen rows, as settings have them: what has no room is scrolled to sideways. Cells take `end` and
 * `figure` of its sheet.
 */
export const PlainTable = (props: Props) => (
  <div className={classes.wide}>
    <HeadedTable {...props} className={classes.table} endClass={classes.figure} />
  </div>
)
