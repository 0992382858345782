import type { Page } from '@playwright/test'
import { laidDetection, layDetection } from './detection-answers.ts'
import { expect, signIn, test } from './steps.ts'

/** A hundred thousand alerts, walked by cursor: by keys that are held, and by hand. Rows come, the reader's row stays his, and little is asked for. */

const size = 100_000
const rowsOfPage = 100

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
    const rows = [...list.querySelectorAll('[role="row"][aria-rowindex]')].slice(1).filter((row) => row.getBoundingClientRect().bottom > frame.top && row.getBoundingClientRect().top < frame.bottom)
    return { rows: rows.length > 5, empty: rows.filter((row) => (row.textContent ?? '').trim() === '').length }
  })

const allRowsCame = (page: Page): Promise<void> => expect.poll(() => emptyInView(page)).toEqual({ rows: true, empty: 0 })

const atRow = (page: Page, row: number): Promise<void> => expect(active(page)).toHaveAttribute('aria-rowindex', String(row + 1))

test('a list of 100,000 alerts is walked by held keys and dragged by hand', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await layDetection(page, laidDetection(size, 2))
  await page.setViewportSize({ width: 1_440, height: 900 })
  await signIn(opened)
  const asked = watchRequests(page)
  await page.evaluate(() => void (window.location.hash = '/alerts'))
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

  // Dragged away, the reader's row stays a row: it has its words, is marked by a key, and the next key leads on from it.
  for (let turn = 0; turn < 12; turn += 1) {
    const known = await rowCount(page)
    await grid(page).evaluate((list) => void (list.scrollTop = list.scrollHeight))
    // The rows that were in view before the page has scrolled are no answer to the drag.
    await expect.poll(() => rowCount(page)).toBeGreaterThan(known)
    await allRowsCame(page)
  }
  expect(await rowCount(page)).toBeGreaterThan(10 * rowsOfPage)
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
  for (let turn = 0; turn < 3; turn += 1) {
    const reached = Number(await active(page).getAttribute('aria-rowindex'))
    await page.keyboard.press('End')
    await expect.poll(async () => Number(await active(page).getAttribute('aria-rowindex'))).toBeGreaterThan(reached)
    await allRowsCame(page)
    await expect(active(page)).toBeInViewport()
  }
  const walked = await rowCount(page)
  await page.keyboard.press('Home')
  await atRow(page, 1)
  await allRowsCame(page)
  await expect(grid(page)).toBeFocused()

  // Each page was asked for once, but for the looks whether the list still holds.
  expect(new Set(asked.pages).size).toBeLessThanOrEqual(walked / rowsOfPage + 1)
  expect(asked.pages.length).toBeLessThan(2 * new Set(asked.pages).size)
  expect(await grid(page).getByRole('row').count()).toBeLessThan(120)
})
