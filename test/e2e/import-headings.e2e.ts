import { press } from './keyboard.ts'
import { expect, show, signIn, test } from './steps.ts'

/**
 * A file whose headings are long, deceptive or many: what each column becomes can be read, and whoever works by keys is
 * led to what a check says.
 */

const heading =
  'How this amount was found, by whom and on which day, as the manual of the branch asks for it in its seventh appendix since the spring of last year (long)'
const columns = [
  'Buchungs-ID',
  'Datum',
  'Soll',
  'Haben',
  'Währung',
  'invoice\u202Egnp.exe',
  heading,
  ...Array.from({ length: 20 }, (_, n) => `Spalte ${n}`),
]
const row = (id: string): string =>
  columns.map((_, column) => [id, '01.05.2026', '5,00', '', 'EUR'][column] ?? `v${column}`).join(';')
const file = {
  name: 'statement.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([columns.join(';'), row('S1'), row('S2')].join('\r\n')),
}

test('fields of columns are read in full, and a check leads to what it says', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen()
  await signIn(opened)
  const { page } = opened
  await page.setViewportSize({ width: 1_280, height: 720 })
  await show(page, '/import-transactions')
  await page.locator('input[type="file"]').setInputFiles(file)
  const fields = page.getByRole('combobox', { name: /^Field for the column/ })
  await expect(fields).toHaveCount(columns.length)
  await expect
    .soft(page.getByRole('columnheader', { name: String.raw`invoice\u202Egnp.exe` }))
    .toBeVisible({ timeout: 3_000 })
  const id = page.getByRole('combobox', { name: 'Field for the column Buchungs-ID' })
  await id.press('Enter')
  await page.getByRole('option', { name: 'Transaction ID' }).click()
  expect
    .soft(
      await fields.evaluateAll((all) =>
        all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => (one as HTMLInputElement).value),
      ),
    )
    .toEqual([])

  await press(page, page.getByRole('button', { name: 'Check without importing' }))
  await expect(page.getByRole('heading', { name: 'What would happen' })).toBeFocused({ timeout: 3_000 })
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('button', { name: 'Import 2 transactions' })).toBeFocused()
})
