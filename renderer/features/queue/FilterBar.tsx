import { ActionIcon, Tooltip } from '@mantine/core'
import { IconBookmarkPlus, IconDownload } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { exportCases } from '../../../shared/api/cases.ts'
import { caseOutcomes, casePriorities, caseStatuses, slaStates } from '../../../shared/schema/case.ts'
import { addressOf } from '../../data/client.ts'
import { useCase, useCaseStats } from '../../data/queries/cases.ts'
import { useUsers, type Me } from '../../data/queries/session.ts'
import { useCommands, type PaletteCommand } from '../../state/commands.ts'
import { filterChoices, withFilter } from '../../state/filters.ts'
import { navigate, type QueueQuery } from '../../state/route.ts'
import { ClearFilters } from '../../ui/ClearFilters.tsx'
import { FindField } from '../../ui/FindField.tsx'
import { FilterMenu } from '../../ui/FilterMenu.tsx'
import { OutcomeMark } from '../../ui/OutcomeMark.tsx'
import { PriorityMark } from '../../ui/PriorityMark.tsx'
import { SetFilter } from '../../ui/SetFilter.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { LinkFilter } from './LinkFilter.tsx'
import { queueClasses } from './classes.ts'
import { queueFilters, hasQueueFilters, rangeWords } from './query.ts'

type Props = {
  readonly query: QueueQuery
  readonly total: number | null
  readonly heading: string
  readonly me: Me
  readonly onSave: () => void
}

/** That only the children of one case are shown, which is named by its number where it is here. */
const ParentFilter = ({ id, onRemove }: { readonly id: string; readonly onRemove: () => void }) => {
  const { t } = useTranslation()
  const parent = useCase(Number(id)).data
  return (
    <SetFilter
      name={t('queue.filter.parent_id')}
      value={parent?.case_number ?? id}
      removal={t('queue.filter.removeParent')}
      onRemove={onRemove}
    />
  )
}

const filterId = 'queue-filter'

/** The key that leads into the field by which the list is narrowed. */
const useFilterCommand = (): void => {
  const { t } = useTranslation()
  const commands = useMemo(
    (): readonly PaletteCommand[] => [
      {
        id: 'queue.filter',
        section: 'selection',
        title: t('queue.command.filter'),
        shortcut: 'f',
        keywords: 'find search',
        run: () => document.getElementById(filterId)?.focus(),
      },
    ],
    [t],
  )
  useCommands(commands)
}

/** Ranges of deadlines and ages, which no menu sets: a figure of the home screen leads here with them. */
const RangeFilters = ({
  query,
  onChange,
}: {
  readonly query: QueueQuery
  readonly onChange: (next: QueueQuery) => void
}) => {
  const { t } = useTranslation()
  return (['due_in_hours', 'age_days'] as const).map((name) =>
    query[name] === undefined ? null : (
      <SetFilter
        key={name}
        name={t(`queue.filter.${name}`)}
        value={rangeWords(query[name], (from, to) =>
          to === null ? t(`queue.filter.from.${name}`, { from }) : t(`queue.filter.between.${name}`, { from, to }),
        )}
        removal={t(`queue.filter.remove.${name}`)}
        onRemove={() => onChange(withFilter(query, name, ''))}
      />
    ),
  )
}

/** What the list is narrowed to, how many cases that leaves, and what can be done with the whole of it. */
export const FilterBar = ({ query, total, heading, me, onSave }: Props) => {
  const { t, i18n } = useTranslation()
  const stats = useCaseStats().data
  useFilterCommand()
  const users = useUsers().data ?? []
  const go = (next: QueueQuery): void => navigate({ name: 'queue', query: next })
  const { one, several } = filterChoices(query, go)
  const owners = users
    .filter((user) => user.role !== 'auditor')
    .map((user) => ({
      value: String(user.id),
      label: user.id === me.user.id ? `${user.name} (${t('common.you')})` : user.name,
      count: user.open_cases,
    }))
  const holdOptions = [
    { value: 'true', label: t('queue.filter.holdYes') },
    { value: 'false', label: t('queue.filter.holdNo') },
  ]
  return (
    <div className={queueClasses.bar} role="toolbar" aria-label={t('queue.filter.label')}>
      <h1 className={queueClasses.heading} dir="auto" title={heading}>
        {heading}
      </h1>
      <FindField
        id={filterId}
        label={t('queue.filter.words')}
        value={query.q ?? ''}
        onFind={(text) => navigate({ name: 'queue', query: withFilter(query, 'q', text) }, 'replace')}
        width={170}
      />
      <FilterMenu
        label={t('queue.filter.status')}
        options={caseStatuses.map((status) => ({
          value: status,
          label: t(`status.${status}`),
          mark: <StatusBadge status={status} />,
          count: stats?.by_status[status],
        }))}
        {...several('status')}
      />
      <FilterMenu
        label={t('queue.filter.priority')}
        options={[...casePriorities].reverse().map((priority) => ({
          value: priority,
          label: t(`priority.${priority}`),
          mark: <PriorityMark priority={priority} />,
          count: stats?.by_priority[priority],
        }))}
        {...several('priority')}
      />
      <FilterMenu label={t('queue.filter.owner')} options={owners} {...several('owner_id')} />
      <FilterMenu
        label={t('queue.filter.sla')}
        options={slaStates.map((state) => ({
          value: state,
          label: t(`sla.state.${state}`),
          count: state === 'breached' ? stats?.breached : state === 'due_soon' ? stats?.due_soon : undefined,
        }))}
        {...several('sla')}
      />
      <FilterMenu
        label={t('caseOutcome.label')}
        options={caseOutcomes.map((outcome) => ({
          value: outcome,
          label: t(`caseOutcome.${outcome}`),
          mark: <OutcomeMark outcome={outcome} />,
        }))}
        {...several('outcome')}
      />
      <FilterMenu label={t('queue.filter.hold')} options={holdOptions} {...one('hold')} />
      <LinkFilter query={query} onChange={go} />
      {query.parent_id === undefined ? null : (
        <ParentFilter id={query.parent_id} onRemove={() => go(withFilter(query, 'parent_id', ''))} />
      )}
      <RangeFilters query={query} onChange={go} />
      {hasQueueFilters(query) ? <ClearFilters onClear={() => go({})} /> : null}
      <div className={queueClasses.barEnd}>
        <span className={queueClasses.total} role="status">
          {total === null ? '' : t('queue.total', { count: total, text: total.toLocaleString(i18n.language) })}
        </span>
        <Tooltip label={t('queue.saveView')}>
          <ActionIcon aria-label={t('queue.saveView')} onClick={onSave}>
            <IconBookmarkPlus size={16} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t('queue.export')}>
          <ActionIcon
            component="a"
            href={addressOf(exportCases, { query: queueFilters(query) })}
            download="cases.csv"
            aria-label={t('queue.export')}
          >
            <IconDownload size={16} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </div>
    </div>
  )
}
