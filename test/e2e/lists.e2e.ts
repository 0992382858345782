import type { Page } from '@playwright/test'
import { unList } from '../contract/lists/small-lists.ts'
import { look } from './looks.ts'
import { dialog, expect, noDialog, signIn, test } from './steps.ts'

/**
 * Lists for screening in the real window, over the real service: brought as files, compared, and put back, by keyboard.
 */

const first = unList('2026-02-01T00:00:00Z', [
  ['CDi.1', 'ANTON DRAHT'],
  ['CDi.2', 'TONI KABEL'],
  ['CDi.3', 'ANNA EISEN'],
])
const second = unList('2026-02-08T00:00:00Z', [
  ['CDi.1', 'ANTON DRAHT', '<GENDER>Male</GENDER>'],
  ['CDi.3', 'ANNA EISEN'],
  ['CDi.4', 'NEW PERSON'],
])
const shrunk = unList('2026-02-09T00:00:00Z', [['CDi.1', 'ANTON DRAHT', '<GENDER>Male</GENDER>']])

/** Opens the dialog and chooses a file in it, as a person at the keyboard does. */
const choose = async (page: Page, name: string, content: string): Promise<void> => {
  await page.getByRole('button', { name: 'Import a list' }).press('Enter')
  await expect(dialog(page, 'Import a list')).toBeVisible()
  const chooser = page.waitForEvent('filechooser')
  await dialog(page, 'Import a list')
    .getByRole('button', { name: /File of the list/ })
    .press('Enter')
  await (await chooser).setFiles({ name, mimeType: 'application/xml', buffer: Buffer.from(content) })
  await expect(dialog(page, 'Import a list').getByRole('textbox', { name: /^List/ })).toHaveValue('un')
}

test('lists are imported, compared and put back by keyboard; a file that is no better changes nothing', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await page.setViewportSize({ width: 1_440, height: 900 })
  await signIn(opened)
  await page.getByRole('link', { name: 'Lists' }).press('Enter')
  await expect(page.getByText('No list yet')).toBeVisible()

  await choose(page, 'un.xml', first)
  await dialog(page, 'Import a list').getByRole('button', { name: 'Check' }).press('Enter')
  await expect(dialog(page, 'Import a list').getByText('3 entries with 3 names.')).toBeVisible()
  await look(page, 'list-import')
  await dialog(page, 'Import a list').getByRole('button', { name: 'Make current' }).press('Enter')
  await expect(dialog(page, 'Import a list').getByText('Version 1 is current.')).toBeVisible()
  await dialog(page, 'Import a list').getByRole('button', { name: 'See the list' }).press('Enter')
  await noDialog(page)
  await expect(page.getByRole('heading', { level: 2, name: 'UN Security Council consolidated list' })).toBeVisible()
  await expect(page.getByRole('note')).toContainText('This list is stale')

  await choose(page, 'un-new.xml', second)
  await page.keyboard.press('Tab')
  await dialog(page, 'Import a list').getByRole('button', { name: 'Make current' }).press('Enter')
  await expect(dialog(page, 'Import a list').getByText('1 added, 1 removed, 1 changed.')).toBeVisible()
  await dialog(page, 'Import a list').getByRole('button', { name: 'See the list' }).press('Enter')
  await page.getByRole('button', { name: 'Changes of version 2' }).press('Enter')
  await expect(page.getByRole('row', { name: /CDi\.1 ANTON DRAHT changed/ })).toContainText('Gender: male')
  await expect(page.getByRole('row', { name: /CDi\.2 TONI KABEL removed/ })).toBeVisible()
  await look(page, 'lists')

  await choose(page, 'part.xml', shrunk)
  await dialog(page, 'Import a list').getByRole('button', { name: 'Make current' }).press('Enter')
  await expect(dialog(page, 'Import a list').getByRole('alert')).toContainText(
    'of the 3 entries in force the file has 1, fewer than half',
  )
  await expect(dialog(page, 'Import a list').getByRole('checkbox', { name: /Import it anyway/ })).not.toBeChecked()
  await page.keyboard.press('Escape')
  await noDialog(page)

  await page.getByRole('button', { name: 'Make version 1 current' }).press('Enter')
  await expect(dialog(page, 'Make version 1 current').getByLabel('Why')).toBeFocused()
  await page.keyboard.type('The new file was a draft.')
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
  await expect(page.getByRole('row', { name: /^1 current/ })).toBeVisible()
})
