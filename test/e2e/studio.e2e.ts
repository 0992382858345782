import type { Page } from '@playwright/test'
import { smallOnnx } from '../support/onnx-file.ts'
import { fill, goBy, press, tabTo } from './keyboard.ts'
import { picture, seriousFaults } from './looks.ts'
import { api, dialog, expect, noDialog, show, signIn, test } from './steps.ts'

/** The explorer of transactions, a customer's page, the rules studio and the model page, over the real service. */

const at = (n: number): string =>
  new Date(Date.UTC(2026, 4, 1, 10) + n * 3_600_000).toISOString().replace('Z', '+00:00')

const payments = Array.from({ length: 240 }, (_, n) => ({
  transaction_id: `P-${n}`,
  event_type: 'card_payment',
  at: at(n),
  amount: n === 239 ? 9_400 : 20 + (n % 60),
  currency: 'EUR',
  customer_id: `C-${n % 3}`,
  terminal_id: `T-${n % 5}`,
  metadata: { entry_mode: 'chip' },
}))

const sound = async (page: Page, name: string): Promise<void> => {
  expect.soft(await seriousFaults(page), name).toEqual([])
  await picture(page, `studio-${name}`)
}

const transactions = async (page: Page): Promise<void> => {
  await goBy(page, 't')
  const grid = page.getByRole('grid', { name: 'Transactions' })
  await expect(grid).toHaveAttribute('aria-busy', 'false')
  const pane = page.getByRole('complementary', { name: 'Transaction' })
  await expect(pane.getByRole('heading', { level: 2 })).toContainText('P-239')
  await sound(page, 'transactions')
  await page.keyboard.press('j')
  await expect(pane.getByRole('heading', { level: 2 })).toContainText('P-238')
  await pane.getByRole('button', { name: 'Mark as fraud' }).click()
  await dialog(page, 'Mark as fraud').getByRole('button', { name: 'Mark as fraud' }).click()
  await noDialog(page)
  await expect(pane.getByText('found by a person')).toBeVisible()
  await pane.getByRole('link', { name: 'C-1', exact: true }).click()
}

/**
 * From a transaction to all between its two sides, and to a rule that begins from it, by one key each; going back lands
 * where one was.
 */
const fromOne = async (page: Page): Promise<void> => {
  await goBy(page, 't')
  const grid = page.getByRole('grid', { name: 'Transactions' })
  const pane = page.getByRole('complementary', { name: 'Transaction' })
  await expect(pane.getByRole('heading', { level: 2 })).toContainText('P-239')
  await page.keyboard.press('b')
  await expect(page).toHaveURL(/#\/transactions(?:\/P-\d+)?\?customer_id=C-2&terminal_id=T-4$/)
  // Every fifteenth payment is between the two.
  await expect(grid).toHaveAttribute('aria-rowcount', '17')
  await page.goBack()
  await expect(grid).not.toHaveAttribute('aria-rowcount', '17')
  await expect(pane.getByRole('heading', { level: 2 })).toContainText('P-239')

  await page.keyboard.press('m')
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await expect(name).toBeFocused()
  await expect(page.getByText('Started from transaction P-239')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'As text (JsonLogic)' })).toHaveValue(/9400/)
  await page.keyboard.insertText('Large card payments')
  await expect(page.getByRole('textbox', { name: 'Key' })).toHaveValue('large_card_payments')
  await expect(page.getByRole('textbox', { name: 'Signal' })).toHaveValue('large_card_payments')
  await fill(page, page.getByRole('textbox', { name: 'Why' }), 'Nobody pays that much here.')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.getByText('All 240 checked.')).toBeVisible()
  await sound(page, 'rule-like')
  // What was begun stays, also where another transaction is to be begun from.
  await show(page, '/rules/+new?like=P-1')
  await expect(page.getByText('You have an unsaved rule.')).toBeVisible()
  await expect(name).toHaveValue('Large card payments')
  await page.getByRole('button', { name: 'Discard it and start from transaction P-1' }).click()
  await expect(page.getByRole('textbox', { name: 'As text (JsonLogic)' })).toHaveValue(/\b21\b/)
  await expect(name).toHaveValue('')
}

