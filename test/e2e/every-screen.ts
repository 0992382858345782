import type { Page } from '@playwright/test'
import { asLines, register } from '../contract/kyb/statements.ts'
import { unList } from '../contract/lists/small-lists.ts'
import { customer, type Content } from './screen-addresses.ts'
import { api, expect, show } from './steps.ts'

/** A workspace that has something to show on all screens. */

const un = unList(new Date().toISOString(), [
  ['CDi.1', 'ANTON DRAHT'],
  ['CDi.2', 'TONI KABEL'],
  ['CDi.3', 'ANNA EISEN'],
])

/** Sends a file; answers what was made of it. */
const upload = (page: Page, address: string, content: string): Promise<{ readonly data: { readonly id: string } }> =>
  page.evaluate(
    async ([to, body]) => {
      const response = await fetch(to, {
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream', 'x-fieldseal-window': '1' },
        body,
      })
      return (await response.json()) as { data: { id: string } }
    },
    [address, content] as const,
  )

const bringList = async (page: Page): Promise<void> => {
  const { data } = await upload(page, '/api/v1/screening/list-imports?file_name=un.xml', un)
  const address = `/api/v1/screening/list-imports/${data.id}`
  expect(
    (await api(page, 'POST', `${address}/run`, { key: 'un', title: 'UN Security Council consolidated list' })).status,
  ).toBe(202)
  await expect.poll(async () => JSON.stringify((await api(page, 'GET', address)).body)).toContain('"state":"done"')
}

/**
 * Adds to a sample what it lacks: a list and hits, businesses, transactions of a customer, a report. The window is left
 * on the businesses.
 */
export const fillWorkspace = async (page: Page): Promise<Content> => {
  const caseId = 1
  await bringList(page)
  const subject = (id: string, name: string) => ({ subject: { kind: 'customer', id }, names: [name], kind: 'person' })
  expect(
    await api(page, 'POST', '/api/v1/screening/subjects', {
      subjects: [subject(customer, 'Anton Draht'), subject('C-2', 'Tony Kabel'), subject('C-3', 'Maria Silva')],
    }),
  ).toMatchObject({ status: 200 })
  for (const [n, amount] of [9_000, 120.5, 18_420].entries()) {
    expect(
      await api(page, 'POST', '/api/v1/transactions', {
        transaction_id: `T-${n}`,
        at: `2025-03-0${n + 1}T10:00:00Z`,
        amount,
        currency: 'EUR',
        customer_id: customer,
        counterparty_id: `P-${n}`,
      }),
    ).toMatchObject({ status: 200 })
  }
  const report = await api(page, 'POST', '/api/v1/reports', { kind: 'sar', case_id: caseId })
  expect(report.status).toBe(201)
  await show(page, '/businesses')
  await page.locator('main input[type="file"]').setInputFiles({
    name: 'register.jsonl',
    mimeType: 'application/json',
    buffer: Buffer.from(asLines([...register()])),
  })
  await expect(page.getByRole('grid', { name: 'Businesses' }).getByRole('row').nth(1)).toBeVisible()
  return { caseId, reportId: (report.body as { data: { id: string } }).data.id }
}
