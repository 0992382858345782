import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { launchDesktop, scratchFolder } from '../test/support/electron.ts'
import { api } from '../test/e2e/steps.ts'
import { inventedPayments } from './lib/invented-payments.ts'
import { root } from './lib/paths.ts'

/**
 * Makes the pictures of the documents (docs/images) from the sample workspace in the real window. It needs a built
 * dist/, a display (or `xvfb-run -s '-screen 0 1600x1000x24'`) and fonts for the sample's scripts (Debian:
 * fonts-noto-core, fonts-noto-cjk). Those of two laptops (sync.png, conflict.png) are `connected` and `conflict` of
 * `FIELDSEAL_PICTURES=DIR node scripts/e2e.ts e2e/sync.e2e`.
 */

const width = 1440
const height = 900
const folder = path.join(root, 'docs/images')

/** The sample workspace is made before the queue shows: that takes a while on a busy machine. */
const patient = { timeout: 60_000 }

const settled = async (page: Page): Promise<void> => {
  await expect(page.getByRole('grid', { name: 'Cases' })).toHaveAttribute('aria-busy', 'false', patient)
}

const makeWorkspace = async (page: Page): Promise<void> => {
  await page.getByRole('radio', { name: /A sample workspace/ }).check()
  await page.getByLabel('Institution code').fill('ACME')
  await page.getByLabel('Institution', { exact: true }).fill('Acme Bank')
  await page.getByLabel('Your name').fill('Ada Morgan')
  await page.keyboard.press('Enter')
  await settled(page)
}

/** Papers of an invented case; what they hold matters to nobody. */
const papers: Readonly<Record<string, string>> = {
  'Statement of account 2026-03.pdf': '%PDF-1.7\n',
  'Ledger of the branch.csv': `date;reference;amount\n${Array.from({ length: 24 }, (_, row) => `2026-03-${String(row + 1).padStart(2, '0')};TR-${4_410 + row};${9_800 - row * 37}.00`).join('\n')}\n`,
  'كشف حساب.pdf': '%PDF-1.7\n',
  'Chat with Δημήτρης.txt': 'Send it to the second account, as before.\n',
  'call-2026-03-02.m4a': 'x'.repeat(90_000),
  'IMG_2041.jpg': 'x'.repeat(2_400_000),
  '取引明細.csv': 'a;b\n',
  'laptop.E01': 'x'.repeat(5_000_000),
  'Mails.zip': 'x'.repeat(700_000),
}

const acquirePapers = async (page: Page, parent: string): Promise<void> => {
  const source = path.join(parent, 'Papers of the branch')
  mkdirSync(source)
  for (const [name, content] of Object.entries(papers)) writeFileSync(path.join(source, name), content)
  await page.keyboard.press('u')
  const asking = page.getByRole('dialog', { name: /^Acquire into/ })
  await asking.getByLabel('Path of a file, folder or device').fill(source)
  await page.keyboard.press('Enter')
  await asking.getByLabel('Source', { exact: true }).fill('Office of the branch manager')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('grid', { name: 'Pieces of evidence' })).toHaveAttribute(
    'aria-rowcount',
    String(Object.keys(papers).length + 1),
    patient,
  )
  await page.getByRole('button', { name: 'Hide the finished one' }).click()
}

const pictureOfPiece = async (page: Page): Promise<void> => {
  await page.getByRole('row').filter({ hasText: 'Ledger of the branch.csv' }).click()
  const mark = page.getByLabel('Mark or short title')
  // Keys belong to the piece once it is open.
  await expect(async () => {
    await page.keyboard.press('e')
    await expect(mark).toBeVisible({ timeout: 2_000 })
  }).toPass(patient)
  await mark.fill('A-1')
  await page.getByRole('combobox', { name: 'Tags' }).fill('ledger')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Enter')
  await expect(mark).toHaveCount(0)
  await page.keyboard.press('o')
  await expect(page.frameLocator('iframe').getByText('TR-4410')).toBeVisible()
  await page.keyboard.press('h')
  await expect(page.getByRole('tabpanel').getByText('looked at it')).toBeVisible()
  await page.mouse.move(width / 2, 4)
  await page.screenshot({ path: `${folder}/evidence.png` })
}

const go = (page: Page, hash: string): Promise<void> =>
  page.evaluate((to) => {
    window.location.hash = to
  }, hash)

const takePayments = async (page: Page): Promise<void> => {
  const answer = await api(page, 'POST', '/api/v1/transactions', { transactions: inventedPayments(Date.now()) })
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
}

