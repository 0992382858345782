import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { caseReportKinds, reportStates } from '../../../shared/schema/reports.ts'
import type { Me } from '../../data/queries/session.ts'
import { filterChoices, withFilter } from '../../state/filters.ts'
import { detectionHref, goToDetection, type DetectionQuery, type DetectionRoute } from '../../state/route.ts'
import { maySupervise, mayWrite } from '../../state/session.ts'
import { FilterMenu } from '../../ui/FilterMenu.tsx'
import { ReportEditor } from './editor/ReportEditor.tsx'
import { KpiList } from './list/KpiList.tsx'
import { ReportList } from './list/ReportList.tsx'
import { NewReport } from './NewReport.tsx'
import { ReportSettingsForm } from './ReportSettingsForm.tsx'
import classes from './reports.module.css'

const views = ['list', 'kpi', 'settings'] as const
type View = (typeof views)[number]

const viewOf = (query: DetectionQuery): View => views.find((view) => view === query['view']) ?? 'list'

const Filters = ({ query }: { readonly query: DetectionQuery }) => {
  const { t } = useTranslation()
  const go = (next: DetectionQuery): void => goToDetection('reports', null, next)
  const { one } = filterChoices(query, go)
  return (
    <>
      <FilterMenu
        label={t('reports.column.state')}
        options={reportStates.map((value) => ({ value, label: t(`reports.state.${value}`) }))}
        {...one('state')}
      />
      <FilterMenu
        label={t('reports.column.kind')}
        options={caseReportKinds.map((value) => ({ value, label: t(`reports.kind.${value}`) }))}
        {...one('kind')}
      />
      <FilterMenu
        label={t('reports.column.due')}
        options={[{ value: 'true', label: t('reports.overdueOnly') }]}
        {...one('overdue')}
      />
    </>
  )
}

const isCaseId = (text: string | undefined): text is string => text !== undefined && /^[1-9]\d{0,15}$/.test(text)

/**
 * Reports of cases with their deadlines, reports of the figures, and what all of them begin with; or one report that is
 * open.
 */
export const ReportsPage = ({ route, me }: { readonly route: DetectionRoute; readonly me: Me }) => {
  const { t } = useTranslation()
  if (route.open !== null) return <ReportEditor key={route.open} id={route.open} />
  const { query } = route
  const view = viewOf(query)
  const caseId = query['case_id']
  const writes = mayWrite(me.user.role)
  return (
    <div className={classes.page}>
      <div className={classes.head} role="toolbar" aria-label={t('queue.filter.label')}>
        <h1>{t('detection.place.reports')}</h1>
        <nav className={classes.tabs} aria-label={t('reports.views')}>
          {views.map((one) => (
            <a
              key={one}
              href={detectionHref('reports', null, one === 'list' ? {} : { view: one })}
              aria-current={one === view ? 'page' : undefined}
            >
              {t(`reports.view.${one}`)}
            </a>
          ))}
        </nav>
        {view === 'list' ? <Filters query={query} /> : null}
        {view === 'list' && isCaseId(caseId) ? (
          <Button
            variant="default"
            size="compact-sm"
            rightSection={<IconX size={13} aria-hidden />}
            onClick={() => goToDetection('reports', null, withFilter(query, 'case_id', ''))}
            aria-label={t('reports.allCases')}
          >
            {t('reports.ofOneCase')}
          </Button>
        ) : null}
        {view === 'list' && isCaseId(caseId) && writes ? <NewReport caseId={Number(caseId)} /> : null}
      </div>
      {view === 'list' ? (
        <ReportList query={query} />
      ) : view === 'kpi' ? (
        <KpiList writes={writes} />
      ) : (
        <ReportSettingsForm supervises={maySupervise(me.user.role)} />
      )}
    </div>
  )
}
