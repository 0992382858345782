import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { IconFolderOpen, IconSearchOff } from '@tabler/icons-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bulkMax } from '../../../shared/api/cases.ts'
import { fetchQueuePage, pageSize } from '../../data/queries/cases.ts'
import { keys } from '../../data/queries/keys.ts'
import type { Me } from '../../data/queries/session.ts'
import { openDialog } from '../../state/dialogs.ts'
import { navigate, type QueueQuery } from '../../state/route.ts'
import { clearSelection, selectOnly } from '../../state/selection.ts'
import { mayWrite } from '../../state/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { describeError } from '../../ui/describeError.ts'
import { BulkBar } from './BulkBar.tsx'
import { FilterBar } from './FilterBar.tsx'
import { classes } from './classes.ts'
import { QueueGrid } from './QueueGrid.tsx'
import { cleanQuery, filtersOf, hasFilters } from './query.ts'
import { SaveViewDialog } from './SaveViewDialog.tsx'
import { useQueueHeading } from './useQueueHeading.ts'

const Empty = ({ filtered, writes }: { readonly filtered: boolean; readonly writes: boolean }) => {
  const { t } = useTranslation()
  if (filtered) {
    return (
      <EmptyState icon={<IconSearchOff size={30} stroke={1.4} />} title={t('queue.noMatch')} hint={t('queue.noMatchHint')}>
        <Button variant="default" onClick={() => navigate({ name: 'queue', query: {} })}>
          {t('queue.filter.clearAll')}
        </Button>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={<IconFolderOpen size={30} stroke={1.4} />} title={t('queue.none')} hint={t(writes ? 'queue.noneHint' : 'queue.noneReadOnly')}>
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

/** Selects the first matching cases, as many as one bulk request takes, also those that were never on the screen. */
const useSelectMatching = (query: QueueQuery): (() => void) => {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useCallback(() => {
    const fetchAll = async (): Promise<void> => {
      const page = (number: number) => client.fetchQuery({ queryKey: keys.casePage(query, number), queryFn: ({ signal }) => fetchQueuePage(query, number, signal), staleTime: 15_000 })
      const first = await page(1)
      const more = Math.ceil(Math.min(first.total, bulkMax) / pageSize) - 1
      const rest = await Promise.all(Array.from({ length: Math.max(0, more) }, (_, step) => page(step + 2)))
      selectOnly([first, ...rest].flatMap(({ items }) => items.map((item) => item.id)))
      if (first.total > bulkMax) notifications.show({ message: t('queue.firstOnly', { count: bulkMax }) })
    }
    void fetchAll().catch((error: unknown) => notifications.show({ color: 'red', message: describeError(error, t).what }))
  }, [client, query, t])
}

/** The case queue: where an investigator begins the day. */
export const QueuePage = ({ query: address, me }: { readonly query: QueueQuery; readonly me: Me }) => {
  const addressKey = JSON.stringify(cleanQuery(address))
  const query = useMemo(() => JSON.parse(addressKey) as QueueQuery, [addressKey])
  const [total, setTotal] = useState<number | null>(null)
  const [saving, setSaving] = useState(false)
  const heading = useQueueHeading(query, me)
  const writes = mayWrite(me.role)
  const selectMatching = useSelectMatching(query)
  const filterKey = JSON.stringify(filtersOf(query))
  useEffect(() => clearSelection, [filterKey])
  return (
    <div className={classes.page}>
      <FilterBar query={query} total={total} heading={heading} me={me} onSave={() => setSaving(true)} />
      <QueueGrid key={addressKey} query={query} onTotal={setTotal} onSelectMatching={selectMatching} empty={<Empty filtered={hasFilters(query)} writes={writes} />} />
      <BulkBar total={total} writes={writes} onSelectMatching={selectMatching} />
      <SaveViewDialog opened={saving} onClose={() => setSaving(false)} query={query} suggestion={heading} />
    </div>
  )
}
