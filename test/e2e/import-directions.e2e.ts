import { picture, seriousFaults } from './looks.ts'
import { expect, importFile, signIn, test } from './steps.ts'

/**
 * A statement of a bank with money out and money in in two columns: the guess is shown, can be changed, and says what
 * would be taken (I-9).
 */

const rows = [
  'S1;01.05.2026;1.234,50;;A',
  'S2;01.05.2026;;2.500,00;A',
  'S3;02.05.2026;5,00;6,00;A',
  'S4;02.05.2026;-7,10;;A',
]
const file = {
  name: 'statement.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`Vorgangsnummer;Buchungsdatum;Soll;Haben;Konto\r\n${rows.join('\r\n')}\r\n`),
}

test('the check of a statement says which way the money goes, and what contradicts itself', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  await signIn(opened)
  const { page } = opened
  await importFile(page, 'Transactions', file)
  const debit = page.getByRole('combobox', { name: 'Field for the column Soll' })
  await expect(debit).toHaveValue('Money out (debit)')
  await expect(page.getByRole('combobox', { name: 'Field for the column Haben' })).toHaveValue('Money in (credit)')
  const check = page.getByRole('button', { name: /^Check/ })

  const choose = async (name: string): Promise<void> => {
    await debit.press('Enter')
    await page.getByRole('option', { name, exact: true }).click()
  }
  await choose('Amount')
  await expect(page.getByText('Amount is mapped beside Money out or Money in')).toBeVisible()
  await expect(check).toBeDisabled()
  await choose('Money out (debit)')

  await check.click()
  const problems = page.getByRole('region', { name: 'Problems' })
  await expect(problems).toContainText('is filled, and so is Haben: which way the money went cannot be told')
  await expect(page.getByText('Would be imported: money in 1, money out 2.')).toBeVisible()
  // One of three: not yet so many that the sign may stand for the direction.
  await expect(page.getByRole('note')).toHaveCount(0)
  const minus = page.getByRole('combobox', { name: 'A minus before an amount' })
  await expect(minus).toHaveValue('A refund or a reversal')
  await minus.press('Enter')
  await page.getByRole('option', { name: 'Money that went out' }).click()
  await expect(page.getByRole('button', { name: 'Import 3 transactions' })).toHaveCount(0)
  await check.click()
  await expect(page.getByRole('button', { name: 'Import 3 transactions' })).toBeVisible()
  expect.soft(await seriousFaults(page)).toEqual([])
  await picture(page, 'import-directions')
  await page.getByRole('button', { name: 'Import 3 transactions' }).click()
  await expect(page.getByText('Imported: money in 1, money out 2.')).toBeVisible()
})
