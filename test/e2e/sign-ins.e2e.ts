import { picture, seriousFaults } from './looks.ts'
import { addPerson, dialog, expect, queueReady, signIn, signInAs, test } from './steps.ts'

/** Where somebody is signed in, and the ending of it, by two browsers. */

const password = 'a long enough password'
const paula = { login_name: 'p.audit', name: 'Paula Whitcombe', role: 'auditor', password }

test('a person sees where they are signed in, ends the other browser, and it is out', async ({
  serveAndOpen,
  chromiumOfTheWorker,
}) => {
  const opened = await serveAndOpen()
  const { page, served, workspace } = opened
  await signIn(opened)
  const elsewhere = await chromiumOfTheWorker.newContext({ userAgent: 'Mozilla/5.0 (X11; Linux) Firefox/140.0' })
  const other = await elsewhere.newPage()
  await other.goto(served.url)
  await signInAs(other, workspace.login_name, workspace.password)
  await queueReady(other)

  await page.goto(`${served.url}/#/settings/account`)
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows.filter({ hasText: 'Firefox on Linux' })).toContainText('127.0.0.1')
  await expect(rows.filter({ hasText: 'This one' })).toHaveCount(1)
  await rows.last().scrollIntoViewIfNeeded()
  await picture(page, 'sign-ins')
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'End the sign-in by Firefox on Linux from 127.0.0.1' }).click()
  await expect(page.getByText('1 sign-in ended.')).toBeVisible()
  await expect(rows.filter({ hasText: 'Firefox on Linux' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'End all others' })).toHaveCount(0)
  // It is told by its stream of events, without a hand on it.
  await expect(other.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible()
  await page.goto(`${served.url}/#/cases`)
  await queueReady(page)
  await elsewhere.close()
})

test('an administrator ends all sign-ins of somebody else', async ({ serveAndOpen, chromiumOfTheWorker }) => {
  const opened = await serveAndOpen()
  const { page, served } = opened
  await signIn(opened)
  await addPerson(page, paula)
  const elsewhere = await chromiumOfTheWorker.newContext()
  const other = await elsewhere.newPage()
  await other.goto(served.url)
  await signInAs(other, paula.login_name, password)
  await queueReady(other)

  await page.goto(`${served.url}/#/settings/users`)
  await page.reload()
  await page.getByRole('button', { name: `Actions: ${paula.name}` }).click()
  await page.getByRole('menuitem', { name: 'Signed in at' }).click()
  const shown = dialog(page, `Where ${paula.name} is signed in`)
  await expect(shown.getByRole('row')).toHaveCount(2)
  await picture(page, 'sign-ins-of-user')
  expect(await seriousFaults(page)).toEqual([])
  await shown.getByRole('button', { name: 'End all' }).click()
  await expect(shown.getByText('Not signed in anywhere at this service.')).toBeVisible()
  await expect(other.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible()
  await elsewhere.close()
})
