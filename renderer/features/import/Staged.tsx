import type { ReactNode } from 'react'
import { FileFacts } from './FileFacts.tsx'
import { Running } from './Running.tsx'
import { useDiscard, useStop, type ImportCalls, type ShownImport } from './useImport.ts'

/** What every kind of staged file is given. */
export type StagedProps<Job extends ShownImport> = { readonly job: Job; readonly onAnother: () => void }

type Props<Job extends ShownImport, Plan> = StagedProps<Job> & {
  readonly calls: ImportCalls<Job, Plan>
  readonly running: { readonly title: string; readonly stopHint: string | null; readonly stopped: string }
  /** What came of it, once it has ended. */
  readonly outcome: ReactNode
  /** Its columns and settings, as long as it has not been run. */
  readonly children: ReactNode
}

/** A staged file: before its run, while it runs, and after it. */
export const Staged = <Job extends ShownImport, Plan>({
  job,
  onAnother,
  calls,
  running,
  outcome,
  children,
}: Props<Job, Plan>) => {
  const stop = useStop(calls, running.stopped)
  const discard = useDiscard(calls)
  const another = (): void => {
    discard.mutate(job.id)
    onAnother()
  }
  if (job.state === 'running') {
    return (
      <>
        <FileFacts job={job} />
        <Running
          job={job}
          title={running.title}
          stopHint={running.stopHint}
          onStop={() => stop.mutate(job.id)}
          stopping={stop.isPending}
        />
      </>
    )
  }
  if (!job.dry_run && job.state !== 'staged') {
    return (
      <>
        <FileFacts job={job} />
        {outcome}
      </>
    )
  }
  return (
    <>
      <FileFacts job={job} onAnother={another} />
      {children}
    </>
  )
}
