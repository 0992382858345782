import type { Locator, Page } from '@playwright/test'
import { look } from './looks.ts'
import { addPerson, api, dialog, expect, noDialog, signIn, test } from './steps.ts'

/**
 * A report from a case: drafted from its facts, written by keyboard, submitted, exported, with what is missing beside
 * it.
 */

const form = (page: Page) => page.getByRole('region', { name: 'Narrative' })
const side = (page: Page) => page.getByRole('complementary', { name: 'Completeness' })

const supervisor = {
  login_name: 'j.brandt',
  name: 'Jörg Brandt',
  role: 'supervisor',
  password: 'a long enough password',
}

const data = async (page: Page, method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
  const answer = await api(page, method, path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return (answer.body as { data: Record<string, unknown> }).data
}

test('a report is drafted from the facts of a case, each sentence with its source, written on by keyboard and submitted', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await page.setViewportSize({ width: 1_440, height: 900 })
  await signIn(opened)
  await addPerson(page, supervisor)
  const made = await data(page, 'POST', '/api/v1/cases', {
    title: 'Deposits just under the limit',
    description: 'What was seen.',
    priority: 'high',
    related_customer_id: 4711,
  })
  await data(page, 'POST', `/api/v1/cases/${String(made['id'])}/notes`, {
    text: 'The teller saw the same person twice.',
  })
  await page.goto(`${page.url().split('#')[0] ?? ''}#/cases/${String(made['id'])}`)
  await expect(page.getByText(String(made['case_number'])).first()).toBeVisible()

  await page.keyboard.press('Shift+W')
  await expect(page.getByRole('button', { name: 'Write a case report' })).toBeVisible()
  await page.keyboard.press('Shift+C')
  await expect(form(page).getByRole('textbox', { name: 'Sentence 1' })).toHaveValue(/was opened on/)
  await expect(form(page).getByText('From the facts').first()).toBeVisible()
  await expect(side(page).getByText('No sentence answers “why”.')).toBeVisible()
  await look(page, 'report-editor')

  // A sentence that a person writes is marked as such; it answers a question by a key on its mark.
  await form(page).getByRole('textbox', { name: 'Sentence 1' }).focus()
  await page.keyboard.press('Control+Enter')
  await expect(form(page).getByRole('textbox', { name: 'Sentence 2' })).toBeFocused()
  await page.keyboard.insertText('The deposits stayed under the limit on purpose. '.repeat(40))
  await expect(form(page).getByText('Written by hand')).toBeVisible()
  await form(page).getByRole('listitem').nth(1).getByRole('button', { name: 'Why', exact: true }).press('Enter')
  await expect(side(page).getByText('No sentence answers “why”.')).toBeHidden()
  await page.keyboard.press('Control+s')
  await expect(page.getByText('A version was sealed into the case.')).toBeVisible()
  await expect(side(page).getByText('Version 2 saved')).toBeVisible()

  await page.locator('h2').first().click()
  await page.keyboard.press('p')
  await expect(dialog(page, 'Preview').getByText('written by hand')).toBeVisible()
  await look(page, 'report-preview')
  await page.keyboard.press('Escape')
  await noDialog(page)

  await page.keyboard.press('Shift+S')
  await expect(dialog(page, 'Submit for review').getByLabel('Note')).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
  await expect(page.getByText('In review').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('grid', { name: 'Reports' })).toHaveAttribute('aria-busy', 'false')
  await expect(page.getByRole('row').filter({ hasText: 'Deposits just under the limit' })).toBeVisible()
  await look(page, 'report-list')

  await page
    .getByRole('navigation', { name: 'What is shown' })
    .getByRole('link', { name: 'KPI reports' })
    .press('Enter')
  await page.getByLabel('From').fill('2026-11-01')
  await page.getByLabel('To, this day included').fill('2026-10-20')
  await expect(page.getByText('Both days are required, and the last must not be before the first.')).toBeVisible()
  await page.getByLabel('To, this day included').fill('2026-11-20')
  await page.getByRole('button', { name: 'Make a KPI report' }).press('Enter')
  await expect(page.getByRole('cell', { name: '2026-11-01 to 2026-11-20 UTC' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'CSV' })).toBeVisible()
  await look(page, 'report-kpi')
})

