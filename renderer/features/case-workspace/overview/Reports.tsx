import { useTranslation } from 'react-i18next'
import type { CaseOverview } from '../../../../shared/schema/case-overview.ts'
import type { ReportItem } from '../../../../shared/schema/reports.ts'
import { detectionHref } from '../../../state/route.ts'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { Block } from './Block.tsx'
import classes from './overview.module.css'

type Props = { readonly caseId: number; readonly reports: CaseOverview['reports'] }

const When = ({ report: { deadline, changed_at: changedAt } }: { readonly report: ReportItem }) => {
  const { t } = useTranslation()
  if (deadline === null) return <Timestamp at={changedAt} style="ago" className={classes.rowEnd} />
  return (
    <span className={classes.rowEnd} data-overdue={deadline.overdue || undefined}>
      {t(deadline.overdue ? 'overview.due.reportOverdue' : 'overview.due.reportBy', { day: deadline.due_on })}
    </span>
  )
}

/** The reports of the case and how far each is, what is due first. */
export const Reports = ({ caseId, reports: { total, items } }: Props) => {
  const { t, i18n } = useTranslation()
  return (
    <Block
      title={t('overview.reports.title')}
      {...(total === 0 ? {} : { count: total.toLocaleString(i18n.language) })}
      to={{
        href: detectionHref('reports', null, { case_id: String(caseId) }),
        words: t(total === 0 ? 'overview.reports.write' : 'overview.reports.all'),
      }}
    >
      {total === 0 ? (
        <p className={classes.nothing}>{t('overview.reports.none')}</p>
      ) : (
        <ul className={classes.rows}>
          {items.map((report) => (
            <li key={report.id}>
              <a href={detectionHref('reports', report.id)} className={classes.row}>
                <span className={classes.reportState}>{t(`reports.state.${report.state}`)}</span>
                <span dir="auto" className="fs-ellipsis">
                  {report.title === '' ? t(`reports.kind.${report.kind}`) : report.title}
                </span>
                <When report={report} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </Block>
  )
}
