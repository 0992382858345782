import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { root } from '../../scripts/lib/paths.ts'
import type { Desktop } from '../support/electron.ts'
import { serveWorkspace } from '../support/served.ts'
import { startProxy } from '../support/sync/byte-proxy.ts'
import { goBy } from './keyboard.ts'
import { look } from './looks.ts'
import { dialog, expect, noDialog, queueReady, test } from './steps.ts'
import { askForSync } from './sync-steps.ts'
import { copyWorkspace } from '../support/prepared-served.ts'

/**
 * A laptop without any network works with its hub by files; with one again, it gives a case back and takes it again. By
 * keyboard alone.
 */

const patient = { timeout: 60_000 }
const title = 'Cash paid in where no network is'

/** Runs the command line beside the proxy of this process, which must go on meanwhile. */
const fieldseal = async (...args: string[]): Promise<Record<string, unknown>> => {
  const { stdout } = await promisify(execFile)(process.execPath, [`${root}/bin/fieldseal.js`, ...args])
  return JSON.parse(stdout.split('\n')[0] ?? '') as Record<string, unknown>
}

const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key)
}

const openCentre = async (page: Page): Promise<void> => {
  await page.locator('#content').focus()
  await goBy(page, 'y')
  await expect(page.getByRole('heading', { level: 1, name: 'Sync' })).toBeVisible()
}

const carrying = (page: Page) => page.getByRole('region', { name: 'Carry by hand' })

/** Types a path, and presses the button that is so many tabs further. */
const withPath = async (page: Page, path: string, what: 'write' | 'read'): Promise<void> => {
  await carrying(page).getByLabel('Path of the file').focus()
  await press(page, 'Control+a')
  await page.keyboard.type(path)
  await press(page, ...(what === 'write' ? ['Enter'] : ['Tab', 'Tab', 'Tab', 'Enter']))
}

const outcome = (page: Page, name: string) => carrying(page).locator(`[data-outcome="${name}"]`)

