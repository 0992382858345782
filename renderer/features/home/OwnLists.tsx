import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenTask } from '../../../shared/schema/case-tasks.ts'
import type { Workload } from '../../../shared/schema/workload.ts'
import { useOpenTasks } from '../../data/queries/workload.ts'
import { caseHref, detectionHref, hrefOf } from '../../state/route.ts'
import { PriorityMark } from '../../ui/PriorityMark.tsx'
import { RiskMark } from '../../ui/RiskMark.tsx'
import { SlaCountdown } from '../../ui/SlaCountdown.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import classes from './home.module.css'
import { alertsHref, casesHref } from './links.ts'
import { HomeRow, HomeRows, HomeSection } from './HomeSection.tsx'

type Own = NonNullable<Workload['own']>

const useCount = () => {
  const { t, i18n } = useTranslation()
  return (count: number) => t('home.all', { count, text: count.toLocaleString(i18n.language) })
}

/** Own cases by deadline. */
export const OwnCases = ({ cases, userId }: { readonly cases: Own['cases']; readonly userId: number }) => {
  const { t } = useTranslation()
  const all = useCount()
  return (
    <HomeSection
      title={t('home.cases.title')}
      to={cases.open === 0 ? null : { href: casesHref.openOf(userId), words: all(cases.open) }}
    >
      <HomeRows empty={cases.open === 0 ? t('home.cases.none') : null}>
        {cases.items.map((item) => (
          <HomeRow key={item.id} href={caseHref(item.id)}>
            <PriorityMark priority={item.priority} />
            <span dir="auto" className="fs-ellipsis" title={item.title}>
              {item.title}
            </span>
            <span className={classes.end}>
              <SlaCountdown dueAt={item.sla_due_at} state={item.sla_state} />
            </span>
          </HomeRow>
        ))}
      </HomeRows>
    </HomeSection>
  )
}

const TaskRow = ({ task }: { readonly task: OpenTask }) => {
  const { t } = useTranslation()
  return (
    <HomeRow href={hrefOf({ name: 'tasks', id: task.case_id })}>
      <span className={classes.two}>
        <span dir="auto" className="fs-ellipsis" title={task.title}>
          {task.title}
        </span>
        <span dir="auto" className={classes.second}>
          {task.case_title}
        </span>
      </span>
      <span className={classes.end} data-late={task.overdue || undefined}>
        {task.due_at === null ? (
          t('tasks.noDue')
        ) : (
          <>
            {task.overdue ? t('tasks.overdueSince') : t('tasks.due')} <Timestamp at={task.due_at} />
          </>
        )}
      </span>
    </HomeRow>
  )
}

/** Own open tasks by due time; all of them, where that is asked for. */
export const OwnTasks = ({ tasks }: { readonly tasks: Own['tasks'] }) => {
  const { t, i18n } = useTranslation()
  const [whole, setWhole] = useState(false)
  const { open, items } = tasks
  const read = useOpenTasks(whole).data
  const shown = whole && read !== undefined ? read : items
  return (
    <HomeSection title={t('home.tasks.title')}>
      <HomeRows empty={open === 0 ? t('home.tasks.none') : null}>
        {shown.map((task) => (
          <TaskRow key={`${task.case_id} ${task.uid}`} task={task} />
        ))}
      </HomeRows>
      {open <= items.length ? null : shown.length > items.length ? (
        open > shown.length ? (
          <p className={classes.note}>
            {t('home.tasks.first', { count: shown.length, text: open.toLocaleString(i18n.language) })}
          </p>
        ) : null
      ) : (
        <button type="button" className={classes.more} onClick={() => setWhole(true)}>
          {t('home.tasks.showAll', { count: open, text: open.toLocaleString(i18n.language) })}
        </button>
      )}
    </HomeSection>
  )
}

/** Own open alerts by due time. */
export const OwnAlerts = ({ alerts, userId }: { readonly alerts: Own['alerts']; readonly userId: number }) => {
  const { t } = useTranslation()
  const all = useCount()
  return (
    <HomeSection
      title={t('home.alerts.title')}
      to={alerts.open === 0 ? null : { href: alertsHref.openOf(userId), words: all(alerts.open) }}
    >
      <HomeRows empty={alerts.open === 0 ? t('home.alerts.none') : null}>
        {alerts.items.map((item) => (
          <HomeRow key={item.id} href={detectionHref('alerts', String(item.id), { assignee_id: String(userId) })}>
            <RiskMark level={item.risk_level} />
            <span dir="auto" className="fs-ellipsis" title={item.title}>
              {item.title}
            </span>
            {item.due_at === null ? null : (
              <span className={classes.end} data-late={item.overdue || undefined}>
                {item.overdue ? t('tasks.overdueSince') : t('tasks.due')} <Timestamp at={item.due_at} />
              </span>
            )}
          </HomeRow>
        ))}
      </HomeRows>
    </HomeSection>
  )
}
