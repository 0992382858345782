import { press } from './keyboard.ts'
import { picture, seriousFaults } from './looks.ts'
import { addCase, api, expect, queueReady, show, signIn, test } from './steps.ts'

/** From a case to what is known of its customer and its account, and back to their other cases, without a mouse. */
test('a customer and an account of a case lead to their profile, to all that is known of them, and to their cases', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await signIn(opened)
  const payment = {
    transaction_id: 'P-1',
    at: '2026-03-04T10:00:00Z',
    amount: 90,
    currency: 'EUR',
    customer_id: '4711',
    account_id: '900100',
    counterparty_id: 'SHOP-1',
  }
  expect(await api(page, 'POST', '/api/v1/transactions', payment)).toMatchObject({ status: 200 })
  const id = await addCase(page, 'A case of two links')
  expect(
    await api(page, 'POST', `/api/v1/cases/${id}/links`, { customer_ids: [4711], account_ids: [900100] }),
  ).toMatchObject({ status: 200 })
  const open = async (): Promise<void> => {
    await show(page, `/cases/${id}`)
    await expect(page.getByRole('heading', { level: 1, name: 'A case of two links' })).toBeVisible()
  }
  await open()
  await expect(page.getByRole('link', { name: 'Profile over time of account 900100' })).toBeVisible()
  expect.soft(await seriousFaults(page)).toEqual([])
  await picture(page, 'case-links')
  for (const [kind, number] of [
    ['customer', '4711'],
    ['account', '900100'],
  ] as const) {
    await press(page, page.getByRole('link', { name: `Profile over time of ${kind} ${number}` }))
    await expect(page).toHaveURL(kind === 'customer' ? /#\/customers\/4711$/ : /#\/customers\/900100\?kind=account$/)
    await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible()
    await open()
    await press(page, page.getByRole('link', { name: `All that is known of ${number}` }))
    await expect(page).toHaveURL(new RegExp(`#/entities/${kind}/${number}$`))
    await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible()
    await open()
  }
  await press(page, page.getByRole('link', { name: '4711', exact: true }))
  await expect(page).toHaveURL(/#\/cases\?customer_id=4711$/)
  await queueReady(page)
  await expect(page.getByRole('row').filter({ hasText: 'A case of two links' })).toBeVisible()
})
