import { SegmentedControl, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconCloudCheck, IconDeviceLaptop, IconSearch, IconSearchOff } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CaseSync } from '../../../../shared/schema/sync.ts'
import type { Me } from '../../../data/queries/session.ts'
import { navigate, type SyncQuery } from '../../../state/route.ts'
import { maySteer } from '../../../state/session.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { AtHub } from './AtHub.tsx'
import { CaseDrawer } from './CaseDrawer.tsx'
import { CaseGrid } from './CaseGrid.tsx'
import classes from './cases.module.css'

const filters = ['all', 'waiting', 'stuck', 'atHub'] as const
type Filter = (typeof filters)[number]

/** The filters that the address may hold; what else stands there is left out. */
const cleanQuery = (query: SyncQuery): { readonly filter: Filter; readonly q: string } => ({
  filter: filters.find((one) => one === query['filter']) ?? 'all',
  q: (query['q'] ?? '').slice(0, 200),
})

const Empty = ({ filter, q }: { readonly filter: Filter; readonly q: string }) => {
  const { t } = useTranslation()
  if (q !== '') return <EmptyState icon={<IconSearchOff size={30} stroke={1.4} />} title={t('sync.cases.noMatch')} />
  if (filter === 'stuck')
    return (
      <EmptyState
        icon={<IconCloudCheck size={30} stroke={1.4} />}
        title={t('sync.cases.noStuck')}
        hint={t('sync.cases.noStuckHint')}
      />
    )
  if (filter === 'waiting')
    return (
      <EmptyState
        icon={<IconCloudCheck size={30} stroke={1.4} />}
        title={t('sync.cases.noWaiting')}
        hint={t('sync.cases.noWaitingHint')}
      />
    )
  return (
    <EmptyState
      icon={<IconDeviceLaptop size={30} stroke={1.4} />}
      title={t('sync.cases.none')}
      hint={t('sync.cases.noneHint')}
    />
  )
}

/** Which cases are on this device, and how each stands with the hub. */
export const CasesTab = ({ query, me, hub }: { readonly query: SyncQuery; readonly me: Me; readonly hub: boolean }) => {
  const { t, i18n } = useTranslation()
  const { filter, q } = cleanQuery(query)
  const [typed, setTyped] = useState(q)
  const [total, setTotal] = useState<number | null>(null)
  const [opened, setOpened] = useState<CaseSync | null>(null)
  const asked = useMemo(
    (): SyncQuery => ({ ...(filter === 'all' ? {} : { filter }), ...(q.trim() === '' ? {} : { q: q.trim() }) }),
    [filter, q],
  )
  const go = (next: { filter?: string; q?: string }): void =>
    navigate({ name: 'sync', tab: 'cases', query: { filter: filter === 'all' ? '' : filter, q, ...next } }, 'replace')
  const find = useDebouncedCallback((text: string) => go({ q: text }), 250)
  return (
    <div className={classes.tab}>
      <div className={classes.bar}>
        <SegmentedControl
          aria-label={t('sync.cases.filter.label')}
          size="xs"
          value={filter}
          onChange={(value) => go({ filter: value === 'all' ? '' : value })}
          data={filters
            .filter((value) => value !== 'atHub' || (!hub && maySteer(me.role)))
            .map((value) => ({ value, label: t(`sync.cases.filter.${value}`) }))}
        />
        <TextInput
          className={classes.find}
          size="xs"
          aria-label={t('sync.cases.find')}
          placeholder={t('sync.cases.find')}
          leftSection={<IconSearch size={14} aria-hidden />}
          value={typed}
          maxLength={200}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            find(event.currentTarget.value)
          }}
        />
        <span className={classes.total} role="status">
          {total === null || filter === 'atHub'
            ? ''
            : t('sync.cases.total', { count: total, text: total.toLocaleString(i18n.language) })}
        </span>
      </div>
      {filter === 'atHub' ? (
        <AtHub q={q} steers={maySteer(me.role)} />
      ) : (
        <CaseGrid
          key={JSON.stringify(asked)}
          query={asked}
          onTotal={setTotal}
          onOpen={setOpened}
          empty={<Empty filter={filter} q={q} />}
        />
      )}
      {opened === null ? null : (
        <CaseDrawer item={opened} steers={maySteer(me.role)} moves={!hub} onClose={() => setOpened(null)} />
      )}
    </div>
  )
}
