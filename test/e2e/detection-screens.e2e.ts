import type { Page } from '@playwright/test'
import { laidDetection, layDetection, type LaidDetection } from './detection-answers.ts'
import { goBy } from './keyboard.ts'
import { layAnswers } from './laid-answers.ts'
import { look, picture } from './looks.ts'
import type { OpenedServer } from './harness.ts'
import { api, dialog, expect, noDialog, show, signIn, test } from './steps.ts'

/**
 * The screens of detection over answers that a test lays before the window: many rows, long names, states that no short
 * run brings about.
 */

const grid = (page: Page) => page.getByRole('grid', { name: 'Alerts' })
const pane = (page: Page) => page.getByRole('complementary', { name: 'Alert' })
const active = (page: Page) => page.locator('[role="row"][data-active]')

const begin = async (opened: OpenedServer, laid: LaidDetection): Promise<void> => {
  await layDetection(opened.page, laid)
  await opened.page.setViewportSize({ width: 1_440, height: 900 })
  await signIn(opened)
}

const toAlerts = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: /^Alerts/ }).click()
  await expect(grid(page)).toHaveAttribute('aria-busy', 'false')
  await grid(page).focus()
}

test('100,000 alerts are triaged by keyboard: move, read why, dispose, take back, hand up', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page } = opened
  const laid = laidDetection(100_000, 14)
  await begin(opened, laid)
  await toAlerts(page)
  await expect(page.getByText('100,000 alerts')).toBeVisible()
  await expect(pane(page).getByRole('heading', { level: 2 })).toHaveText(
    'Five transfers to new payees within an hour of a password change',
  )
  await expect(
    pane(page)
      .getByRole('list', { name: /Reasons/ })
      .getByRole('listitem'),
  ).toHaveCount(5)
  await look(page, 'alerts')

  await page.keyboard.press('j')
  await expect(pane(page).getByRole('heading', { level: 2 })).toContainText('Köln-Mülheim')
  await expect(page).toHaveURL(/#\/alerts\/2$/)

  // One key ends it, the next alert takes its place, and one key takes it back by a step with a reason.
  await page.keyboard.press('p')
  await expect(page.getByText(/^False positive: Ungewöhnlich/)).toBeVisible()
  await expect(page).toHaveURL(/#\/alerts\/3$/)
  await page.keyboard.press('z')
  await expect
    .poll(() => laid.asked.at(-1)?.body)
    .toEqual({ status: 'in_review', notes: 'Undone at once: False positive was chosen by mistake.' })

  // Fraud says something of a person: it asks for words.
  await expect(pane(page).getByRole('heading', { level: 2 })).toContainText('دخول')
  await page.keyboard.press('f')
  await expect(dialog(page, 'Confirm as fraud').getByLabel('Rationale')).toBeFocused()
  await look(page, 'alert-fraud')
  await page.keyboard.type('The customer did not make these payments.')
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
  expect(laid.asked.at(-1)?.body).toEqual({
    status: 'confirmed',
    notes: 'The customer did not make these payments.',
    subject_role: 'victim',
  })

  await expect(page).toHaveURL(/#\/alerts\/4$/)
  await expect(pane(page).getByRole('heading', { level: 2 })).toContainText('短時間')
  await page.keyboard.press('e')
  await expect(dialog(page, 'Escalate the alert').getByLabel('Title')).toBeFocused()
  await expect(dialog(page, 'Escalate the alert').getByLabel('Description')).toHaveValue(
    /First payment to this counterparty/,
  )
  await look(page, 'alert-escalate')
  await page.keyboard.press('Escape')
  await noDialog(page)

  await page.keyboard.press('?')
  await expect(dialog(page, 'Keyboard shortcuts').getByText('Alert: False positive')).toBeVisible()
  await picture(page, 'alert-shortcuts')
  await page.keyboard.press('Escape')
  await noDialog(page)

  // Enter goes to the details, Escape comes back.
  await grid(page).focus()
  await page.keyboard.press('Enter')
  await expect(pane(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(grid(page)).toBeFocused()

  // The end, although nobody has walked to it: all but the one that was disposed of.
  await page.keyboard.press('End')
  await expect(active(page)).toHaveAttribute('aria-rowindex', '100000')
  await expect(page).toHaveURL(/#\/alerts\/100000$/)
  await look(page, 'alerts-end')
  expect(await page.locator('[role="row"]').count()).toBeLessThan(200)
})

test('what was ended can be taken back also where it leaves the list before the figures of its change have come', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await begin(opened, laidDetection(60, 14))
  await toAlerts(page)
  const figures = Promise.withResolvers<undefined>()
  await layAnswers(page, /\/api\/v1\/alerts\/stats$/u, async ({ pass }) => {
    await figures.promise
    await pass()
  })
  await page.keyboard.press('j')
  // The keys are those of the alert that is read.
  await expect(pane(page).getByRole('heading', { level: 2 })).toContainText('Köln-Mülheim')
  await page.keyboard.press('p')
  await expect(page).toHaveURL(/#\/alerts\/3$/)
  figures.resolve(undefined)
  await expect(page.getByText(/^False positive: Ungewöhnlich/)).toBeVisible()
})

test('an alert is decided where it is read; while alerts are selected the keys are for them', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page } = opened
  const laid = laidDetection(60, 14)
  await begin(opened, laid)
  await toAlerts(page)
  const awaited = pane(page).getByRole('region', { name: 'Awaits a person’s decision' })
  await expect(awaited.getByRole('note')).toContainText('You proposed this yourself.')
  await page.keyboard.press('j')
  await expect(awaited.getByRole('region', { name: 'Proposal' })).toContainText('Jörg Brandt proposes: Decline')
  await expect(awaited.getByRole('button')).toHaveText([/^Approve/, /^Refuse/])
  await page.keyboard.press('j')
  await expect(awaited.getByRole('button')).toHaveText([/^Approve/, /^Decline/, /^Challenge/, /^Escalate/])
  await look(page, 'alert-decide')
  await page.keyboard.press('x')
  await page.keyboard.press('3')
  await noDialog(page)
  await page.keyboard.press('x')
  await page.keyboard.press('3')
  await expect(dialog(page, 'Decide: Challenge').getByLabel('Reason')).toBeFocused()
  await page.keyboard.type('The payee is new.')
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
  expect(laid.asked.at(-1)).toMatchObject({
    path: '/v1/decisions',
    body: { alert_id: 3, outcome: 'challenge', reason: 'The payee is new.' },
  })
  await expect(grid(page)).toBeFocused()
})

test('of a long identifier that is written from right to left the beginning is shown', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await begin(opened, laidDetection(60, 3))
  await toAlerts(page)
  await page.setViewportSize({ width: 1_760, height: 900 })
  await expect(
    grid(page)
      .getByTitle(/محمد بن عبد الرحمن/)
      .first(),
  ).toHaveCSS('direction', 'rtl')
})

test('many alerts at once, an empty list, and a narrow window', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen()
  const { page } = opened
  const laid = laidDetection(60, 3)
  await begin(opened, laid)
  await toAlerts(page)
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByRole('toolbar', { name: 'Selected alerts' })).toContainText('3 selected')
  await page.keyboard.press('d')
  await expect(dialog(page, 'Dismiss 3 alerts').getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Control+Enter')
  const outcome = page.getByRole('list', { name: 'Outcome by alert' })
  await expect(outcome.getByRole('listitem')).toHaveCount(3)
  expect(laid.asked.at(-1)).toMatchObject({
    path: '/v1/bulk/alerts',
    body: {
      alerts: [
        { id: 1, revision: 0 },
        { id: 2, revision: 1 },
        { id: 3, revision: 2 },
      ],
      status: 'dismissed',
    },
  })
  await expect(outcome.getByRole('listitem').first()).toContainText('The alert was disposed of by Jörg Brandt.')
  await look(page, 'alerts-bulk')
  await page.keyboard.press('Escape')
  await noDialog(page)
  await expect(page.getByRole('toolbar', { name: 'Selected alerts' })).toContainText('1 selected')
  await page.setViewportSize({ width: 1_024, height: 680 })
  await look(page, 'alerts-narrow')
  await page.setViewportSize({ width: 1_440, height: 900 })
  laid.alerts = 0
  laid.moved.clear()
  await page.reload()
  await expect(page.getByText('No alert is waiting')).toBeVisible()
  await look(page, 'alerts-empty')
})

