import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { columns } from './columns.ts'
import { classes } from './classes.ts'
import { nextSort, type CaseSort } from './query.ts'

type Props = {
  readonly sort: CaseSort
  readonly onSort: (sort: CaseSort) => void
  readonly selection: 'none' | 'some' | 'all'
  readonly onSelectAll: () => void
}

const orderOf = (sort: CaseSort, column: string): 'ascending' | 'descending' | undefined => {
  if (sort === column) return 'ascending'
  return sort === `-${column}` ? 'descending' : undefined
}

/** The heads of the columns; those that can order the list are buttons. */
export const QueueHeader = ({ sort, onSort, selection, onSelectAll }: Props) => {
  const { t } = useTranslation()
  return (
    <div role="row" aria-rowindex={1} className={classes.headRow}>
      {columns.map((column) => {
        const order = column.sort === null ? undefined : orderOf(sort, column.sort)
        if (column.id === 'select') {
          return (
            <div key={column.id} role="columnheader" className={classes.cell} data-column="select">
              <input
                type="checkbox"
                aria-label={t('queue.selectAll')}
                checked={selection === 'all'}
                ref={(input) => {
                  if (input !== null) input.indeterminate = selection === 'some'
                }}
                onChange={onSelectAll}
              />
            </div>
          )
        }
        const by = column.sort
        return (
          <div key={column.id} role="columnheader" className={classes.cell} aria-sort={order ?? (by === null ? undefined : 'none')} data-column={column.id}>
            {by === null ? (
              <span className={column.id === 'marks' ? 'fs-visually-hidden' : undefined}>{t(`queue.column.${column.id}`)}</span>
            ) : (
              <button type="button" className={classes.sort} data-on={order !== undefined || undefined} onClick={() => onSort(nextSort(sort, by))}>
                {t(`queue.column.${column.id}`)}
                {order === undefined ? null : order === 'ascending' ? <IconArrowUp size={12} aria-hidden /> : <IconArrowDown size={12} aria-hidden />}
              </button>
            )}
          </div>
        )
      })}
    </div>
  )
}
