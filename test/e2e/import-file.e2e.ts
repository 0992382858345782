import type { Page } from '@playwright/test'
import { isFullDepth } from '../support/tries.ts'
import { picture } from './looks.ts'
import { expect, firstRun, queueReady, signIn, test } from './steps.ts'

/** A file of another system comes in through the window: looked at first, opened then, nothing twice. */

const rows = [
  'Case ID;Betreff;Beschreibung;Prio;Status;Erstellt am',
  'A-1;"Verdacht auf Geldwäsche; Filiale Köln";"Drei Einzahlungen\nan einem Tag";hoch;offen;2026-03-01 09:30',
  'A-2;سحب نقدي متكرر;ثلاث عمليات سحب;urgent;open;2026-03-02 10:00',
  'A-3;;No title here;high;open;2026-03-03 10:00',
  'A-4;不明账户的多笔转账;同一收款人;medium;open;2026-03-04 11:15',
  'A-4;不明账户的多笔转账;同一收款人;medium;open;2026-03-04 11:15',
  'A-5;Unknown priority;It says so;enormous;open;2026-03-05 12:00',
]
const file = { name: 'export-2026.csv', mimeType: 'text/csv', buffer: Buffer.from(`${rows.join('\r\n')}\r\n`) }

const stage = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await page.locator('input[type="file"]').setInputFiles(file)
  await expect(page.getByRole('heading', { name: 'Columns' })).toBeVisible()
}

const count = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: label }) })
    .locator('dd')

const importFile = async (page: Page): Promise<void> => {
  await stage(page)
  await expect(page.getByRole('combobox', { name: 'Field for the column Betreff' })).toHaveValue('Title')
  await expect(page.getByRole('combobox', { name: 'Field for the column Case ID' })).toHaveValue('Reference')
  await page.getByRole('textbox', { name: 'Name of the source' }).fill('Old system')
  await page.getByRole('button', { name: 'Check without opening anything' }).click()
  await expect(page.getByRole('heading', { name: 'What would happen' })).toBeVisible()
  await expect(count(page, 'would be opened')).toHaveText('3')
  await expect(count(page, 'repeated in the file')).toHaveText('1')
  await expect(count(page, 'rejected')).toHaveText('2')
  const problems = page.getByRole('region', { name: 'Problems' })
  await expect(problems.getByRole('row')).toHaveCount(3)
  await expect(problems.getByRole('row', { name: /Betreff/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Download rejected rows' })).toBeVisible()
  await picture(page, 'import-dry-run')
  await page.getByRole('button', { name: 'Open 3 cases' }).click()
  await expect(page.getByRole('heading', { name: 'Import finished' })).toBeVisible()
  await expect(count(page, 'opened')).toHaveText('3')
  await picture(page, 'import-done')
  await page.getByRole('link', { name: 'Show imported cases' }).click()
  await queueReady(page)
  for (const title of ['Verdacht auf Geldwäsche; Filiale Köln', 'سحب نقدي متكرر', '不明账户的多笔转账']) {
    await expect(page.getByRole('row').filter({ hasText: title })).toBeVisible()
  }
}

/** The same file once more: every row is known. */
const importAgain = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await page.getByRole('button', { name: 'Import another file' }).click()
  await stage(page)
  await page.getByRole('textbox', { name: 'Name of the source' }).fill('Old system')
  await page.getByRole('button', { name: 'Check without opening anything' }).click()
  await expect(count(page, 'already there')).toHaveText('3')
  await expect(page.getByRole('button', { name: 'There is nothing to open.' })).toBeDisabled()
}

test('the desktop takes cases from a file, and from the same file nothing twice', async ({ openDesktop }) => {
  test.skip(!isFullDepth(), 'the served page takes them below; the desktop does at full depth')
  const desktop = await openDesktop()
  await firstRun(desktop)
  await importFile(desktop.page)
  await importAgain(desktop.page)
})

test('the served page takes cases from a file, and from the same file nothing twice', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen()
  await signIn(opened)
  await importFile(opened.page)
  await importAgain(opened.page)
})
