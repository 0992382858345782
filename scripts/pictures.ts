import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { launchDesktop, scratchFolder } from '../test/support/electron.ts'
import { root } from './lib/paths.ts'

/**
 * Makes the pictures of the documents (docs/images) from the sample workspace in the real window. It needs a built dist/, a display
 * (or `xvfb-run -s '-screen 0 1600x1000x24'`) and fonts for the sample's scripts (Debian: fonts-noto-core, fonts-noto-cjk).
 */

const width = 1440
const height = 900
const folder = path.join(root, 'docs/images')

const settled = async (page: Page): Promise<void> => {
  await expect(page.getByRole('grid', { name: 'Cases' })).toHaveAttribute('aria-busy', 'false')
}

const makeWorkspace = async (page: Page): Promise<void> => {
  await page.getByRole('radio', { name: /A sample workspace/ }).check()
  await page.getByLabel('Institution code').fill('ACME')
  await page.getByLabel('Institution', { exact: true }).fill('Acme Bank')
  await page.getByLabel('Your name').fill('Ada Morgan')
  await page.keyboard.press('Enter')
  await settled(page)
}

const scratch = scratchFolder('pictures')
mkdirSync(folder, { recursive: true })
const desktop = await launchDesktop({ dataDir: `${scratch.path}/workspace`, userDataDir: `${scratch.path}/profile` })
const { app, page } = desktop
await app.evaluate(({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(size.width, size.height), { width, height })
await page.emulateMedia({ colorScheme: 'light' })
await makeWorkspace(page)
await page.mouse.move(width / 2, 4)
await page.screenshot({ path: `${folder}/queue.png` })
await page.getByRole('grid', { name: 'Cases' }).focus()
await page.keyboard.press('Enter')
await expect(page.getByRole('feed', { name: 'Timeline of the case' }).getByRole('article').first()).toBeVisible()
await page.screenshot({ path: `${folder}/case.png` })
await desktop.close()
scratch.remove()
