import { picture, seriousFaults } from './looks.ts'
import { expect, importFile, signIn, test } from './steps.ts'

/**
 * Statements as banks hand them over: one whose balances do not fit shows its gap before anything is taken, and one
 * with lines above its header and without identifiers is taken by made ones.
 */

const mt940 = {
  name: 'page.sta',
  mimeType: 'text/plain',
  buffer: Buffer.from(
    ':20:A\r\n:25:NL91ABNA0417164300\r\n:28C:1/1\r\n:60F:C260301EUR100,00\r\n:61:2603020302D12,50NTRFNONREF\r\n:86:Tea\r\n:62F:C260302EUR80,00\r\n-\r\n',
  ),
}
const csv = {
  name: 'statement.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    'Konto;AT61 1904 3002 3457 3201\r\n\r\nBuchungstag;Verwendungszweck;Betrag (EUR);Saldo (EUR)\r\n02.03.2026;Tee;-2,20;97,80\r\n02.03.2026;Tee;-2,20;95,60\r\n',
  ),
}

test('a statement shows the gap in its balances before anything of it is taken', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen()
  await signIn(opened)
  const { page } = opened
  await importFile(page, 'Transactions', mt940)
  const statements = page.getByTestId('statements')
  await expect(statements).toContainText('Account NL91ABNA0417164300 1/1: 1 entry')
  await expect(statements.getByRole('alert')).toContainText(
    'the entries lead to 87.50, but the closing balance is 80.00. -7.50 is missing.',
  )
  expect.soft(await seriousFaults(page)).toEqual([])
  await picture(page, 'import-statement-gap')
  await page.getByRole('button', { name: /^Check/ }).click()
  await page.getByRole('button', { name: 'Import 1 transaction', exact: true }).click()
  await expect(page.getByText('money out 1')).toBeVisible()
})

test('a statement with lines above its header is taken without identifiers of its own', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen()
  await signIn(opened)
  const { page } = opened
  await importFile(page, 'Transactions', csv)
  await expect(page.getByText('The header is in line 3 of the file')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Account of the rows' })).toHaveValue('AT611904300234573201')
  const check = page.getByRole('button', { name: /^Check/ })
  await expect(check).toBeDisabled()
  await page.getByRole('switch', { name: 'Make identifiers for rows without one' }).click({ force: true })
  await check.click()
  await expect(page.getByRole('button', { name: 'Import 2 transactions' })).toBeVisible()
  expect.soft(await seriousFaults(page)).toEqual([])
  await picture(page, 'import-statement-made-ids')
})