const openCase = async ({ page }: Desktop): Promise<void> => {
  await page.locator('#content').focus()
  await press(page, 'c')
  await expect(page.getByLabel('Title')).toBeFocused()
  await page.keyboard.type(title)
  await press(page, 'Tab')
  await page.keyboard.type('9,400 at three branches within an hour.')
  await press(page, 'Control+Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
}

test('a laptop without a network exchanges files with its hub; later it gives a case back, and takes it again', async ({
  openDesktop,
  scratch,
}) => {
  const [hubDir, dataDir] = [`${scratch}/hub`, `${scratch}/ada`]
  await copyWorkspace(hubDir, [])
  const hub = await serveWorkspace(hubDir, undefined, ['--role', 'hub'])
  const proxy = await startProxy(new URL(hub.url))
  try {
    const { code } = await fieldseal('enrollment', 'create', '--data', hubDir, '--name', 'Laptop of Ada')
    const { device_id: device } = await fieldseal(
      'enroll',
      '--data',
      dataDir,
      '--hub',
      proxy.url.origin,
      '--code',
      String(code),
      '--name',
      'Laptop of Ada',
    )
    await fieldseal('sync', '--data', dataDir, '--once')
    proxy.retarget(new URL('http://127.0.0.1:9'))
    proxy.cutAll()

    const ada = await openDesktop({ dataDir, userDataDir: `${scratch}/profile` })
    const { page } = ada
    await queueReady(page)
    await openCase(ada)

    // There.
    await openCentre(page)
    await expect(page.getByRole('banner').locator('[data-state="offline"]')).toBeVisible(patient)
    await withPath(page, `${scratch}/there.fieldseal`, 'write')
    await expect(carrying(page).getByRole('status')).toContainText('written', patient)
    await expect(carrying(page).getByRole('status')).toContainText('keep this file until then')
    await look(page, 'carried-written')
    expect(await fieldseal('sync', '--data', hubDir, '--import', `${scratch}/there.fieldseal`)).toMatchObject({
      outcome: 'taken',
      from: 'device',
      sender: 'Laptop of Ada',
      refused: 0,
    })
    expect(
      await fieldseal('sync', '--data', hubDir, '--export', `${scratch}/back.fieldseal`, '--device', String(device)),
    ).toMatchObject({ path: `${scratch}/back.fieldseal` })

    // And back.
    await withPath(page, `${scratch}/back.fieldseal`, 'read')
    await expect(outcome(page, 'taken')).toContainText('the hub has signed for', patient)
    await look(page, 'carried-read')
    await expect(page.getByRole('banner').getByText('to send')).toHaveCount(0, patient)
    await withPath(page, `${scratch}/back.fieldseal`, 'read')
    await expect(outcome(page, 'nothing_new')).toContainText('Nothing was changed', patient)
    await withPath(page, `${scratch}/there.fieldseal`, 'read')
    await expect(carrying(page).getByRole('alert')).toContainText('written here, to be read at the other end', patient)
    await look(page, 'carried-own-file')
    writeFileSync(`${scratch}/picture.fieldseal`, 'not one of ours at all, but long enough to look like one'.repeat(4))
    await withPath(page, `${scratch}/picture.fieldseal`, 'read')
    await expect(carrying(page).getByRole('alert')).toContainText('no file that Fieldseal wrote', patient)
    await withPath(page, `${scratch}/there.fieldseal`, 'write')
    await expect(carrying(page).getByRole('alert')).toContainText('was not overwritten', patient)

    // With no path typed, the system asks for one.
    await ada.app.evaluate(({ dialog: native }, filePath) => {
      native.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
      native.showOpenDialog = () => Promise.resolve({ canceled: true, filePaths: [] })
    }, `${scratch}/chosen.fieldseal`)
    await carrying(page).getByLabel('Path of the file').focus()
    await press(page, 'Control+a', 'Delete', 'Tab', 'Tab', 'Tab', 'Enter')
    await expect(carrying(page).getByRole('button', { name: 'Read file…' })).toBeFocused()
    await press(page, 'Shift+Tab', 'Enter')
    await expect(carrying(page).getByLabel('Path of the file')).toHaveValue(`${scratch}/chosen.fieldseal`)
    await expect(carrying(page).getByRole('status')).toContainText('0 entries written', patient)

    // The network is back: the case goes.
    proxy.retarget(new URL(hub.url))
    await openCentre(page)
    await askForSync(page)
    await expect(page.getByRole('banner').locator('[data-state="up_to_date"]')).toBeVisible(patient)
    await goBy(page, 'd')
    const grid = page.getByRole('grid', { name: 'Cases on this device' })
    await expect(grid).toHaveAttribute('aria-rowcount', '2')
    await expect(grid).toBeFocused()
    await press(page, 'Home', 'Enter')
    await expect(page.getByRole('dialog', { name: /^Sync state of CASE-ACME-/ })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Open the case' })).toBeFocused()
    await press(page, 'Tab')
    await expect(page.getByRole('button', { name: 'Give back' })).toBeFocused()
    await press(page, 'Enter')
    const asking = dialog(page, /^Give CASE-ACME-.* back$/)
    await expect(asking).toContainText('First everything that is waiting is sent.')
    await look(page, 'carried-give-back')
    await asking.getByRole('button', { name: 'Give back' }).focus()
    await press(page, 'Enter')
    await noDialog(page)
    await expect(page.getByText('No case is on this device')).toBeVisible(patient)

    // And comes again.
    await page.getByRole('radio', { name: 'All' }).focus()
    await press(page, 'ArrowLeft')
    await expect(page.getByRole('heading', { name: 'Cases that you can take to this device' })).toBeVisible(patient)
    await expect(page.getByRole('listitem').filter({ hasText: title })).toBeVisible(patient)
    await look(page, 'carried-at-hub')
    await page.getByRole('button', { name: /^Take CASE-ACME-/ }).focus()
    await press(page, 'Enter')
    await expect(page.getByText('Nothing to take')).toBeVisible(patient)
    await look(page, 'carried-nothing-to-take')
    await page.locator('#content').focus()
    await goBy(page, 'q')
    await queueReady(page)
    await expect(page.getByRole('row', { name: new RegExp(title) })).toBeVisible(patient)
  } finally {
    await proxy.close()
    await hub.stop()
  }
})
