import { useTranslation } from 'react-i18next'
import type { ReportItem } from '../../../../shared/schema/reports.ts'
import { caseHref, detectionHref } from '../../../state/route.ts'
import { PersonName } from '../../../ui/PersonName.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { Cell } from '../../../ui/grid/Cell.tsx'
import { reportClasses } from './classes.ts'
import { FilingDue } from './FilingDue.tsx'
import { ReportStateMark } from './ReportStateMark.tsx'

/** The columns of the list of reports. */
export const reportColumns = [
  { id: 'state', sort: null, width: 128 },
  { id: 'due', sort: null, width: 206 },
  { id: 'kind', sort: null, width: 62 },
  { id: 'title', sort: null, width: 200, grow: 1 },
  { id: 'case', sort: null, width: 204 },
  { id: 'by', sort: null, width: 150, leaves: 2 },
  { id: 'changed', sort: null, width: 96, leaves: 1 },
] as const

/** One report. */
export const ReportCells = ({ item }: { readonly item: ReportItem }) => {
  const { t } = useTranslation()
  return (
    <>
      <Cell column="state" className={reportClasses.cell}>
        <ReportStateMark state={item.state} />
      </Cell>
      <Cell column="due" className={reportClasses.cell}>
        {item.deadline === null ? (
          <span className="fs-muted">
            {item.reference ?? (item.review_due_on === null ? '' : t('reports.reviewOn', { day: item.review_due_on }))}
          </span>
        ) : (
          <FilingDue deadline={item.deadline} />
        )}
      </Cell>
      <Cell column="kind" className={reportClasses.cell}>
        {t(`reports.kindShort.${item.kind}`)}
      </Cell>
      <Cell column="title" className={`${reportClasses.cell} ${reportClasses.title}`} dir="auto" title={item.title}>
        <a href={detectionHref('reports', item.id)}>
          {item.title === '' ? t(`reports.kind.${item.kind}`) : item.title}
        </a>
      </Cell>
      <Cell column="case" className={reportClasses.cell}>
        <a href={caseHref(item.case_id)} className="fs-mono">
          {item.case_number}
        </a>
      </Cell>
      <Cell column="by" className={reportClasses.cell}>
        <PersonName name={item.written_by.name} plain />
      </Cell>
      <Cell column="changed" className={reportClasses.cell}>
        <Timestamp at={item.changed_at} style="ago" />
      </Cell>
    </>
  )
}
