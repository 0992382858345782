import { look } from './looks.ts'
import { dialog, expect, signIn, test } from './steps.ts'

/**
 * A day is typed and moved by keys; what is none says so where it stands, in a bar of filters of the smallest window
 * too.
 */

test('a day of a filter by keyboard: a day on, a month back, cleared, none, and one before the first', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page, served } = opened
  await page.setViewportSize({ width: 1024, height: 700 })
  await signIn(opened)
  await page.goto(`${served.url}/#/transactions`)
  const bar = page.getByRole('toolbar', { name: 'Filters of transactions' })
  const from = bar.getByRole('textbox', { name: /^From this day/u })
  const to = bar.getByRole('textbox', { name: /^Up to this day/u })
  await from.focus()
  await expect(from).toBeFocused()
  await page.keyboard.type('2026-1-31')
  await expect(page).toHaveURL(/from=2026-01-31/u)
  await page.keyboard.press('ArrowUp')
  await expect(from).toHaveValue('2026-02-01')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('PageUp')
  // February has no 31st.
  await expect(from).toHaveValue('2026-02-28')
  await page.keyboard.press('PageDown')
  await expect(from).toHaveValue('2026-01-28')
  await expect(page).toHaveURL(/from=2026-01-28/u)
  // The browser's calendar takes no key away from the field.
  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('Escape')
  await expect(from).toBeFocused()
  await expect(from).toHaveValue('2026-01-28')
  // The calendar has a button that clears.
  await bar.locator('input[type="date"]').first().fill('')
  await expect(from).toHaveValue('')
  await expect(page).not.toHaveURL(/from=/u)

  await from.focus()
  await expect(from).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('03/04/2026')
  await expect(page).not.toHaveURL(/from=/u)
  const none = bar.getByText('There is no such day: write it as 2026-11-21')
  const heightBefore = (await bar.boundingBox())?.height
  await expect(none).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(to).toBeFocused()
  await expect(none).toBeVisible()
  await look(page, 'day-none')
  // It is whole: the field beside it, which has the focus, does not lie over it, and the bar did not move.
  expect(
    await none.evaluate((words) => {
      const { left, right, top, bottom } = words.getBoundingClientRect()
      return [left + 4, right - 4].map((x) => document.elementFromPoint(x, (top + bottom) / 2) === words)
    }),
  ).toEqual([true, true])
  expect((await bar.boundingBox())?.height).toBe(heightBefore)
  await page.keyboard.press('Shift+Tab')
  await expect(from).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await expect(none).toHaveCount(0)

  await page.keyboard.type('2026-11-03')
  await page.keyboard.press('Tab')
  await expect(to).toBeFocused()
  await page.keyboard.type('2026-10-01')
  await page.keyboard.press('Tab')
  await expect(bar.getByText('Is before the first day')).toBeVisible()
  await expect(to).toHaveAttribute('aria-invalid', 'true')
  // The service was not asked for what it must refuse: the list says in words why it is empty.
  await expect(page.getByText('The last day is before the first, so nothing was searched.')).toBeVisible()
  await expect(page.getByText('must not lie after')).toHaveCount(0)
  const said = await bar.getByText('Is before the first day').boundingBox()
  expect((said?.x ?? 0) + (said?.width ?? 0)).toBeLessThan(1_024)
  await look(page, 'day-reversed')
  await page.keyboard.press('Shift+Tab')
  await expect(to).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('2026-11-03')
  await expect(page.getByText('The last day is before the first, so nothing was searched.')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Clear all' }).last()).toBeVisible()
})

test('the form of a training says beside each field why it cannot begin', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen()
  const { page, served } = opened
  await signIn(opened)
  await page.goto(`${served.url}/#/model`)
  await page.getByRole('button', { name: 'Train a model' }).press('Enter')
  const form = dialog(page, 'Train a model')
  await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('Card team')
  await form.getByRole('textbox', { name: 'Version' }).fill('1 + 2')
  await expect(form.getByText('must be 1 to 40 letters, digits, dots, dashes or underscores')).toBeVisible()
  await form.getByRole('textbox', { name: 'Version' }).fill('1')
  await form.getByRole('textbox', { name: 'Train from (UTC)' }).fill('2026-11-20')
  await form.getByRole('textbox', { name: 'up to' }).first().fill('2026-11-01')
  await expect(form.getByText('must not end before it begins')).toBeVisible()
  await expect(form.getByRole('button', { name: 'Train a model' })).toBeDisabled()
  await look(page, 'model-training')
  await form.getByRole('textbox', { name: 'up to' }).first().fill('2026-11-21')
  await expect(form.getByText('must not end before it begins')).toHaveCount(0)
  await expect(form.getByRole('button', { name: 'Train a model' })).toBeEnabled()
})
