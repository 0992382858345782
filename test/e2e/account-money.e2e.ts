import { readFile } from 'node:fs/promises'
import { press } from './keyboard.ts'
import { look } from './looks.ts'
import { api, expect, show, signIn, test } from './steps.ts'

const moved = (id: string, day: number, signed: number, counterparty: string) => ({
  transaction_id: id,
  at: `2026-03-${String(day).padStart(2, '0')}T09:00:00Z`,
  amount: Math.abs(signed),
  currency: 'EUR',
  account_id: 'DE89370400440532013000',
  counterparty_id: counterparty,
  metadata: { direction: signed > 0 ? 'in' : 'out' },
})

const transactions = [
  moved('SALARY-1', 1, 2_400, 'Employer Ltd'),
  moved('RENT-1', 2, -950, 'Landlord'),
  moved('INVEST-1', 4, 12_000, 'Victim A'),
  moved('INVEST-2', 9, 8_500, 'Victim B'),
  moved('CARS-1', 11, -14_900, 'Car dealer'),
  moved('EXCHANGE-1', 12, -5_000, 'Crypto exchange'),
  moved('SALARY-2', 31, 2_400, 'Employer Ltd'),
]

/** From an account to the money that was paid into it and to who got it, without a mouse. */
test('a sum that was paid into an account is followed through it, and its working is saved', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await signIn(opened)
  expect(await api(page, 'POST', '/api/v1/transactions', { transactions })).toMatchObject({ status: 200 })
  await show(page, '/customers/DE89370400440532013000?kind=account')
  await expect(page.getByRole('heading', { level: 1, name: 'DE89370400440532013000' })).toBeVisible()
  await page.getByRole('radiogroup', { name: 'What is shown of the account' }).getByRole('radio').first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('heading', { name: 'Sources and uses' })).toBeVisible()
  await expect(page.getByRole('row', { name: /Car dealer/u })).toContainText('14,900.00 EUR')
  await look(page, 'account-money')

  const payments = page.getByRole('group', { name: 'Payments into the account' })
  await payments.getByRole('checkbox', { name: 'INVEST-1' }).focus()
  await page.keyboard.press('Space')
  await press(page, page.getByRole('button', { name: 'Follow 12,000.00 EUR' }))
  const result = page.getByRole('region', { name: 'What became of the money' })
  await expect(
    result.getByRole('table', { name: 'Recipients' }).getByRole('row', { name: /Car dealer/u }),
  ).toContainText('12,000.00 EUR')
  await page.getByRole('radio', { name: /Pro rata/u }).focus()
  await page.keyboard.press('Space')
  await expect(result.getByRole('heading', { name: /Pro rata/u })).toBeVisible()
  await expect(result).toContainText('Still in the account')
  await look(page, 'account-money-followed')

  const saved = page.waitForEvent('download')
  await press(page, result.getByRole('button', { name: 'Save working as CSV' }))
  const file = await saved
  expect(file.suggestedFilename()).toBe('trace-pro_rata.csv')
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n')
  expect(lines).toHaveLength(transactions.length + 2)
  expect(lines[3]).toContain('INVEST-1,in,counterparty,Victim A,12000,13450,12000,0,0,12000,EUR')
})

test('an opening balance, and what is wrong with one, change the figures and nothing else', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await signIn(opened)
  const one = [moved('A', 1, 100, 'Payer'), moved('B', 1, -250, 'Shop')]
  expect(await api(page, 'POST', '/api/v1/transactions', { transactions: one })).toMatchObject({ status: 200 })
  await show(page, '/customers/DE89370400440532013000?kind=account&view=money')
  await expect(page.getByText('The balance falls to -150.00 EUR')).toBeVisible()
  await expect(page.getByText('2 movements share their time with others')).toBeVisible()
  const opening = page.getByRole('textbox', { name: 'Balance before' })
  await opening.fill('much')
  await opening.press('Enter')
  await expect(page.getByText('For example 1250.00 or -80')).toBeVisible()
  await expect(page.getByText('The balance falls to -150.00 EUR')).toBeVisible()
  await opening.fill('1000,50')
  await opening.press('Enter')
  await expect(page.getByText('from 1,000.50 EUR before')).toBeVisible()
  await expect(page.getByText('The balance falls to')).toHaveCount(0)
})
