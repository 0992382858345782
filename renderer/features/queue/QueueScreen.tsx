import { Button } from '@mantine/core'
import { IconFolderOpen, IconSearchOff } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CaseQueueItem } from '../../../shared/schema/case.ts'
import { caseList } from '../../data/queries/caseList.ts'
import type { Me } from '../../data/queries/session.ts'
import { openDialog } from '../../state/dialogs.ts'
import { withFilter } from '../../state/filters.ts'
import { navigate, openCase, type QueueQuery } from '../../state/route.ts'
import { caseSelection } from '../../state/selection.ts'
import { mayWrite } from '../../state/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { RowGrid } from '../../ui/grid/RowGrid.tsx'
import { useListSize } from '../../ui/grid/useListSize.ts'
import { useSelectMatching } from '../../ui/grid/useSelectMatching.ts'
import type { GridWords } from '../../ui/grid/words.ts'
import { BulkBar } from './BulkBar.tsx'
import { FilterBar } from './FilterBar.tsx'
import { queueClasses } from './classes.ts'
import { caseQueueColumns, type ColumnId } from './columns.ts'
import { cleanQuery, queueFilters, hasQueueFilters, nextQueueSort, queueSort, type QueueSortColumn } from './query.ts'
import { QueueCells } from './QueueCells.tsx'
import { SaveViewDialog } from './SaveViewDialog.tsx'
import { useQueueHeading } from './useQueueHeading.ts'

const Empty = ({ filtered, writes }: { readonly filtered: boolean; readonly writes: boolean }) => {
  const { t } = useTranslation()
  if (filtered) {
    return (
      <EmptyState
        icon={<IconSearchOff size={30} stroke={1.4} />}
        title={t('queue.noMatch')}
        hint={t('queue.noMatchHint')}
      >
        <Button variant="default" onClick={() => navigate({ name: 'queue', query: {} })}>
          {t('queue.filter.clearAll')}
        </Button>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<IconFolderOpen size={30} stroke={1.4} />}
      title={t('queue.none')}
      hint={t(writes ? 'queue.noneHint' : 'queue.noneReadOnly')}
    >
      {writes ? (
        <>
          <Button onClick={() => openDialog('new-case')}>{t('shell.newCase')}</Button>
          <Button variant="default" onClick={() => navigate({ name: 'import' })}>
            {t('queue.importCases')}
          </Button>
        </>
      ) : null}
    </EmptyState>
  )
}

/** What the list of cases says. */
const useWords = (): GridWords<CaseQueueItem> => {
  const { t } = useTranslation()
  return useMemo(
    () => ({
      label: t('queue.label'),
      changed: t('queue.changed'),
      selected: (count) => t('queue.selected', { count }),
      selectAll: t('queue.selectAll'),
      select: (item) => t('queue.selectCase', { number: item.case_number }),
      column: (id) => t(`queue.column.${id as ColumnId}`),
      next: t('queue.command.next'),
      previous: t('queue.command.previous'),
      open: t('queue.command.open'),
      toggle: t('queue.command.toggle'),
      selectMatching: t('queue.command.selectMatching'),
      clear: t('queue.command.clear'),
      reload: t('queue.command.reload'),
      seeksEnd: (count) => t('ui.seeksEnd', { count }),
      goesOn: (count) => t('ui.goesOn', { count }),
    }),
    [t],
  )
}

/** The case queue: where an investigator begins the day. */
export const QueueScreen = ({ query: address, me }: { readonly query: QueueQuery; readonly me: Me }) => {
  const addressKey = JSON.stringify(cleanQuery(address))
  const query = useMemo(() => JSON.parse(addressKey) as QueueQuery, [addressKey])
  const { t } = useTranslation()
  const { onTotal, ...size } = useListSize()
  const { total } = size
  const [saving, setSaving] = useState(false)
  const heading = useQueueHeading(query, me)
  const writes = mayWrite(me.role)
  const list = useMemo(() => caseList(query), [query])
  const words = useWords()
  const selectMatching = useSelectMatching(list, caseSelection, t('queue.firstOnly', { max: caseSelection.max }))
  const filterKey = JSON.stringify(queueFilters(query))
  useEffect(() => caseSelection.clear, [filterKey])
  return (
    <div className={queueClasses.page}>
      <FilterBar query={query} total={total} heading={heading} me={me} onSave={() => setSaving(true)} />
      <RowGrid
        key={addressKey}
        name="queue"
        list={list}
        words={words}
        columns={caseQueueColumns}
        Cells={QueueCells}
        classes={queueClasses}
        selection={caseSelection}
        sort={queueSort(query)}
        onSort={(by) => {
          const sort = nextQueueSort(queueSort(query), by as QueueSortColumn)
          navigate({ name: 'queue', query: withFilter(query, 'sort', sort === 'sla' ? '' : sort) })
        }}
        onOpen={(item) => openCase(item.id)}
        onTotal={onTotal}
        onSelectMatching={selectMatching}
        placeKey={`queue:${addressKey}`}
        empty={<Empty filtered={hasQueueFilters(query)} writes={writes} />}
      />
      <BulkBar size={size} writes={writes} onSelectMatching={selectMatching} />
      <SaveViewDialog opened={saving} onClose={() => setSaving(false)} query={query} suggestion={heading} />
    </div>
  )
}
