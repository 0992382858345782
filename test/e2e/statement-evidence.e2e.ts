import { dropFiles, acquireDialog, openEvidence, openPiece, pieces, custody, sampleOf } from './evidence-steps.ts'
import { choose, press } from './keyboard.ts'
import { look } from './looks.ts'
import { expect, noDialog, show, signIn, test } from './steps.ts'

const account = 'DE89370400440532013000'
const statement = sampleOf(
  'march.csv',
  [
    `Account;${account}`,
    'Date;Text;Amount;Currency;Counterparty;Balance',
    '2026-03-01;Salary;2400,00;EUR;Employer;2400,00',
    '2026-03-02;Rent;-950,00;EUR;Landlord;1450,00',
    '2026-03-04;Transfer;-1200,50;EUR;X;249,50',
    '',
  ].join('\r\n'),
)

/** From a statement that is evidence to its transactions, to where the money went, and back to the line. */
test('a statement among the evidence is read, and each transaction leads back to its line', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await signIn(opened)
  const caseId = await openEvidence(page, 'Money of one account')
  await dropFiles(page, [statement])
  await expect(acquireDialog(page).getByText('march.csv')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
  await expect(pieces(page).getByRole('row').filter({ hasText: 'march.csv' })).toBeVisible()
  await openPiece(page, 'march.csv')
  await press(page, page.getByRole('button', { name: 'Read as a statement' }))

  await expect(page).toHaveURL(/#\/import-transactions$/)
  await expect(page.getByRole('link', { name: /^Piece \d+ of evidence$/ })).toBeVisible()
  await look(page, 'statement-evidence')
  await page.getByRole('switch', { name: 'Make identifiers for rows without one' }).click({ force: true })
  await choose(page, page.getByRole('combobox', { name: 'A minus before an amount' }), 'Money that went out')
  await page.getByRole('button', { name: /^Check/ }).click()
  await page.getByRole('button', { name: 'Import 3 transactions' }).click()
  await expect(page.getByText('money out 2')).toBeVisible()

  await show(page, '/transactions?counterparty_id=X')
  await page.getByRole('row').filter({ hasText: '1,200.50' }).click()
  const link = page.getByRole('link', { name: 'march.csv' })
  await expect(page.getByText('Line 5 of')).toBeVisible()
  await press(page, link)
  await expect(page).toHaveURL(new RegExp(`#/cases/${caseId}/evidence/\\d+$`))
  await expect((await custody(page)).filter({ hasText: 'read it as a statement' })).toHaveCount(1)

  await show(page, `/customers/${account}?kind=account&view=money`)
  await expect(page.getByText('249.50 EUR').first()).toBeVisible()
})
