import { Fragment, useState, type ReactNode } from 'react'
import { isRefusal } from '../../data/errors.ts'
import { recallInWindow, rememberInWindow } from '../../state/windowMemory.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { DropFile } from './DropFile.tsx'
import { EncodingChoice } from './EncodingChoice.tsx'
import { HeaderChoice } from './HeaderChoice.tsx'
import { SheetChoice } from './SheetChoice.tsx'
import { ReadSo } from './ReadSo.tsx'
import {
  useDiscard,
  useImportJob,
  useStage,
  useStageAgain,
  type FileAsked,
  type ImportCalls,
  type ShownImport,
} from './useImport.ts'

/** The import that is open; the window keeps which it is, so that leaving the screen does not lose it. */
const useOpenImport = (key: string): readonly [string | null, (id: string | null) => void] => {
  const [id, setId] = useState<string | null>(() => recallInWindow(key) || null)
  const open = (next: string | null): void => {
    rememberInWindow(key, next ?? '')
    setId(next)
  }
  return [id, open]
}

type Props<Job extends ShownImport, Plan> = {
  readonly calls: ImportCalls<Job, Plan>
  /** Under what the window keeps which import is open. */
  readonly kept: string
  readonly title: string
  readonly limits: string
  /** What the dialog of the system offers. */
  readonly accept: string
  readonly children: (job: Job, onAnother: () => void) => ReactNode
}

/** Takes a file of one kind, and shows it once it is staged. */
export const OpenImport = <Job extends ShownImport, Plan>({
  calls,
  kept,
  title,
  limits,
  accept,
  children,
}: Props<Job, Plan>) => {
  const [id, open] = useOpenImport(kept)
  const job = useImportJob(calls, id)
  const stage = useStage(calls, open)
  const again = useStageAgain<Job>(open)
  const discard = useDiscard(calls)
  const sent = stage.variables
  /** The file is staged anew, because its columns and rows are others in another encoding or under another header. */
  const readAnew = (earlier: Job) => {
    const told = { onSuccess: () => discard.mutate(earlier.id) }
    const send = calls.again?.(earlier) ?? null
    if (send !== null) return (asked: FileAsked): void => again.mutate({ send, asked }, told)
    return sent === undefined ? undefined : (asked: FileAsked): void => stage.mutate({ ...sent, ...asked }, told)
  }
  const pending = stage.isPending || again.isPending
  if (id === null || isRefusal(job.error, 'not_found'))
    return <DropFile stage={stage} title={title} limits={limits} largest={calls.largest} accept={accept} />
  return (
    <>
      {job.error === null ? null : <ErrorState error={job.error} onRetry={() => void job.refetch()} compact />}
      {stage.error === null ? null : <ErrorState error={stage.error} compact />}
      {again.error === null ? null : <ErrorState error={again.error} compact />}
      {job.data === undefined || job.data.state === 'running' ? null : (
        <>
          <EncodingChoice job={job.data} onAsk={readAnew(job.data)} pending={pending} />
          <SheetChoice job={job.data} onAsk={readAnew(job.data)} pending={pending} />
          <HeaderChoice key={id} job={job.data} onAsk={readAnew(job.data)} pending={pending} />
        </>
      )}
      {job.data === undefined || job.data.state === 'running' ? null : <ReadSo job={job.data} />}
      {job.isPending ? <LoadingRows rows={6} /> : null}
      {/* What was set stays, though the service could not be asked for once. */}
      {job.data === undefined ? null : <Fragment key={id}>{children(job.data, () => open(null))}</Fragment>}
    </>
  )
}