const customer = async (page: Page): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1, name: 'C-1' })).toBeVisible()
  await expect(page.getByText('Transactions over time')).toBeVisible()
  await expect(page.getByText('First seen')).toBeVisible()
  await expect(page.getByText('Hours of the day (UTC)')).toBeVisible()
  // Times are told as a person reads them, never as they are stored.
  await expect(page.getByRole('main')).not.toContainText(/\d{4}-\d\d-\d\dT\d\d/u)
  await sound(page, 'customer')

  await page.getByRole('textbox', { name: 'Another customer' }).fill('C-2')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'C-2' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'C-1' })).toBeVisible()
  await page.getByRole('link', { name: /^16 transactions with T-3$/ }).click()
  await expect(page).toHaveURL(/customer_id=C-1&terminal_id=T-3/)
  await expect(page.getByRole('grid', { name: 'Transactions' })).toHaveAttribute('aria-rowcount', '17')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'C-1' })).toBeVisible()
}

const rules = async (page: Page): Promise<void> => {
  await goBy(page, 'r')
  const list = page.getByRole('navigation', { name: 'Rules' })
  await expect(list.getByRole('link').first()).toBeVisible()
  await expect(page.getByText('It can run').first()).toBeVisible()
  await sound(page, 'rules')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.getByText('All 240 checked.')).toBeVisible()
  await sound(page, 'dry-run')
}

