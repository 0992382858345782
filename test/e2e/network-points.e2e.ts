import { goBy, press, tabTo } from './keyboard.ts'
import { look } from './looks.ts'
import { api, expect, show, signIn, test } from './steps.ts'

/** The network in the window over a real service: where frauds were paid, and what an alert and labels say of a page. */

const begins = Date.UTC(2026, 4, 1, 8)

/** Of 30 terminals each is paid at thirty times with one fraud in a hundred; at one of them half of all are. */
const payments = Array.from({ length: 900 }, (_, n) => ({
  transaction_id: `P-${1_000 + n}`,
  event_type: 'card_payment',
  at: new Date(begins + n * 600_000).toISOString(),
  customer_id: `C-${100 + ((n * 7) % 61)}`,
  terminal_id: `T-${200 + (n % 30)}`,
  amount: 20 + (n % 17),
  currency: 'EUR',
  is_fraud: n % 30 === 17 ? n % 60 === 17 : n % 97 === 3,
}))

test('a compromised terminal is first among the common points, explained by its payments, by keyboard alone', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  await signIn(opened)
  const { page } = opened
  expect(await api(page, 'POST', '/api/v1/transactions', { transactions: payments })).toMatchObject({ status: 200 })
  await expect
    .poll(async () => (await api(page, 'GET', '/api/v1/network/common-points')).body, { timeout: 30_000 })
    .toMatchObject({ data: [{ entity: { kind: 'terminal', id: 'T-217' } }] })
  await goBy(page, 'n')
  const points = page.getByRole('region', { name: 'Common points of compromise' })
  const first = points.getByRole('button', { name: /^Terminal T-217/ })
  await expect(first).toBeVisible()
  await expect(first).toHaveText(/15 of 30 payments50%elsewhere/)
  await press(page, first)
  await expect(first).toHaveAttribute('aria-expanded', 'true')
  await expect(points.getByText(/payers had a fraud here\. Nobody has decided/)).toBeVisible()
  const frauds = points.getByRole('list', { name: 'Its newest fraudulent payments' })
  await expect(frauds.getByRole('listitem')).toHaveCount(8)
  await look(page, 'network-points')

  // All of them are one key away, and its page says the same.
  const all = points.getByRole('link', { name: 'Show all 15 fraudulent payments' })
  await tabTo(page, all)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/transactions\?.*label=fraud/)
  await expect(page.getByRole('grid').getByText('T-217').first()).toBeVisible()
  await show(page, '/entities/terminal/T-217')
  await expect(page.getByText(/It may be a common point of compromise: 15 of 30 payments/).first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Not decided yet' })).toBeVisible()
  await look(page, 'network-point-page')

  // A payer with a fraud was exposed, and one without is told what is not known.
  const payer = payments.find(({ is_fraud: isFraud }) => isFraud)?.customer_id ?? ''
  await show(page, `/entities/customer/${payer}`)
  await expect(page.getByText(/It was exposed to fraud, and is not known to be bad/)).toBeVisible()
  const clean = payments.find(
    ({ customer_id: id }) => !payments.some((one) => one.customer_id === id && one.is_fraud),
  )?.customer_id
  await show(page, `/entities/customer/${clean ?? ''}`)
  await expect(page.getByText(/^It has no known fraud, open alert, open case or match/)).toBeVisible()
})

/** Twenty pay at a pump, and ten of them are defrauded elsewhere a fortnight later. */
const pumped = Array.from({ length: 20 }, (_, n) => ({
  transaction_id: `V-${100 + n}`,
  event_type: 'card_payment',
  at: new Date(begins + n * 600_000).toISOString(),
  customer_id: `D-${100 + n}`,
  terminal_id: 'PUMP-4',
  amount: 50,
  currency: 'EUR',
  is_fraud: false,
}))
const misused = pumped.slice(0, 10).map((visit, n) => ({
  ...visit,
  transaction_id: `M-${100 + n}`,
  terminal_id: `FAR-${n}`,
  at: new Date(begins + 14 * 86_400_000 + n * 600_000).toISOString(),
  is_fraud: true,
}))

test('a pump at which cards were copied is named by what happened elsewhere, and leads to each victim', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  await signIn(opened)
  const { page } = opened
  const transactions = [...payments.map((payment) => ({ ...payment, is_fraud: false })), ...pumped, ...misused]
  expect(await api(page, 'POST', '/api/v1/transactions', { transactions })).toMatchObject({ status: 200 })
  await expect
    .poll(async () => (await api(page, 'GET', '/api/v1/network/common-points')).body, { timeout: 30_000 })
    .toMatchObject({ data: [{ entity: { kind: 'terminal', id: 'PUMP-4' } }] })
  await goBy(page, 'n')
  const points = page.getByRole('region', { name: 'Common points of compromise' })
  const pump = points.getByRole('button', { name: /^Terminal PUMP-4/ })
  await expect(pump).toHaveText(/10 of 20 payers defrauded later50%elsewhere/)
  await press(page, pump)
  await expect(points.getByText(/Cards may have been copied here\. Nobody has decided/)).toBeVisible()
  const victims = points.getByRole('list', { name: 'The newest of these frauds, and whose card was misused' })
  await expect(victims.getByRole('listitem')).toHaveCount(8)
  await look(page, 'network-copied-point')
  const victim = victims.getByRole('link', { name: 'D-109' })
  await tabTo(page, victim)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/entities\/customer\/D-109/)
})
