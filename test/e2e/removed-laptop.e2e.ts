import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { root } from '../../scripts/lib/paths.ts'
import { copyWorkspace } from '../support/prepared-served.ts'
import { launchChromium, serveWorkspace } from '../support/served.ts'
import { goBy, tabTo } from './keyboard.ts'
import { look } from './looks.ts'
import { addCase, api, expect, queueReady, show, signInAs, test } from './steps.ts'

/** Y-100: a laptop is removed while it holds work that its hub never got: what its person and the administrator see. */

const patient = { timeout: 60_000 }

const fieldseal = async (...args: string[]): Promise<Record<string, unknown>> => {
  const { stdout } = await promisify(execFile)(process.execPath, [`${root}/bin/fieldseal.js`, ...args])
  return JSON.parse(stdout.split('\n')[0] ?? '') as Record<string, unknown>
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder).filter((name) => name.endsWith('.fieldseal-sync'))

const openCentre = async (page: Page): Promise<void> => {
  await page.locator('#content').focus()
  await goBy(page, 'y')
  await expect(page.getByRole('heading', { level: 1, name: 'Sync' })).toBeVisible()
}

test('a removed laptop names the file of what was never sent, and its hub says that there is one', async ({
  openDesktop,
  scratch,
}) => {
  test.setTimeout(240_000)
  const [hubDir, dataDir] = [`${scratch}/hub`, `${scratch}/ada`]
  const { login_name: login, password } = await copyWorkspace(hubDir, [])
  const hub = await serveWorkspace(hubDir, undefined, ['--role', 'hub'])
  const browser = await launchChromium()
  try {
    const { code } = await fieldseal('enrollment', 'create', '--data', hubDir, '--name', 'Laptop of Ada')
    const joining = ['--data', dataDir, '--hub', hub.url, '--code', String(code), '--name', 'Laptop of Ada']
    const { device_id: device } = await fieldseal('enroll', ...joining)
    await fieldseal('sync', '--data', dataDir, '--once')
    const { page } = await openDesktop({ dataDir, userDataDir: `${scratch}/profile` })
    await queueReady(page)

    expect((await api(page, 'PUT', '/api/v1/sync/settings', { paused: true })).status).toBe(200)
    await addCase(page, 'Cash at pier nine')
    await fieldseal('hub-device', 'remove', String(device), '--data', hubDir, '--reason', 'It was stolen.')
    expect((await api(page, 'PUT', '/api/v1/sync/settings', { paused: false })).status).toBe(200)

    await openCentre(page)
    const card = page.getByRole('region', { name: 'This device was removed from the hub' })
    await expect(card).toContainText('written to a file before anything was wiped', patient)
    await expect(card).toContainText('keep this device and the file until they have opened it')
    const file = card.getByRole('region', { name: 'The file for the hub’s administrator' })
    const [name = ''] = filesIn(`${dataDir}/unsent`)
    await expect(file).toContainText(`${dataDir}/unsent/${name}`)
    await expect(file).toContainText('1 entry · 0 pieces of evidence · written')
    await expect(file).toContainText('fieldseal sync --data HUBDIR --import FILE --into FOLDER')
    await expect(page.getByRole('alert', { name: 'Alarm' }), 'nothing is wrong with the record').toHaveCount(0)
    await look(page, 'removed-laptop')
    await tabTo(page, file.getByRole('button', { name: 'Copy the path' }))
    await tabTo(page, file.getByRole('button', { name: 'Copy the command' }))

    const administrator = await browser.newPage()
    await administrator.goto(hub.url)
    await signInAs(administrator, login, password)
    await queueReady(administrator)
    await show(administrator, '/sync/hub')
    await expect(administrator.getByText('It says that it wiped what was granted to it.')).toBeVisible(patient)
    const told = administrator.getByRole('cell').filter({ hasText: 'It says that it wiped' })
    await expect(told).toContainText('What this hub never got lies in a file in unsent/ of its data folder.')
    await expect(told.getByRole('listitem')).toContainText('1 entry · 0 pieces of evidence · written')
    await look(administrator, 'removed-laptop-at-hub')
  } finally {
    await browser.close()
    await hub.stop()
  }
})
