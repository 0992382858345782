import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { findReportSources, nameReportSources } from '../../../shared/api/reports.ts'
import type { NarrativeSentence, NarrativeSource, ReportSource } from '../../../shared/schema/reports.ts'
import { call } from '../client.ts'
import { fitsTyped } from '../fitsTyped.ts'

const pauseMs = 180

/** One value for each source. */
export const sourceKey = ({ kind, id }: NarrativeSource): string => `${kind} ${id}`

/**
 * What a sentence can name that fits what was typed; the newest where nothing was. While `isCurrent` is false it fits
 * an older text: it may be shown, and nobody may take it.
 */
export const useFoundSources = (reportId: string, typed: string) => {
  const wanted = typed.trim()
  const [q] = useDebouncedValue(wanted, pauseMs)
  const answer = useQuery({
    queryKey: ['reports', 'sources', reportId, q],
    queryFn: ({ signal }) =>
      call(findReportSources, { params: { id: reportId }, query: { size: 50, ...(q === '' ? {} : { q }) }, signal }),
    placeholderData: keepPreviousData,
    gcTime: 30_000,
  })
  return {
    found: answer.data?.data ?? [],
    total: answer.data?.pagination.total ?? 0,
    isCurrent: fitsTyped(wanted, q, answer),
    error: answer.error,
  }
}

/** Names by source. */
export type SourceNames = ReadonlyMap<string, ReportSource>

/** What the sources of sentences are. What is not known yet, or not of the case, is not in it. */
export const useSourceNames = (reportId: string, sentences: readonly NarrativeSentence[]): SourceNames => {
  const named = new Map(
    sentences.flatMap(({ sources }) => sources.map((source) => [sourceKey(source), source] as const)),
  )
  const wanted = [...named.keys()].toSorted().join(',')
  const { data } = useQuery({
    queryKey: ['reports', 'named', reportId, wanted],
    queryFn: ({ signal }) =>
      call(nameReportSources, { params: { id: reportId }, body: { sources: [...named.values()] }, signal }),
    select: (answer) => answer.data,
    enabled: named.size > 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    gcTime: 30_000,
  })
  return useMemo(() => new Map((data ?? []).map((one) => [sourceKey(one.source), one])), [data])
}