const written = (count: number): readonly object[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `w${index}`,
    text: `On 2026-11-02 the customer paid in 9,800 USD at counter ${index}, just under the limit, and left before the teller could ask.`,
    origin: 'written',
    sources: [],
    answers: ['what', 'when'],
    paragraph: false,
  }))

const layoutsOf = async (page: Page, act: () => Promise<void>): Promise<number> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const count = async (): Promise<number> =>
    (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'LayoutCount')?.value ??
    Number.NaN
  const before = await count()
  await act()
  const after = await count()
  await session.detach()
  return after - before
}

test('a key in a narrative of two hundred sentences lays out one of them, and facts that no sentence tells are found and added', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await page.setViewportSize({ width: 1_440, height: 900 })
  await signIn(opened)
  const { id: caseId } = await data(page, 'POST', '/api/v1/cases', {
    title: 'Deposits just under the limit',
    description: 'What was seen.',
    priority: 'high',
  })
  for (const text of ['The teller saw the same person twice.', 'The counter was closed on Monday.'])
    await data(page, 'POST', `/api/v1/cases/${String(caseId)}/notes`, { text })
  const empty = await data(page, 'POST', '/api/v1/reports', { kind: 'case_report', case_id: caseId, empty: true })
  await data(page, 'PUT', `/api/v1/reports/${String(empty['id'])}`, {
    form: { ...(empty['form'] as object), narrative: written(200) },
    base_version: 1,
  })
  await page.goto(`${page.url().split('#')[0] ?? ''}#/reports/${String(empty['id'])}`)
  const second = form(page).getByRole('textbox', { name: 'Sentence 2', exact: true })
  await expect(second).toBeVisible()
  await expect(form(page).getByRole('textbox', { name: 'Sentence 200', exact: true })).toBeAttached()

  await second.focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('.')
  await expect(form(page).getByText('Written by hand').nth(1)).toBeVisible()
  const keys = 10
  const layouts = await layoutsOf(page, async () => {
    for (let key = 0; key < keys; key += 1) {
      await page.keyboard.type('x')
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    }
  })
  await expect(second).toHaveValue(/\.x{10}$/)
  expect(layouts / keys).toBeLessThan(6)

  await expect(form(page).getByRole('note')).toContainText('This narrative mentions 0 of 3 facts of the case.')
  await form(page).getByRole('note').getByRole('button').press('Enter')
  const untold = form(page).getByRole('region', { name: 'Facts of the case that no sentence mentions' })
  await expect(untold).toBeFocused()
  await untold.getByRole('textbox', { name: 'Find in these facts' }).fill('teller')
  await expect(untold.getByRole('listitem')).toHaveCount(1)
  await look(page, 'report-untold')
  await untold.getByRole('button', { name: 'Add' }).press('Enter')
  await expect(form(page).getByRole('textbox', { name: 'Sentence 201', exact: true })).toHaveValue(
    /“The teller saw the same person twice.”$/,
  )
  await expect(form(page).getByRole('note')).toContainText('This narrative mentions 1 of 3 facts of the case.')

  // A source is found by its words and named by keyboard; the chip says which entry it is, and how.
  await form(page).getByRole('listitem').first().getByRole('button', { name: 'Name a source' }).press('Enter')
  const field = form(page).getByRole('combobox', { name: /^Find an entry or a piece of evidence/ })
  await expect(field).toBeFocused()
  await page.keyboard.type('monday')
  await expect(page.getByRole('option')).toHaveText([/^No\. 3 · Note · .* · The counter was closed on Monday\.$/])
  await look(page, 'report-source')
  await page.keyboard.press('Enter')
  await expect(field).toBeHidden()
  await expect(form(page).getByRole('listitem').first().getByRole('button', { name: 'Name a source' })).toBeFocused()
  await expect(form(page).getByRole('listitem').first().getByRole('link', { name: 'No. 3, Note' })).toBeVisible()
})

/** On how many rows things stand; those of a row differ by their heights alone. */
const rowsOf = async (things: readonly Locator[]): Promise<number> => {
  const tops = await Promise.all(things.map(async (one) => (await one.boundingBox())?.y ?? Number.NaN))
  return new Set(tops.toSorted((a, b) => a - b).map((top, _, all) => all.findIndex((other) => top - other < 16))).size
}

