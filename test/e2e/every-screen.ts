import type { Page } from '@playwright/test'
import type { Route, SettingsSection, SyncTab } from '../../renderer/state/route.ts'
import { asLines, register } from '../contract/kyb/statements.ts'
import { unList } from '../contract/lists/small-lists.ts'
import { api, expect } from './steps.ts'

/** The addresses of all screens, and a workspace that has something to show on them. */

/** Things that a screen opens, as their addresses name them. */
export interface Content {
  readonly caseId: number
  readonly reportId: string
}

/** A customer of the filled workspace, with transactions, who is in the register of screening. */
const customer = 'C-1'

const sync: Readonly<Record<SyncTab, string>> = { overview: '/sync', cases: '/sync/cases', conflicts: '/sync/conflicts', connect: '/sync/connect', hub: '/sync/hub' }

const settings: Readonly<Record<SettingsSection, string>> = {
  account: '/settings/account',
  users: '/settings/users',
  policy: '/settings/policy',
  screening: '/settings/screening',
  keys: '/settings/keys',
  webhooks: '/settings/webhooks',
  devices: '/settings/devices',
}

/** Every screen there is, by its route; addresses as they stand after `#`. A route that is added needs its line here. */
export const everyScreen = ({ caseId, reportId }: Content): Readonly<Record<Route['name'], readonly string[]>> => ({
  queue: ['/cases', '/cases?status=closed&q=nobody'],
  case: [`/cases/${caseId}`, '/cases/999999'],
  evidence: [`/cases/${caseId}/evidence`, `/cases/${caseId}/evidence?view=gallery`, `/cases/${caseId}/evidence/1`],
  alerts: ['/alerts', '/alerts?status=dismissed'],
  decisions: ['/decisions', '/decisions?view=decided'],
  screening: ['/screening'],
  transactions: ['/transactions'],
  network: ['/network', `/network/customer:${customer}`],
  customers: [`/customers/${customer}`],
  businesses: ['/businesses'],
  lists: ['/lists', '/lists/un', '/lists/un?view=entries'],
  rules: ['/rules', '/rules/new'],
  model: ['/model'],
  effectiveness: ['/effectiveness'],
  reports: ['/reports', '/reports?view=kpi', '/reports?view=settings', `/reports/${reportId}`],
  entity: [`/entities/customer/${customer}`],
  screened: [`/screened/customer/${customer}`],
  verify: ['/verify'],
  import: ['/import'],
  'import-transactions': ['/import-transactions'],
  'import-alerts': ['/import-alerts'],
  sync: Object.values(sync),
  settings: Object.values(settings),
  unknown: ['/nowhere'],
})

const un = unList(new Date().toISOString(), [['CDi.1', 'ANTON DRAHT'], ['CDi.2', 'TONI KABEL'], ['CDi.3', 'ANNA EISEN']])

/** Sends a file; answers what was made of it. */
const upload = (page: Page, address: string, content: string): Promise<{ readonly data: { readonly id: string } }> =>
  page.evaluate(
    async ([to, body]) => {
      const response = await fetch(to, { method: 'POST', headers: { 'content-type': 'application/octet-stream', 'x-fieldseal-window': '1' }, body })
      return (await response.json()) as { data: { id: string } }
    },
    [address, content] as const,
  )

const bringList = async (page: Page): Promise<void> => {
  const { data } = await upload(page, '/api/v1/screening/list-imports?file_name=un.xml', un)
  const address = `/api/v1/screening/list-imports/${data.id}`
  expect((await api(page, 'POST', `${address}/run`, { key: 'un', title: 'UN Security Council consolidated list' })).status).toBe(202)
  await expect.poll(async () => JSON.stringify((await api(page, 'GET', address)).body)).toContain('"state":"done"')
}

/** Adds to a sample what it lacks: a list and hits, businesses, transactions of a customer, a report. The window is left on the businesses. */
export const fillWorkspace = async (page: Page): Promise<Content> => {
  const caseId = 1
  await bringList(page)
  const subject = (id: string, name: string) => ({ subject: { kind: 'customer', id }, names: [name], kind: 'person' })
  expect(await api(page, 'POST', '/api/v1/screening/subjects', { subjects: [subject(customer, 'Anton Draht'), subject('C-2', 'Tony Kabel'), subject('C-3', 'Maria Silva')] })).toMatchObject({ status: 200 })
  for (const [n, amount] of [9_000, 120.5, 18_420].entries()) {
    expect(await api(page, 'POST', '/api/v1/transactions', { transaction_id: `T-${n}`, at: `2025-03-0${n + 1}T10:00:00Z`, amount, currency: 'EUR', customer_id: customer, counterparty_id: `P-${n}` })).toMatchObject({ status: 200 })
  }
  const report = await api(page, 'POST', '/api/v1/reports', { kind: 'sar', case_id: caseId })
  expect(report.status).toBe(201)
  await page.evaluate(() => void (window.location.hash = '/businesses'))
  await page.locator('main input[type="file"]').setInputFiles({ name: 'register.jsonl', mimeType: 'application/json', buffer: Buffer.from(asLines([...register()])) })
  await expect(page.getByRole('grid', { name: 'Businesses' }).getByRole('row').nth(1)).toBeVisible()
  return { caseId, reportId: (report.body as { data: { id: string } }).data.id }
}
