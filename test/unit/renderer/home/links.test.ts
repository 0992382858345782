import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { listAlerts } from '../../../../shared/api/alerts.ts'
import { listCases } from '../../../../shared/api/cases.ts'
import { decisionQueue } from '../../../../shared/api/decisions.ts'
import { listReports } from '../../../../shared/api/reports.ts'
import { ageRanges, deadlineRanges } from '../../../../shared/schema/workload.ts'
import { cleanQuery, rangeWords } from '../../../../renderer/features/queue/query.ts'
import type * as Links from '../../../../renderer/features/home/links.ts'

let links: typeof Links

beforeAll(async () => {
  vi.stubGlobal('window', { location: { hash: '' } })
  links = await import('../../../../renderer/features/home/links.ts')
})
afterAll(() => vi.unstubAllGlobals())

const queryOf = (href: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(href.split('?')[1] ?? ''))

describe('a figure leads to its list', () => {
  it('with filters that the queue keeps and the service takes', () => {
    const { casesHref } = links
    for (const href of [
      casesHref.open,
      casesHref.overdue,
      casesHref.paused,
      casesHref.inReview,
      casesHref.openOf(3, 4),
      casesHref.overdueOf(3),
      casesHref.dueInDayOf(3),
      ...deadlineRanges.map((range) => casesHref.due(range)),
      ...ageRanges.map((range) => casesHref.aged(range)),
    ]) {
      const query = queryOf(href)
      expect(Object.keys(query)).not.toEqual([])
      expect(cleanQuery(query)).toEqual(query)
      expect(listCases.query.safeParse(query).success, href).toBe(true)
    }
  })

  it('also of alerts, decisions and reports', () => {
    const { alertsHref, approvalsHref } = links
    for (const href of [alertsHref.openOf(3), alertsHref.overdueOf(3), alertsHref.unassigned])
      expect(listAlerts.query.safeParse(queryOf(href)).success, href).toBe(true)
    for (const href of [approvalsHref.ownDecisions, approvalsHref.proposals])
      expect(decisionQueue.query.safeParse(queryOf(href)).success, href).toBe(true)
    expect(listReports.query.safeParse(queryOf(approvalsHref.reports)).success).toBe(true)
  })

  it('and a range is told in words, with or without an end', () => {
    const words = (from: string, to: string | null) => `${from} ${to ?? 'on'}`
    expect(['4-24', '72-'].map((range) => rangeWords(range, words))).toEqual(['4 24', '72 on'])
  })
})
