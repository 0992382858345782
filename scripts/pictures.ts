import { mkdirSync, writeFileSync } from 'node:fs'
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
  await expect(page.getByRole('grid', { name: 'Pieces of evidence' })).toHaveAttribute('aria-rowcount', String(Object.keys(papers).length + 1), patient)
  await page.getByRole('button', { name: 'Hide the finished one' }).click()
}

const pictureOfPiece = async (page: Page): Promise<void> => {
  await page.getByRole('row').filter({ hasText: 'Ledger of the branch.csv' }).click()
  await page.keyboard.press('e')
  await page.getByLabel('Mark or short title').fill('A-1')
  await page.getByRole('combobox', { name: 'Tags' }).fill('ledger')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByLabel('Mark or short title')).toHaveCount(0)
  await page.keyboard.press('o')
  await expect(page.frameLocator('iframe').getByText('TR-4410')).toBeVisible()
  await page.keyboard.press('h')
  await expect(page.getByRole('tabpanel').getByText('looked at it')).toBeVisible()
  await page.mouse.move(width / 2, 4)
  await page.screenshot({ path: `${folder}/evidence.png` })
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
await acquirePapers(page, scratch.path)
await pictureOfPiece(page)
await desktop.close()
scratch.remove()
