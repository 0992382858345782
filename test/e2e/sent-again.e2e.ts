import type { Page } from '@playwright/test'
import { fill } from './keyboard.ts'
import { addCase, api, expect, show, signIn, test } from './steps.ts'

/**
 * Whatever is sent to an address is done once, and its answer is lost on the way. Resolves with how often it was sent.
 */
const loseFirstAnswer = async (page: Page, address: RegExp): Promise<() => number> => {
  let sent = 0
  await page.route(address, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    sent += 1
    if (sent > 1) return route.continue()
    await route.fetch()
    return route.abort('connectionreset')
  })
  return () => sent
}

test('a note whose answer was lost is kept in its field, and sealed once when it is sent again; the same words later are another note', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await signIn(opened)
  const id = await addCase(page, 'A bad line')
  const sent = await loseFirstAnswer(page, /\/v1\/cases\/\d+\/notes$/u)
  await show(page, `/cases/${id}/timeline`)
  const note = page.getByRole('textbox', { name: 'Note' })
  const texts = async (): Promise<readonly string[]> =>
    ((await api(page, 'GET', `/api/v1/cases/${id}/notes`)).body as { data: { text: string }[] }).data.map(
      ({ text }) => text,
    )

  await fill(page, note, 'The payer called back.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Sending again is safe: it will be sealed once.')).toBeVisible()
  await expect(note).toHaveValue('The payer called back.')
  expect(await texts()).toEqual(['The payer called back.'])
  await page.keyboard.press('Control+Enter')
  await expect(note).toHaveValue('')
  expect([sent(), await texts()]).toEqual([2, ['The payer called back.']])

  await fill(page, note, 'The payer called back.')
  await page.keyboard.press('Control+Enter')
  await expect(note).toHaveValue('')
  expect(await texts()).toEqual(['The payer called back.', 'The payer called back.'])
})

test('a case whose answer was lost is opened once when the form is sent again', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await signIn(opened)
  const sent = await loseFirstAnswer(page, /\/v1\/cases$/u)
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'New case' })
  await fill(page, dialog.getByLabel('Title'), 'Opened over a bad line')
  await fill(page, dialog.getByLabel('Description'), 'Once.')
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByRole('alert')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Opened over a bad line' })).toBeVisible()
  expect(sent()).toBe(2)
  expect((await api(page, 'GET', '/api/v1/cases?q=bad+line')).body).toMatchObject({ pagination: { total: 1 } })
})
