import type { Page } from '@playwright/test'
import { unList } from '../contract/lists/small-lists.ts'
import { api, expect } from './steps.ts'

/** A case with something to see in each part of its overview. */

const day = 86_400_000

const rule = {
  key: 'large_amount',
  name: 'Large amount',
  why: 'Accounts that were taken over are emptied.',
  logic: { '>': [{ var: 'event.amount' }, 5_000] },
  signal: 'large_amount',
  weight: 0.7,
  action: 'challenge',
  reason: 'An amount of {event.amount}, above five thousand.',
}

const done = async (page: Page, method: string, path: string, body?: object): Promise<unknown> => {
  const answer = await api(page, method, path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return (answer.body as { data: unknown }).data
}

/** Sends bytes to an address; answers the status and what was answered. */
const send = (
  page: Page,
  method: string,
  address: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly status: number; readonly text: string }> =>
  page.evaluate(
    async ([verb, to, content, more]) => {
      const response = await fetch(to, {
        method: verb,
        headers: { 'x-fieldseal-window': '1', ...more },
        body: content,
      })
      return { status: response.status, text: await response.text() }
    },
    [method, address, body, headers] as const,
  )

const bringList = async (page: Page): Promise<void> => {
  const list = unList(new Date().toISOString(), [['CDi.1', 'ANTON DRAHT']])
  const staged = await send(page, 'POST', '/api/v1/screening/list-imports?file_name=un.xml', list, {
    'content-type': 'application/octet-stream',
  })
  const { data } = JSON.parse(staged.text) as { data: { id: string } }
  await done(page, 'POST', `/api/v1/screening/list-imports/${data.id}/run`, {
    key: 'un',
    title: 'UN consolidated list',
  })
  await expect
    .poll(async () => JSON.stringify((await api(page, 'GET', '/api/v1/screening/status')).body))
    .toContain('"key":"un"')
}

const acquire = async (page: Page, caseId: number, name: string, text: string): Promise<void> => {
  const { upload_url: url } = (await done(page, 'POST', `/api/v1/cases/${caseId}/uploads`, {
    name,
    size: text.length,
    facts: { source: 'The branch' },
  })) as { upload_url: string }
  const sent = await send(page, 'PATCH', new URL(url, page.url()).pathname, text, {
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
  })
  expect(sent.status, sent.text).toBeLessThan(300)
}

const isSecond = (n: number): boolean => n % 3 === 0 || n % 24 === 19

/** Payments over eleven weeks, most days one; every twelfth is large. */
const payments = (nowMs: number): readonly object[] =>
  Array.from({ length: 90 }, (_, n) => ({
    transaction_id: `T-${n}`,
    event_type: 'transfer',
    at: new Date(nowMs - (90 - n) * 0.85 * day).toISOString(),
    amount: n % 12 === 7 ? 6_000 + n * 11.11 : 40 + ((n * 7919) % 900) + 0.25,
    currency: n % 9 === 4 ? 'USD' : 'EUR',
    customer_id: isSecond(n) ? '4712' : '4711',
    account_id: isSecond(n) ? '900200' : '900100',
    counterparty_id: `P-${n % 5}`,
  }))

/** Makes the case; answers its id. */
export const caseWithOverview = async (page: Page, title: string): Promise<number> => {
  await bringList(page)
  await done(page, 'POST', '/api/v1/screening/subjects', {
    subjects: [
      { subject: { kind: 'customer', id: '4711' }, names: ['Anton Draht'], kind: 'person' },
      { subject: { kind: 'customer', id: '4712' }, names: ['Maria Silva'], kind: 'person' },
    ],
  })
  const written = (await done(page, 'POST', '/api/v1/rules', rule)) as { versions: readonly { content_id: string }[] }
  await done(page, 'POST', '/api/v1/rules/large_amount/move', {
    content_id: written.versions[0]?.content_id,
    to: 'live',
  })
  const earlier = (await done(page, 'POST', '/api/v1/cases', {
    title: 'Money passed on within the hour',
    description: 'Opened for a test.',
    priority: 'medium',
    related_customer_id: 4711,
  })) as { id: number }
  await done(page, 'PUT', `/api/v1/cases/${earlier.id}/status`, {
    status: 'closed',
    notes: 'Paid back.',
    outcome: 'confirmed_fraud',
  })
  await done(page, 'POST', '/api/v1/transactions', { transactions: payments(Date.now()) })
  const alerts = (await done(page, 'GET', '/api/v1/alerts?signal=large_amount')) as readonly {
    id: number
    entity: { id: string } | null
  }[]
  const confirmed = alerts.find(({ entity }) => entity?.id === '900200')?.id
  const made = (await done(page, 'POST', '/api/v1/cases', {
    title,
    description: 'Two customers of one branch, and transfers on the day on which their salaries came.',
    priority: 'high',
    related_customer_id: 4711,
    related_account_id: 900100,
    alert_ids: alerts.map(({ id }) => id),
  })) as { id: number }
  await done(page, 'PUT', `/api/v1/alerts/${confirmed}/status`, {
    status: 'confirmed',
    notes: 'Passed on within the hour.',
    subject_role: 'mule',
  })
  await acquire(page, made.id, 'statement of March.txt', 'Date;Amount')
  await acquire(page, made.id, 'call-with-branch.txt', 'They saw him twice.')
  const report = (await done(page, 'POST', '/api/v1/reports', { kind: 'sar', case_id: made.id, empty: true })) as {
    id: string
    form: { filing: object; activity: object }
  }
  await done(page, 'PUT', `/api/v1/reports/${report.id}`, {
    form: {
      ...report.form,
      title: 'Transfers through two accounts',
      filing: { ...report.form.filing, detected_on: new Date(Date.now() - 20 * day).toISOString().slice(0, 10) },
      activity: { ...report.form.activity, loss: '820.50', currency: 'EUR' },
    },
    base_version: 1,
  })
  return made.id
}
