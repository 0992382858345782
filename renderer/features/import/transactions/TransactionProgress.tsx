import { Button, Progress } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { TransactionImport } from '../../../../shared/api/transactions.ts'
import classes from '../import.module.css'
import { progressOf } from '../mapping.ts'

/** An import of transactions, or a check of one, at work. */
export const TransactionProgress = ({ job, onStop, stopping }: { readonly job: TransactionImport; readonly onStop: () => void; readonly stopping: boolean }) => {
  const { t, i18n } = useTranslation()
  const number = (value: number): string => value.toLocaleString(i18n.language)
  const title = t(job.dry_run ? 'import.transactions.checking' : 'import.transactions.running')
  const done = job.created + job.already_there + job.duplicates + job.rejected
  return (
    <section className={classes.running}>
      <h2>{title}</h2>
      <Progress value={100 * (progressOf(job) ?? 0)} size={6} aria-label={title} />
      <p role="status">{t('import.transactions.progress', { done: number(done), rows: number(job.rows), rate: number(Math.round(done / Math.max(0.1, job.seconds))) })}</p>
      <div className={classes.go}>
        <Button variant="default" size="compact-sm" onClick={onStop} loading={stopping}>
          {t('import.run.stop')}
        </Button>
        <span className="fs-muted">{t('import.transactions.stopHint')}</span>
      </div>
    </section>
  )
}
