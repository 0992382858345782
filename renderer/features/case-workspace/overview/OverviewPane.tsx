import { useTranslation } from 'react-i18next'
import type { CaseFull } from '../../../../shared/schema/case.ts'
import { useCaseOverview } from '../../../data/queries/caseOverview.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { DueNext } from './DueNext.tsx'
import { Evidence } from './Evidence.tsx'
import { Money } from './Money.tsx'
import classes from './overview.module.css'
import { Payments } from './Payments.tsx'
import { Reports } from './Reports.tsx'
import { Subjects } from './Subjects.tsx'

type Props = { readonly file: CaseFull; readonly onVerify: () => void }

/** What somebody decides from who opens a case: what it asks for, whom it is about, the money, and what is in it. */
export const OverviewPane = ({ file, onVerify }: Props) => {
  const { t } = useTranslation()
  const overview = useCaseOverview(file.id)
  return (
    <section className={classes.pane} aria-label={t('overview.label')} tabIndex={0}>
      {overview.data === undefined ? (
        overview.error === null ? (
          <LoadingRows rows={8} />
        ) : (
          <ErrorState error={overview.error} onRetry={() => void overview.refetch()} />
        )
      ) : (
        <>
          <DueNext file={file} due={overview.data.due} />
          <Subjects key={file.id} subjects={overview.data.subjects} />
          <Money caseId={file.id} money={overview.data.money} />
          <Payments key={`payments ${file.id}`} payments={overview.data.payments} subjects={overview.data.subjects} />
          <div className={classes.pair}>
            <Evidence caseId={file.id} evidence={overview.data.evidence} onVerify={onVerify} />
            <Reports caseId={file.id} reports={overview.data.reports} />
          </div>
        </>
      )}
    </section>
  )
}
