import type { Page } from '@playwright/test'
import { goBy } from './keyboard.ts'
import { picture, seriousFaults } from './looks.ts'
import {
  addPerson,
  api,
  dialog,
  entries,
  expect,
  importFile,
  noDialog,
  openSignIn,
  queueReady,
  showTimeline,
  signIn,
  signInAs,
  test,
} from './steps.ts'

/**
 * Detection from a file to the figures: transactions come in, an alert and a case appear, it is triaged by keyboard and
 * decided by two people.
 */

const day = (n: number): string => new Date(Date.UTC(2026, 4, 1) + n * 86_400_000).toISOString().slice(0, 10)

/**
 * Thirty quiet days of three customers; then one of them sends five large amounts to payees never seen, within an hour.
 * One row comes twice, one says no time.
 */
const rows = [
  'Transaction ID,Timestamp,Amount,Currency,Customer ID,Account ID,Counterparty ID',
  ...Array.from(
    { length: 90 },
    (_, n) => `Q-${n},${day(Math.floor(n / 3))} 10:0${n % 3}:00,${20 + n},EUR,C-${n % 3},A-${n % 3},SHOP-${n % 4}`,
  ),
  ...Array.from({ length: 5 }, (_, n) => `F-${n},${day(30)} 03:1${n}:00,9${n}00,EUR,C-1,A-1,MULE-${n}`),
  `Q-0,${day(0)} 10:00:00,20,EUR,C-0,A-0,SHOP-0`,
  'Q-90,the day before,20,EUR,C-0,A-0,SHOP-0',
]
const file = { name: 'transactions-2026-05.csv', mimeType: 'text/csv', buffer: Buffer.from(`${rows.join('\n')}\n`) }

/** The institution's own rule: what is above five thousand is blocked until a person has decided. */
const rule = {
  key: 'large_amount',
  name: 'Large amount',
  why: 'Accounts that were taken over are emptied in few large transfers.',
  logic: { '>': [{ var: 'event.amount' }, 5_000] },
  signal: 'large_amount',
  weight: 0.95,
  action: 'block',
  reason: 'An amount of {event.amount} {event.currency}, above five thousand.',
}

const supervisor = {
  login_name: 'j.brandt',
  name: 'Jörg Brandt',
  role: 'supervisor',
  password: 'a long enough password',
}

const grid = (page: Page) => page.getByRole('grid', { name: 'Alerts' })
const pane = (page: Page) => page.getByRole('complementary', { name: 'Alert' })
const panel = (page: Page) => page.getByRole('complementary', { name: 'Decision' })
const count = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) })
    .locator('dd')
const figure = (page: Page, name: string) => page.getByRole('group', { name, exact: true })

const sound = async (page: Page, name: string): Promise<void> => {
  expect.soft(await seriousFaults(page), name).toEqual([])
  await picture(page, `detection-${name}`)
}

