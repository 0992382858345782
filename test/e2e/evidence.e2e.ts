import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Download, Page, Route } from '@playwright/test'
import {
  acquireDialog,
  custody,
  dropFiles,
  folderWith,
  largeFile,
  openEvidence,
  openPiece,
  pieces,
  sampleOf,
  works,
} from './evidence-steps.ts'
import { goBy } from './keyboard.ts'
import { look, picture } from './looks.ts'
import { addPerson, dialog, entries, expect, noDialog, signIn, signInAs, test } from './steps.ts'

/** Evidence in a browser: dropped, described, uploaded, looked at, worked on, and handed out again. */

const ledger = sampleOf('ledger-2026.csv', 'date;amount\n2026-03-01;9900\n2026-03-02;9800\n')
const chat = sampleOf('chat with Δημήτρης.txt', 'Send it to the second account.\n')
const copy = sampleOf('ledger-copy.csv', ledger.bytes)

const sha256Of = async (download: Download): Promise<string> =>
  createHash('sha256')
    .update(readFileSync(await download.path()))
    .digest('hex')

const acquireDropped = async (page: Page): Promise<void> => {
  await dropFiles(page, [ledger, chat])
  const asking = acquireDialog(page)
  await expect(asking.getByText('2 items to acquire')).toBeVisible()
  await expect(asking.getByLabel('Source', { exact: true })).toBeFocused()
  await page.keyboard.type('Laptop of the branch manager')
  await asking.getByLabel('Serial number or mark').fill('SN-4471-AX')
  await asking.getByLabel('Ended').fill('2026-01-02T10:00:00')
  await asking.getByRole('button', { name: /^Acquire \d/ }).click()
  await expect(asking.getByText('give “Started” too')).toBeVisible()
  await asking.getByLabel('Started').fill('2026-01-02T11:00:00')
  await asking.getByRole('button', { name: /^Acquire \d/ }).click()
  await expect(asking.getByText('“Ended” must not be before “Started”')).toBeVisible()
  await picture(page, 'evidence-times')
  await asking.getByLabel('Started').fill('2026-01-02T09:00:00')
  await picture(page, 'evidence-acquire')
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
  for (const { name, sha256 } of [ledger, chat]) {
    const row = pieces(page).getByRole('row').filter({ hasText: name })
    await expect(row).toBeVisible()
    await expect(row.locator('code')).toHaveAttribute('title', sha256)
  }
  await picture(page, 'evidence-list')
}

const sameBytesAreSaid = async (page: Page): Promise<void> => {
  await page.keyboard.press('u')
  const asking = acquireDialog(page)
  await expect(asking.getByLabel('Source', { exact: true })).toHaveValue('Laptop of the branch manager')
  await asking
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: copy.name, mimeType: 'text/csv', buffer: copy.bytes })
  await asking.getByLabel('SHA-256 at the source').fill('00')
  await page.keyboard.press('Control+Enter')
  await expect(asking.getByText('must be 64 hexadecimal digits')).toBeVisible()
  await asking.getByLabel('SHA-256 at the source').fill(copy.sha256.toUpperCase())
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
  await expect(pieces(page).getByRole('row').filter({ hasText: copy.name })).toBeVisible()
  await expect(works(page).getByText(/same bytes as/)).toBeVisible()
}

const workOnPiece = async (page: Page): Promise<void> => {
  await openPiece(page, ledger.name)
  await expect(page.getByText('Another piece of this case has the same bytes:')).toBeVisible()
  await page.keyboard.press('e')
  await expect(page.getByLabel('Mark or short title')).toBeFocused()
  await page.keyboard.type('A-1')
  await page.getByRole('combobox', { name: 'Tags' }).fill('ledger')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByLabel('Mark or short title')).toHaveCount(0)
  await expect(page.getByRole('tabpanel').getByText('A-1', { exact: true })).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.getByLabel('Note about this piece')).toBeFocused()
  await page.keyboard.type('Page 3 names the second account.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('tabpanel').getByText('Page 3 names the second account.')).toBeVisible()
  await expect(page.getByLabel('Note about this piece')).toHaveValue('')
  await page.keyboard.press('Escape')
  await page.keyboard.press('l')
  await expect(page.getByRole('combobox', { name: 'This piece' })).toBeFocused()
  await page.getByRole('combobox', { name: 'Other piece' }).fill('chat')
  await page.getByRole('option', { name: /chat with/ }).click()
  await page.getByRole('button', { name: 'Seal relation' }).click()
  await expect(page.getByRole('tabpanel').getByRole('button', { name: chat.name, exact: true })).toBeVisible()
}

