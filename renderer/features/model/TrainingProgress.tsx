import { Button, Progress } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isRefusal } from '../../data/errors.ts'
import { useCancelTraining, useTraining } from '../../data/queries/models.ts'
import { detectionHref } from '../../state/route.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import classes from './model.module.css'

type Props = {
  readonly id: string
  /** Whether this person may cancel it. */
  readonly keeps: boolean
  readonly onClose: () => void
}

/** A training as it goes on, and what came of it. */
export const TrainingProgress = ({ id, keeps, onClose }: Props) => {
  const { t, i18n } = useTranslation()
  const training = useTraining(id)
  const cancel = useCancelTraining()
  const job = training.data
  const again = (): void => void training.refetch()
  const close = (
    <Button size="compact-xs" variant="subtle" onClick={onClose}>
      {t('common.close')}
    </Button>
  )
  if (isRefusal(training.error, 'not_found')) {
    return (
      <div className={classes.progress} role="status">
        <span>{t('model.forgotten')}</span>
        {close}
      </div>
    )
  }
  if (job === undefined)
    return training.error === null ? null : (
      <ErrorState error={training.error} onRetry={() => void training.refetch()} compact />
    )
  const running = job.state === 'running'
  const ended =
    job.cancelled_by === null ? t(`model.ended.${job.state}`) : t('model.ended.cancelledBy', { name: job.cancelled_by })
  const number = (value: number): string => value.toLocaleString(i18n.language)
  return (
    <div className={classes.progress} role="status">
      <span>
        {running ? t(`model.stage.${job.stage}`, { done: number(job.done), total: number(job.total) }) : ended}
      </span>
      <span className={classes.whose} dir="auto">
        {t('model.trainingOf', { name: job.name, version: job.version, by: job.started_by })}
      </span>
      {running ? (
        <Progress
          value={job.total === 0 ? 0 : (100 * job.done) / job.total}
          aria-label={t('model.progress')}
          className={classes.bar}
        />
      ) : null}
      {job.error === null ? null : <span className={classes.warning}>{job.error}</span>}
      {job.model_id === null ? null : <a href={detectionHref('model', job.model_id)}>{t('model.see')}</a>}
      {running ? null : close}
      {running && keeps ? (
        <Button
          size="compact-xs"
          variant="default"
          loading={cancel.isPending}
          onClick={() => cancel.mutate(id, { onSuccess: again, onError: again })}
        >
          {t('common.cancel')}
        </Button>
      ) : null}
      {running && cancel.error !== null ? <ErrorState error={cancel.error} compact /> : null}
    </div>
  )
}
