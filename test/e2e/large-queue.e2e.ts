import { fillCases } from '../bench/list.ts'
import { openRaw } from '../support/raw-database.ts'
import { expect, signIn, test } from './steps.ts'
import { copyWorkspace } from '../support/prepared-served.ts'

/** A hundred thousand cases in the queue: it opens, jumps to its end and back, and only what is in view exists. */

const size = 100_000

test('the queue scrolls to the last of 100,000 cases', async ({ scratch, openFolder }) => {
  const dataDir = `${scratch}/large`
  const workspace = await copyWorkspace(dataDir, [])
  const db = openRaw(dataDir, { readonly: true })
  const owner = db.prepare('select id, uid from users where login_name = ?').get(workspace.login_name) as {
    id: number
    uid: string
  }
  db.close()
  fillCases(dataDir, size, owner)
  const opened = await openFolder(dataDir)
  const { page } = opened
  await signIn({ ...opened, workspace })
  await expect(page.getByText('100,000 cases')).toBeVisible()
  const grid = page.getByRole('grid', { name: 'Cases' })
  await expect(grid).toHaveAttribute('aria-rowcount', String(size + 1))
  await grid.focus()
  await page.keyboard.press('End')
  const last = page.locator(`[role="row"][aria-rowindex="${size + 1}"]`)
  await expect(last).toContainText('Invented case')
  await expect(last).toBeInViewport()
  expect(await page.locator('[role="row"]').count()).toBeLessThan(200)

  // The wheel, screen by screen, from the top: rows come after it.
  await page.keyboard.press('Home')
  await expect(page.locator('[role="row"][aria-rowindex="2"]')).toContainText('Invented case')
  await grid.hover()
  await page.mouse.wheel(0, 200_000)
  const inView = page.locator('[role="row"][aria-rowindex]').filter({ hasText: 'Invented case' })
  // The row at hand stays a row, far above.
  await expect.poll(async () => Number(await inView.last().getAttribute('aria-rowindex'))).toBeGreaterThan(5_000)
  await expect
    .poll(() =>
      inView.evaluateAll((rows) =>
        rows.some((row) => {
          const { top, bottom } = row.getBoundingClientRect()
          return top >= 0 && bottom <= window.innerHeight && Number(row.getAttribute('aria-rowindex')) > 5_000
        }),
      ),
    )
    .toBe(true)
})