const lookAndDownload = async (page: Page): Promise<void> => {
  await expect((await custody(page)).filter({ hasText: 'looked at it' })).toHaveCount(0)
  await page.keyboard.press('o')
  await expect(page.getByText('Your look at this piece is sealed.')).toBeVisible()
  await expect(page.frameLocator('iframe').getByText('9900')).toBeVisible()
  await expect((await custody(page)).filter({ hasText: 'looked at it' })).toHaveCount(1)
  const arriving = page.waitForEvent('download')
  await page.keyboard.press('d')
  const download = await arriving
  expect(download.suggestedFilename()).toBe(ledger.name)
  expect(await sha256Of(download)).toBe(ledger.sha256)
  await expect((await custody(page)).filter({ hasText: 'downloaded it' })).toHaveCount(1)
  await expect((await custody(page)).first()).toContainText('acquired it')
  await picture(page, 'evidence-piece')
}

test('files that are dropped onto a case become sealed pieces that one can mark, relate, look at and download', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  await signIn(opened)
  const { page } = opened
  await openEvidence(page, 'Payments past the ledger')
  await acquireDropped(page)
  await sameBytesAreSaid(page)
  await workOnPiece(page)
  await lookAndDownload(page)
  // Uploads run side by side: the order of the pieces is theirs.
  for (let n = 0; n < 2; n++) await page.keyboard.press('k')
  await expect(page.getByText('1 of 3')).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.getByText('2 of 3')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(pieces(page)).toBeVisible()
  await page.getByRole('button', { name: 'Tag', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: 'ledger' }).click()
  await page.keyboard.press('Escape')
  await expect(pieces(page).getByRole('row').filter({ hasText: '.csv' })).toHaveCount(1)
  await goBy(page, 't')
  const timeline = entries(page)
  for (const words of [
    'acquired evidence',
    'marked evidence',
    'wrote a note about evidence',
    'related evidence',
    'looked at evidence',
    'downloaded evidence',
  ]) {
    await expect(timeline.filter({ hasText: words }).first()).toBeVisible()
  }
  await picture(page, 'evidence-timeline')
  await page.keyboard.press('v')
  await expect(dialog(page, 'Verify this case').getByRole('heading', { name: 'Intact' })).toBeVisible()
})

