import { Button } from '@mantine/core'
import { IconBellCheck, IconSearchOff } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useCallback, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlertItem } from '../../../shared/schema/alerts.ts'
import { alertList, useAlertStats } from '../../data/queries/alerts.ts'
import type { Me } from '../../data/queries/session.ts'
import { rememberAlertSort, usePreferences } from '../../state/preferences.ts'
import { goToDetection, navigate, type DetectionQuery, type DetectionRoute } from '../../state/route.ts'
import { alertSelection } from '../../state/selection.ts'
import { mayWrite } from '../../state/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { RowGrid } from '../../ui/grid/RowGrid.tsx'
import { useSelectableWords } from '../../ui/grid/useListWords.ts'
import { toldSize, useListSize, type ListSize } from '../../ui/grid/useListSize.ts'
import { useSizeWords } from '../../ui/grid/useSizeWords.ts'
import { useSelectMatching } from '../../ui/grid/useSelectMatching.ts'
import { AlertBulkBar } from './AlertBulkBar.tsx'
import { AlertCells } from './AlertCells.tsx'
import { AlertFilterBar } from './AlertFilterBar.tsx'
import { alertClasses } from './classes.ts'
import { alertColumns, alertRowHeight } from './columns.ts'
import { useUndoCommand } from './data/useDispose.tsx'
import { AlertPane, alertPaneId } from './pane/AlertPane.tsx'
import { filtersOfAlerts, hasAlertFilters, nextAlertSort, shownSort, alertSort, type AlertSortColumn } from './query.ts'

const Empty = ({ filtered, writes }: { readonly filtered: boolean; readonly writes: boolean }) => {
  const { t } = useTranslation()
  if (filtered) {
    return (
      <EmptyState
        icon={<IconSearchOff size={30} stroke={1.4} />}
        title={t('alerts.noMatch')}
        hint={t('alerts.noMatchHint')}
      >
        <Button variant="default" onClick={() => goToDetection('alerts')}>
          {t('queue.filter.clearAll')}
        </Button>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={<IconBellCheck size={30} stroke={1.4} />} title={t('alerts.none')} hint={t('alerts.noneHint')}>
      {writes ? (
        <Button variant="default" onClick={() => navigate({ name: 'import-alerts' })}>
          {t('alerts.import')}
        </Button>
      ) : null}
    </EmptyState>
  )
}

const selectWords = (t: TFunction, { title }: AlertItem): string => t('alerts.select', { title })

/**
 * How many alerts the list holds: exactly where its end was seen, or where nothing narrows it; else at least so many.
 */
const useTotal = (size: ListSize, filtered: boolean): string => {
  const words = useSizeWords('alerts')
  const open = useAlertStats().data?.open
  return words(size.total !== null && !filtered && open !== undefined ? open : toldSize(size))
}

const idOf = (open: string | null): number | null =>
  open !== null && /^[1-9]\d{0,15}$/u.test(open) ? Number(open) : null

/** Alert triage: the list, and beside it what is known of the alert at hand. */
export const AlertsPage = ({ route, me }: { readonly route: DetectionRoute; readonly me: Me }) => {
  const { t } = useTranslation()
  const remembered = usePreferences((preferences) => preferences.alertSort)
  const filterKey = JSON.stringify(filtersOfAlerts(route.query))
  const sort = alertSort(route.query, remembered)
  const query = useMemo(() => JSON.parse(filterKey) as DetectionQuery, [filterKey])
  const list = useMemo(() => alertList({ ...query, sort }), [query, sort])
  const words = useSelectableWords('alerts', t('alerts.label'), selectWords)
  const { onTotal, ...size } = useListSize()
  const filtered = hasAlertFilters(query)
  const writes = mayWrite(me.role)
  const selectMatching = useSelectMatching(list, alertSelection, t('alerts.firstOnly', { max: alertSelection.max }))
  useEffect(() => alertSelection.clear, [filterKey])
  useUndoCommand(writes)
  const open = idOf(route.open)
  const show = useCallback(
    (item: AlertItem) =>
      navigate({ name: 'alerts', open: String(item.id), query: JSON.parse(filterKey) as DetectionQuery }, 'replace'),
    [filterKey],
  )
  const turn = (by: string): void => {
    rememberAlertSort(nextAlertSort(sort, by as AlertSortColumn))
    goToDetection('alerts', null, query)
  }
  return (
    <div className={alertClasses.page}>
      <AlertFilterBar query={query} total={useTotal(size, filtered)} me={me} />
      <div className={alertClasses.split}>
        <RowGrid
          key={`${filterKey}${sort}`}
          name="alerts"
          list={list}
          words={words}
          columns={alertColumns}
          Cells={AlertCells}
          classes={alertClasses}
          selection={alertSelection}
          sort={shownSort(sort)}
          onSort={turn}
          onOpen={(_, how) => {
            if (how === 'key') document.getElementById(alertPaneId)?.focus()
          }}
          start={open}
          onActive={show}
          onTotal={onTotal}
          onSelectMatching={selectMatching}
          placeKey={`alerts:${filterKey}${sort}`}
          pollMs={4_000}
          rowHeight={alertRowHeight}
          empty={<Empty filtered={filtered} writes={writes} />}
        />
        {open === null ? null : <AlertPane id={open} me={me} />}
      </div>
      <AlertBulkBar size={size} writes={writes} onSelectMatching={selectMatching} />
    </div>
  )
}
