import type { Page } from '@playwright/test'
import { startReceiver } from '../contract/events/receiver.ts'
import { picture, seriousFaults } from './looks.ts'
import { api, dialog, expect, noDialog, queueReady, signIn, test } from './steps.ts'

/** What an admin sets of the detection, whom the service posts to, and that the window is told of what happens. */

const rule = {
  key: 'large',
  name: 'Large amount',
  why: 'A test.',
  logic: { '>': [{ var: 'event.amount' }, 5_000] },
  signal: 'large_amount',
  weight: 0.7,
  action: 'block',
  reason: 'Above five thousand.',
}

const done = async (page: Page, method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
  const answer = await api(page, method, path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return (answer.body as { data: Record<string, unknown> }).data
}

test('the detection policy is changed and sealed, with who did it; what does not hold together cannot be', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page, served } = opened
  await signIn(opened)
  await page.goto(`${served.url}/#/settings/policy`)
  const form = page.getByRole('form', { name: 'Detection policy' })
  const save = form.getByRole('button', { name: 'Seal the detection policy' })
  await expect(page.getByText('Nobody has changed this policy yet.')).toBeVisible()
  await expect(save).toBeDisabled()
  const high = form
    .getByRole('group', { name: 'Lowest score of each risk level, 0 to 1' })
    .getByRole('textbox', { name: 'High' })
  await high.fill('0.9')
  await expect(form.getByRole('alert')).toContainText('must rise: 0 < medium < high < critical')
  await expect(save).toBeDisabled()
  await high.fill('0.7')
  await form.getByRole('textbox', { name: 'Label delay (days)' }).fill('14')
  await form.getByRole('checkbox', { name: 'Decline' }).check()
  const order = form.getByRole('group', { name: /^Entity of an alert/ })
  await order.getByRole('button', { name: 'Move Customer up' }).press('Enter')
  await order.getByRole('checkbox', { name: 'Leave out Terminal' }).press('Space')
  await expect(order.getByRole('listitem')).toHaveText([
    '1. Customer',
    '2. Account',
    '3. Counterparty',
    '4. Device',
    '5. IP address',
    'Terminal',
  ])
  const priority = form.getByRole('group', { name: /^Priority of such a case/ })
  await priority
    .getByRole('combobox', { name: 'Medium' })
    .or(priority.getByRole('textbox', { name: 'Medium' }))
    .press('Enter')
  await page.getByRole('option', { name: 'High' }).click()
  const awaits = form.getByRole('group', { name: 'Decisions' })
  await awaits.getByRole('combobox').or(awaits.getByRole('textbox')).press('Enter')
  await page.getByRole('option', { name: 'Challenge' }).click()
  await expect(save).toBeEnabled()
  await save.click()
  await expect(page.getByRole('region', { name: 'Changes, newest first' }).getByRole('listitem')).toContainText(
    'Ada Morgan',
  )
  expect(await done(page, 'GET', '/api/v1/detection/policy')).toMatchObject({
    levels: { high: 0.7 },
    labels: { delay_days: 14 },
    alerts: { group_by: ['customer', 'account', 'counterparty', 'device', 'ip'] },
    cases: { priority: { medium: 'high' } },
    decisions: { from_action: 'challenge', four_eyes: { outcomes: ['decline'] } },
  })
  expect(await seriousFaults(page)).toEqual([])
  await picture(page, 'settings-detection-policy')
})

