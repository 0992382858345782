import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import type { ImportJob } from '../../../shared/api/workspace.ts'
import type { EncodingName } from '../../../shared/text/encoding-names.ts'
import { keys } from '../../data/queries/keys.ts'
import { useSending } from '../../data/useSending.ts'

/**
 * What every import tells of itself, whatever its rows become. `delimiter` is null where they are no columns of text.
 */
export type ShownImport = Omit<ImportJob, 'guess' | 'format'> & {
  readonly format: string
}

type Answered<Job> = Promise<{ readonly data: Job }>

/** What a person says of how a file is to be read. */
export type FileAsked = {
  readonly encoding?: EncodingName | undefined
  readonly header_line?: number | undefined
  readonly sheet?: string | undefined
}

/** How one kind of import is asked of the service. */
export type ImportCalls<Job extends ShownImport, Plan> = {
  /** Largest file in bytes. */
  readonly largest: number
  readonly stage: (file: File, asked: FileAsked) => Answered<Job>
  /** Stages what a job was staged from once more, where that is no file of this computer; null where it is one. */
  readonly again?: (job: Job) => ((asked: FileAsked) => Answered<Job>) | null
  readonly run: (id: string, plan: Plan) => Answered<Job>
  readonly read: (id: string, signal: AbortSignal) => Answered<Job>
  readonly discard: (id: string) => Promise<unknown>
  /** Where the rejected rows are downloaded. */
  readonly rejects: (id: string) => string
  /** Marks what has to be read again after rows were taken. */
  readonly refresh: (client: QueryClient) => Promise<unknown>
}

const pollMs = 400

/** The name of a file as the service takes it. */
export const sentName = (file: File): string => file.name.slice(0, 255)

/** A staged or running import; followed while it runs. What it changed is read again once it has ended. */
export const useImportJob = <Job extends ShownImport, Plan>(calls: ImportCalls<Job, Plan>, id: string | null) => {
  const client = useQueryClient()
  const job = useQuery({
    queryKey: keys.import(id ?? ''),
    queryFn: ({ signal }) => calls.read(id ?? '', signal),
    select: (answer) => answer.data,
    enabled: id !== null,
    refetchInterval: (query) => (query.state.data?.data.state === 'running' ? pollMs : false),
    staleTime: 0,
  })
  const taken = job.data !== undefined && job.data.state !== 'running' && !job.data.dry_run && job.data.created > 0
  useEffect(() => {
    if (taken) void calls.refresh(client)
  }, [taken, calls, client])
  return job
}

/** Keeps the job that a staging answers, and tells of it. */
const useStaging = <Job extends ShownImport, Sent>(
  stage: (sent: Sent) => Answered<Job>,
  onStaged: (id: string) => void,
) => {
  const client = useQueryClient()
  return useSending({
    mutationFn: stage,
    onSuccess: (answer) => {
      client.setQueryData(keys.import(answer.data.id), answer)
      onStaged(answer.data.id)
    },
  })
}

/** Sends the file; nothing is taken by it. */
export const useStage = <Job extends ShownImport, Plan>(
  calls: ImportCalls<Job, Plan>,
  onStaged: (id: string) => void,
) => useStaging(({ file, ...asked }: FileAsked & { readonly file: File }) => calls.stage(file, asked), onStaged)

/** Stages the same again in another reading, where it is no file of this computer. */
export const useStageAgain = <Job extends ShownImport>(onStaged: (id: string) => void) =>
  useStaging(
    ({ send, asked }: { readonly send: (asked: FileAsked) => Answered<Job>; readonly asked: FileAsked }) => send(asked),
    onStaged,
  )

/** Runs the import, or only says what it would do. */
export const useRun = <Job extends ShownImport, Plan>(calls: ImportCalls<Job, Plan>, id: string) => {
  const client = useQueryClient()
  return useSending({
    mutationFn: (plan: Plan) => calls.run(id, plan),
    onSuccess: (answer) => client.setQueryData(keys.import(id), answer),
  })
}

/** Deletes what was staged. */
export const useDiscard = <Job extends ShownImport, Plan>(calls: ImportCalls<Job, Plan>) => {
  const client = useQueryClient()
  return useSending({
    mutationFn: (id: string) => calls.discard(id),
    onSuccess: (_, id) => client.invalidateQueries({ queryKey: keys.import(id) }),
  })
}

/**
 * Stops a running import after the rows at hand; `said` tells what has become of it, since the service forgets it then.
 */
export const useStop = <Job extends ShownImport, Plan>(calls: ImportCalls<Job, Plan>, said: string) => {
  const client = useQueryClient()
  return useSending({
    mutationFn: (id: string) => calls.discard(id),
    onSuccess: async (_, id) => {
      notifications.show({ message: said })
      await Promise.all([client.invalidateQueries({ queryKey: keys.import(id) }), calls.refresh(client)])
    },
  })
}
