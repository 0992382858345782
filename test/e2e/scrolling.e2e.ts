import type { Page, Route } from '@playwright/test'
import type { TransactionItem } from '../../shared/api/transactions.ts'
import { laidDetection, layDetection } from './detection-answers.ts'
import { expect, show, signIn, test } from './steps.ts'

/**
 * A hundred thousand alerts, walked by cursor: by keys that are held, and by hand. Rows come, the reader's row stays
 * his, and little is asked for.
 */

const size = 100_000

/** What the window asks for: pages of the list, and single alerts. */
const watchRequests = (page: Page): { readonly pages: string[]; readonly alerts: string[] } => {
  const seen = { pages: [] as string[], alerts: [] as string[] }
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.endsWith('/v1/alerts')) seen.pages.push(search)
    else if (/\/v1\/alerts\/\d+$/u.test(pathname)) seen.alerts.push(pathname)
  })
  return seen
}

const grid = (page: Page) => page.getByRole('grid', { name: 'Alerts' })
const active = (page: Page) => grid(page).locator('[data-active]')

/** The rows that the list knows of so far, its head among them. */
const rowCount = async (page: Page): Promise<number> => Number(await grid(page).getAttribute('aria-rowcount'))

/** Rows in view that have nothing in them, and whether there are rows in view at all. */
const emptyInView = (page: Page): Promise<{ readonly rows: boolean; readonly empty: number }> =>
  grid(page).evaluate((list) => {
    const frame = list.getBoundingClientRect()
    const rows = [...list.querySelectorAll('[role="row"][aria-rowindex]')]
      .slice(1)
      .filter((row) => row.getBoundingClientRect().bottom > frame.top && row.getBoundingClientRect().top < frame.bottom)
    return { rows: rows.length > 5, empty: rows.filter((row) => (row.textContent ?? '').trim() === '').length }
  })

/** Drags the scroll bar down to a share of its way. */
const drag = (page: Page, share: number): Promise<void> =>
  grid(page).evaluate((list, to) => void (list.scrollTop = list.scrollHeight * to), share)

/** The number of the last row in view. */
const lastInView = (page: Page): Promise<number> =>
  grid(page).evaluate((list) =>
    Math.max(
      ...[...list.querySelectorAll('[role="row"][aria-rowindex]')]
        .filter((row) => row.getBoundingClientRect().top < list.getBoundingClientRect().bottom)
        .map((row) => Number(row.getAttribute('aria-rowindex')) - 1),
    ),
  )

const allRowsCame = (page: Page): Promise<void> =>
  expect.poll(() => emptyInView(page)).toEqual({ rows: true, empty: 0 })

const atRow = (page: Page, row: number): Promise<void> =>
  expect(active(page)).toHaveAttribute('aria-rowindex', String(row + 1))

