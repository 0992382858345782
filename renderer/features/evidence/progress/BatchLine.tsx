import { useTranslation } from 'react-i18next'
import type { Batch, BatchProblem } from '../upload/uploader.ts'
import { useUploader } from '../upload/Uploads.tsx'
import { Steering } from './Steering.tsx'
import { WorkLine } from './WorkLine.tsx'

type Props = { readonly batch: Batch; readonly duplicates: number; readonly writes: boolean }

const useMessage = () => {
  const { t } = useTranslation()
  return ({ reason, message }: BatchProblem): string =>
    reason === null ? (message ?? '') : t(`evidence.progress.reasons.${reason}`)
}

/** Files on their way from this window. */
export const BatchLine = ({ batch, duplicates, writes }: Props) => {
  const { t } = useTranslation()
  const uploader = useUploader()
  const messageOf = useMessage()
  const name = batch.name ?? t('evidence.progress.someFiles', { count: batch.files_total })
  const steer = {
    ...(batch.state === 'running' ? { onPause: () => void uploader.pause(batch.id) } : {}),
    ...(batch.state === 'paused' ? { onResume: () => void uploader.resume(batch.id) } : {}),
    onCancel: () => void uploader.cancel(batch.id),
  }
  const over = batch.state === 'done' || batch.state === 'cancelled'
  const remarks = [
    batch.stoppedBy === null ? '' : t('evidence.progress.stopped', { message: batch.stoppedBy }),
    batch.waiting ? t('evidence.progress.waiting') : '',
    duplicates === 0 ? '' : t('evidence.progress.duplicates', { count: duplicates }),
  ].filter((text) => text !== '')
  return (
    <WorkLine
      name={name}
      state={batch.waiting && batch.state === 'running' ? 'lost' : batch.state}
      measured={batch}
      problems={batch.problems.map((problem) => ({ path: problem.path, message: messageOf(problem) }))}
      problemsTotal={batch.problems.length}
      remark={remarks.length === 0 ? null : remarks.join(' ')}
      buttons={writes && !over ? <Steering name={name} {...steer} /> : undefined}
    />
  )
}
