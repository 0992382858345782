import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { importKnownFiles, listKnownFiles, removeKnownFiles } from '../../../shared/api/known-files.ts'
import type { Standing } from '../../../shared/schema/known-files.ts'
import { call } from '../client.ts'
import { useSending } from '../useSending.ts'
import { keys } from './keys.ts'

/** The lists of known files; followed while evidence is compared with them. */
export const useKnownFiles = () => {
  const client = useQueryClient()
  const known = useQuery({
    queryKey: keys.knownFiles,
    queryFn: ({ signal }) => call(listKnownFiles, { signal }),
    select: (answer) => answer.data,
    refetchInterval: (query) => ((query.state.data?.data.waiting ?? 0) > 0 ? 1_000 : 30_000),
  })
  const isWaiting = (known.data?.waiting ?? 0) > 0
  const was = useRef(isWaiting)
  // Marks came with the comparison.
  useEffect(() => {
    if (was.current && !isWaiting) void client.invalidateQueries({ queryKey: keys.cases })
    was.current = isWaiting
  }, [client, isWaiting])
  return known
}

/** Marks of pieces follow from the lists: what is shown of cases is read again. */
const useChanged = () => {
  const client = useQueryClient()
  return async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: keys.knownFiles })
    await client.invalidateQueries({ queryKey: keys.cases })
  }
}

/** Imports a list. */
export const useImportKnownFiles = () => {
  const changed = useChanged()
  return useSending({
    mutationFn: ({
      file,
      name,
      standing,
    }: {
      readonly file: File
      readonly name: string
      readonly standing: Standing
    }) => call(importKnownFiles, { query: { name, standing, file_name: file.name.slice(0, 255) }, body: file }),
    onSuccess: changed,
  })
}

/** Removes a list. */
export const useRemoveKnownFiles = () => {
  const changed = useChanged()
  return useSending({
    mutationFn: (id: number) => call(removeKnownFiles, { params: { id } }),
    onSuccess: changed,
  })
}
