import { ActionIcon, Tooltip } from '@mantine/core'
import { IconBookmarkPlus, IconDownload, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { exportCases } from '../../../shared/api/cases.ts'
import { casePriorities, caseStatuses, slaStates } from '../../../shared/schema/case.ts'
import { addressOf } from '../../data/client.ts'
import { useCaseStats } from '../../data/queries/cases.ts'
import { useUsers, type Me } from '../../data/queries/session.ts'
import { toggled, valuesOf, withFilter } from '../../state/filters.ts'
import { navigate, type QueueQuery } from '../../state/route.ts'
import chips from '../../ui/chips.module.css'
import { FilterMenu } from '../../ui/FilterMenu.tsx'
import { PriorityMark } from '../../ui/PriorityMark.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { LinkFilter } from './LinkFilter.tsx'
import { classes } from './classes.ts'
import { filtersOf, hasFilters } from './query.ts'

type Props = { readonly query: QueueQuery; readonly total: number | null; readonly heading: string; readonly me: Me; readonly onSave: () => void }

/** What the list is narrowed to, how many cases that leaves, and what can be done with the whole of it. */
export const FilterBar = ({ query, total, heading, me, onSave }: Props) => {
  const { t, i18n } = useTranslation()
  const stats = useCaseStats().data
  const users = useUsers().data ?? []
  const go = (next: QueueQuery): void => navigate({ name: 'queue', query: next })
  const common = (name: string) => ({
    values: valuesOf(query, name),
    onToggle: (value: string) => go(toggled(query, name, value)),
    onClear: () => go(withFilter(query, name, '')),
  })
  const owners = users
    .filter((user) => user.role !== 'auditor')
    .map((user) => ({ value: String(user.id), label: user.id === me.user.id ? `${user.name} (${t('common.you')})` : user.name, count: user.open_cases }))
  const holdOptions = [
    { value: 'true', label: t('queue.filter.holdYes') },
    { value: 'false', label: t('queue.filter.holdNo') },
  ]
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('queue.filter.label')}>
      <h1 className={classes.heading} dir="auto" title={heading}>
        {heading}
      </h1>
      <FilterMenu label={t('queue.filter.status')} options={caseStatuses.map((status) => ({ value: status, label: t(`status.${status}`), mark: <StatusBadge status={status} />, count: stats?.by_status[status] }))} {...common('status')} />
      <FilterMenu label={t('queue.filter.priority')} options={[...casePriorities].reverse().map((priority) => ({ value: priority, label: t(`priority.${priority}`), mark: <PriorityMark priority={priority} />, count: stats?.by_priority[priority] }))} {...common('priority')} />
      <FilterMenu label={t('queue.filter.owner')} options={owners} {...common('owner_id')} />
      <FilterMenu label={t('queue.filter.sla')} options={slaStates.map((state) => ({ value: state, label: t(`sla.state.${state}`), count: state === 'breached' ? stats?.breached : state === 'due_soon' ? stats?.due_soon : undefined }))} {...common('sla')} />
      <FilterMenu label={t('queue.filter.hold')} options={holdOptions} values={valuesOf(query, 'hold')} onToggle={(value) => go(withFilter(query, 'hold', query.hold === value ? '' : value))} onClear={() => go(withFilter(query, 'hold', ''))} />
      <LinkFilter query={query} onChange={go} />
      {query.q === undefined ? null : (
        <button type="button" className={chips.chip} data-on onClick={() => go(withFilter(query, 'q', ''))} aria-label={t('queue.filter.removeSearch')}>
          <strong dir="auto">{query.q}</strong>
          <IconX size={12} aria-hidden />
        </button>
      )}
      {hasFilters(query) ? (
        <button type="button" className={chips.chip} onClick={() => go({})}>
          {t('queue.filter.clearAll')}
        </button>
      ) : null}
      <div className={classes.barEnd}>
        <span className={classes.total} role="status">
          {total === null ? '' : t('queue.total', { count: total, text: total.toLocaleString(i18n.language) })}
        </span>
        <Tooltip label={t('queue.saveView')}>
          <ActionIcon aria-label={t('queue.saveView')} onClick={onSave}>
            <IconBookmarkPlus size={16} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t('queue.export')}>
          <ActionIcon component="a" href={addressOf(exportCases, { query: filtersOf(query) })} download="cases.csv" aria-label={t('queue.export')}>
            <IconDownload size={16} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </div>
    </div>
  )
}