const panel = (page: Page) => page.getByRole('complementary', { name: 'Decision' })

test('the decision panel: what is needed, a proposal for a second person, and why nobody approves his own', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page } = opened
  const laid = laidDetection(60, 14)
  await begin(opened, laid)
  await goBy(page, 'w')
  const queue = page.getByRole('grid', { name: 'What awaits a decision' })
  await expect(queue).toHaveAttribute('aria-busy', 'false')
  await expect(panel(page).getByRole('note')).toContainText('You proposed this yourself.')
  await expect(panel(page).getByRole('group')).toHaveCount(0)
  await look(page, 'decision-own-proposal')

  await queue.focus()
  await page.keyboard.press('j')
  await expect(panel(page).getByRole('region', { name: 'Proposal' })).toContainText('Jörg Brandt proposes: Decline')
  await look(page, 'decision-second')
  await page.keyboard.press('n')
  await expect(dialog(page, 'Refuse the proposal').getByRole('button', { name: 'Refuse and seal' })).toBeDisabled()
  await expect(dialog(page, 'Refuse the proposal').getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await noDialog(page)
  await page.keyboard.press('y')
  await expect(dialog(page, 'Approve the proposal')).toContainText('the customer denies the transfer')
  await expect(dialog(page, 'Approve the proposal').getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
  expect(laid.asked.at(-1)?.path).toMatch(/second$/)
  expect(laid.asked.at(-1)?.body).toEqual({ verdict: 'approve' })

  await queue.focus()
  await page.keyboard.press('j')
  await expect(panel(page).getByRole('group', { name: 'What you can decide' }).getByRole('button')).toHaveCount(4)
  await look(page, 'decision')
  await page.keyboard.press('2')
  await expect(dialog(page, 'Decide: Decline')).toContainText('nothing takes effect until')
  await expect(dialog(page, 'Decide: Decline').getByLabel('Reason')).toBeFocused()
  await page.keyboard.type('The payee is a known mule.')
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
  expect(laid.asked.at(-1)).toMatchObject({
    path: '/v1/decisions',
    body: { alert_id: 3, outcome: 'decline', reason: 'The payee is a known mule.' },
  })

  // Its case by one key, and back to it.
  await queue.focus()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(page).toHaveURL(/#\/decisions\/alert%3A5$/)
  await page.keyboard.press('o')
  await expect(page).toHaveURL(/#\/cases\/17$/)
  await page.goBack()
  await expect(page).toHaveURL(/#\/decisions\/alert%3A5$/)

  await page.getByRole('link', { name: 'Decided' }).click()
  await expect(page.getByRole('grid', { name: 'What was decided' }).getByRole('row')).toHaveCount(4)
  await look(page, 'decisions-decided')
})

test('the figures say what they are made of, by keyboard too; a period without alerts says so', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page } = opened
  const laid = laidDetection(60, 3)
  await begin(opened, laid)
  await goBy(page, 'e')
  const precision = page.getByRole('group', { name: 'Precision', exact: true })
  await expect(precision).toContainText('34.1%')
  await expect(precision).toContainText('310 of 908')
  await look(page, 'effectiveness')
  await precision.getByRole('button', { name: 'What Precision means' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Precision')).toContainText('Confirmed alerts / (confirmed + false positives)')
  await look(page, 'effectiveness-definition')
  await page.keyboard.press('Escape')
  await noDialog(page)
  await page.getByRole('figure', { name: 'Open alerts by age' }).getByRole('button', { name: 'As a table' }).click()
  await expect(page.getByRole('row', { name: '> 7 d 0 12' })).toBeVisible()
  await page.getByRole('button', { name: 'Precision', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'Precision' })).toHaveAttribute('aria-sort', 'descending')
  laid.emptyFigures = true
  await page.getByRole('radio', { name: '7 days' }).press('Space')
  await expect(page.getByText(/No alert was raised in this period\. The backlog/)).toBeVisible()
  await expect(page).toHaveURL(/days=7/)
  await look(page, 'effectiveness-empty')
})

test('a screen that the service has no answer for keeps its name, and the reader stays in it', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await page.setViewportSize({ width: 1_280, height: 800 })
  await signIn(opened)
  const error = { code: 'internal', message: 'The service failed.', request_id: 'r-1' }
  await layAnswers(page, /\/api\/v1\/(rules|models|screening\/lists)/u, ({ answer }) =>
    answer({ success: false, error }, 500),
  )
  for (const [address, name] of [
    ['/rules', 'Rules'],
    ['/model', 'Model'],
    ['/lists', 'Lists'],
  ] as const) {
    await show(page, address)
    await expect(page.getByRole('main').getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.locator('nav :focus')).toHaveCount(0)
    await look(page, `failed-${name}`)
  }
})

test('in a window at twice its size nothing but lists is scrolled to sideways, and amounts keep their first digits', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen(['--sample'])
  const { page } = opened
  await signIn(opened)
  const amount = 9_973_999_999.99
  expect(
    (
      await api(page, 'POST', '/api/v1/transactions', {
        transaction_id: 'large',
        at: '2025-04-01T10:00:00Z',
        amount,
        currency: 'EUR',
        customer_id: 'C-1',
      })
    ).status,
  ).toBe(200)
  await page.setViewportSize({ width: 640, height: 400 })
  for (const address of ['/alerts', '/transactions', '/rules', '/model', '/customers/C-1', '/effectiveness']) {
    await show(page, address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect
      .soft(
        await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
        address,
      )
      .toBe(0)
  }
  await page.setViewportSize({ width: 1_280, height: 800 })
  await show(page, '/transactions')
  const shown = page.getByRole('grid', { name: 'Transactions' }).getByTitle('9,973,999,999.99 EUR')
  await expect(shown).toBeVisible()
  const cell = shown.locator('..')
  expect((await shown.boundingBox())?.x).toBeGreaterThanOrEqual((await cell.boundingBox())?.x ?? Infinity)
  expect(
    await page.getByRole('grid', { name: 'Transactions' }).evaluate((list) => list.scrollWidth - list.clientWidth),
  ).toBe(0)

  // Of an amount no digit is cut off, and whom one deals with is read without scrolling, also where money has many
  // digits.
  const rupiah = Array.from({ length: 6 }, (_, n) => ({
    transaction_id: `rupiah-${n}`,
    at: `2025-04-01T1${n}:00:00Z`,
    amount: 99_739_999_704.9,
    currency: 'IDR',
    customer_id: 'C-9',
    account_id: 'A-9',
    counterparty_id: 'PT Perdagangan Nusantara Sejahtera Abadi',
  }))
  expect((await api(page, 'POST', '/api/v1/transactions', { transactions: rupiah })).status).toBe(200)
  for (const address of ['/customers/C-9', '/customers/A-9?kind=account', '/entities/account/A-9']) {
    await show(page, address)
    const figure = page.locator('main dl dd', { hasText: '598,439,998,229' }).first()
    await expect(figure).toBeVisible()
    expect.soft(await figure.evaluate((one) => one.scrollWidth - one.clientWidth), address).toBe(0)
  }
  await show(page, '/customers/C-9')
  expect(
    await page.getByRole('group', { name: 'Deals with' }).evaluate((frame) => frame.scrollWidth - frame.clientWidth),
  ).toBe(0)
})

test('what stands for figures that are still coming is at the end of their column, as the figures are', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await begin(opened, laidDetection(5_000, 3))
  await toAlerts(page)
  const held = Promise.withResolvers<void>()
  await layAnswers(page, /\/api\/v1\/alerts\?/u, async ({ pass }) => {
    await held.promise
    await pass()
  })
  await grid(page).evaluate((list) => list.scrollTo(0, 60_000))
  const bone = page.locator('[role="row"] span[data-column="amount"]').first()
  await expect(bone).toBeVisible()
  const [own, cell] = [await bone.boundingBox(), await bone.locator('..').boundingBox()]
  expect.soft((cell?.x ?? 0) + (cell?.width ?? 0) - (own?.x ?? 0) - (own?.width ?? 0)).toBeCloseTo(8, 0)
  held.resolve()
})