/** The answer's data; the call must have succeeded. */
const done = async (page: Page, method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
  const answer = await api(page, method, path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return (answer.body as { data: Record<string, unknown> }).data
}

/** A rule in force, four eyes for declining, and a second person. */
const prepare = async (page: Page): Promise<void> => {
  const written = (await done(page, 'POST', '/api/v1/rules', rule)) as { versions: readonly { content_id: string }[] }
  await done(page, 'POST', '/api/v1/rules/large_amount/move', {
    content_id: written.versions[0]?.content_id,
    to: 'live',
  })
  const policy = (await done(page, 'GET', '/api/v1/detection/policy')) as { decisions: object }
  await done(page, 'PUT', '/api/v1/detection/policy', {
    ...policy,
    decisions: { ...policy.decisions, four_eyes: { outcomes: ['decline'], from_level: 'low' } },
  })
  await addPerson(page, supervisor)
}

const importPayments = async (page: Page): Promise<void> => {
  await importFile(page, 'Transactions', file)
  await expect(page.getByRole('combobox', { name: 'Field for the column Account ID' })).toHaveValue('Account')
  await sound(page, 'import')
  await expect(page.getByRole('button', { name: /^Import \d/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Check without importing' }).click()
  await expect(page.getByRole('heading', { name: 'What would happen' })).toBeVisible()
  await expect(count(page, 'would be imported')).toHaveText('95')
  await expect(count(page, 'repeated in the file')).toHaveText('1')
  await expect(count(page, 'rejected')).toHaveText('1')
  await expect(
    page.getByRole('region', { name: 'Problems' }).getByRole('row', { name: /^Timestamp .*98\b/u }),
  ).toBeVisible()
  expect(await done(page, 'GET', '/api/v1/transactions')).toEqual([])
  await page.getByRole('textbox', { name: 'Currency' }).fill('EUR')
  await expect(page.getByText('The settings have changed since this dry run.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Import \d/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Check again' }).click()
  await sound(page, 'checked')
  await page.getByRole('button', { name: 'Import 95 transactions' }).click()
  await expect(page.getByRole('heading', { name: 'Import finished' })).toBeVisible()
  await expect(count(page, 'imported')).toHaveText('95')
  await sound(page, 'imported')
}

/** The alert is there by itself, says why, and stands in a case that opened itself. */
const alertAndCase = async (page: Page): Promise<void> => {
  await goBy(page, 'a')
  await expect(grid(page)).toHaveAttribute('aria-busy', 'false')
  await expect(grid(page).getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('link', { name: /^Alerts\s*1$/ })).toBeVisible()
  await expect(pane(page).getByRole('list', { name: /Reasons/ })).toContainText('above five thousand')
  await sound(page, 'alert')
  await page.keyboard.press('o')
  await expect(page).toHaveURL(/#\/cases\/\d+$/)
  await expect(page.getByRole('list', { name: 'Alerts' }).getByRole('listitem')).toHaveCount(1)
  await showTimeline(page)
  await expect(entries(page).filter({ hasText: 'added an alert to the case' })).toHaveCount(1)
  // What was opened by policy is nowhere said to have been opened by whoever started the import.
  await expect(
    page.getByRole('term').filter({ hasText: 'Opened' }).locator('xpath=following-sibling::dd[1]'),
  ).toContainText('by detection policy 1, in an import started by Ada Morgan')
  await sound(page, 'case')
}

/** Taken, looked at, and a decision proposed: whoever proposed it is told why it waits for another. */
const proposeDecline = async (page: Page): Promise<void> => {
  await goBy(page, 'a')
  await expect(pane(page).getByRole('heading', { level: 2 })).toBeVisible()
  await page.keyboard.press('t')
  await expect(
    pane(page).getByRole('term').filter({ hasText: 'Assigned to' }).locator('xpath=following-sibling::dd[1]'),
  ).toContainText('Ada Morgan')
  await page.keyboard.press('s')
  await expect(pane(page).getByText('In review').first()).toBeVisible()
  await goBy(page, 'w')
  await expect(panel(page).getByRole('group', { name: 'What you can decide' })).toContainText('Needs a second person')
  await page.keyboard.press('2')
  await expect(dialog(page, 'Decide: Decline').getByLabel('Reason')).toBeFocused()
  await page.keyboard.type('The customer knows none of the five payees.')
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
  await expect(panel(page).getByRole('note')).toContainText('You proposed this yourself.')
  await sound(page, 'proposed')
}

const figuresBefore = async (page: Page): Promise<void> => {
  await goBy(page, 'e')
  await expect(count(page, 'Raised')).toHaveText('1')
  await expect(count(page, 'Confirmed')).toHaveText('0')
  await expect(figure(page, 'Precision')).toContainText('0 of 0')
  await sound(page, 'figures-before')
}

const approveAndConfirm = async (page: Page): Promise<void> => {
  await goBy(page, 'w')
  await expect(panel(page).getByRole('region', { name: 'Proposal' })).toContainText('Ada Morgan proposes: Decline')
  await page.keyboard.press('y')
  await expect(dialog(page, 'Approve the proposal')).toContainText('none of the five payees')
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
  await expect(page.getByText('Nothing awaits a decision')).toBeVisible()
  await goBy(page, 'a')
  await expect(pane(page).getByRole('heading', { level: 2 })).toBeVisible()
  await page.keyboard.press('f')
  await expect(dialog(page, 'Confirm as fraud').getByLabel('Rationale')).toBeFocused()
  await page.keyboard.type('Five mule accounts; the device was not the customer’s.')
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
  await expect(page.getByText('No alert is waiting')).toBeVisible()
}

test('a file of transactions becomes an alert, a case, a decision of two people, and a figure', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await signIn(opened)
  await prepare(page)
  await importPayments(page)
  await alertAndCase(page)
  await proposeDecline(page)
  await figuresBefore(page)

  // The second person, in a browser that knows nothing of the first.
  await page.context().clearCookies()
  await page.goto('about:blank')
  await openSignIn(opened)
  await signInAs(page, supervisor.login_name, supervisor.password)
  await queueReady(page)
  await approveAndConfirm(page)
  await goBy(page, 'e')
  await expect(figure(page, 'Precision')).toContainText('1 of 1')
  await expect(figure(page, 'Precision')).toContainText('1 of 1')
  await expect(figure(page, 'Precision')).toContainText('fewer than ten: no percentage')
  await expect(count(page, 'Confirmed')).toHaveText('1')
  await sound(page, 'figures-after')
})
