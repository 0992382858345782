import type { Page } from '@playwright/test'
import { picture } from './looks.ts'
import {
  addCase,
  addPerson,
  api,
  dialog,
  entries,
  expect,
  openSignIn,
  queueReady,
  signIn,
  signInAs,
  test,
} from './steps.ts'

/** Who may do what in the served page: signing in and out, the auditor who only reads, the supervisor who erases. */

const password = 'a long enough password'
const auditor = { login_name: 'p.audit', name: 'Paula Whitcombe', role: 'auditor', password }
const supervisor = { login_name: 'j.brandt', name: 'Jörg Brandt', role: 'supervisor', password }
const secret = 'The informant is the beneficiary’s sister.'

const signOut = async (page: Page): Promise<void> => {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /, (Administrator|Supervisor|Auditor)$/ })
    .click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
}

test('a wrong password is refused with words, the right one opens, and signing out closes', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page, workspace } = opened
  await openSignIn(opened)
  await signInAs(page, workspace.login_name, 'not the password')
  await expect(page.getByRole('alert')).toContainText('The login name or the password is wrong.')
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveValue('')
  await picture(page, 'sign-in-refused')
  await page.getByRole('textbox', { name: 'Password' }).fill(workspace.password)
  await page.keyboard.press('Enter')
  await queueReady(page)
  await signOut(page)
  expect((await api(page, 'GET', '/api/v1/cases')).status).toBe(401)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('an auditor reads everything and is offered nothing that writes', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen()
  const { page, served } = opened
  await signIn(opened)
  const id = await addCase(page, 'Structuring of cash deposits')
  await addPerson(page, auditor)
  await signOut(page)
  await signInAs(page, auditor.login_name, password)
  await queueReady(page)
  await expect(page.getByRole('button', { name: 'New case' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Import', exact: true })).toHaveCount(0)
  await page.keyboard.press('c')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goto(`${served.url}/#/cases/${id}/timeline`)
  await expect(entries(page)).toHaveCount(1)
  await expect(page.getByText('You can read this case. Your role cannot change it.')).toBeVisible()
  for (const name of ['Note', 'Reassign', 'Status', 'More actions', 'Edit title'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
  await page.keyboard.press('v')
  await expect(dialog(page, 'Verify this case').getByRole('heading', { name: 'Intact' })).toBeVisible()
  await picture(page, 'auditor')
  await page.keyboard.press('Escape')

  // What he may not change he came to read: in the colour of all texts, not in the grey of what is off.
  await page.goto(`${served.url}/#/settings/policy`)
  const urgent = page.getByRole('textbox', { name: 'Urgent' })
  await expect(urgent).toBeDisabled()
  await expect(urgent).toHaveCSS(
    'color',
    await page.getByRole('heading', { level: 1 }).evaluate((heading) => getComputedStyle(heading).color),
  )
  await expect(urgent).toHaveCSS('opacity', '1')
  await page.goto(`${served.url}/#/rules/+new`)
  await expect(page.getByText('Your role can read rules but not write them')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save draft' })).toHaveCount(0)
  expect(await api(page, 'POST', `/api/v1/cases/${id}/notes`, { text: 'No.' })).toMatchObject({ status: 403 })
})

test('a supervisor erases a note in two steps: gone from the screen and the interface, every seal valid', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page, served } = opened
  await signIn(opened)
  const id = await addCase(page, 'Bribery, third-party invoices')
  expect((await api(page, 'POST', `/api/v1/cases/${id}/notes`, { text: secret })).status).toBeLessThan(300)
  expect((await api(page, 'POST', `/api/v1/cases/${id}/exports`, { reason: 'For the court' })).status).toBe(202)
  expect((await api(page, 'POST', '/api/v1/reports', { kind: 'case_report', case_id: id })).status).toBe(201)
  await addPerson(page, supervisor)
  await signOut(page)
  await signInAs(page, supervisor.login_name, password)
  await queueReady(page)
  await page.goto(`${served.url}/#/cases/${id}/timeline`)
  const note = entries(page).filter({ hasText: secret })
  await note.hover()
  await note.getByRole('button', { name: 'Erase texts of this entry' }).click()

  const first = dialog(page, 'Erase withheld texts')
  await expect(first.getByRole('button', { name: 'Go on' })).toBeDisabled()
  await first.getByRole('combobox', { name: 'Legal basis' }).click()
  await page.getByRole('option', { name: /court order/i }).click()
  await first.getByRole('textbox', { name: 'File number of the order or request' }).fill('7 Gs 114/26')
  await first.getByRole('button', { name: 'Go on' }).click()

  const second = dialog(page, 'This cannot be undone')
  await expect(second.getByRole('heading', { name: 'This cannot be undone' })).toBeFocused()
  await expect(second).toContainText(secret)
  await expect(second).toContainText('saved bundles, printouts and earlier backups are yours to destroy')
  await expect(second.getByRole('button', { name: 'Destroy 1 value for good' })).toBeDisabled()
  await picture(page, 'redact-sure')
  await expect(second).toContainText('Reports of this case quote these texts')
  await expect(second.getByRole('listitem').filter({ hasText: 'version 1 (the report is now: ' })).toHaveCount(1)
  await second.getByRole('checkbox', { name: /^I have read what will be destroyed/ }).check()
  await second.getByRole('checkbox', { name: /^Destroy this version too/ }).check()
  await second.getByRole('button', { name: 'Destroy 1 value for good' }).click()

  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('1 bundle of this case was deleted.')).toBeVisible()
  await picture(page, 'redact-told')
  expect((await api(page, 'GET', `/api/v1/cases/${id}/exports`)).body).toMatchObject({ data: [] })
  await expect(entries(page)).toHaveCount(6)
  await expect(page.getByText(secret)).toHaveCount(0)
  await expect(entries(page).filter({ hasText: 'Redacted: court order' })).toHaveCount(1)
  await picture(page, 'redacted')
  for (const path of [
    `/api/v1/cases/${id}`,
    `/api/v1/cases/${id}/timeline`,
    `/api/v1/cases/${id}/notes`,
    '/api/v1/cases?q=informant',
  ]) {
    const answer = await api(page, 'GET', path)
    expect(answer.status).toBe(200)
    expect(JSON.stringify(answer.body)).not.toContain('informant')
  }
  await page.keyboard.press('v')
  await expect(dialog(page, 'Verify this case').getByRole('heading', { name: 'Intact' })).toBeVisible()
})