test('a list of 100,000 alerts is walked by held keys and dragged by hand', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await layDetection(page, laidDetection(size, 2))
  await page.setViewportSize({ width: 1_440, height: 900 })
  await signIn(opened)
  const asked = watchRequests(page)
  await show(page, '/alerts')
  await expect(grid(page)).toHaveAttribute('aria-busy', 'false')
  await grid(page).focus()
  await atRow(page, 1)

  // A key that is held is followed at its beginning and its end, not at each row.
  const steps = 60
  const before = asked.alerts.length
  // A key that is held repeats whether or not the page has followed.
  await Promise.all(Array.from({ length: steps }, () => page.keyboard.down('ArrowDown')))
  await page.keyboard.up('ArrowDown')
  await atRow(page, steps + 1)
  await expect(page).toHaveURL(new RegExp(`/alerts/${steps + 1}$`, 'u'))
  await expect(page.getByRole('complementary', { name: 'Alert' }).getByRole('heading', { level: 2 })).toBeVisible()
  expect(asked.alerts.length - before).toBeLessThan(steps / 3)
  expect(asked.alerts.at(-1)).toMatch(new RegExp(`/alerts/${steps + 1}$`, 'u'))

  // Whoever looks past the first rows sees by the scroll bar how far the list goes, and drags it to wherever he wants.
  await drag(page, 1)
  await expect.poll(() => rowCount(page)).toBe(size + 1)
  for (const share of [0.5, 0.9, 1]) {
    await drag(page, share)
    await expect.poll(() => lastInView(page)).toBeGreaterThan(share * size - 60)
    await allRowsCame(page)
  }
  expect(await lastInView(page)).toBe(size)

  // Dragged away, the reader's row stays a row: it has its words, is marked by a key, and the next key leads on from
  // it.
  await expect(grid(page)).toBeFocused()
  await atRow(page, steps + 1)
  await expect(active(page)).not.toHaveText('')
  await page.keyboard.press('x')
  await expect(page.getByRole('toolbar', { name: 'Selected alerts' })).toContainText('1 selected')
  await page.keyboard.press('ArrowDown')
  await atRow(page, steps + 2)
  await expect(active(page)).toBeInViewport()
  await allRowsCame(page)
  await page.keyboard.press('Escape')

  for (let step = 0; step < 40; step += 1) await page.keyboard.down('PageDown')
  await page.keyboard.up('PageDown')
  await allRowsCame(page)
  await expect(active(page)).toBeInViewport()
  await page.keyboard.press('End')
  await atRow(page, size)
  await expect(page).toHaveURL(new RegExp(`/alerts/${size}$`, 'u'))
  // What the columns hold is said wherever the reader is.
  await expect(grid(page).getByRole('columnheader', { name: 'Score' })).toBeInViewport()
  for (const key of ['PageUp', 'ArrowUp', 'ArrowDown', 'PageDown']) {
    await page.keyboard.press(key)
    await allRowsCame(page)
    await expect(active(page)).toBeInViewport()
  }
  await atRow(page, size)
  await page.keyboard.press('Home')
  await atRow(page, 1)
  await allRowsCame(page)
  await expect(grid(page)).toBeFocused()

  // Nothing is walked that nobody looks at, and each page was asked for once, but for the looks whether the list still
  // holds.
  expect(new Set(asked.pages).size).toBeLessThan(60)
  expect(asked.pages.length).toBeLessThan(2 * new Set(asked.pages).size)
  expect(await grid(page).getByRole('row').count()).toBeLessThan(120)
})

const rareTransaction: TransactionItem = {
  transaction_id: 'T-RARE',
  event_type: 'transfer',
  at: '2026-02-01T10:00:00.000+00:00',
  amount: 18_420.5,
  currency: 'EUR',
  customer_id: 'C-7',
  account_id: null,
  counterparty_id: null,
  device_id: null,
  ip: null,
  terminal_id: null,
  channel: null,
  country: null,
  score: 0.91,
  risk_level: 'high',
  recommended_action: 'review',
  signals: [],
  label: null,
}

test('a transaction that is found is shown while the others are looked for', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await signIn(opened)
  // The service looks at so many transactions a request: what few pass comes in many short answers.
  const held: Route[] = []
  await page.route('**/v1/transactions?*', (route) => {
    const after = new URL(route.request().url()).searchParams.get('cursor')
    if (after === '2') return void held.push(route)
    return route.fulfill({
      json:
        after === null
          ? { success: true, data: [], next: '3', skipped: 0 }
          : { success: true, data: [rareTransaction], next: '2', skipped: 0 },
    })
  })
  await show(page, '/transactions?min_amount=18000')
  const list = page.getByRole('grid', { name: 'Transactions' })
  await expect(list.getByRole('row').filter({ hasText: '18,420.50' })).toHaveCount(1)
  await expect(list).toHaveAttribute('aria-rowcount', '3')
  expect(held).not.toHaveLength(0)
  await expect(page.getByText(/More than .* transactions/u)).toHaveCount(0)

  for (const route of held.splice(0))
    await route.fulfill({
      json: {
        success: true,
        data: [{ ...rareTransaction, transaction_id: 'T-OLDER', at: '2026-01-01T10:00:00.000+00:00', amount: 19_000 }],
        next: null,
        skipped: 0,
      },
    })
  await expect(list.getByRole('row').filter({ hasText: '19,000.00' })).toHaveCount(1)
  await expect(list.getByRole('row')).toHaveCount(3)
  await expect(page.getByText('2 transactions')).toBeVisible()
})
