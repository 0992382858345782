import type { Page } from '@playwright/test'
import { choose, fill, press, tabTo } from './keyboard.ts'
import { look } from './looks.ts'
import { addCase, api, expect, queueReady, show, showTimeline, signIn, test } from './steps.ts'

const openCase = async (page: Page, id: number, title: string): Promise<void> => {
  await show(page, `#/cases/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

/** L-61, L-64: cases of one ring, by keyboard alone. */
test('a case is related to another that is found by its text or suggested, opened from the facts, and the relation taken back', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await signIn(opened)
  const long =
    'Accounts of the second branch, opened within one week by people who all give the same address and telephone number'
  const [ring, second, third] = [
    await addCase(page, 'The ring of the harbour'),
    await addCase(page, long),
    await addCase(page, 'Money mules of the harbour'),
  ]
  for (const id of [ring, third])
    expect(
      await api(page, 'POST', `/api/v1/cases/${id}/links`, { customer_ids: [4711], account_ids: [900100] }),
    ).toMatchObject({ status: 200 })

  await openCase(page, second, long)
  const section = page.getByRole('region', { name: 'Related cases' })
  await expect(section.getByText('No related cases.')).toBeVisible()
  await page.keyboard.press('Shift+r')
  const dialog = page.getByRole('dialog', { name: 'Relate to another case' })
  await fill(page, dialog.getByLabel(/Rationale/), 'The same telephone number in both.')
  const other = dialog.getByRole('combobox', { name: 'The other case' })
  await tabTo(page, other, 'Shift+Tab')
  await page.keyboard.insertText('ring harbour')
  await expect(page.getByRole('option', { name: /The ring of the harbour/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(other).toHaveValue(/The ring of the harbour/)
  await expect(dialog.getByLabel(/Rationale/), 'what was typed is there after the search').toHaveValue(
    'The same telephone number in both.',
  )
  await look(page, 'relate-dialog')
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toHaveCount(0)
  await expect(section.getByRole('link', { name: /The ring of the harbour/ })).toBeVisible()
  await showTimeline(page)
  await expect(page.getByText('this case is a child of')).toBeVisible()

  // From the facts to the parent, which suggests the third: both have a customer and an account.
  await press(page, section.getByRole('link', { name: /The ring of the harbour/ }))
  await expect(page.getByRole('heading', { level: 1, name: 'The ring of the harbour' })).toBeVisible()
  await expect(section.getByRole('link', { name: new RegExp(long.slice(0, 30)) })).toBeVisible()
  await page.keyboard.press('Shift+r')
  await choose(page, dialog.getByRole('combobox', { name: 'This case is' }), 'the parent of')
  const suggested = dialog.getByRole('button', { name: /Money mules of the harbour/ })
  await expect(suggested).toContainText('account 900100, customer 4711')
  await look(page, 'relate-suggestions')
  await press(page, suggested)
  await expect(other).toHaveValue(/Money mules of the harbour/)
  await fill(page, dialog.getByLabel(/Rationale/), 'They pay each other.')
  await page.keyboard.press('Control+Enter')
  await expect(section.getByRole('link')).toHaveCount(3)

  // What the rules forbid stands in the dialog, with what was typed.
  const { body } = await api(page, 'GET', `/api/v1/cases/${third}`)
  await page.keyboard.press('Shift+r')
  await tabTo(page, other)
  await page.keyboard.insertText((body as { data: { case_number: string } }).data.case_number)
  // It was in the list before as well: Enter takes it also where fewer have come meanwhile.
  await expect(page.getByRole('option')).toHaveText([/Money mules/])
  await page.keyboard.press('Enter')
  await expect(other).toHaveValue(/Money mules of the harbour/)
  await fill(page, dialog.getByLabel(/Rationale/), 'The wrong way round.')
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByText(/two cases have one relation/)).toBeVisible()
  await expect(dialog.getByLabel(/Rationale/)).toHaveValue('The wrong way round.')
  await page.keyboard.press('Escape')
  await look(page, 'related-cases')

  // The rationale stands in both cases: whoever erases it in one is told of the other.
  await showTimeline(page)
  await page.getByRole('button', { name: 'Erase texts of this entry' }).first().click()
  await expect(
    page.getByRole('dialog').getByText(/^The same rationale was also sealed in CASE-\S+-00003/),
  ).toBeVisible()
  await page.keyboard.press('Escape')

  await press(page, section.getByRole('button', { name: /^Remove the relation/ }).last())
  await fill(page, page.getByRole('dialog').getByLabel(/Rationale/), 'Another payer after all.')
  await page.keyboard.press('Control+Enter')
  await expect(section.getByRole('link', { name: /Money mules/ })).toHaveCount(0)
  await expect(page.getByText('this case is the parent of').first()).toBeVisible()

  await press(page, section.getByRole('link', { name: 'Children in the queue' }))
  await queueReady(page)
  await expect(page.getByRole('row').filter({ hasText: long })).toBeVisible()
  await expect(page.getByRole('img', { name: /^Child of CASE-/ })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Money mules' })).toHaveCount(0)
})

/** Marks every case of the list, and waits until they are: their number is asked for. */
const selectAll = async (page: Page, count: number): Promise<void> => {
  await page.keyboard.press('Control+a')
  await expect(page.getByRole('toolbar', { name: 'Selected cases' })).toContainText(`${count} selected`)
}

test('marked cases become children of one; who cannot is told why and stays marked', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await signIn(opened)
  const ids = []
  for (const title of ['The parent case', 'Child one', 'Child two', 'Child three']) ids.push(await addCase(page, title))
  await show(page, '#/cases?q=child')
  await queueReady(page)
  await expect(page.getByRole('row').filter({ hasText: 'Child three' })).toBeVisible()
  await selectAll(page, 3)
  await page.keyboard.press('Shift+r')
  const dialog = page.getByRole('dialog', { name: 'Relate 3 cases to one' })
  await tabTo(page, dialog.getByRole('combobox', { name: 'The one case' }))
  await page.keyboard.insertText('parent case')
  await expect(page.getByRole('option', { name: /The parent case/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('combobox', { name: 'The one case' })).toHaveValue(/The parent case/)
  await fill(page, dialog.getByLabel(/Rationale/), 'One ring.')
  await look(page, 'relate-several')
  // What was taken is taken no more once something else is typed over it.
  const one = dialog.getByRole('combobox', { name: 'The one case' })
  const seal = dialog.getByRole('button', { name: 'Seal 3 changes' })
  await expect(seal).toBeEnabled()
  await tabTo(page, one, 'Shift+Tab')
  await page.keyboard.press('End')
  await page.keyboard.insertText(' of another ring')
  await expect(one).toHaveValue(/of another ring$/)
  await expect(seal).toBeDisabled()
  await fill(page, one, 'parent case')
  await expect(page.getByRole('option', { name: /The parent case/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(one).toHaveValue(/The parent case/)
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('img', { name: /^Child of CASE-/ })).toHaveCount(3)
  await look(page, 'queue-children')
  // Once more with the parent among them: each is refused with its reason.
  await show(page, '#/cases')
  await queueReady(page)
  await selectAll(page, 4)
  await page.keyboard.press('Shift+r')
  const again = page.getByRole('dialog', { name: 'Relate 4 cases to one' })
  await tabTo(page, again.getByRole('combobox', { name: 'The one case' }))
  await page.keyboard.insertText('parent case')
  await expect(page.getByRole('option', { name: /The parent case/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(again.getByRole('combobox', { name: 'The one case' })).toHaveValue(/The parent case/)
  await fill(page, again.getByLabel(/Rationale/), 'Again.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/A case cannot be related to itself/)).toBeVisible()
  expect(await api(page, 'GET', `/api/v1/cases/${ids[0]}/relations`)).toMatchObject({ status: 200 })
})

/** Y-47, Y-48: what only two laptops bring about, as the window shows it. */
test('relations that do not hold, are told by one side, or lead to a case that is not here say so in words', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await signIn(opened)
  const id = await addCase(page, 'A case of two laptops')
  const told = {
    made_at: '2026-11-24T10:00:00.000+00:00',
    made_by: 1,
    made_by_name: 'Ada Morgan',
    status: 'investigating',
  }
  const data = [
    {
      ...told,
      relation: 'parent',
      other_uid: '018f0000-0000-7000-8000-000000000001',
      case_number: 'CASE-ACME-20261124-00011',
      other_id: 11,
      title: 'مراجعة حسابات الفرع الثاني',
      state: 'holds',
    },
    {
      ...told,
      relation: 'parent',
      other_uid: '018f0000-0000-7000-8000-000000000002',
      case_number: 'CASE-ACME-20261124-00012',
      other_id: 12,
      title: 'A second parent, made on the other laptop',
      state: 'overtaken',
    },
    {
      ...told,
      relation: 'duplicate_of',
      other_uid: '018f0000-0000-7000-8000-000000000003',
      case_number: 'CASE-ACME-20261124-00013',
      other_id: 13,
      title: '[redacted]',
      status: 'closed',
      state: 'one_sided',
    },
    {
      ...told,
      relation: 'child',
      other_uid: '018f0000-0000-7000-8000-000000000004',
      case_number: 'CASE-ACME-20261124-00014',
      other_id: null,
      title: null,
      status: null,
      state: 'holds',
    },
  ]
  await page.route(/\/v1\/cases\/\d+\/relations\?/u, (route) =>
    route.fulfill({ json: { success: true, data, pagination: { total: 12, page: 1, size: 8, total_pages: 2 } } }),
  )
  await openCase(page, id, 'A case of two laptops')
  const section = page.getByRole('region', { name: 'Related cases' })
  await expect(section.getByText('does not hold', { exact: true })).toBeVisible()
  await expect(section.getByText('one side only', { exact: true })).toBeVisible()
  await expect(section.getByText('not on this device')).toBeVisible()
  await expect(section.getByText('Redacted', { exact: true })).toBeVisible()
  await expect(section.getByRole('link', { name: /00014/ }), 'what is not here cannot be opened').toHaveCount(0)
  await section.getByText('not on this device').scrollIntoViewIfNeeded()
  await look(page, 'related-states')
  await press(page, section.getByRole('button', { name: 'Remove the relation to CASE-ACME-20261124-00014' }))
  await expect(page.getByRole('dialog').getByText(/will show it as one-sided/)).toBeVisible()
})
