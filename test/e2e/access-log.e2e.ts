import { choose } from './keyboard.ts'
import { look } from './looks.ts'
import { addCase, api, expect, queueReady, show, signIn, test } from './steps.ts'

/** L-93, L-99: the access log as an administrator reads it. */
test('who opened and searched what stands in the access log, is narrowed, and unusual reading is marked', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await signIn(opened)
  await queueReady(page)
  const workspace = (await api(page, 'GET', '/api/v1/workspace')).body as { data: { policy: object } }
  await api(page, 'PUT', '/api/v1/workspace/policy', { ...workspace.data.policy, unusual_cases_per_hour: 2 })
  // The cases go to the investigator: for the admin they are of others.
  await api(page, 'POST', '/api/v1/users', { login_name: 'inez', name: 'Inez Kahn', role: 'investigator' })
  const one = await addCase(page, 'Payments to a new account')
  const two = await addCase(page, 'Another one')
  await api(page, 'GET', `/api/v1/cases/${one}`)
  await api(page, 'GET', `/api/v1/cases/${two}`)
  await api(page, 'GET', '/api/v1/cases?q=Zora%20Quint')
  await api(page, 'GET', '/api/v1/cases/424242')

  await show(page, '#/settings/access')
  const log = page.getByRole('region', { name: 'Access log' })
  await expect(log.getByRole('row').filter({ hasText: 'Opened a case' }).first()).toBeVisible()
  await expect(log.getByText('Zora Quint')).toBeVisible()
  await expect(log.getByText('424242 (not on this device)')).toBeVisible()
  await expect(log.getByText('Unusual: 2 cases of other people in an hour')).toBeVisible()
  await look(page, 'access-log')

  await choose(page, log.getByRole('combobox', { name: 'What' }), 'Searched')
  await expect(log.getByText('Zora Quint')).toBeVisible()
  await expect(log.getByRole('row').filter({ hasText: 'Opened a case' })).toHaveCount(0)
  await choose(page, log.getByRole('combobox', { name: 'What' }), 'Everything')
  const row = log
    .getByRole('row')
    .filter({ hasText: 'Opened a case' })
    .filter({ has: page.getByRole('link') })
    .first()
  await row.getByRole('button', { name: /^Only CASE-/ }).click()
  await expect(log.getByText('Zora Quint')).toHaveCount(0)
  await log.getByRole('button', { name: /show all$/ }).click()
  await expect(log.getByText('Zora Quint')).toBeVisible()

  const download = page.waitForEvent('download')
  await log.getByRole('button', { name: 'Export as CSV' }).click()
  expect((await download).suggestedFilename()).toBe('access-log.csv')
})
