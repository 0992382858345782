import { choose, fill, press, tabTo } from './keyboard.ts'
import { look } from './looks.ts'
import { addCase, api, expect, queueReady, show, signIn, test } from './steps.ts'

/** L-74 to L-77: the tasks of a case, by keyboard alone. */
test('a playbook brings its tasks, one is done with a note and reopened, another is added and given away', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await signIn(opened)
  await queueReady(page)
  const id = await addCase(page, 'Payments to a new account')
  await show(page, `#/cases/${id}/tasks`)
  const tab = page.getByRole('navigation', { name: 'Parts of the case' }).getByRole('link', { name: /^Tasks/ })
  await expect(tab).toHaveAttribute('aria-current', 'page')
  await expect(page.getByText('No tasks yet')).toBeVisible()
  await look(page, 'tasks-none')

  await page.keyboard.press('Shift+p')
  const playbook = page.getByRole('dialog', { name: 'Apply playbook' })
  await choose(page, playbook.getByRole('combobox', { name: 'Playbook' }), 'Money mule')
  await expect(playbook.getByText('Restrict the account')).toBeVisible()
  await expect(playbook.getByText(/FATF, Egmont Group, INTERPOL/)).toBeVisible()
  await look(page, 'tasks-playbook')
  await page.keyboard.press('Control+Enter')
  await expect(playbook).toHaveCount(0)
  const list = page.getByRole('region', { name: 'Tasks of the case' })
  await expect(list.getByRole('listitem')).toHaveCount(7)
  await expect(list.getByText('6 required tasks are open')).toBeVisible()

  // It has been applied: it cannot be chosen again.
  await page.keyboard.press('Shift+p')
  await tabTo(page, playbook.getByRole('combobox', { name: 'Playbook' }))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name: 'Money mule' })).toHaveAttribute('data-combobox-disabled', 'true')
  await press(page, playbook.getByRole('button', { name: 'Cancel' }))
  await expect(playbook).toHaveCount(0)

  // A task that asks for a note is not done without one.
  const restrict = list.getByRole('listitem').filter({ hasText: 'Restrict the account' })
  await press(page, restrict.getByRole('button', { name: 'Mark as done: Restrict the account' }))
  const done = page.getByRole('dialog', { name: 'Mark as done' })
  await expect(done.getByRole('button', { name: 'Seal as done' })).toBeDisabled()
  await fill(page, done.getByRole('textbox', { name: 'Note' }), 'Outgoing payments are held since 11:40.')
  await look(page, 'task-done-dialog')
  await page.keyboard.press('Control+Enter')
  await expect(done).toHaveCount(0)
  await expect(restrict.getByText('Outgoing payments are held since 11:40.')).toBeVisible()
  await expect(list.getByText('5 required tasks are open')).toBeVisible()

  await page.keyboard.press('t')
  const add = page.getByRole('dialog', { name: 'Add task' })
  await fill(page, add.getByRole('textbox', { name: 'Task' }), 'Ask the landlord')
  await fill(page, add.getByRole('textbox', { name: 'Due' }), '2026-01-05 09:00')
  await look(page, 'task-add-dialog')
  await page.keyboard.press('Control+Enter')
  await expect(add).toHaveCount(0)
  const landlord = list.getByRole('listitem').filter({ hasText: 'Ask the landlord' })
  await expect(landlord.getByText(/Overdue since/)).toBeVisible()
  await press(page, landlord.getByRole('button', { name: 'Assign: Ask the landlord' }))
  const assign = page.getByRole('dialog', { name: 'Assign task' })
  await choose(page, assign.getByRole('combobox', { name: 'Assignee' }), /./)
  await page.keyboard.press('Control+Enter')
  await expect(assign).toHaveCount(0)
  await expect(landlord.getByText('Nobody')).toHaveCount(0)
  await look(page, 'tasks')

  await press(page, restrict.getByRole('button', { name: 'Reopen: Restrict the account' }))
  const reopen = page.getByRole('dialog', { name: 'Reopen task' })
  await fill(page, reopen.getByRole('textbox', { name: 'Reason' }), 'The hold has run out.')
  await page.keyboard.press('Control+Enter')
  await expect(reopen).toHaveCount(0)
  await expect(list.getByText('6 required tasks are open')).toBeVisible()

  // The timeline says each step, with the title of the task.
  await show(page, `#/cases/${id}/timeline`)
  await expect(page.getByText('applied a playbook:')).toBeVisible()
  await expect(page.getByText('reopened a task:')).toBeVisible()
  await expect(page.getByText('The hold has run out.')).toBeVisible()
  await expect(page.getByText('Restrict the account').first()).toBeVisible()
  await look(page, 'tasks-timeline')
})

/** L-78: the policy asks for the required tasks before a case is closed; a supervisor may pass. */
test('a case with an open required task is closed only by somebody who may leave it open and says so', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await signIn(opened)
  await queueReady(page)
  await show(page, '#/settings/policy')
  const rule = page.getByRole('group', { name: 'Require all required tasks before a case becomes' })
  await press(page, rule.getByRole('checkbox', { name: 'Closed' }), 'Space')
  await expect(rule.getByRole('switch', { name: 'A supervisor may leave required tasks open' })).toBeChecked()
  await look(page, 'tasks-policy')
  await press(page, page.getByRole('button', { name: 'Seal the policy', exact: true }).first())
  const id = await addCase(page, 'With a required task')
  expect(
    await api(page, 'POST', `/api/v1/cases/${id}/tasks`, { title: 'Ask for a hold', required: true }),
  ).toMatchObject({ status: 201 })
  await show(page, `#/cases/${id}/timeline`)
  await expect(page.getByRole('heading', { level: 1, name: 'With a required task' })).toBeVisible()
  await page.keyboard.press('s')
  const dialog = page.getByRole('dialog', { name: 'Change status' })
  await dialog.getByRole('radio', { name: 'Closed' }).focus()
  await page.keyboard.press('Space')
  await expect(dialog.getByText('1 required task is open.')).toBeVisible()
  await fill(page, dialog.getByLabel(/Rationale/), 'The money is gone: there is nothing to hold.')
  const send = dialog.getByRole('button', { name: /Closed/ })
  await expect(send).toBeDisabled()
  const leave = dialog.getByRole('checkbox', { name: 'Leave required tasks open' })
  await tabTo(page, leave, 'Shift+Tab')
  await page.keyboard.press('Space')
  await look(page, 'tasks-gate')
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('The money is gone: there is nothing to hold.')).toBeVisible()
})
