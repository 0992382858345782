import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { listEvidence } from '../../../../shared/api/evidence.ts'
import { listExports } from '../../../../shared/api/exports.ts'
import { call, type CallOptions } from '../../../data/client.ts'
import { keys } from '../../../data/queries/keys.ts'
import type { EvidenceQuery } from '../../../state/route.ts'
import { evidencePageSize, type EvidencePage, type EvidencePages } from '../model/pages.ts'

/** Fetches one page of a case's evidence (`page` counts from 1). */
export const fetchEvidencePage = async (
  caseId: number,
  query: EvidenceQuery,
  page: number,
  signal?: AbortSignal,
): Promise<EvidencePage> => {
  const asked = { ...query, page, size: evidencePageSize } as CallOptions<typeof listEvidence>['query']
  const answer = await call(listEvidence, { params: { id: caseId }, query: asked, signal })
  return { items: answer.data, total: answer.pagination.total }
}

export type EvidenceList = {
  readonly pages: EvidencePages
  /** Number of matching pieces; null until the first answer. */
  readonly total: number | null
  readonly error: Error | null
  readonly retry: () => void
}

/** The pages of a case's evidence that are on the screen. A page that is read again keeps showing what it held. */
export const useEvidencePages = (caseId: number, query: EvidenceQuery, wanted: readonly number[]): EvidenceList => {
  const results = useQueries({
    queries: wanted.map((page) => ({
      queryKey: keys.evidencePage(caseId, query, page),
      queryFn: ({ signal }: { signal: AbortSignal }) => fetchEvidencePage(caseId, query, page, signal),
      staleTime: 15_000,
    })),
  })
  const pages = new Map(
    results.flatMap((result, index) => (result.data === undefined ? [] : [[wanted[index] ?? 1, result.data] as const])),
  )
  const queryKey = JSON.stringify(query)
  const latest = results.findLast((result) => result.data !== undefined)?.data?.total
  const [held, setHeld] = useState<{ readonly key: string; readonly total: number } | null>(null)
  if (latest !== undefined && (held === null || held.key !== queryKey || held.total !== latest))
    setHeld({ key: queryKey, total: latest })
  const failed = results.filter((result) => result.isError && result.data === undefined)
  const retry = useCallback(() => {
    for (const result of failed) void result.refetch()
  }, [failed])
  return {
    pages,
    total: latest ?? (held?.key === queryKey ? held.total : null),
    error: failed[0]?.error ?? null,
    retry,
  }
}

/** Pieces of a case that fit some words, for choosing one. */
export const useEvidenceSearch = (caseId: number, q: string) =>
  useQuery({
    queryKey: keys.evidenceSearch(caseId, q),
    queryFn: ({ signal }) =>
      call(listEvidence, { params: { id: caseId }, query: { size: 20, ...(q === '' ? {} : { q }) }, signal }),
    select: (answer) => answer.data,
    placeholderData: keepPreviousData,
    gcTime: 30_000,
  })

/** The bundles that were made of a case, newest first; followed while one is being made. */
export const useExports = (caseId: number) =>
  useQuery({
    queryKey: keys.exports(caseId),
    queryFn: ({ signal }) => call(listExports, { params: { id: caseId }, signal }),
    select: (answer) => answer.data,
    staleTime: 0,
    refetchInterval: (query) =>
      query.state.data?.data.some(({ state }) => state === 'running') === true ? 500 : 30_000,
  })
