import { Button, Progress } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './import.module.css'
import { importProgress, rowsDone } from './progress.ts'
import type { ShownImport } from './useImport.ts'

type Props = {
  readonly job: ShownImport & { readonly seconds?: number }
  readonly title: string
  /** What stopping does; null where it is not offered. */
  readonly stopHint: string | null
  readonly onStop: () => void
  readonly stopping: boolean
}

/** An import, or a check of one, at work. */
export const Running = ({ job, title, stopHint, onStop, stopping }: Props) => {
  const { t, i18n } = useTranslation()
  const number = (value: number): string => value.toLocaleString(i18n.language)
  const done = rowsDone(job)
  const counts = { done: number(done), count: job.rows }
  return (
    <section className={classes.running}>
      <h2>{title}</h2>
      <Progress value={100 * (importProgress(job) ?? 0)} size={6} aria-label={title} />
      <p role="status">
        {job.seconds === undefined
          ? t('import.run.progress', counts)
          : t('import.run.progressRate', { ...counts, rate: number(Math.round(done / Math.max(0.1, job.seconds))) })}
      </p>
      {stopHint === null ? null : (
        <div className={classes.go}>
          <Button variant="default" size="compact-sm" onClick={onStop} loading={stopping}>
            {t('import.run.stop')}
          </Button>
          <span className="fs-muted">{stopHint}</span>
        </div>
      )}
    </section>
  )
}