test('what is taken out of a report, or discarded, is taken back; what is not saved is said, and the form has the height of a small window', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await page.setViewportSize({ width: 1_440, height: 900 })
  await signIn(opened)
  const { id: caseId } = await data(page, 'POST', '/api/v1/cases', {
    title: 'Deposits just under the limit',
    description: 'What was seen.',
    priority: 'high',
    related_customer_id: 4711,
  })
  const { id } = await data(page, 'POST', '/api/v1/reports', { kind: 'sar', case_id: caseId })
  await page.goto(`${page.url().split('#')[0] ?? ''}#/reports/${String(id)}`)
  const sentence = (number: number) => form(page).getByRole('textbox', { name: `Sentence ${number}`, exact: true })
  await expect(sentence(2)).toHaveValue(/linked to customer 4711/)

  const taken = page.getByRole('alert').filter({ hasText: 'Removed from the report.' })
  await form(page).getByRole('button', { name: 'Remove: Sentence 1' }).press('Enter')
  await expect(sentence(1)).toHaveValue(/linked to customer 4711/)
  await expect(sentence(1)).toBeFocused()
  await expect(taken).toBeVisible()
  await expect(page.getByRole('button', { name: /^Submit: \d+ missing$/ })).toHaveAccessibleDescription(
    'Not saved: save before you submit',
  )
  await page.keyboard.press('Control+z')
  await expect(sentence(1)).toHaveValue(/was opened on/)
  await expect(sentence(1)).toBeFocused()
  await expect(sentence(2)).toHaveValue(/linked to customer 4711/)
  await expect(taken).toBeHidden()

  // What was typed since stays: the button of the notice brings back the row alone.
  await form(page).getByRole('button', { name: 'Remove: Sentence 1' }).press('Enter')
  await expect(sentence(1)).toBeFocused()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' Twice.')
  await taken.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(sentence(1)).toHaveValue(/was opened on/)
  await expect(sentence(2)).toHaveValue(/4711 of the institution\. Twice\.$/)

  await page.getByRole('button', { name: 'Discard changes' }).press('Enter')
  await expect(sentence(2)).toHaveValue(/4711 of the institution\.$/)
  await expect(page.getByText('Not saved')).toBeHidden()
  await page
    .getByRole('alert')
    .filter({ hasText: 'Your changes were discarded.' })
    .getByRole('button', { name: 'Undo' })
    .press('Enter')
  await expect(sentence(2)).toHaveValue(/Twice\.$/)

  // A subject is a row too; nothing asks to tick that its tax number is unknown.
  await page.getByRole('button', { name: /^Subjects/ }).press('Enter')
  const subjects = page.getByRole('region', { name: 'Subjects' })
  await expect(subjects.getByRole('checkbox', { name: 'Tax number unknown', exact: true })).toBeVisible()
  await subjects.getByRole('button', { name: 'Remove: Subject 1' }).press('Enter')
  await expect(subjects.getByRole('group')).toHaveCount(0)
  await expect(subjects.getByRole('button', { name: 'Add a subject' })).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(subjects.getByRole('group').first()).toBeVisible()
  await page.getByRole('button', { name: /^Narrative/ }).press('Enter')

  // One line below a sentence holds whose words it is, its source and its questions.
  const foot = [
    form(page).getByRole('group', { name: 'Questions that it answers' }).last(),
    form(page).getByRole('button', { name: 'Name a source' }).last(),
  ]
  expect(await rowsOf(foot)).toBe(1)
  await sentence(2).hover()
  await look(page, 'report-taken-1440')
  expect(
    await rowsOf([
      page.getByRole('heading', { level: 1 }),
      page.getByRole('button', { name: 'Preview' }),
      page.getByRole('button', { name: 'Withdraw' }),
    ]),
  ).toBe(1)
  await sentence(2).focus()
  await page.mouse.move(0, 0)
  await page.setViewportSize({ width: 1_024, height: 700 })
  await look(page, 'report-taken-1024')
  const isScrolledAround = await form(page).evaluate((own) => {
    for (let one = own.parentElement; one !== null; one = one.parentElement)
      if (one.scrollHeight > one.clientHeight + 1 && ['auto', 'scroll'].includes(getComputedStyle(one).overflowY))
        return true
    return false
  })
  expect(isScrolledAround).toBe(false)
  expect((await form(page).boundingBox())?.height).toBeGreaterThan(500)
})
