import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { riskLevels } from '../../../../shared/schema/activity.ts'
import { readTransactionRejects, type TransactionImport } from '../../../../shared/api/transactions.ts'
import { addressOf } from '../../../data/client.ts'
import { detectionHref } from '../../../state/route.ts'
import { RiskMark } from '../../../ui/RiskMark.tsx'
import { Counts } from '../Counts.tsx'
import classes from '../import.module.css'
import { Problems } from '../Problems.tsx'

const titleKey = (job: TransactionImport) => {
  if (job.state === 'failed') return 'import.run.failed'
  return job.dry_run ? 'import.dryRun.title' : 'import.transactions.done'
}

const Risk = ({ job }: { readonly job: TransactionImport }) => {
  const { t, i18n } = useTranslation()
  if (job.created === 0 || job.dry_run) return null
  return (
    <p className={classes.risk}>
      {t('import.transactions.risk')}
      {[...riskLevels].reverse().map((level) => (
        <span key={level}>
          <RiskMark level={level} /> {(job.risk[level] ?? 0).toLocaleString(i18n.language)}
        </span>
      ))}
    </p>
  )
}

/** What came of an import of transactions, or what a check says would come. */
export const TransactionOutcome = ({ job, onAnother }: { readonly job: TransactionImport; readonly onAnother?: () => void }) => {
  const { t } = useTranslation()
  const done = !job.dry_run && job.state === 'done'
  const cells = [
    { key: 'created', value: job.created, label: t(job.dry_run ? 'import.transactions.wouldCreate' : 'import.transactions.created'), hint: undefined },
    { key: 'already_there', value: job.already_there, label: t('import.counts.already_there'), hint: t('import.transactions.alreadyHint') },
    { key: 'duplicates', value: job.duplicates, label: t('import.counts.duplicates'), hint: undefined },
    { key: 'rejected', value: job.rejected, label: t('import.counts.rejected'), hint: t('import.counts.rejected_hint') },
  ]
  return (
    <div className={classes.outcome}>
      <h2 className={classes.outcomeTitle}>
        {done ? <IconCircleCheck size={18} aria-hidden /> : null}
        {t(titleKey(job))}
      </h2>
      {job.error === null ? null : (
        <p className={classes.problem} role="alert" dir="auto">
          {job.error}
        </p>
      )}
      {job.state === 'cancelled' ? <p className="fs-muted">{t('import.transactions.stopped')}</p> : null}
      <Counts cells={cells} />
      <Risk job={job} />
      {onAnother === undefined ? null : (
        <div className={classes.go}>
          {job.created > 0 ? (
            <>
              <Button component="a" href={detectionHref('alerts')}>
                {t('import.transactions.seeAlerts')}
              </Button>
              <Button component="a" variant="default" href={detectionHref('transactions')}>
                {t('import.transactions.seeTransactions')}
              </Button>
            </>
          ) : null}
          <Button variant="default" onClick={onAnother}>
            {t('import.result.another')}
          </Button>
        </div>
      )}
      <Problems job={job} rejects={addressOf(readTransactionRejects, { params: { id: job.id } })} />
    </div>
  )
}
