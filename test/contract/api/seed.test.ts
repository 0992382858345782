import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBench } from './support.ts'
import type { Bench } from './support.ts'

let bench: Bench
beforeAll(async () => {
  bench = await startBench()
})
afterAll(() => bench.close())

const isTimestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}[+-]\d{2}:\d{2}$/
const hours = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 3_600_000

describe.each(['', '/api'] as const)('the interface under the prefix %j', (prefix) => {
  it('creates a case with exactly the documented fields', async () => {
    const { status, whole, headers } = await bench.ask('POST', `${prefix}/v1/cases`, {
      body: {
        title: 'Suspicious transfers',
        description: 'Several transfers below the limit.',
        priority: 'high',
        related_customer_id: 10234,
        related_account_id: 55012,
        alert_ids: [901, 902],
      },
    })
    expect(status).toBe(201)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(Object.keys(whole).sort()).toEqual(['data', 'success'])
    expect(whole.success).toBe(true)
    expect(Object.keys(whole.data).sort()).toEqual([
      'case_number',
      'created_at',
      'id',
      'owner_id',
      'priority',
      'sla_due_at',
      'status',
      'title',
    ])
    expect(whole.data).toMatchObject({ title: 'Suspicious transfers', priority: 'high', status: 'open' })
    expect(Number.isSafeInteger(whole.data.id) && Number.isSafeInteger(whole.data.owner_id)).toBe(true)
    expect(whole.data.case_number).toMatch(/^CASE-ACME-\d{8}-\d{5}$/)
    expect(whole.data.created_at).toMatch(isTimestamp)
    expect(whole.data.sla_due_at).toMatch(isTimestamp)
    expect(hours(whole.data.created_at, whole.data.sla_due_at)).toBe(24)
  })

  it.each([
    ['urgent', 4],
    ['high', 24],
    ['medium', 72],
    ['low', 168],
  ])('gives the priority %s a deadline of %i hours', async (priority, expected) => {
    const { data } = await bench.ask('POST', `${prefix}/v1/cases`, { body: { title: 'T', description: 'D', priority } })
    expect(hours(data.created_at, data.sla_due_at)).toBe(expected)
  })

  it('updates the status with a rationale', async () => {
    const { id } = await bench.createCase()
    const { status, whole } = await bench.ask('PUT', `${prefix}/v1/cases/${id}/status`, {
      body: { status: 'investigating', notes: 'Documents requested.' },
    })
    expect(status).toBe(200)
    expect(Object.keys(whole).sort()).toEqual(['data', 'message', 'success'])
    expect(whole.success).toBe(true)
    expect(typeof whole.message).toBe('string')
    expect(Object.keys(whole.data).sort()).toEqual(['id', 'status', 'updated_at'])
    expect(whole.data).toMatchObject({ id, status: 'investigating' })
    expect(whole.data.updated_at).toMatch(isTimestamp)
    const timeline = await bench.ask('GET', `${prefix}/v1/cases/${id}/timeline?order=newest`)
    expect(JSON.stringify(timeline.data[0])).toContain('Documents requested.')
  })

  it('moves through all six states, in any order', async () => {
    const { id } = await bench.createCase()
    for (const status of ['closed', 'open', 'resolved', 'escalated', 'pending_review', 'investigating', 'open']) {
      const answer = await bench.ask('PUT', `${prefix}/v1/cases/${id}/status`, { body: { status, notes: 'Because.' } })
      expect(answer.status, status).toBe(200)
    }
  })

  it('refuses a status without a rationale', async () => {
    const { id } = await bench.createCase()
    for (const body of [
      { status: 'closed' },
      { status: 'closed', notes: '' },
      { status: 'closed', notes: '  \n' },
      { notes: 'x' },
      { status: 'done', notes: 'x' },
    ]) {
      const answer = await bench.ask('PUT', `${prefix}/v1/cases/${id}/status`, { body })
      expect(answer.status).toBe(400)
      expect(answer.error.code).toBe('invalid_request')
    }
  })

  it('lists cases with the documented item, defaults and paging', async () => {
    const { status, whole } = await bench.ask('GET', `${prefix}/v1/cases`)
    expect(status).toBe(200)
    expect(Object.keys(whole).sort()).toEqual(['data', 'pagination', 'success'])
    expect(whole.pagination).toMatchObject({ page: 1, size: 20 })
    expect(Object.keys(whole.pagination).sort()).toEqual(['page', 'size', 'total', 'total_pages'])
    for (const item of whole.data)
      expect(Object.keys(item).sort()).toEqual(['case_number', 'id', 'priority', 'sla_due_at', 'status', 'title'])
    const pages = await bench.ask('GET', `${prefix}/v1/cases?page=2&size=3`)
    expect(pages.data).toHaveLength(3)
    expect(pages.whole.pagination).toEqual({
      total: whole.pagination.total,
      page: 2,
      size: 3,
      total_pages: Math.ceil(whole.pagination.total / 3),
    })
    expect((await bench.ask('GET', `${prefix}/v1/cases?page=9999`)).data).toEqual([])
  })

  it('filters by status, priority and owner, and takes at most 100 a page', async () => {
    const filtered = await bench.ask(
      'GET',
      `${prefix}/v1/cases?status=open&priority=urgent&owner_id=${bench.admin.id}&size=100`,
    )
    expect(filtered.status).toBe(200)
    expect(filtered.data.length).toBeGreaterThan(0)
    for (const item of filtered.data) expect(item).toMatchObject({ status: 'open', priority: 'urgent' })
    expect((await bench.ask('GET', `${prefix}/v1/cases?owner_id=999999`)).data).toEqual([])
    const twice = await bench.ask(
      'GET',
      `${prefix}/v1/cases?status=open,open&priority=urgent,urgent&owner_id=${bench.admin.id},${bench.admin.id}&size=100`,
    )
    expect([twice.data, twice.whole.pagination.total]).toEqual([filtered.data, filtered.whole.pagination.total])
    for (const query of [
      'size=101',
      'size=0',
      'page=0',
      'page=-1',
      'size=abc',
      'page=1.5',
      'status=done',
      'priority=',
      'owner_id=x',
      'unknown=1',
      'page=1&page=2',
    ]) {
      const refused = await bench.ask('GET', `${prefix}/v1/cases?${query}`)
      expect(refused.status, query).toBe(400)
      expect(refused.error.code).toBe('invalid_request')
      expect(refused.error.details?.[0]?.path).toMatch(/^query\./)
    }
  })

  it('refuses in one shape', async () => {
    const { status, body, headers } = await bench.ask('GET', `${prefix}/v1/cases/999999`)
    expect(status).toBe(404)
    expect(body).toEqual({
      success: false,
      error: { code: 'not_found', message: expect.any(String) as unknown, request_id: headers.get('x-request-id') },
    })
  })
})
