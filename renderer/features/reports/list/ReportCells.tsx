import { useTranslation } from 'react-i18next'
import type { ReportItem } from '../../../../shared/schema/reports.ts'
import { caseHref, detectionHref } from '../../../state/route.ts'
import { PersonName } from '../../../ui/PersonName.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { classes } from './classes.ts'
import { Due } from './Due.tsx'
import { StateMark } from './StateMark.tsx'

/** The columns of the list of reports. */
export const reportColumns = [
  { id: 'state', sort: null },
  { id: 'due', sort: null },
  { id: 'kind', sort: null },
  { id: 'title', sort: null },
  { id: 'case', sort: null },
  { id: 'by', sort: null },
  { id: 'changed', sort: null },
] as const

/** One report. */
export const ReportCells = ({ item }: { readonly item: ReportItem }) => {
  const { t } = useTranslation()
  return (
    <>
      <div role="gridcell" className={classes.cell}>
        <StateMark state={item.state} />
      </div>
      <div role="gridcell" className={classes.cell}>
        {item.deadline === null ? <span className="fs-muted">{item.reference ?? (item.review_due_on === null ? '' : t('reports.reviewOn', { day: item.review_due_on }))}</span> : <Due deadline={item.deadline} />}
      </div>
      <div role="gridcell" className={classes.cell}>
        {t(`reports.kindShort.${item.kind}`)}
      </div>
      <div role="gridcell" className={`${classes.cell} ${classes.title}`} dir="auto" title={item.title}>
        <a href={detectionHref('reports', item.id)}>{item.title === '' ? t(`reports.kind.${item.kind}`) : item.title}</a>
      </div>
      <div role="gridcell" className={classes.cell}>
        <a href={caseHref(item.case_id)} className="fs-mono">
          {item.case_number}
        </a>
      </div>
      <div role="gridcell" className={classes.cell}>
        <PersonName name={item.written_by.name} plain />
      </div>
      <div role="gridcell" className={classes.cell}>
        <Timestamp at={item.changed_at} style="ago" />
      </div>
    </>
  )
}
