import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { BodyOf } from '../../../shared/api/operation.ts'
import { discardImport, readImport, runImport, stageImport } from '../../../shared/api/workspace.ts'
import { call } from '../../data/client.ts'
import { refreshAfterCaseChange } from '../../data/queries/cases.ts'
import { keys } from '../../data/queries/keys.ts'

const pollMs = 400

/** A staged or running import; followed while it runs. */
export const useImportJob = (id: string | null) => {
  const client = useQueryClient()
  const job = useQuery({
    queryKey: keys.import(id ?? ''),
    queryFn: ({ signal }) => call(readImport, { params: { id: id ?? '' }, signal }),
    select: (answer) => answer.data,
    enabled: id !== null,
    refetchInterval: (query) => (query.state.data?.data.state === 'running' ? pollMs : false),
    staleTime: 0,
  })
  const opened = job.data !== undefined && job.data.state !== 'running' && !job.data.dry_run && job.data.created > 0
  useEffect(() => {
    if (opened) void refreshAfterCaseChange(client)
  }, [opened, client])
  return job
}

/** Sends the file; nothing is opened by it. */
export const useStage = (onStaged: (id: string) => void) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (file: File) => call(stageImport, { query: { file_name: file.name.slice(0, 255) }, body: file }),
    onSuccess: (answer) => {
      client.setQueryData(keys.import(answer.data.id), answer)
      onStaged(answer.data.id)
    },
  })
}

/** Runs the import, or only says what it would do. */
export const useRun = (id: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof runImport>) => call(runImport, { params: { id }, body }),
    onSuccess: (answer) => client.setQueryData(keys.import(id), answer),
  })
}

/** Deletes what was staged; a running import stops after the row at hand. */
export const useDiscard = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(discardImport, { params: { id } }),
    onSuccess: (_, id) => client.invalidateQueries({ queryKey: keys.import(id) }),
  })
}
