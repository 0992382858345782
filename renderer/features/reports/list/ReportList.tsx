import { IconReportSearch } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReportItem } from '../../../../shared/schema/reports.ts'
import { reportList } from '../../../data/queries/reports.ts'
import { onlyNamed } from '../../../state/filters.ts'
import { goToDetection, type DetectionQuery } from '../../../state/route.ts'
import { noSelection } from '../../../state/selection.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { RowGrid } from '../../../ui/grid/RowGrid.tsx'
import { useListWords } from '../../../ui/grid/useListWords.ts'
import { reportClasses } from './classes.ts'
import { ReportCells, reportColumns } from './ReportCells.tsx'

/** The reports, what is overdue first. */
export const ReportList = ({ query: given }: { readonly query: DetectionQuery }) => {
  const { t } = useTranslation()
  const key = JSON.stringify(onlyNamed(given, ['kind', 'state', 'case_id', 'overdue']))
  const list = useMemo(() => reportList(JSON.parse(key) as DetectionQuery), [key])
  const words = useListWords<ReportItem>('reports', t('reports.label'))
  return (
    <div className={reportClasses.listFrame}>
      <RowGrid
        key={key}
        name="reports"
        list={list}
        words={words}
        columns={reportColumns}
        Cells={ReportCells}
        classes={reportClasses}
        selection={noSelection}
        onOpen={(item, how) => {
          if (how === 'key') goToDetection('reports', item.id)
        }}
        placeKey={`reports:${key}`}
        pollMs={8_000}
        empty={
          <EmptyState
            icon={<IconReportSearch size={30} stroke={1.4} />}
            title={t('reports.none')}
            hint={t(given['case_id'] === undefined ? 'reports.noneHint' : 'reports.noneOfCaseHint')}
          />
        }
      />
    </div>
  )
}
