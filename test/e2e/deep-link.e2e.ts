import { laidDetection, layDetection } from './detection-answers.ts'
import { layAnswers } from './laid-answers.ts'
import { look } from './looks.ts'
import { expect, show, signIn, test } from './steps.ts'

/** An address that names something which is not in the list beside it: no other row passes for it. */

test('an alert that does not exist is said to be none, and no row of another is marked; the keys lead into the list', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await layDetection(page, laidDetection(40, 2))
  // Of this one the service itself is asked.
  await layAnswers(page, /\/alerts\/999999$/u, async ({ fetch, answer }) => {
    const response = await fetch()
    await answer(await response.json(), response.status())
  })
  await signIn(opened)
  await show(page, '/alerts/999999')
  const grid = page.getByRole('grid', { name: 'Alerts' })
  const pane = page.getByRole('complementary', { name: 'Alert' })
  await expect(pane.getByText('There is no alert 999999 here')).toBeVisible()
  await expect(grid).toHaveAttribute('aria-busy', 'false')
  await expect(grid.locator('[data-active]')).toHaveCount(0)
  await expect(grid).not.toHaveAttribute('aria-activedescendant')
  await look(page, 'alert-gone')

  await pane.getByRole('button', { name: 'Go to the list' }).press('Enter')
  await expect(grid).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(grid.locator('[data-active]')).toHaveAttribute('aria-rowindex', '2')
  await expect(page).not.toHaveURL(/999999/)
  await expect(pane.getByRole('heading', { level: 2 })).toBeVisible()
})

test('an alert beyond the rows that are loaded is shown, and none of those passes for it', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await layDetection(page, laidDetection(250, 2))
  await signIn(opened)
  await show(page, '/alerts/240')
  const grid = page.getByRole('grid', { name: 'Alerts' })
  await expect(page.getByRole('complementary', { name: 'Alert' }).getByRole('heading', { level: 2 })).toBeVisible()
  await expect(grid).toHaveAttribute('aria-busy', 'false')
  await expect(grid.locator('[data-active]')).toHaveCount(0)
  await grid.focus()
  await page.keyboard.press('x')
  await expect(page.getByRole('toolbar', { name: 'Selected alerts' })).toHaveCount(0)
  await expect(grid.locator('[data-active]')).toHaveAttribute('aria-rowindex', '2')
})
