import { picture, seriousFaults } from './looks.ts'
import { expect, importFile, signIn, test } from './steps.ts'

/**
 * A file of transactions in the wrong order, its times in two columns: the check says what would be lost, and what to
 * do, before anything is taken.
 */

const rows = Array.from(
  { length: 10 },
  (_, day) => `T-${day};${String(20 - day).padStart(2, '0')}.05.2026;14:33:10;5,50;C9`,
)
const file = {
  name: 'newest-first.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`Vorgangsnummer;Buchungsdatum;Uhrzeit;Betrag;Kunde\r\n${rows.join('\r\n')}\r\n`),
}

test('the check of a file in the wrong order says what is late, before anything is taken', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen()
  await signIn(opened)
  const { page } = opened
  await importFile(page, 'Transactions', file)
  await expect(page.getByRole('combobox', { name: 'Field for the column Uhrzeit' })).toHaveValue('Time of day')
  await page.getByRole('button', { name: 'Check without importing' }).click()
  await expect(page.getByRole('heading', { name: 'What would happen' })).toBeVisible()
  const late = page.getByRole('note').filter({ hasText: '8 transactions are more than a day older' })
  await expect(late).toContainText('sort it by time, oldest first')
  await expect(late).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Import 10 transactions' })).toBeInViewport()
  expect.soft(await seriousFaults(page)).toEqual([])
  await picture(page, 'import-late')
})