const pictureOfAlerts = async (page: Page): Promise<void> => {
  await go(page, '#/alerts')
  const alerts = page.getByRole('grid', { name: 'Alerts' })
  await expect(alerts).toHaveAttribute('aria-busy', 'false', patient)
  await alerts.getByRole('row').nth(1).click()
  await expect(page.getByRole('region', { name: 'Similar alerts' })).toBeVisible()
  await page.mouse.move(width / 2, 4)
  await page.screenshot({ path: `${folder}/alerts.png` })
}

/** Somebody finds that one of the alerts was fraud: from then on the network knows whom it was about. */
const confirmAlert = async (page: Page): Promise<void> => {
  const answer = await api(page, 'PUT', '/api/v1/alerts/1/status', {
    status: 'confirmed',
    notes: 'The customer was called by somebody who said to be the bank.',
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}

/** A case of the four customers whom one caller steered, as it stands after a first look; answers its address. */
const openCase = async (page: Page): Promise<string> => {
  const done = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await api(page, method, path, body)
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return (answer.body as { readonly data: unknown }).data
  }
  const alerts = (await done('GET', '/api/v1/alerts?size=50')) as readonly { readonly id: number }[]
  const opened = (await done('POST', '/api/v1/cases', {
    title: 'Four customers steered by one caller',
    description: 'Savings of four customers went to three couriers within a day, all from one tablet.',
    priority: 'urgent',
    alert_ids: alerts.map(({ id }) => id),
  })) as { readonly id: number }
  await done('POST', `/api/v1/cases/${opened.id}/links`, { customer_ids: [4_702, 4_705, 4_708, 4_711] })
  await done('POST', `/api/v1/cases/${opened.id}/playbooks`, { playbook: 'app_fraud' })
  const address = `#/cases/${opened.id}`
  await go(page, address)
  await expect(page.getByRole('region', { name: 'Payments' })).toBeVisible(patient)
  return address
}

const pictureOfCase = async (page: Page, address: string): Promise<void> => {
  await go(page, address)
  await expect(page.getByRole('region', { name: 'Evidence' })).toBeVisible(patient)
  await page.mouse.move(width / 2, 4)
  await page.screenshot({ path: `${folder}/case.png` })
}

/** The account of a courier, and what its neighbours are tied to. */
const pictureOfNetwork = async (page: Page): Promise<void> => {
  const scene = page.getByRole('application', { name: /^Network of/ })
  const expand = page.getByRole('complementary', { name: 'Selection' }).getByRole('button', { name: /^Expand/ })
  await go(page, '#/network/counterparty%3ACourier%20Vega')
  await expect(scene).toHaveAttribute('data-layout', 'rests', patient)
  for (let step = 0; step < 8; step += 1) {
    await scene.focus()
    await page.keyboard.press('ArrowRight')
    if ((await expand.count()) > 0 && (await expand.isEnabled())) await page.keyboard.press('e')
    await expect(scene).toHaveAttribute('data-layout', 'rests', patient)
  }
  // Laid out anew with all that has come, and the riskiest of them selected, with its reasons beside it.
  for (const key of ['Escape', 'l', 'n', '0']) await page.keyboard.press(key)
  await expect(scene).toHaveAttribute('data-layout', 'rests', patient)
  await page.screenshot({ path: `${folder}/network.png` })
}

/** A case report of the case that is open, as it is drafted from its facts. */
const pictureOfReport = async (page: Page): Promise<void> => {
  await page.keyboard.press('Shift+W')
  await expect(page.getByRole('button', { name: 'Write a case report' })).toBeVisible()
  await page.keyboard.press('Shift+C')
  await expect(
    page.getByRole('region', { name: 'Narrative' }).getByRole('textbox', { name: 'Sentence 1', exact: true }),
  ).toHaveValue(/was opened on/)
  await page.mouse.move(width / 2, 4)
  await page.screenshot({ path: `${folder}/report.png` })
}

/** WebGL without a graphics card: what a virtual display has. */
const drawn = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist']

const scratch = scratchFolder('pictures')
mkdirSync(folder, { recursive: true })
const desktop = await launchDesktop({
  dataDir: `${scratch.path}/workspace`,
  userDataDir: `${scratch.path}/profile`,
  args: drawn,
})
const { app, page } = desktop
await app.evaluate(
  ({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(size.width, size.height),
  { width, height },
)
await page.emulateMedia({ colorScheme: 'light' })
await makeWorkspace(page)
await page.mouse.move(width / 2, 4)
await page.screenshot({ path: `${folder}/queue.png` })
await takePayments(page)
await pictureOfAlerts(page)
await confirmAlert(page)
const file = await openCase(page)
await acquirePapers(page, scratch.path)
await pictureOfPiece(page)
await pictureOfCase(page, file)
await pictureOfReport(page)
await pictureOfNetwork(page)
await desktop.close()
scratch.remove()
