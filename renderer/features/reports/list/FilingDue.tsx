import { useTranslation } from 'react-i18next'
import type { ReportDeadline } from '../../../../shared/schema/reports.ts'
import classes from '../reports.module.css'

/** Until when a report must be filed, and how many days are left. */
export const FilingDue = ({ deadline }: { readonly deadline: ReportDeadline | null }) => {
  const { t } = useTranslation()
  if (deadline === null) return null
  const { due_on: dueOn, days_left: left, overdue, rule, days } = deadline
  return (
    <span
      className={classes.due}
      data-overdue={overdue || undefined}
      data-soon={(!overdue && left <= 7) || undefined}
      title={t(`reports.rule.${rule}`, { count: days })}
    >
      {dueOn} · {overdue ? t('reports.overdueBy', { count: -left }) : t('reports.daysLeft', { count: left })}
    </span>
  )
}
