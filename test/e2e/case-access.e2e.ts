import type { Page } from '@playwright/test'
import { choose, fill, openByCommand } from './keyboard.ts'
import { picture, seriousFaults } from './looks.ts'
import { addPerson, api, dialog, expect, queueReady, signIn, signInAs, test } from './steps.ts'

/** Who may know a case, by two people in two windows: one restricts it, for the other it is gone. */

const password = 'a long enough password'
const ines = { login_name: 'i.vance', name: 'Ines Vance', role: 'investigator', password }
const sam = { login_name: 's.okoro', name: 'Sam Okoro', role: 'supervisor', password }

const openInformant = async (page: Page): Promise<number> => {
  const made = await api(page, 'POST', '/api/v1/cases', {
    title: 'The informant of the branch',
    description: 'Who told us must not be known.',
    priority: 'high',
  })
  expect(made.status).toBe(201)
  return (made.body as { readonly data: { readonly id: number } }).data.id
}

const caseRow = (page: Page) => page.getByRole('grid', { name: 'Cases' }).getByText('The informant of the branch')

test('a case that is restricted is gone for the other window at once; a supervisor breaks the glass', async ({
  serveAndOpen,
  chromiumOfTheWorker,
}) => {
  const opened = await serveAndOpen()
  const { page, served } = opened
  await signIn(opened)
  await addPerson(page, ines)
  await addPerson(page, sam)
  const id = await openInformant(page)
  expect((await api(page, 'PUT', `/api/v1/cases/${id}/owner`, { owner_id: 1 })).status).toBeLessThan(500)

  const elsewhere = await chromiumOfTheWorker.newContext()
  const other = await elsewhere.newPage()
  await other.goto(served.url)
  await signInAs(other, sam.login_name, password)
  await queueReady(other)
  await expect(caseRow(other)).toBeVisible()

  await page.goto(`${served.url}/#/cases/${id}`)
  await page.reload()
  await expect(page.getByText('Known to')).toBeVisible()
  await openByCommand(page, 'Set who may know this case', 'Who may know this case')
  const access = dialog(page, 'Who may know this case')
  await expect(access).toBeVisible()
  await access.getByRole('radio', { name: 'Everyone' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(access.getByRole('radio', { name: 'Named people' })).toBeChecked()
  await choose(page, access.getByRole('combobox', { name: 'People' }), ines.name)
  await fill(page, access.getByRole('textbox', { name: 'Why' }), 'The source works in the branch.')
  await picture(page, 'access-dialog')
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Restricted', { exact: true })).toBeVisible()
  await picture(page, 'access-restricted')

  // It leaves the other window without a hand on it, and its address is that of no case.
  await expect(caseRow(other)).toHaveCount(0)
  await other.goto(`${served.url}/#/cases/${id}`)
  await expect(other.getByRole('alert')).toBeVisible()
  await expect(other.getByText('The informant of the branch')).toHaveCount(0)
  await other.getByRole('button', { name: 'Break the glass…' }).click()
  const glass = dialog(other, 'Break the glass')
  await glass.getByRole('textbox', { name: 'Reason' }).fill('The owner is ill and the deadline is today.')
  await picture(other, 'access-glass')
  expect(await seriousFaults(other)).toEqual([])
  await other.keyboard.press('Control+Enter')
  await expect(other.getByRole('heading', { name: 'The informant of the branch' })).toBeVisible()
  await expect(page.getByText('1 person broke the glass')).toBeVisible()
  await elsewhere.close()
})

test('a case is opened for named people alone, and an investigator who is not one of them finds nothing', async ({
  serveAndOpen,
  chromiumOfTheWorker,
}) => {
  const opened = await serveAndOpen()
  const { page, served } = opened
  await signIn(opened)
  await addPerson(page, ines)
  await page.keyboard.press('c')
  const form = dialog(page, 'New case')
  await form.getByLabel('Title').fill('The informant of the branch')
  await form.getByLabel('Description').fill('Who told us must not be known.')
  await form.getByText('Named people').click()
  await picture(page, 'access-new-case')
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Restricted', { exact: true })).toBeVisible()

  const elsewhere = await chromiumOfTheWorker.newContext()
  const other = await elsewhere.newPage()
  await other.goto(served.url)
  await signInAs(other, ines.login_name, password)
  await queueReady(other)
  await expect(caseRow(other)).toHaveCount(0)
  await other.keyboard.press('/')
  await other.getByRole('combobox').last().fill('informant')
  await expect(other.getByText('No results')).toBeVisible()
  await elsewhere.close()
})
