import type { Page } from '@playwright/test'
import { fill, openByCommand } from './keyboard.ts'
import {
  addCase,
  addOwnCase,
  addPerson,
  dialog,
  expect,
  noDialog,
  showCase,
  showTimeline,
  signIn,
  test,
} from './steps.ts'

/**
 * Keeps the page from all but the keys for a moment, as a large answer does on a slow machine. Two keys of that time
 * come right after each other.
 */
const keepBusy = (page: Page): Promise<void> =>
  page.evaluate(() => {
    setTimeout(() => {
      for (const until = performance.now() + 500; performance.now() < until;);
    }, 0)
  })

const sealTwice = async (page: Page): Promise<void> => {
  await keepBusy(page)
  await Promise.all([page.keyboard.press('Control+Enter'), page.keyboard.press('Control+Enter')])
}

test('a decision that is confirmed twice, while the screen is slow to answer, is sealed once', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await signIn(opened)
  await addPerson(page, {
    login_name: 'a.lind',
    name: 'Anna Lind',
    role: 'investigator',
    password: 'a long enough password',
  })
  const id = await addOwnCase(page, 'Confirmed twice')
  await page.reload()
  await showCase(page, id, 'Confirmed twice')
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET' && !pathname.startsWith('/api/v1/drafts/'))
      sent.push(`${request.method()} ${pathname}`)
  })

  await openByCommand(page, 'hold', 'Place a legal hold on this case')
  const held = dialog(page, 'Place a legal hold')
  await fill(page, held.getByRole('textbox'), 'The court asks for it.')
  await sealTwice(page)
  await noDialog(page)
  await page.keyboard.press('a')
  const asked = dialog(page, 'Reassign')
  const owner = asked.getByRole('combobox', { name: 'New owner' })
  await expect(owner).toBeFocused()
  await page.keyboard.type('anna')
  await page.keyboard.press('Enter')
  await expect(owner).toHaveValue('Anna Lind')
  await sealTwice(page)
  await noDialog(page)
  expect(sent).toEqual([`POST /api/v1/cases/${id}/hold`, `PUT /api/v1/cases/${id}/owner`])
})

test('what a decision itself has changed is not told as a change by somebody else while its answer is on the way', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await signIn(opened)
  const id = await addCase(page, 'A slow answer')
  const answer = Promise.withResolvers<undefined>()
  await page.route(`**/api/v1/cases/${id}/hold`, async (route) => {
    const response = await route.fetch()
    await answer.promise
    await route.fulfill({ response })
  })
  await showCase(page, id, 'A slow answer')
  await showTimeline(page)
  await openByCommand(page, 'hold', 'Place a legal hold on this case')
  const held = dialog(page, 'Place a legal hold')
  await fill(page, held.getByRole('textbox'), 'The court asks for it.')
  await page.keyboard.press('Control+Enter')
  // The stream of events tells of it before the answer does.
  await expect(page.getByText('2 entries')).toBeVisible()
  await expect(held.getByText('The case has changed while you were deciding')).toHaveCount(0)
  answer.resolve(undefined)
  await noDialog(page)
})
