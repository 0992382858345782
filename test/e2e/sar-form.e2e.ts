import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { completeForm } from '../support/report-forms.ts'
import { command, tabTo } from './keyboard.ts'
import { picture, seriousFaults } from './looks.ts'
import { addPerson, api, dialog, expect, noDialog, queueReady, signIn, signInAs, test } from './steps.ts'

/**
 * The form of a suspicious-activity report: what it lacks stands beside each field, a second person sends it back and
 * approves it, and its files come out.
 */

const supervisor = {
  login_name: 'j.brandt',
  name: 'Jörg Brandt',
  role: 'supervisor',
  password: 'a long enough password',
}
const form = (page: Page, section: string) => page.getByRole('region', { name: section })
const completeness = (page: Page) => page.getByRole('region', { name: 'Completeness' })
const checked = (page: Page): Promise<void> => expect(completeness(page)).toHaveAttribute('aria-busy', 'false')

const look = async (page: Page, name: string): Promise<void> => {
  expect.soft(await seriousFaults(page), name).toEqual([])
  await picture(page, `sar-${name}`)
}

const data = async (page: Page, method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
  const answer = await api(page, method, path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return (answer.body as { data: Record<string, unknown> }).data
}

/** Goes to an address of the window, as a link does. */
const go = (page: Page, hash: string): Promise<void> =>
  page.evaluate((to) => {
    window.location.hash = to
  }, hash)

const download = async (page: Page, words: string, name: RegExp): Promise<Buffer> => {
  const arriving = page.waitForEvent('download')
  await command(page, words, name)
  await expect(page.getByText(/^The hash of .+ is sealed, and its download has begun\.$/).last()).toBeVisible()
  // A browser tells of its downloads itself.
  await expect(page.getByRole('region', { name: 'Downloads' })).toHaveCount(0)
  return readFileSync(await (await arriving).path())
}

test('a SAR says what it lacks beside each field, goes back with a reason, is approved, and comes out as goAML and PDF', async ({
  serveAndOpen,
  chromiumOfTheWorker,
}) => {
  const opened = await serveAndOpen()
  const { page, served } = opened
  await page.setViewportSize({ width: 1_440, height: 900 })
  await signIn(opened)
  await addPerson(page, supervisor)
  const { id: caseId } = await data(page, 'POST', '/api/v1/cases', {
    title: 'Deposits just under the limit',
    description: 'What was seen.',
    priority: 'high',
  })
  const empty = await data(page, 'POST', '/api/v1/reports', { kind: 'sar', case_id: caseId, empty: true })
  const reportId = String(empty['id'])
  await go(page, `#/reports/${reportId}`)
  await expect(form(page, 'Narrative')).toBeVisible()

  // Each field says itself what it lacks, in the words of the list beside it, and is described by them.
  await page.keyboard.press('2')
  const name = form(page, 'Filing institution').getByRole('textbox', { name: 'Legal name' }).first()
  // One sum everywhere: the button's number is what the column adds up to.
  const [, total = '', fields = '', answers = ''] =
    /^(\d+) missing before you can submit: (\d+) in fields, (\d+) in the answers\.$/.exec(
      await completeness(page).getByText('missing before you can submit').innerText(),
    ) ?? []
  expect(Number(total)).toBe(Number(fields) + Number(answers))
  await expect(page.getByRole('button', { name: `Submit: ${total} missing` })).toBeVisible()
  await expect(completeness(page).getByRole('heading', { name: `${fields} fields are missing or wrong` })).toBeVisible()
  await expect(name).toHaveAccessibleDescription('The legal name of the filing institution is missing.')
  await expect(
    form(page, 'Filing institution').getByRole('combobox', { name: 'Kind of institution' }),
  ).toHaveAccessibleDescription('The type of the filing institution is missing.')
  await expect(
    completeness(page).getByRole('button', { name: 'The legal name of the filing institution is missing.' }),
  ).toBeVisible()
  await look(page, 'lacking')
  await tabTo(page, name)
  await page.keyboard.insertText('Example Bank')
  await checked(page)
  await expect(name).not.toHaveAttribute('aria-invalid', 'true')
  await expect(
    completeness(page).getByRole('button', { name: 'The legal name of the filing institution is missing.' }),
  ).toHaveCount(0)
  await page.keyboard.press('Control+s')
  await expect(page.getByText('A version was sealed into the case.')).toBeVisible()

  // What is filled in wrongly is told in place of it.
  const late = completeForm()
  await data(page, 'PUT', `/api/v1/reports/${reportId}`, {
    form: {
      ...late,
      activity: { ...late.activity, amount: '12345', currency: 'EUR' },
      filing: { ...late.filing, detected_on: '2026-01-05' },
    },
    base_version: 2,
  })
  await page.reload()
  await expect(page.getByText(/days overdue/).first()).toBeVisible()
  await page.keyboard.press('6')
  await expect(
    form(page, 'Activity').getByText(
      'FinCEN takes amounts in US dollars. State them exactly: the file rounds them up to whole ones.',
    ),
  ).toBeVisible()
  await expect(form(page, 'Activity').getByRole('textbox', { name: 'Amount, exactly' })).toHaveValue('12345')
  await look(page, 'wrong')
  await data(page, 'PUT', `/api/v1/reports/${reportId}`, {
    form: { ...late, filing: { ...late.filing, detected_on: '2026-01-05' } },
    base_version: 3,
  })
  await page.reload()
  await expect(completeness(page).getByText('It is ready for review.')).toBeVisible()
  await page.keyboard.press('Shift+S')
  await expect(dialog(page, 'Submit for review').getByLabel('Note')).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
  await expect(page.getByText('In review').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await expect(page.getByRole('note')).toBeVisible()
  await look(page, 'own')

  const contextOfTheOther = await chromiumOfTheWorker.newContext()
  const other = await contextOfTheOther.newPage()
  await other.goto(served.url)
  await signInAs(other, supervisor.login_name, supervisor.password)
  await queueReady(other)
  await go(other, '#/reports')
  await expect(other.getByRole('row').filter({ hasText: 'days overdue' })).toHaveCount(1)
  await look(other, 'overdue')
  await go(other, `#/reports/${reportId}`)
  await expect(other.getByRole('button', { name: 'Send back' })).toBeVisible()
  await other.keyboard.press('Shift+N')
  const back = dialog(other, 'Send back')
  await expect(back.getByLabel('Note')).toBeFocused()
  await expect(back.getByRole('button', { name: 'Send back' })).toBeDisabled()
  await other.keyboard.insertText('Say which counter it was.')
  await look(other, 'refuse')
  await other.keyboard.press('Control+Enter')
  await noDialog(other)
  await expect(other.getByRole('region', { name: 'Sealed steps' })).toContainText('Say which counter it was.')

  // Its author reads the reason, and sends it again.
  await page.reload()
  await expect(page.getByRole('region', { name: 'Sealed steps' })).toContainText('Say which counter it was.')
  await page.keyboard.press('Shift+S')
  await expect(dialog(page, 'Submit for review').getByLabel('Note')).toBeFocused()
  await page.keyboard.insertText('The second one; the narrative says so.')
  await page.keyboard.press('Control+Enter')
  await noDialog(page)

  await other.reload()
  await expect(other.getByRole('button', { name: 'Approve' })).toBeVisible()
  await other.keyboard.press('Shift+Y')
  await expect(dialog(other, 'Approve').getByLabel('Note')).toBeFocused()
  await other.keyboard.press('Control+Enter')
  await noDialog(other)
  await expect(other.getByText('Approved', { exact: true }).first()).toBeVisible()
  const goaml = (await download(other, 'goAML', /goAML XML/)).toString('utf8')
  expect(goaml).toMatch(/^<\?xml [^>]*\?>\s*<report[ >]/u)
  expect(goaml).toContain('<entity_reference>')
  expect(goaml).toContain('Miller')
  const pdf = await download(other, 'Export as PDF', /PDF/)
  expect(pdf.subarray(0, 5).toString('latin1')).toBe('%PDF-')
  await expect(other.getByRole('region', { name: 'Sealed steps' }).getByText(/exported/)).toHaveCount(2)
  await look(other, 'approved')
  await contextOfTheOther.close()
})
