import { Button, Progress } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isRefusal } from '../../data/errors.ts'
import { useCancelTraining, useTraining } from '../../data/queries/models.ts'
import { detectionHref } from '../../state/route.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import classes from './model.module.css'

/** A training as it goes on, and what came of it. */
export const TrainingProgress = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const { t, i18n } = useTranslation()
  const training = useTraining(id)
  const cancel = useCancelTraining()
  const job = training.data
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
  if (job === undefined) return training.error === null ? null : <ErrorState error={training.error} onRetry={() => void training.refetch()} compact />
  const running = job.state === 'running'
  const number = (value: number): string => value.toLocaleString(i18n.language)
  return (
    <div className={classes.progress} role="status">
      <span>{running ? t(`model.stage.${job.stage}`, { done: number(job.done), total: number(job.total) }) : t(`model.ended.${job.state}`)}</span>
      {running ? <Progress value={job.total === 0 ? 0 : (100 * job.done) / job.total} aria-label={t('model.progress')} className={classes.bar} /> : null}
      {job.error === null ? null : <span className={classes.warning}>{job.error}</span>}
      {job.model_id === null ? null : <a href={detectionHref('model', job.model_id)}>{t('model.see')}</a>}
      {running ? (
        <Button size="compact-xs" variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(id, { onSettled: () => void training.refetch() })}>
          {t('common.cancel')}
        </Button>
      ) : (
        close
      )}
      {running && cancel.error !== null ? <ErrorState error={cancel.error} compact /> : null}
    </div>
  )
}
