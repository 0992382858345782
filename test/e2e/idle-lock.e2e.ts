import type { Page } from '@playwright/test'
import { tabTo } from './keyboard.ts'
import { picture, seriousFaults } from './looks.ts'
import { addCase, api, expect, queueReady, showCase, showTimeline, signIn, test } from './steps.ts'

/** L-120: a window that nobody uses hides what it shows, keeps what was typed, and opens by the password. */

const minute = 60_000

/** Locks windows after so many minutes; the rest of the policy stays. */
const lockAfter = async (page: Page, minutes: number): Promise<void> => {
  const { body } = (await api(page, 'GET', '/api/v1/workspace')) as { body: { data: { policy: object } } }
  const policy = { ...body.data.policy, idle_lock_minutes: minutes }
  expect((await api(page, 'PUT', '/api/v1/workspace/policy', policy)).status).toBe(200)
}

test('a window locks when nobody uses it, by the clock of the browser, and keeps a note that is being typed', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page, workspace } = opened
  await page.clock.install()
  await signIn(opened)
  const id = await addCase(page, 'Cash at pier nine')
  await lockAfter(page, 5)
  await page.reload()
  await queueReady(page)
  await showCase(page, id, 'Cash at pier nine')
  await showTimeline(page)
  await expect(page).toHaveTitle(/^CASE-/)
  await page.keyboard.press('n')
  const note = page.getByRole('textbox', { name: 'Note', exact: true })
  await note.fill('Spoke to the harbour master')

  // Somebody who types every few minutes is at work.
  await page.clock.runFor(4 * minute)
  await note.pressSequentially(' today')
  await page.clock.runFor(4 * minute)
  await expect(note).toBeVisible()
  await page.clock.runFor(2 * minute)

  const lock = page.getByRole('dialog', { name: 'Locked' })
  await expect(lock.getByLabel('Password', { exact: true })).toBeFocused()
  await expect(page).toHaveTitle('Locked · Fieldseal')
  await expect(page.getByText('Cash at pier nine').first()).toBeHidden()
  await expect(note).toBeHidden()
  await picture(page, 'idle-lock')
  expect(await seriousFaults(page)).toEqual([])
  expect((await api(page, 'GET', '/api/v1/cases')).status).toBe(423)

  // Keys reach nothing below: neither the search nor the next field of the page.
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  for (let n = 0; n < 6; n += 1) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('#root') === null)).toBe(true)
  }

  await lock.getByLabel('Password', { exact: true }).fill('not the password')
  await page.keyboard.press('Enter')
  await expect(lock.getByRole('alert')).toBeVisible()
  await lock.getByLabel('Password', { exact: true }).fill(workspace.password)
  await page.keyboard.press('Enter')
  await expect(lock).toHaveCount(0)
  await expect(note).toHaveValue('Spoke to the harbour master today')
  await expect(page).toHaveTitle(/^CASE-/)
  await picture(page, 'idle-lock-opened')
})

test('a person locks the window by a key, and a reload does not open it', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen()
  const { page, workspace } = opened
  await signIn(opened)
  await page.keyboard.press('Shift+L')
  const lock = page.getByRole('dialog', { name: 'Locked' })
  await expect(lock.getByLabel('Password', { exact: true })).toBeFocused()
  await page.reload()
  await expect(lock.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type(workspace.password)
  await tabTo(page, lock.getByRole('button', { name: 'Unlock' }))
  await page.keyboard.press('Enter')
  await queueReady(page)
})
