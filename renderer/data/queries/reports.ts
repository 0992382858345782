import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { BodyOf } from '../../../shared/api/operation.ts'
import * as api from '../../../shared/api/reports.ts'
import type { ReportForm, ReportItem } from '../../../shared/schema/reports.ts'
import type { DetectionQuery } from '../../state/route.ts'
import { call, serviceAddress } from '../client.ts'
import { cursorList } from '../paging/cursorList.ts'
import type { PagedList } from '../paging/rows.ts'
import { useSending } from '../useSending.ts'
import { refreshAfterCaseChange } from './cases.ts'

/** Facts that are shown at once. */
const factsPage = 20

/** Keys of what is known of reports. */
const reportKeys = {
  all: ['reports'] as const,
  lists: ['reports', 'list'] as const,
  page: (query: DetectionQuery, page: number) => ['reports', 'list', query, page] as const,
  probe: (query: DetectionQuery, page: number) => ['reports', 'probe', query, page] as const,
  one: (id: string) => ['reports', 'one', id] as const,
  check: (id: string, form: string) => ['reports', 'check', id, form] as const,
  preview: (id: string, form: string) => ['reports', 'preview', id, form] as const,
  facts: (id: string, told: readonly string[], q: string, page: number) =>
    ['reports', 'facts', id, told, q, page] as const,
  settings: ['reports', 'settings'] as const,
  kpis: ['reports', 'kpi'] as const,
}

/** Reports, what is overdue first, walked by cursor. */
export const reportList = (query: DetectionQuery): PagedList<ReportItem, string> =>
  cursorList({
    lists: reportKeys.lists,
    pageKey: (page) => reportKeys.page(query, page),
    probeKey: (page) => reportKeys.probe(query, page),
    walk: (rows, signal) =>
      call(api.listReports, { query: { ...query, ...rows }, ...(signal === undefined ? {} : { signal }) }),
    idOf: (item) => item.id,
    stampOf: (item) => `${item.version}${item.state}${item.deadline?.days_left ?? ''}`,
  })

export const useReport = (id: string) =>
  useQuery({
    queryKey: reportKeys.one(id),
    queryFn: ({ signal }) => call(api.readReport, { params: { id }, signal }),
    select: (answer) => answer.data,
    retry: false,
  })

/** What a form lacks, as it stands on the screen. */
export const useReportCheck = (id: string, form: ReportForm) => {
  const text = useMemo(() => JSON.stringify(form), [form])
  return useQuery({
    queryKey: reportKeys.check(id, text),
    queryFn: ({ signal }) => call(api.checkReport, { params: { id }, body: { form }, signal }),
    select: (answer) => answer.data,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    gcTime: 30_000,
  })
}

/** What the PDF of a form would say. */
export const useReportPreview = (id: string, form: ReportForm) => {
  const text = JSON.stringify(form)
  return useQuery({
    queryKey: reportKeys.preview(id, text),
    queryFn: ({ signal }) => call(api.previewReport, { params: { id }, body: { form }, signal }),
    select: (answer) => answer.data,
    staleTime: 60_000,
    gcTime: 30_000,
  })
}

/**
 * Facts of the case, as they stand now, that no sentence of these ids tells: a page (from 1) of those that hold the
 * words of `q`.
 */
export const useUntoldFacts = (
  id: string,
  told: readonly string[],
  { q, page }: { readonly q: string; readonly page: number },
) =>
  useQuery({
    queryKey: reportKeys.facts(id, told, q, page),
    queryFn: ({ signal }) =>
      call(api.findReportFacts, {
        params: { id },
        body: { told: [...told], ...(q === '' ? {} : { q }), page, size: factsPage },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 15_000,
    gcTime: 30_000,
  })

export const useReportSettings = () =>
  useQuery({
    queryKey: reportKeys.settings,
    queryFn: ({ signal }) => call(api.readReportSettings, { signal }),
    select: (answer) => answer.data,
  })

export const useKpiReports = () =>
  useQuery({
    queryKey: reportKeys.kpis,
    queryFn: ({ signal }) => call(api.listKpiReports, { signal }),
    select: (answer) => answer.data,
  })

const useReportWrite = <V, A>(send: (value: V) => Promise<A>) => {
  const client = useQueryClient()
  return useSending({
    mutationFn: send,
    onSettled: () =>
      Promise.all([client.invalidateQueries({ queryKey: reportKeys.all }), refreshAfterCaseChange(client)]),
  })
}

export const useCreateReport = () =>
  useReportWrite(({ body, key }: { body: BodyOf<typeof api.createReport>; key: string }) =>
    call(api.createReport, { body, idempotencyKey: key }),
  )
export const useSaveReport = (id: string) =>
  useReportWrite((body: BodyOf<typeof api.saveReport>) => call(api.saveReport, { params: { id }, body }))
export const useMoveReport = (id: string) =>
  useReportWrite((body: BodyOf<typeof api.moveReport>) => call(api.moveReport, { params: { id }, body }))
export const useChangeReportSettings = () =>
  useReportWrite((body: BodyOf<typeof api.changeReportSettings>) => call(api.changeReportSettings, { body }))
export const useCreateKpiReport = () =>
  useReportWrite((body: BodyOf<typeof api.createKpiReport>) => call(api.createKpiReport, { body }))

/** A file to be saved: its address on this origin, and its name. */
const saved = ({ data: { url, name } }: { readonly data: { readonly url: string; readonly name: string } }) => ({
  address: serviceAddress(url),
  name,
})

export const useExportReport = (id: string) =>
  useReportWrite(async (body: BodyOf<typeof api.exportReport>) =>
    saved(await call(api.exportReport, { params: { id }, body })),
  )
export const useExportKpiReport = () =>
  useReportWrite(async ({ id, format }: { id: string; format: 'csv' | 'pdf' }) =>
    saved(await call(api.exportKpiReport, { params: { id }, body: { format } })),
  )
