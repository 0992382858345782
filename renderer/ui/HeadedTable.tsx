import type { ReactNode } from 'react'
import figures from './figures.module.css'

/** The head of one column. */
export type Head = { readonly text: string; /** Over figures, which stand at the end of the line. */ readonly end?: boolean }

type Props = { readonly heads: readonly Head[]; /** What the table is, where nothing around it says so. */ readonly label?: string; /** The look of the feature. */ readonly className?: string; /** The rows. */ readonly children: ReactNode }

/** A small table: a head over each column, and rows. */
export const HeadedTable = ({ heads, label, className = figures.table, children }: Props) => (
  <table className={className} aria-label={label}>
    <thead>
      <tr>
        {heads.map(({ text, end = false }) => (
          <th key={text} scope="col" className={end ? figures.end : undefined}>
            {text}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)
