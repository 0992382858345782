import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { AlertImport } from '../../../../shared/api/alert-imports.ts'
import { detectionHref, hrefOf } from '../../../state/route.ts'
import classes from '../import.module.css'
import { ImportOutcome } from '../ImportOutcome.tsx'
import { RiskCounts } from '../RiskCounts.tsx'
import { alertCalls } from './alertCalls.ts'

/** How grave they are, and, once they are taken, how many cases the policy opened for them. */
const Facts = ({ job }: { readonly job: AlertImport }) => {
  const { t } = useTranslation()
  if (job.created === 0) return null
  return (
    <div>
      <RiskCounts title={t(job.dry_run ? 'import.alerts.wouldRisk' : 'import.alerts.risk')} risk={job.risk} />
      {job.cases_opened > 0 ? (
        <p className={classes.fact}>{t('import.alerts.cases', { count: job.cases_opened })}</p>
      ) : null}
    </div>
  )
}

/** What came of an import of alerts, or what a check says would come. */
export const AlertOutcome = ({
  job,
  onAnother,
  faded = false,
}: {
  readonly job: AlertImport
  readonly onAnother?: () => void
  readonly faded?: boolean
}) => {
  const { t } = useTranslation()
  const words = {
    created: t('import.counts.taken'),
    wouldCreate: t('import.counts.wouldTake'),
    alreadyThere: t('import.alerts.alreadyHint'),
    duplicates: t('import.alerts.duplicatesHint'),
    stopped: t('import.alerts.stopped'),
    failed: t('import.alerts.failed'),
  }
  const ways = (
    <>
      <Button component="a" href={detectionHref('alerts', null, { source: 'import' })}>
        {t('import.alerts.see')}
      </Button>
      {job.cases_opened > 0 ? (
        <Button component="a" variant="default" href={hrefOf({ name: 'queue', query: { sort: '-updated' } })}>
          {t('import.alerts.seeCases')}
        </Button>
      ) : null}
    </>
  )
  return (
    <ImportOutcome
      job={job}
      words={words}
      rejects={alertCalls.rejects(job.id)}
      facts={<Facts job={job} />}
      ways={ways}
      onAnother={onAnother}
      faded={faded}
    />
  )
}
