import { useTranslation } from 'react-i18next'
import { entityKinds, riskLevels } from '../../../shared/schema/activity.ts'
import { alertSources, alertStatuses } from '../../../shared/schema/alerts.ts'
import { useAlertStats } from '../../data/queries/alerts.ts'
import { mayOwnCases, useUsers, type Me } from '../../data/queries/session.ts'
import { filterChoices, valuesOf, withFilter } from '../../state/filters.ts'
import { goToDetection, type DetectionQuery } from '../../state/route.ts'
import { AlertStatusMark } from '../../ui/AlertStatusMark.tsx'
import { ClearFilters } from '../../ui/ClearFilters.tsx'
import { FilterMenu } from '../../ui/FilterMenu.tsx'
import { FindField } from '../../ui/FindField.tsx'
import { RiskMark } from '../../ui/RiskMark.tsx'
import { SetFilter } from '../../ui/SetFilter.tsx'
import { signalWords } from '../../ui/signal-words.ts'
import { alertClasses } from './classes.ts'
import { hasAlertFilters } from './query.ts'

type Props = { readonly query: DetectionQuery; readonly total: string; readonly me: Me }

/** Filters that only a link sets: each is shown as a chip that takes it away. */
const linked = ['entity_id', 'signal', 'rule', 'case_id'] as const

/** What the list is narrowed to, and how many alerts that leaves. */
export const AlertFilterBar = ({ query, total, me }: Props) => {
  const { t } = useTranslation()
  const stats = useAlertStats().data
  const users = (useUsers().data ?? []).filter(mayOwnCases)
  const go = (next: DetectionQuery): void => goToDetection('alerts', null, next)
  const { one, several } = filterChoices(query, go)
  const open = new Map((stats?.by_assignee ?? []).map((one) => [one.assignee_id, one.open]))
  const assignee = query['unassigned'] === 'true' ? ['nobody'] : valuesOf(query, 'assignee_id')
  const assign = (value: string): void => {
    const bare = withFilter(withFilter(query, 'assignee_id', ''), 'unassigned', '')
    if (assignee.includes(value)) return go(bare)
    go(value === 'nobody' ? withFilter(bare, 'unassigned', 'true') : withFilter(bare, 'assignee_id', value))
  }
  const owners = [
    { value: 'nobody', label: t('alerts.nobody'), count: stats?.unassigned },
    ...users.map((user) => ({
      value: String(user.id),
      label: user.id === me.user.id ? `${user.name} (${t('common.you')})` : user.name,
      count: open.get(user.id) ?? 0,
    })),
  ]
  return (
    <div className={alertClasses.bar} role="toolbar" aria-label={t('queue.filter.label')}>
      <h1 className={alertClasses.heading}>{t('detection.place.alerts')}</h1>
      <FilterMenu
        label={t('alerts.filter.status')}
        options={alertStatuses.map((status) => ({
          value: status,
          label: t(`alertStatus.${status}`),
          mark: <AlertStatusMark status={status} />,
          count: stats?.by_status[status],
        }))}
        {...several('status')}
      />
      <FilterMenu
        label={t('alerts.filter.level')}
        options={[...riskLevels].reverse().map((level) => ({
          value: level,
          label: t(`risk.${level}`),
          mark: <RiskMark level={level} />,
          count: stats?.by_level[level],
        }))}
        {...several('level')}
      />
      <FilterMenu
        label={t('alerts.filter.assignee')}
        options={owners}
        values={assignee}
        onToggle={assign}
        onClear={() => assign(assignee[0] ?? '')}
      />
      <FilterMenu
        label={t('alerts.filter.due')}
        options={[
          { value: 'true', label: t('alerts.filter.overdue'), count: stats?.overdue },
          { value: 'false', label: t('alerts.filter.onTime') },
        ]}
        {...one('overdue')}
      />
      <FilterMenu
        label={t('alerts.filter.case')}
        options={[
          { value: 'true', label: t('alerts.filter.inCase') },
          { value: 'false', label: t('alerts.filter.noCase') },
        ]}
        {...one('in_case')}
      />
      <FilterMenu
        label={t('alerts.filter.entity')}
        options={entityKinds.map((kind) => ({ value: kind, label: t(`entity.${kind}`) }))}
        {...one('entity_kind')}
      />
      <FilterMenu
        label={t('alerts.filter.source')}
        options={alertSources.map((source) => ({ value: source, label: t(`alerts.source.${source}`) }))}
        {...one('source')}
      />
      {linked.map((name) =>
        query[name] === undefined ? null : (
          <SetFilter
            key={name}
            name={t(`alerts.filter.${name}`)}
            value={name === 'signal' ? signalWords(query[name]) : query[name]}
            removal={t('alerts.filter.remove', { name: t(`alerts.filter.${name}`) })}
            onRemove={() => go(withFilter(query, name, ''))}
          />
        ),
      )}
      {hasAlertFilters(query) ? <ClearFilters onClear={() => go({})} /> : null}
      <div className={alertClasses.barEnd}>
        <span className={alertClasses.total} role="status">
          {total}
        </span>
        <FindField label={t('alerts.find')} value={query['q'] ?? ''} onFind={(q) => go(withFilter(query, 'q', q))} />
      </div>
    </div>
  )
}
