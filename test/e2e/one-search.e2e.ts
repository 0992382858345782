import type { Locator, Page } from '@playwright/test'
import { look, seriousFaults, still } from './looks.ts'
import { caseWithOverview } from './overview-data.ts'
import { addCase, api, expect, noDialog, queueReady, signIn, test } from './steps.ts'

/** Everything that can be opened is found by typing, with why it was found, by keyboard alone. */

const title = 'Salaries that left the same day'

const field = (page: Page): Locator => page.getByRole('combobox', { name: 'Search, or type a command' })
const group = (page: Page, name: string): Locator => page.getByRole('dialog').getByRole('group', { name, exact: true })
const active = (page: Page): Locator => page.getByRole('option', { selected: true })
const count = (page: Page): Locator => page.getByRole('dialog').getByRole('status')

const search = async (page: Page, text: string): Promise<void> => {
  await page.keyboard.press('/')
  await expect(field(page)).toBeFocused()
  await page.keyboard.insertText(text)
  await expect(count(page)).toHaveText(/^\d+ results?(, and more)?$/)
}

/** Moves down until a line is chosen. */
const choose = async (page: Page, line: Locator): Promise<void> => {
  await expect(line).toBeVisible()
  for (let n = 0; n < 40 && (await line.getAttribute('aria-selected')) !== 'true'; n += 1)
    await page.keyboard.press('ArrowDown')
  await expect(line).toHaveAttribute('aria-selected', 'true')
  await expect(field(page)).toHaveAttribute('aria-activedescendant', (await line.getAttribute('id')) ?? '')
}

test('a number, a name and words lead to what they name, with why, by keyboard alone', async ({ serveAndOpen }) => {
  test.setTimeout(240_000)
  const opened = await serveAndOpen()
  const { page } = opened
  await signIn(opened)
  await page.setViewportSize({ width: 1440, height: 900 })
  await caseWithOverview(page, title)
  const many = Array.from({ length: 7 }, (_, n) => n)
  for (const n of many) await addCase(page, `شركة النور للتجارة ${n}`)

  // The customer, the alert and the case that are about them.
  await search(page, '4711')
  await expect(group(page, 'Customers, accounts and others').getByRole('option').first()).toContainText('Anton Draht')
  await expect(active(page)).toContainText('4711')
  await expect(active(page)).toContainText('undecided hit')
  await expect(group(page, 'Alerts').getByRole('option').first()).toContainText('Names customer')
  await expect(group(page, 'Cases')).toContainText(title)
  await expect(group(page, 'Transactions').getByRole('option')).toHaveCount(6)
  for (const width of [1440, 1280]) {
    await page.setViewportSize({ width, height: width === 1440 ? 900 : 720 })
    await still(page)
    await look(page, `one-search-number-${width}`)
  }
  await choose(page, group(page, 'Alerts').getByRole('option').first())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/alerts\/\d+$/)
  await noDialog(page)

  // All transactions of the customer, by the last line of their group.
  await search(page, '4711')
  await choose(page, group(page, 'Transactions').getByRole('option', { name: /list of transactions/ }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/transactions\?customer_id=4711$/)

  // A name in the register and on a list, in one answer; the words are marked.
  await search(page, 'draht')
  await expect(group(page, 'Customers, accounts and others').locator('mark').first()).toHaveText(/draht/i)
  await expect(group(page, 'Entries of lists')).toContainText('UN consolidated list')
  await look(page, 'one-search-name')
  await page.keyboard.press('Escape')
  await noDialog(page)

  // A word that only the text of a piece has: the search of that case shows the passage, and seals the look.
  await expect(async () => {
    await page.keyboard.press('Escape')
    await search(page, 'saw twice')
    await expect(group(page, 'In the text of evidence')).toContainText('call-with-branch.txt', { timeout: 1_000 })
  }).toPass({ timeout: 60_000 })
  await expect(group(page, 'In the text of evidence')).toContainText('All words are in its text')
  await look(page, 'one-search-text')
  await choose(page, group(page, 'In the text of evidence').getByRole('option').first())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/evidence\?in=text&words=saw\+twice$/)
  await expect(page.getByRole('grid', { name: 'Passages found' }).locator('mark').first()).toBeVisible()

  // Words from right to left, more of them than are shown.
  await search(page, 'النور')
  await expect(group(page, 'Cases').getByRole('option')).toHaveCount(6)
  await look(page, 'one-search-right-to-left')
  await choose(page, group(page, 'Cases').getByRole('option', { name: /list of cases/ }))
  await page.keyboard.press('Enter')
  await queueReady(page)
  await expect(page.getByRole('textbox', { name: 'Filter cases' })).toHaveValue('النور')
  await expect(page.getByRole('grid', { name: 'Cases' })).toHaveAttribute('aria-rowcount', '8')
})

test('what was shown stays until the next answer is there, Enter takes none that is older, and nothing breaks it', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await signIn(opened)
  const first = await addCase(page, 'Gazelle and courier')
  const second = await addCase(page, 'Gazelle alone')
  await page.evaluate(() => document.getElementById('queue-filter')?.focus())
  // Of the field that one types in the key is a letter.
  await page.keyboard.press('/')
  await noDialog(page)
  await expect(page.getByRole('textbox', { name: 'Filter cases' })).toHaveValue('/')
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.insertText('gazelle')
  await expect(group(page, 'Cases').getByRole('option')).toHaveCount(2)

  let answer = (): void => undefined
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/v1/search?*', async (route) => {
    await held
    await route.continue()
  })
  await page.keyboard.insertText(' courier')
  await expect(count(page)).toHaveText('Searching…')
  await expect(group(page, 'Cases').getByRole('option')).toHaveCount(2)
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  answer()
  await expect(page).toHaveURL(new RegExp(`#/cases/${first}$`))
  await page.unroute('**/v1/search?*')

  await search(page, 'gazelle alone')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`#/cases/${second}$`))

  await page.keyboard.press('/')
  for (const text of ['"', '*', 'OR', 'NEAR(', '😀', '\\', '%', 'gazelle OR "courier', 'x'.repeat(600)]) {
    await field(page).fill(text)
    await expect(count(page)).not.toHaveText('Searching…')
    await expect(page.getByText('The search did not answer')).toHaveCount(0)
  }
  await expect(field(page)).toHaveValue('x'.repeat(500))
  await expect(page.getByRole('dialog').getByText('No results for')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await field(page).fill('§')
  await expect(page.getByRole('dialog').getByText('Type two characters or more.')).toBeVisible()
  // What is pasted may hold what no line of text does.
  await field(page).fill('gaz\u202e\tx')
  await expect(page.getByRole('dialog').getByText('No results for')).toBeVisible()
  await field(page).fill('\u200b\u200b\u200b')
  await expect(page.getByText('The search did not answer')).toHaveCount(0)
  await field(page).fill('nobody has ever typed this')
  await expect(page.getByRole('dialog').getByText('Check the spelling')).toBeVisible()
  await look(page, 'one-search-none')

  // A command runs from the same list, and the key is in the help with the one that filters the queue.
  await field(page).fill('keyboard shortcuts')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Search everything')
  await page.keyboard.press('Escape')
  expect((await api(page, 'GET', '/api/v1/search?q=gazelle')).status).toBe(200)
})
