import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { RowId } from '../../data/paging/rows.ts'
import type { Selection } from '../../state/selection.ts'
import list from './list.module.css'
import type { ListSize } from './useListSize.ts'

type Props<I extends RowId> = {
  readonly selection: Selection<I>
  /** How many rows match. */
  readonly size: ListSize
  /** What the bar is called, and what is said at its end. */
  readonly label: string
  readonly hint: string
  readonly onSelectMatching: () => void
  /** What can be done with the selected rows: buttons. */
  readonly children?: ReactNode
}

/** What can be done with the selected rows of a list; stands below it. */
export const SelectionBar = <I extends RowId>({
  selection,
  size: { total, isExact },
  label,
  hint,
  onSelectMatching,
  children,
}: Props<I>) => {
  const { t } = useTranslation()
  const count = selection.use((state) => state.ids.length)
  const isAll = isExact && total !== null && total <= selection.max
  const selectable = isAll ? total : selection.max
  return (
    <div className={list.bulk} role="toolbar" aria-label={label}>
      <span className={list.bulkCount}>{t('queue.selected', { count })}</span>
      {children}
      {total !== null && count < selectable ? (
        <Button variant="subtle" size="compact-sm" onClick={onSelectMatching}>
          {t(isAll ? 'queue.bulk.selectMatching' : 'queue.bulk.selectFirst', { count: selectable })}
        </Button>
      ) : null}
      <Button variant="subtle" color="gray" size="compact-sm" onClick={selection.clear}>
        {t('queue.bulk.clear')}
      </Button>
      <span className={list.bulkEnd}>{hint}</span>
    </div>
  )
}
