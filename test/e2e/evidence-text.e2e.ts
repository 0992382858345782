import type { Locator, Page } from '@playwright/test'
import { pdfOf } from '../support/preview-files.ts'
import { acquireDialog, custody, dropFiles, openEvidence, pieces, sampleOf } from './evidence-steps.ts'
import { goBy } from './keyboard.ts'
import { look, picture } from './looks.ts'
import { entries, expect, noDialog, show, signIn, test } from './steps.ts'

/** Words are found in what stands in the evidence, by keyboard alone, and what is shown is sealed. */

const letter = sampleOf(
  'letter to Mr Møller.txt',
  'Dear Mr Møller,\n\nthe payment of 9,900.00 to the account in Zürich went out on Monday. The courier takes the rest.\n\nYours sincerely, A. Straße\n',
)
const chat = sampleOf(
  'chat.txt',
  Array.from(
    { length: 40 },
    (_, n) =>
      `10:${String(n).padStart(2, '0')} K: message ${n}, the courier waits. ${'We speak of it later. '.repeat(80)}`,
  ).join('\n\n'),
)
const noise = sampleOf('memory.bin', Buffer.from(Uint8Array.from({ length: 9_000 }, (_, n) => (n * 7_919) % 251)))

const results = (page: Page): Locator => page.getByRole('grid', { name: 'Passages found' })
/** The passages, and the ways to more, without the names of the pieces. */
const lines = (page: Page): Locator => results(page).locator('[aria-rowindex]')
const field = (page: Page): Locator => page.getByRole('textbox', { name: 'Words in the text, then Enter' })

const acquireAll = async (page: Page, files: Parameters<typeof dropFiles>[1]): Promise<void> => {
  await dropFiles(page, files)
  await expect(acquireDialog(page).getByLabel('Source', { exact: true })).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
  await expect(pieces(page)).toHaveAttribute('aria-rowcount', String(files.length + 1))
}

test('words are found in the text by keyboard alone, lead to the preview, and what is shown is sealed', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  await signIn(opened)
  const { page } = opened
  await openEvidence(page, 'Words in letters')
  await acquireAll(page, [letter, chat, noise])
  await page.keyboard.press('Shift+F')
  await expect(field(page)).toBeFocused()
  await expect(page.getByText('2 of 3 pieces read')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('1 cannot be read')).toBeVisible()
  await look(page, 'evidence-text-start')

  await page.keyboard.type('courier')
  await page.keyboard.press('Enter')
  await expect(results(page)).toBeFocused()
  await expect(results(page).locator('mark').first()).toHaveText('courier')
  await expect(lines(page)).toHaveCount(5)
  await page.getByRole('button', { name: 'Why' }).click()
  await expect(page.getByText(/this kind of file has no readable text/)).toBeVisible()
  await look(page, 'evidence-text-found')
  await page.getByRole('button', { name: 'Hide why' }).click()

  await results(page).focus()
  await page.keyboard.press('End')
  await page.keyboard.press('Home')
  const more = lines(page).filter({ hasText: 'More passages of chat.txt' })
  for (let n = 0; n < 5 && (await more.getAttribute('aria-selected')) !== 'true'; n++) await page.keyboard.press('j')
  await expect(more).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(lines(page)).toHaveCount(22)

  await page.keyboard.press('f')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('zurich payment')
  await page.keyboard.press('Enter')
  await expect(lines(page)).toHaveCount(1)
  await expect(results(page).locator('mark')).toHaveText(['payment', 'Zürich'])
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your look at this piece is sealed.')).toBeVisible()
  await expect(page.frameLocator('iframe').getByText('The courier takes the rest')).toBeVisible()
  // The search, which showed its passages once and again within ten minutes, and the preview.
  await expect((await custody(page)).filter({ hasText: 'was shown passages of it by a search' })).toHaveCount(1)
  await expect((await custody(page)).filter({ hasText: 'looked at it' })).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(results(page)).toBeFocused()
  await expect(lines(page)).toHaveCount(1)

  await page.keyboard.press('f')
  await page.keyboard.type('unicorn')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No results')).toBeVisible()
  await look(page, 'evidence-text-none')
  await goBy(page, 't')
  await expect(entries(page).filter({ hasText: 'looked at evidence' })).toHaveCount(3)
})

/** A dialog asks, and has the focus: a key before that goes nowhere. */
const asked = (page: Page): Promise<void> => expect(page.locator('[role="dialog"]:focus-within')).toBeVisible()

test('the text is dropped and read anew by whoever may write', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen()
  await signIn(opened)
  const { page } = opened
  await openEvidence(page, 'To be dropped')
  await acquireAll(page, [letter])
  await page.keyboard.press('Shift+F')
  await expect(page.getByText('1 of 1 piece read')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Drop the text' }).click()
  await asked(page)
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
  await expect(page.getByText('The text of this case was dropped.')).toBeVisible()
  await look(page, 'evidence-text-dropped')
  await page.getByRole('button', { name: 'Read the evidence' }).click()
  await asked(page)
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
  await expect(page.getByText('1 of 1 piece read')).toBeVisible({ timeout: 60_000 })
})

test('the preview of a PDF begins with the page that the address names', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen()
  await signIn(opened)
  const { page } = opened
  const id = await openEvidence(page, 'A statement of many pages')
  await acquireAll(page, [sampleOf('statement.pdf', Buffer.from(await pdfOf(12, 'http://127.0.0.1:9/')))])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'Details' })).toBeVisible()
  const piece = /evidence\/(\d+)/u.exec(page.url())?.[1] ?? ''
  await show(page, `/cases/${id}/evidence/${piece}?page=7`)
  await page.keyboard.press('o')
  await expect(page.frameLocator('iframe').getByRole('textbox', { name: 'Page' })).toHaveValue('7', { timeout: 30_000 })
  await picture(page, 'evidence-text-page')
})
