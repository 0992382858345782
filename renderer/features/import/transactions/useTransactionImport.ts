import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { BodyOf } from '../../../../shared/api/operation.ts'
import { discardTransactions, readTransactionImport, runTransactions, stageTransactions } from '../../../../shared/api/transactions.ts'
import { call } from '../../../data/client.ts'
import { keys } from '../../../data/queries/keys.ts'

const pollMs = 400

/** A staged or running import of transactions; followed while it runs. What it raised is read again once it has ended. */
export const useTransactionImport = (id: string | null) => {
  const client = useQueryClient()
  const job = useQuery({
    queryKey: keys.import(id ?? ''),
    queryFn: ({ signal }) => call(readTransactionImport, { params: { id: id ?? '' }, signal }),
    select: (answer) => answer.data,
    enabled: id !== null,
    refetchInterval: (query) => (query.state.data?.data.state === 'running' ? pollMs : false),
    staleTime: 0,
  })
  const ended = job.data !== undefined && job.data.state !== 'running' && !job.data.dry_run && job.data.created > 0
  useEffect(() => {
    if (ended) void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'import' })
  }, [ended, client])
  return job
}

/** Sends the file; nothing is taken by it. */
export const useStageTransactions = (onStaged: (id: string) => void) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (file: File) => call(stageTransactions, { query: { file_name: file.name.slice(0, 255) }, body: file }),
    onSuccess: (answer) => {
      client.setQueryData(keys.import(answer.data.id), answer)
      onStaged(answer.data.id)
    },
  })
}

/** Runs the import, or only says what it would take. */
export const useRunTransactions = (id: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof runTransactions>) => call(runTransactions, { params: { id }, body }),
    onSuccess: (answer) => client.setQueryData(keys.import(id), answer),
  })
}

/** Deletes what was staged; a running import stops after the chunk at hand. */
export const useDiscardTransactions = () => {
  const client = useQueryClient()
  return useMutation({ mutationFn: (id: string) => call(discardTransactions, { params: { id } }), onSuccess: (_, id) => client.invalidateQueries({ queryKey: keys.import(id) }) })
}
