import type { ReactNode } from 'react'
import { HeadedTable, type Head } from '../../../ui/HeadedTable.tsx'
import classes from './entity.module.css'

/** A block of the page with a small table, or a sentence that says that there is nothing. */
export const Table = ({
  title,
  heads,
  empty,
  hint,
  children,
}: {
  readonly title: string
  readonly heads: readonly Head[]
  /** Said in place of the table where there is nothing. */ readonly empty: string | null
  readonly hint?: string
  readonly children: ReactNode
}) => (
  <section className={classes.block}>
    <h2>{title}</h2>
    {hint === undefined || empty !== null ? null : <p className={classes.nothing}>{hint}</p>}
    {empty !== null ? (
      <p className={classes.nothing}>{empty}</p>
    ) : (
      <div className={classes.frame} tabIndex={0} role="group" aria-label={title}>
        <HeadedTable className={classes.table} heads={heads}>
          {children}
        </HeadedTable>
      </div>
    )}
  </section>
)