test('an upload outlives a lost connection, a pause and a reload of the page', async ({ serveAndOpen, scratch }) => {
  const opened = await serveAndOpen()
  await signIn(opened)
  const { page } = opened
  page.on('dialog', (asking) => void asking.accept())
  await openEvidence(page, 'A long upload')
  const file = largeFile(path.join(scratch, 'backup.tar'), 150)
  const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex')
  const acquire = async (): Promise<void> => {
    await page.keyboard.press('u')
    await acquireDialog(page).locator('input[type="file"]').first().setInputFiles(file)
    await page.keyboard.press('Control+Enter')
    await noDialog(page)
  }
  const network = await page.context().newCDPSession(page)
  const uplink = (offline: boolean, uploadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', { offline, latency: 0, downloadThroughput: -1, uploadThroughput })
  /** Lets the first chunk through, and breaks the connection within the second. */
  const cut = async (): Promise<void> => {
    await expect(works(page).getByText(/^6\d(\.\d+)? MiB of 150 MiB/)).toBeVisible({ timeout: 30_000 })
    await uplink(true, 0)
    await expect(works(page).getByText('The connection was lost. The upload resumes automatically.')).toBeVisible()
  }

  await uplink(false, 16 * 1_048_576)
  await acquire()
  await cut()
  await page.getByRole('button', { name: 'Pause backup.tar' }).click()
  await expect(works(page).getByText('paused', { exact: true })).toBeVisible()
  await uplink(false, -1)
  await page.getByRole('button', { name: 'Resume backup.tar' }).click()
  await expect(works(page).getByText('acquired', { exact: true })).toBeVisible({ timeout: 90_000 })
  await expect(pieces(page).getByRole('row').filter({ hasText: 'backup.tar' }).locator('code')).toHaveAttribute(
    'title',
    sha256,
  )
  await page.getByRole('button', { name: 'Hide the finished one' }).click()

  await uplink(false, 16 * 1_048_576)
  await acquire()
  await cut()
  // It would go on by itself, and may have ended before the page is gone.
  const noMore = (route: Route) => (route.request().method() === 'PATCH' ? route.abort() : route.continue())
  await page.route('**/api/v1/**', noMore)
  await uplink(false, -1)
  await page.reload()
  const again = works(page).locator('input[type="file"]')
  await expect(works(page).getByRole('button', { name: 'Choose the file again to continue' })).toBeVisible()
  await page.unroute('**/api/v1/**', noMore)
  await again.setInputFiles({ name: 'other.tar', mimeType: 'application/x-tar', buffer: Buffer.from('x') })
  await expect(works(page).getByRole('alert')).toContainText('other.tar is not that file')
  await picture(page, 'evidence-choose-again')
  await again.setInputFiles(file)
  await expect(pieces(page).getByRole('row').filter({ hasText: 'backup.tar' })).toHaveCount(2, { timeout: 90_000 })
  await expect(
    works(page)
      .getByText(/same bytes as/)
      .first(),
  ).toBeVisible()
})

test('a folder keeps its paths; a name that could deceive a reader is taken, and written out', async ({
  serveAndOpen,
  scratch,
}) => {
  const opened = await serveAndOpen()
  await signIn(opened)
  const { page } = opened
  await openEvidence(page, 'A folder of mails')
  const long = `${'Minutes of the meeting on the second account '.repeat(5)}final.txt`
  const folder = folderWith(scratch, 'Mails', {
    '2026/a.eml': 'From a',
    '2026/empty.eml': '',
    'turned \u202Egnp.exe': 'x',
    [long]: 'Minutes\n',
  })
  await page.keyboard.press('u')
  const asking = acquireDialog(page)
  await asking.getByLabel('Choose folder').and(asking.locator('input')).setInputFiles(folder)
  await expect(asking.getByText('4 items to acquire')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
  await expect(pieces(page)).toHaveAttribute('aria-rowcount', '5')
  await expect(pieces(page).getByRole('row').filter({ hasText: 'empty.eml' })).toContainText('2026/')
  await expect(pieces(page).getByRole('row').filter({ hasText: 'turned \\u202egnp.exe' })).toBeVisible()
  await picture(page, 'evidence-deceiving-name')
  await expect(pieces(page).getByRole('row').filter({ hasText: 'final.txt' })).toBeVisible()
})

test('an auditor looks, and that is sealed, but finds nothing to write with', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen()
  await signIn(opened)
  const { page } = opened
  await addPerson(page, {
    login_name: 'aud',
    name: 'Audrey Auditor',
    role: 'auditor',
    password: 'correct horse battery',
  })
  const id = await openEvidence(page, 'For the auditor')
  await dropFiles(page, [ledger])
  await page.keyboard.press('Control+Enter')
  await expect(pieces(page).getByRole('row').filter({ hasText: ledger.name })).toBeVisible()
  await page.getByRole('button', { name: /^Ada Morgan/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await signInAs(page, 'aud', 'correct horse battery')
  await page.goto(`${opened.served.url}#/cases/${id}/evidence`)
  await expect(page.getByText(/Your role cannot change it/)).toBeVisible()
  for (const name of ['Acquire', 'Export']) await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
  await page.keyboard.press('u')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await openPiece(page, ledger.name)
  for (const name of ['Label or tag the piece', 'Relate the piece to another'])
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  await page.keyboard.press('o')
  await expect((await custody(page)).filter({ hasText: 'Audrey Auditor looked at it' })).toHaveCount(1)
  await picture(page, 'evidence-auditor')
})

test('no screen of evidence has a serious fault, light and dark', async ({ serveAndOpen }) => {
  test.setTimeout(600_000)
  const opened = await serveAndOpen()
  await signIn(opened)
  const { page } = opened
  await openEvidence(page, 'To be looked at')
  const check = (name: string): Promise<void> => look(page, `evidence-${name}`)
  await check('empty')
  await dropFiles(page, [ledger, chat, sampleOf('disk.E01', 'image')])
  await expect(acquireDialog(page).getByText('3 items to acquire')).toBeVisible()
  await check('acquiring')
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
  await expect(pieces(page)).toHaveAttribute('aria-rowcount', '4')
  await page.keyboard.press('x')
  await check('selected')
  await page.keyboard.press('w')
  await expect(pieces(page)).toHaveAttribute('data-view', 'gallery')
  await check('tiles')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'Details' })).toBeVisible()
  await page.keyboard.press('e')
  await check('marking')
  await page.keyboard.press('Escape')
  await page.keyboard.press('l')
  await check('relating')
  await page.keyboard.press('Escape')
  await page.keyboard.press('n')
  await expect(page.getByLabel('Note about this piece')).toBeFocused()
  await check('notes')
  await page.keyboard.press('Escape')
  await page.keyboard.press('h')
  await check('custody')
  await page.keyboard.press('Shift+E')
  await dialog(page, /^Export CASE-/)
    .getByRole('radio', { name: 'All except those I choose' })
    .check()
  await expect(dialog(page, /^Export CASE-/).getByText(/^Leave out 0 of/)).toBeVisible()
  await check('exporting')
  await dialog(page, /^Export CASE-/)
    .getByRole('tab', { name: /^Earlier bundles/ })
    .click()
  await check('exports')
})