/** Two people at one draft: neither loses what he wrote. */
const together = async (page: Page): Promise<void> => {
  const rule = {
    key: 'r_one',
    name: 'Rule one',
    why: 'A test.',
    applies_to: [],
    logic: { above: [{ var: 'event.amount' }, 10] },
    signal: 'r_one',
    weight: 0.1,
    action: 'review',
    reason: 'Large.',
  }
  expect((await api(page, 'POST', '/api/v1/rules', rule)).status).toBe(201)
  await page.goto(page.url().replace(/#.*$/u, '#/rules/r_one'))
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  const saved = page.getByRole('button', { name: 'Save draft' })
  const clash = page.getByRole('alert').filter({ hasText: 'while you were changing it' })
  await expect(name).toHaveValue('Rule one')
  await fill(page, name, 'Named by me')
  expect(
    (await api(page, 'PUT', '/api/v1/rules/r_one', { ...rule, logic: { above: [{ var: 'event.amount' }, 20] } }))
      .status,
  ).toBe(200)
  await press(page, saved)
  await expect(clash).toContainText('What you typed is still here and not saved')
  await expect(name).toHaveValue('Named by me')
  await expect(saved).toBeDisabled()
  await sound(page, 'rule-written-anew')
  await press(page, clash.getByRole('button', { name: 'Show that version and discard my changes' }))
  await expect(clash).toHaveCount(0)
  await expect(name).toHaveValue('Rule one')
  await expect(page.getByRole('textbox', { name: 'As text (JsonLogic)' })).toHaveValue(/20\s*\]/u)

  await fill(page, name, 'Named by me again')
  expect((await api(page, 'PUT', '/api/v1/rules/r_one', { ...rule, weight: 0.9 })).status).toBe(200)
  await press(page, saved)
  await press(page, clash.getByRole('button', { name: 'Continue with mine' }))
  await press(page, saved)
  await expect(page.getByRole('heading', { level: 2, name: 'Named by me again' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
}

/**
 * Without a mouse: fields are found by their words or their raw names, shown by both, and stand in the text as they
 * are.
 */
const build = async (page: Page): Promise<void> => {
  await press(page, page.getByRole('button', { name: 'New rule' }))
  const condition = page.getByRole('group', { name: 'Condition 1' })
  const subject = condition.getByRole('combobox', { name: 'What is checked' })
  const text = page.getByRole('textbox', { name: 'As text (JsonLogic)' })
  await expect(subject).toHaveValue('Amount of the transaction')
  await expect(subject).toHaveAccessibleDescription('event.amount')
  await fill(page, subject, 'payee 7 days mean')
  const found = page.getByRole('listbox', { name: 'Fields and features' }).getByRole('option')
  await expect(found.filter({ hasText: 'features.counterparty_mean_7d' })).toHaveText(
    /Mean amount of the payee in the last 7 days/u,
  )
  await expect(page.getByRole('group', { name: 'Payee (counterparty)' })).toBeVisible()
  await expect(subject).toHaveAttribute('aria-activedescendant', (await found.first().getAttribute('id')) ?? 'none')
  await sound(page, 'rule-fields')
  await page.keyboard.press('Enter')
  await expect(subject).toHaveValue('Mean amount of the payee in the last 7 days')
  await expect(subject).toHaveAccessibleDescription('features.counterparty_mean_7d')
  await expect(text).toHaveValue(/"feature":\s*\[\s*"counterparty_mean_7d"/u)
  await fill(page, subject, 'zebra')
  await page.keyboard.press('Escape')
  await expect(subject).toHaveValue('Mean amount of the payee in the last 7 days')
  // Leaving the field takes what is marked, as Enter does.
  await fill(page, subject, 'customer_count_1h')
  await expect(found.first()).toContainText('features.customer_count_1h')
  await page.keyboard.press('Tab')
  await expect(subject).toHaveValue('Transactions of the customer in the last hour')
  const limit = condition.getByRole('combobox', { name: /^Compared with/u })
  await fill(page, limit, '12')
  await page.keyboard.press('Enter')
  await expect(limit).toHaveAccessibleDescription('a number')
  await expect(text).toHaveValue(/"customer_count_1h"\s*\]\s*\},\s*12\s*\]/u)
  const also = page.getByRole('region', { name: /^Also read/u })
  await expect(also).toHaveCount(0)
  await fill(
    page,
    page.getByRole('textbox', { name: /^Reason/u }),
    '{features.customer_count_1h} payments, {features.terminal_frauds_7d} frauds at this terminal',
  )
  await expect(also.getByRole('listitem')).toHaveText([
    /Frauds of the terminal that became known in the last 7 days.*features\.terminal_frauds_7d/u,
  ])
  await tabTo(page, subject, 'Shift+Tab')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { selected: true })).toHaveText(/features\.customer_count_1h/u)
  await sound(page, 'rule-all-fields')
  await page.emulateMedia({ colorScheme: 'dark' })
  await sound(page, 'rule-all-fields-dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.keyboard.press('Escape')
  // What the institution tells besides has no list: its section is offered, and its name is written behind it.
  await fill(page, subject, 'metadata')
  await expect(found.first()).toContainText('Anything else of the metadata')
  await page.keyboard.press('Enter')
  await expect(subject).toHaveValue('metadata.')
  await page.keyboard.insertText('entry_mode')
  await expect(found.first()).toContainText('metadata.entry_mode')
  await page.keyboard.press('Enter')
  await expect(subject).toHaveValue('Metadata: entry mode')
  await expect(text).toHaveValue(/"var":\s*"metadata\.entry_mode"/u)
  await tabTo(page, condition.getByRole('button', { name: 'Remove the condition' }))
}

const model = async (page: Page): Promise<void> => {
  await goBy(page, 'l')
  await expect(page.getByRole('navigation', { name: 'Models' }).getByText('Active')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'What it looks at' })).toBeVisible()
  const share = page.getByRole('listitem').filter({ has: page.getByText('customer_amount_ratio_30d', { exact: true }) })
  await expect(share).toContainText('The amount beside the customer’s mean of 30 days')
  await sound(page, 'model')
}

const onnx = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Add a model file' }).click()
  const adding = dialog(page, 'Add a model file')
  await adding
    .locator('input[type="file"]')
    .setInputFiles({ name: 'theirs.onnx', mimeType: 'application/octet-stream', buffer: Buffer.from(smallOnnx()) })
  await adding.getByRole('textbox', { name: /^Name/u }).fill('Theirs')
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(adding.getByRole('alert')).toContainText('ONNX names no features')
  await adding.getByRole('textbox', { name: /^Features/u }).fill('amount, customer_count_1d')
  await sound(page, 'onnx')
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  await noDialog(page)
  await expect(page.getByRole('heading', { level: 2, name: /^Theirs/u })).toBeVisible()
  await expect(page.getByText('was counted with 240 transactions')).toBeVisible()
  await sound(page, 'model-of-onnx')
}

test('transactions are searched, read and marked; a customer, the rules and the model have their screens', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await signIn(opened)
  const taken = await api(page, 'POST', '/api/v1/transactions', { transactions: payments })
  expect(taken.status, JSON.stringify(taken.body)).toBeLessThan(300)
  await transactions(page)
  await customer(page)
  await fromOne(page)
  await rules(page)
  await together(page)
  await build(page)
  await model(page)
  await onnx(page)
})
