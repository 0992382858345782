import { Button, Progress } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { readImportRejects, type ImportJob } from '../../../shared/api/workspace.ts'
import { addressOf } from '../../data/client.ts'
import { hrefOf } from '../../state/route.ts'
import classes from './import.module.css'
import { Counts } from './Counts.tsx'
import { progressOf } from './mapping.ts'
import { Problems } from './Problems.tsx'

/** An import, or a dry run, at work. */
export const Running = ({ job, onStop, stopping }: { readonly job: ImportJob; readonly onStop: () => void; readonly stopping: boolean }) => {
  const { t, i18n } = useTranslation()
  const number = new Intl.NumberFormat(i18n.language)
  const title = job.dry_run ? t('import.dryRun.running') : t('import.run.running')
  const done = job.created + job.already_there + job.duplicates + job.rejected
  return (
    <section className={classes.running}>
      <h2>{title}</h2>
      <Progress value={100 * (progressOf(job) ?? 0)} size={6} aria-label={title} />
      <p role="status">{t('import.run.progress', { done: number.format(done), rows: number.format(job.rows) })}</p>
      {job.dry_run ? null : (
        <div className={classes.go}>
          <Button variant="default" size="compact-sm" onClick={onStop} loading={stopping}>
            {t('import.run.stop')}
          </Button>
          <span className="fs-muted">{t('import.run.stopHint')}</span>
        </div>
      )}
    </section>
  )
}

const CaseCounts = ({ job }: { readonly job: ImportJob }) => {
  const { t } = useTranslation()
  const cells = [
    { key: 'created', value: job.created, label: job.dry_run ? t('import.counts.wouldCreate') : t('import.counts.created'), hint: undefined },
    { key: 'already_there', value: job.already_there, label: t('import.counts.already_there'), hint: t('import.counts.already_there_hint') },
    { key: 'duplicates', value: job.duplicates, label: t('import.counts.duplicates'), hint: t('import.counts.duplicates_hint') },
    { key: 'rejected', value: job.rejected, label: t('import.counts.rejected'), hint: t('import.counts.rejected_hint') },
  ] as const
  return <Counts cells={cells} />
}

const titleKey = (job: ImportJob) => {
  if (job.state === 'failed') return 'import.run.failed'
  if (job.dry_run) return 'import.dryRun.title'
  return 'import.run.done'
}

type Props = { readonly job: ImportJob; readonly source: string; readonly onAnother?: () => void; readonly faded?: boolean }

/** What came of an import, or what a dry run says would come. */
export const Outcome = ({ job, source, onAnother, faded = false }: Props) => {
  const { t } = useTranslation()
  const done = !job.dry_run && job.state === 'done'
  return (
    <div className={classes.outcome} data-faded={faded || undefined}>
      <h2 className={classes.outcomeTitle}>
        {done ? <IconCircleCheck size={18} aria-hidden /> : null}
        {t(titleKey(job))}
      </h2>
      {job.error === null ? null : (
        <p className={classes.problem} role="alert" dir="auto">
          {job.error}
        </p>
      )}
      {job.state === 'cancelled' ? <p className="fs-muted">{t('import.run.stopped')}</p> : null}
      {job.state === 'failed' && !job.dry_run ? <p className="fs-muted">{t('import.run.failedHint')}</p> : null}
      <CaseCounts job={job} />
      {onAnother === undefined ? null : (
        <div className={classes.go}>
          {job.created > 0 ? (
            <Button component="a" href={hrefOf({ name: 'queue', query: { sort: '-updated' } })} title={source}>
              {t('import.result.openCases')}
            </Button>
          ) : null}
          <Button variant="default" onClick={onAnother}>
            {t('import.result.another')}
          </Button>
        </div>
      )}
      <Problems job={job} rejects={addressOf(readImportRejects, { params: { id: job.id } })} />
    </div>
  )
}
