import type { Page } from '@playwright/test'
import { choose, command, fill, press } from './keyboard.ts'
import { picture, seriousFaults } from './looks.ts'
import { expect, signIn, test } from './steps.ts'

/**
 * Alerts of another monitoring system come in through the window, without a mouse: looked at first, taken then, nothing
 * twice.
 */

const rows = [
  'Alert ID;Erstellt am;Kundennummer;Schwere;Punkte;Regel;Betrag;Währung',
  'M-1;04.03.2026 10:00;4711;;72;Structuring below threshold|New payee;9.800,00;EUR',
  'M-2;05.03.2026 11:30;4712;;12;Dormant account;1,00;',
  'M-3;06.03.2026 08:00;4713;;95;عميل عالي المخاطر;50.000,00;EUR',
  'M-3;06.03.2026 08:00;4713;;95;عميل عالي المخاطر;50.000,00;EUR',
  'M-4;gestern;4714;;40;Dormant account;1,00;EUR',
]
const file = {
  name: 'monitoring_2026-03-09.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`${rows.join('\r\n')}\r\n`),
}

const stage = async (page: Page): Promise<void> => {
  const chooser = page.waitForEvent('filechooser')
  await press(page, page.getByRole('button', { name: 'Choose file' }))
  await (await chooser).setFiles({ ...file })
  await expect(page.getByRole('heading', { name: 'Columns' })).toBeVisible()
}

const count = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.locator('dt').getByText(label, { exact: true }) })
    .locator('dd')

const look = async (page: Page, name: string): Promise<void> => {
  expect.soft(await seriousFaults(page), name).toEqual([])
  await picture(page, name)
}

/** Which column is what, which system and which scale; each is told as wrong as long as it is. */
const set = async (page: Page): Promise<void> => {
  const points = page.getByRole('combobox', { name: 'Field for the column Punkte' })
  await choose(page, points, 'Leave out')
  await choose(page, page.getByRole('combobox', { name: 'Field for the column Schwere' }), 'Leave out')
  await expect(page.getByText('Choose the column that holds the score or the severity.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Check without importing' })).toBeDisabled()
  await choose(page, points, 'Score')
  const scale = page.getByRole('textbox', { name: 'Highest score' })
  await fill(page, scale, '0')
  await expect(page.getByText('A number from 0.01 to 1,000,000.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Check without importing' })).toBeDisabled()
  await fill(page, scale, '1000')
  await fill(page, page.getByRole('textbox', { name: 'Currency' }), 'eur')
}

const check = async (page: Page): Promise<void> => {
  await press(page, page.getByRole('button', { name: 'Check without importing' }))
  await expect(page.getByRole('heading', { name: 'What would happen' })).toBeVisible()
  await expect(count(page, 'would be imported')).toHaveText('3')
  await expect(count(page, 'repeated in the file')).toHaveText('1')
  await expect(count(page, 'rejected')).toHaveText('1')
  await expect(page.getByRole('region', { name: 'Problems' }).getByRole('row', { name: /Erstellt am/ })).toBeVisible()
  // On the wrong scale nothing is grave: that is seen before anything is taken.
  await expect(page.getByText(/Of those that would be imported:.*Critical 0.*High 0.*Medium 0.*Low 3/s)).toBeVisible()
  await fill(page, page.getByRole('textbox', { name: 'Highest score' }), '100')
  await expect(page.getByText('The settings have changed since this dry run.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import 3 alerts' })).toHaveCount(0)
  await press(page, page.getByRole('button', { name: 'Check again' }))
  await expect(page.getByText(/Of those that would be imported:.*Critical 1.*High 1.*Medium 0.*Low 1/s)).toBeVisible()
  await look(page, 'import-alerts-check')
}

const take = async (page: Page): Promise<void> => {
  await press(page, page.getByRole('button', { name: 'Import 3 alerts' }))
  await expect(page.getByRole('heading', { name: 'Import finished' })).toBeVisible()
  await expect(count(page, 'imported')).toHaveText('3')
  await expect(page.getByText('The policy opened 1 case for them.')).toBeVisible()
  await look(page, 'import-alerts-done')
}

test('alerts of another system are looked at, taken, found in the list, and not taken twice', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await signIn(opened)
  await command(page, 'import another', /import another system’s alerts/i)
  await expect(page.getByRole('heading', { level: 1, name: 'Import alerts' })).toBeVisible()
  await look(page, 'import-alerts')
  await stage(page)
  await expect(page.getByRole('combobox', { name: 'Field for the column Alert ID' })).toHaveValue('Alert ID')
  await set(page)
  await check(page)
  await take(page)
  await press(page, page.getByRole('link', { name: 'Show imported alerts' }))
  const list = page.getByRole('grid', { name: 'Alerts' })
  for (const customer of ['4711', '4712', '4713'])
    await expect(list.getByRole('row').filter({ hasText: customer })).toHaveCount(1)
  await command(page, 'import another', /import another system’s alerts/i)
  await press(page, page.getByRole('button', { name: 'Import another file' }))
  await stage(page)
  await press(page, page.getByRole('button', { name: 'Check without importing' }))
  await expect(count(page, 'already there')).toHaveText('3')
  await expect(page.getByRole('button', { name: 'There is nothing to import.' })).toBeDisabled()
})
