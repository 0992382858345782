import { Button } from '@mantine/core'
import { IconReceiptOff, IconSearchOff } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useCallback, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { TransactionItem } from '../../../shared/api/transactions.ts'
import type { Me } from '../../data/queries/session.ts'
import { transactionList } from '../../data/queries/transactions.ts'
import { goToDetection, navigate, type DetectionQuery, type DetectionRoute } from '../../state/route.ts'
import { transactionSelection } from '../../state/selection.ts'
import { mayWrite } from '../../state/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { RowGrid } from '../../ui/grid/RowGrid.tsx'
import { useSelectableWords } from '../../ui/grid/useListWords.ts'
import { toldSize, useListSize } from '../../ui/grid/useListSize.ts'
import { useSelectMatching } from '../../ui/grid/useSelectMatching.ts'
import { useSizeWords } from '../../ui/grid/useSizeWords.ts'
import { activityClasses } from './classes.ts'
import { activityColumns } from './columns.ts'
import { LabelBar } from './LabelBar.tsx'
import { TransactionPane, transactionPaneId } from './pane/TransactionPane.tsx'
import { activityFilters, hasActivityFilters, isReversed } from './query.ts'
import { TransactionCells } from './TransactionCells.tsx'
import { TransactionFilterBar } from './TransactionFilterBar.tsx'

const Empty = ({ filtered, writes }: { readonly filtered: boolean; readonly writes: boolean }) => {
  const { t } = useTranslation()
  if (filtered) {
    return (
      <EmptyState
        icon={<IconSearchOff size={30} stroke={1.4} />}
        title={t('transactions.noMatch')}
        hint={t('transactions.noMatchHint')}
      >
        <Button variant="default" onClick={() => goToDetection('transactions')}>
          {t('queue.filter.clearAll')}
        </Button>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<IconReceiptOff size={30} stroke={1.4} />}
      title={t('transactions.none')}
      hint={t('transactions.noneHint')}
    >
      {writes ? (
        <Button onClick={() => navigate({ name: 'import-transactions' })}>{t('transactions.import')}</Button>
      ) : null}
    </EmptyState>
  )
}

/**
 * What stands in the place of the list where its last day lies before its first: there is nothing to ask the service
 * for.
 */
const Reversed = () => {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={<IconReceiptOff size={30} stroke={1.4} />}
      title={t('transactions.filter.reversedList')}
      hint={t('transactions.filter.reversedHint')}
    />
  )
}

/** What the list of activities says. */
const selectWords = (t: TFunction, { transaction_id: id }: TransactionItem): string => t('transactions.select', { id })

/** The explorer of activities: the list, and beside it everything that is known of the one at hand. */
export const TransactionsPage = ({ route, me }: { readonly route: DetectionRoute; readonly me: Me }) => {
  const { t } = useTranslation()
  const filterKey = JSON.stringify(activityFilters(route.query))
  const query = useMemo(() => JSON.parse(filterKey) as DetectionQuery, [filterKey])
  const list = useMemo(() => transactionList(query), [query])
  const words = useSelectableWords('transactions', t('transactions.list'), selectWords)
  const { onTotal, ...size } = useListSize()
  const writes = mayWrite(me.role)
  const selectMatching = useSelectMatching(
    list,
    transactionSelection,
    t('transactions.firstOnly', { count: transactionSelection.max }),
  )
  useEffect(() => transactionSelection.clear, [filterKey])
  const show = useCallback(
    (item: TransactionItem) =>
      navigate(
        { name: 'transactions', open: item.transaction_id, query: JSON.parse(filterKey) as DetectionQuery },
        'replace',
      ),
    [filterKey],
  )
  const reversed = isReversed(query)
  const sizeWords = useSizeWords('transactions')
  return (
    <div className={activityClasses.page}>
      <TransactionFilterBar query={query} total={reversed ? '' : sizeWords(toldSize(size))} />
      <div className={activityClasses.split}>
        {reversed ? (
          <Reversed />
        ) : (
          <RowGrid
            key={filterKey}
            name="transactions"
            list={list}
            words={words}
            columns={activityColumns}
            Cells={TransactionCells}
            classes={activityClasses}
            selection={transactionSelection}
            onOpen={(_, how) => {
              if (how === 'key') document.getElementById(transactionPaneId)?.focus()
            }}
            start={route.open}
            onActive={show}
            onTotal={onTotal}
            onSelectMatching={selectMatching}
            placeKey={`transactions:${filterKey}`}
            empty={<Empty filtered={hasActivityFilters(query)} writes={writes} />}
          />
        )}
        {route.open === null ? null : <TransactionPane id={route.open} role={me.role} />}
      </div>
      <LabelBar size={size} writes={writes} onSelectMatching={selectMatching} />
    </div>
  )
}