test('F-10: the base currency and dated rates are set by keyboard, and count from then on; a rate that cannot hold says why', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page, served } = opened
  await signIn(opened)
  const paid = (id: string, currency: string) =>
    done(page, 'POST', '/api/v1/transactions', {
      transaction_id: id,
      at: '2025-03-04T10:00:00Z',
      amount: 100,
      currency,
      customer_id: 'C-1',
    })
  expect([await paid('T-1', 'EUR'), await paid('T-2', 'USD')]).toMatchObject([
    { no_rate: 0 },
    { no_rate: 1, base_currency: 'EUR' },
  ])
  await page.goto(`${served.url}/#/settings/policy`)
  const form = page.getByRole('form', { name: 'Detection policy' })
  const save = form.getByRole('button', { name: 'Seal the detection policy' })
  const currencies = form.getByRole('group', { name: /^Currencies/ })
  const base = currencies.getByRole('textbox', { name: 'Base currency' })
  const line = currencies.getByRole('group', { name: 'New rate' })
  const [currency, from, rate] = [
    line.getByRole('textbox', { name: 'Currency' }),
    line.getByLabel('From day (UTC)'),
    line.getByRole('textbox', { name: 'Units of the base for one' }),
  ]
  await expect(currencies).toContainText('No rates.')

  await currency.focus()
  await expect(currency).toBeFocused()
  await page.keyboard.type('eur')
  await page.keyboard.press('Enter')
  await expect(line).toContainText('Choose the first day of the rate.')
  await expect(line).toContainText('A number above 0')
  const add = async (code: string, day: string, worth: string): Promise<void> => {
    await currency.fill(code)
    await from.fill(day)
    await rate.fill(worth)
    await rate.press('Enter')
  }
  await add('EUR', '2025-01-01', '1')
  await expect(base).toHaveAccessibleDescription(/There are rates but no base/)
  await base.fill('eur')
  await expect(base).toHaveAccessibleDescription(/There is a rate of EUR\. Remove it, or choose another base\./)
  await expect(save).toBeDisabled()
  await currencies.getByRole('button', { name: 'Remove the rate of EUR from 2025-01-01' }).press('Enter')
  await add('EUR', '2025-01-01', '1')
  await expect(line).toContainText('EUR is the base itself and needs no rate.')
  await add('USD', '2025-01-01', '0,9')
  await expect(line).toContainText('A number above 0, at most 1000000000, with a decimal point.')
  await rate.fill('0.9')
  await expect(currencies.getByRole('status')).toContainText('Add the rate that you began')
  await expect(save).toBeDisabled()
  await rate.press('Enter')
  await expect(currency).toBeFocused()
  await add('USD', '2025-01-01', '0.8')
  await expect(line).toContainText('USD already has a rate from this day. Remove that one first.')
  await from.fill('2025-07-01')
  await rate.press('Enter')
  await add('VND', '2025-01-01', '0.000036')
  const rows = currencies.getByRole('table').getByRole('row')
  await expect(rows).toHaveText([/Currency/, /USD2025-07-010\.8/, /USD2025-01-010\.9/, /VND2025-01-010\.000036/])
  await add('GBP', '2025-01-01', '1.2')
  await currencies.getByRole('button', { name: 'Remove the rate of GBP from 2025-01-01' }).press('Enter')
  await expect(currencies.getByRole('button', { name: 'Remove the rate of USD from 2025-07-01' })).toBeFocused()
  await expect(currencies).toContainText('Existing scores stay as they are.')
  expect(await seriousFaults(page)).toEqual([])
  await currencies.scrollIntoViewIfNeeded()
  await picture(page, 'settings-currencies')

  await save.click()
  await expect(page.getByRole('region', { name: 'Changes, newest first' }).getByRole('listitem')).toContainText(
    'Ada Morgan',
  )
  await expect(rows).toHaveCount(4)
  expect(await done(page, 'GET', '/api/v1/detection/policy')).toMatchObject({
    currencies: {
      base: 'EUR',
      rates: [
        { currency: 'USD', from: '2025-01-01', rate: 0.9 },
        { currency: 'USD', from: '2025-07-01', rate: 0.8 },
        { currency: 'VND', from: '2025-01-01', rate: 0.000036 },
      ],
    },
  })
  expect(await paid('T-3', 'USD')).toMatchObject({ no_rate: 0 })
  expect(await done(page, 'GET', '/api/v1/customers/C-1')).toMatchObject({ totals: { currency: 'EUR', no_rate: 0 } })

  await base.fill('USD')
  await expect(currencies.getByRole('note')).toContainText('The rates say how many EUR one unit is worth.')
  await form.getByRole('button', { name: 'Undo changes' }).click()
  await expect(base).toHaveValue('EUR')
})

test('an alert appears as the service tells of it', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen()
  const { page, served } = opened
  // Nothing is asked for from time to time: what appears was told by the stream.
  await page.addInitScript(() => {
    window.setInterval = (() => 0) as unknown as typeof window.setInterval
  })
  await page.reload()
  const stream = page.waitForResponse((response) => response.url().endsWith('/api/v1/events/stream'))
  await signIn(opened)
  await stream
  const written = (await done(page, 'POST', '/api/v1/rules', rule)) as { versions: readonly { content_id: string }[] }
  await done(page, 'POST', '/api/v1/rules/large/move', { content_id: written.versions[0]?.content_id, to: 'live' })
  await page.goto(`${served.url}/#/alerts`)
  await expect(page.getByText('No alert', { exact: false }).first()).toBeVisible()
  await done(page, 'POST', '/api/v1/transactions', {
    transaction_id: 'T-1',
    at: '2025-03-04T10:00:00Z',
    amount: 9_000,
    currency: 'EUR',
    customer_id: 'C-1',
  })
  await expect(page.getByRole('link', { name: /^Alerts\s*1$/ })).toBeVisible()
  await expect(page.getByRole('grid', { name: 'Alerts' }).getByRole('row')).toHaveCount(2)
})

test('a webhook is made, tested, gets a second secret, and what failed is posted again', async ({ serveAndOpen }) => {
  const receiver = await startReceiver()
  try {
    const opened = await serveAndOpen()
    const { page, served } = opened
    await signIn(opened)
    await queueReady(page)
    await page.goto(`${served.url}/#/settings/webhooks`)
    await page.getByRole('button', { name: 'Create webhook' }).click()
    const create = dialog(page, 'Create webhook')
    await create.getByRole('textbox', { name: 'Address' }).fill(receiver.url)
    await create.getByRole('button', { name: 'Create webhook' }).click()
    await expect(page.getByTestId('secret')).toHaveText(/^whsec_/)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await noDialog(page)

    receiver.answer({ status: 500, body: 'not today' })
    const act = (name: string) => page.getByRole('button', { name: `${name}: ${receiver.url}` })
    await act('Test').click()
    await receiver.count(1)
    await act('Log').click()
    const log = page.getByRole('dialog')
    const tested = log.getByRole('row').filter({ hasText: 'test.event' })
    await expect(tested).toContainText('500')
    receiver.answer({ status: 204 })
    await tested.getByRole('button', { name: /^Replay event/ }).click()
    await expect(tested).toContainText('204')
    expect(await seriousFaults(page)).toEqual([])
    await picture(page, 'settings-webhook-deliveries')
    await page.keyboard.press('Escape')
    await noDialog(page)

    await act('Add secret').click()
    await expect(page.getByTestId('secret')).toHaveText(/^whsec_/)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await expect(act('Retire old secret')).toBeVisible()
  } finally {
    await receiver.close()
  }
})
