import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { GridColumn } from './words.ts'

type Props = {
  readonly columns: readonly GridColumn[]
  readonly label: (id: string) => string
  readonly classes: Readonly<Record<string, string>>
  /** The order of the list: a column's `sort`, or that after a minus. */
  readonly sort: string
  readonly onSort: (by: string) => void
  readonly selection: 'none' | 'some' | 'all'
  readonly selectAll: string
  readonly onSelectAll: () => void
}

const orderOf = (sort: string, by: string | null): 'ascending' | 'descending' | undefined => {
  if (by === null) return undefined
  if (sort === by) return 'ascending'
  return sort === `-${by}` ? 'descending' : undefined
}

/** The heads of the columns; those that can order the list are buttons. */
export const RowGridHeader = ({ columns, label, classes, sort, onSort, selection, selectAll, onSelectAll }: Props) => (
  <div role="row" aria-rowindex={1} className={classes.headRow}>
    {columns.map(({ id, sort: by, hidden = false }) => {
      if (id === 'select') {
        return (
          <div key={id} role="columnheader" className={classes.cell} data-column="select">
            <input
              type="checkbox"
              aria-label={selectAll}
              checked={selection === 'all'}
              ref={(input) => {
                if (input !== null) input.indeterminate = selection === 'some'
              }}
              onChange={onSelectAll}
            />
          </div>
        )
      }
      const order = orderOf(sort, by)
      return (
        <div
          key={id}
          role="columnheader"
          className={classes.cell}
          aria-sort={order ?? (by === null ? undefined : 'none')}
          data-column={id}
        >
          {by === null ? (
            <span className={hidden ? 'fs-visually-hidden' : undefined}>{label(id)}</span>
          ) : (
            <button
              type="button"
              className={classes.sort}
              data-on={order !== undefined || undefined}
              onClick={() => onSort(by)}
            >
              {label(id)}
              {order === undefined ? null : order === 'ascending' ? (
                <IconArrowUp size={12} aria-hidden />
              ) : (
                <IconArrowDown size={12} aria-hidden />
              )}
            </button>
          )}
        </div>
      )
    })}
  </div>
)
