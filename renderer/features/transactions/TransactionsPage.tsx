import { Button } from '@mantine/core'
import { IconReceiptOff, IconSearchOff } from '@tabler/icons-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TransactionItem } from '../../../shared/api/transactions.ts'
import type { Me } from '../../data/queries/session.ts'
import { transactionList } from '../../data/queries/transactions.ts'
import { goToDetection, navigate, type DetectionQuery, type DetectionRoute } from '../../state/route.ts'
import { transactionSelection } from '../../state/selection.ts'
import { mayWrite } from '../../state/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { RowGrid } from '../../ui/grid/RowGrid.tsx'
import { useSelectMatching } from '../../ui/grid/useSelectMatching.ts'
import type { GridWords } from '../../ui/grid/words.ts'
import { classes } from './classes.ts'
import { columns, type ColumnId } from './columns.ts'
import { LabelBar } from './LabelBar.tsx'
import { TransactionPane, transactionPaneId } from './pane/TransactionPane.tsx'
import { filtersOf, hasFilters } from './query.ts'
import { TransactionCells } from './TransactionCells.tsx'
import { TransactionFilterBar } from './TransactionFilterBar.tsx'

const Empty = ({ filtered, writes }: { readonly filtered: boolean; readonly writes: boolean }) => {
  const { t } = useTranslation()
  if (filtered) {
    return (
      <EmptyState icon={<IconSearchOff size={30} stroke={1.4} />} title={t('transactions.noMatch')} hint={t('transactions.noMatchHint')}>
        <Button variant="default" onClick={() => goToDetection('transactions')}>
          {t('queue.filter.clearAll')}
        </Button>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={<IconReceiptOff size={30} stroke={1.4} />} title={t('transactions.none')} hint={t('transactions.noneHint')}>
      {writes ? <Button onClick={() => navigate({ name: 'import' })}>{t('transactions.import')}</Button> : null}
    </EmptyState>
  )
}

/** What the list of activities says. */
const useWords = (): GridWords<TransactionItem> => {
  const { t } = useTranslation()
  return useMemo(
    () => ({
      label: t('transactions.list'),
      changed: t('queue.changed'),
      selected: (count) => t('queue.selected', { count }),
      selectAll: t('transactions.selectAll'),
      select: (item) => t('transactions.select', { id: item.transaction_id }),
      column: (id) => t(`transactions.column.${id as ColumnId}`),
      next: t('transactions.command.next'),
      previous: t('transactions.command.previous'),
      open: t('transactions.command.open'),
      toggle: t('queue.command.toggle'),
      selectMatching: t('transactions.command.selectMatching'),
      clear: t('queue.command.clear'),
      reload: t('queue.command.reload'),
    }),
    [t],
  )
}

/** The explorer of activities: the list, and beside it everything that is known of the one at hand. */
export const TransactionsPage = ({ route, me }: { readonly route: DetectionRoute; readonly me: Me }) => {
  const { t, i18n } = useTranslation()
  const filterKey = JSON.stringify(filtersOf(route.query))
  const query = useMemo(() => JSON.parse(filterKey) as DetectionQuery, [filterKey])
  const list = useMemo(() => transactionList(query), [query])
  const words = useWords()
  const [total, setTotal] = useState<number | null>(null)
  const writes = mayWrite(me.role)
  const selectMatching = useSelectMatching(list, transactionSelection, t('transactions.firstOnly', { count: transactionSelection.max }))
  useEffect(() => transactionSelection.clear, [filterKey])
  const show = useCallback((item: TransactionItem) => navigate({ name: 'transactions', open: item.transaction_id, query: JSON.parse(filterKey) as DetectionQuery }, 'replace'), [filterKey])
  const text = (count: number): string => count.toLocaleString(i18n.language)
  return (
    <div className={classes.page}>
      <TransactionFilterBar query={query} total={total === null ? '' : total > 100 ? t('transactions.manyTotal', { text: text(100) }) : t('transactions.total', { count: total, text: text(total) })} />
      <div className={classes.split}>
        <RowGrid
          key={filterKey}
          name="transactions"
          list={list}
          words={words}
          columns={columns}
          Cells={TransactionCells}
          classes={classes}
          selection={transactionSelection}
          sort=""
          onSort={() => undefined}
          onOpen={(_, how) => {
            if (how === 'key') document.getElementById(transactionPaneId)?.focus()
          }}
          start={route.open}
          onActive={show}
          onTotal={setTotal}
          onSelectMatching={selectMatching}
          placeKey={`transactions:${filterKey}`}
          empty={<Empty filtered={hasFilters(query)} writes={writes} />}
        />
        {route.open === null ? null : <TransactionPane id={route.open} writes={writes} />}
      </div>
      <LabelBar total={total} writes={writes} onSelectMatching={selectMatching} />
    </div>
  )
}
