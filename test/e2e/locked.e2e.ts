import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { root } from '../../scripts/lib/paths.ts'
import { copyWorkspace } from '../support/prepared-served.ts'
import { openRaw } from '../support/raw-database.ts'
import { launchChromium, serveWorkspace } from '../support/served.ts'
import { startProxy } from '../support/sync/byte-proxy.ts'
import { goBy, tabTo } from './keyboard.ts'
import { look } from './looks.ts'
import { addCase, expect, queueReady, show, signInAs, test } from './steps.ts'

/** Y-102: a laptop that may go thirty days without its hub warns its person, locks, and opens at the next contact. */

const patient = { timeout: 60_000 }
const day = 86_400_000
const title = 'Cash at pier nine'

const fieldseal = async (...args: string[]): Promise<Record<string, unknown>> => {
  const { stdout } = await promisify(execFile)(process.execPath, [`${root}/bin/fieldseal.js`, ...args])
  return JSON.parse(stdout.split('\n')[0] ?? '') as Record<string, unknown>
}

/** As if the hub had last been heard so long ago; nobody has the folder open meanwhile. */
const lastHeard = (dataDir: string, daysAgo: number): void => {
  const db = openRaw(dataDir)
  const ms = Date.now() - daysAgo * day
  expect(db.prepare('update contact_times set contact_ms = ?, latest_ms = ?').run(ms, ms).changes).toBe(1)
  db.close()
}

const setPolicy = async (page: Page): Promise<void> => {
  await show(page, '/settings/policy')
  const days = page.getByRole('textbox', { name: 'Lock a laptop after days without contact with the hub' })
  await expect(days).toHaveValue('0')
  await days.focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('30')
  await days.scrollIntoViewIfNeeded()
  await look(page, 'lock-policy', ['light'])
  await tabTo(page, page.getByRole('button', { name: 'Seal the policy' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Policy sealed')).toBeVisible()
}

test('a laptop warns before it locks, shows nothing but why once it has, and opens at the next contact', async ({
  openDesktop,
  scratch,
}) => {
  test.setTimeout(300_000)
  const [hubDir, dataDir] = [`${scratch}/hub`, `${scratch}/ada`]
  const { login_name: login, password } = await copyWorkspace(hubDir, [])
  const hub = await serveWorkspace(hubDir, undefined, ['--role', 'hub'])
  const proxy = await startProxy(new URL(hub.url))
  const browser = await launchChromium()
  try {
    const administrator = await browser.newPage()
    await administrator.goto(hub.url)
    await signInAs(administrator, login, password)
    await queueReady(administrator)
    await setPolicy(administrator)
    await fieldseal('sync', '--data', hubDir, '--once')

    const { code } = await fieldseal('enrollment', 'create', '--data', hubDir, '--name', 'Laptop of Ada')
    const way = proxy.url.origin
    await fieldseal('enroll', '--data', dataDir, '--hub', way, '--code', String(code), '--name', 'Laptop of Ada')
    await fieldseal('sync', '--data', dataDir, '--once')
    proxy.retarget(new URL('http://127.0.0.1:9'))
    proxy.cutAll()

    lastHeard(dataDir, 28)
    const before = await openDesktop({ dataDir, userDataDir: `${scratch}/profile` })
    await queueReady(before.page)
    const notice = before.page.getByRole('status').filter({ hasText: 'This device locks on' })
    await expect(notice).toContainText('unless it reaches the hub before')
    await addCase(before.page, title)
    await tabTo(before.page, notice.getByRole('link', { name: 'What to do' }))
    await before.page.keyboard.press('Enter')
    await expect(before.page.getByRole('region', { name: 'This device will lock soon' })).toContainText('Last contact')
    await expect(before.page.getByRole('alert', { name: 'Alarm' })).toHaveCount(0)
    await expect(before.page.getByText('Find a network that reaches the hub before this device locks')).toBeVisible(
      patient,
    )
    await expect(before.page.getByText('Nothing, if you have no network')).toHaveCount(0)
    await look(before.page, 'lock-soon')
    await before.close()

    lastHeard(dataDir, 31)
    const { page } = await openDesktop({ dataDir, userDataDir: `${scratch}/profile` })
    await expect(page.getByRole('heading', { level: 1, name: 'This device is locked' })).toBeVisible(patient)
    const told = page.getByRole('alert').filter({ hasText: 'It has not reached its hub since' })
    await expect(told).toContainText('Policy allows 30 days without contact')
    await expect(told).toContainText('Nothing is lost')
    await expect(told).toContainText('At the next contact this device will send 1 entry.')
    await expect(told).toContainText('The device opens by itself once the hub has answered')
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await expect(page.getByText(title)).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'The hub cannot be reached' })).toBeVisible(patient)
    await tabTo(page, page.getByRole('button', { name: 'Sync now' }))
    await page.keyboard.press('Enter')
    await expect(page.getByText('The hub did not answer. It is tried again automatically.')).toBeVisible(patient)
    await look(page, 'locked')
    await goBy(page, 'q')
    await expect(page.getByRole('grid')).toHaveCount(0)

    proxy.retarget(new URL(hub.url))
    await tabTo(page, page.getByRole('button', { name: 'Sync now' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('navigation').first()).toBeVisible(patient)
    await show(page, '/cases')
    await expect(page.getByRole('row', { name: new RegExp(title) })).toBeVisible(patient)
  } finally {
    await browser.close()
    await proxy.close()
    await hub.stop()
  }
})
