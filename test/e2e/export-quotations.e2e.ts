import { look, picture } from './looks.ts'
import { addCase, api, dialog, expect, noDialog, show, signIn, test } from './steps.ts'

/**
 * What becomes of reports that quote what a bundle leaves out: asked in plain words, before anything is sealed, where
 * one looks.
 */

test('a bundle is not made before somebody has said what becomes of the reports that quote what it leaves out', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await page.setViewportSize({ width: 1024, height: 700 })
  await signIn(opened)
  const caseId = await addCase(page, 'Secretname and sons')
  expect((await api(page, 'POST', '/api/v1/reports', { kind: 'sar', case_id: caseId })).status).toBe(201)
  await show(page, `/cases/${caseId}/evidence`)
  await page.getByRole('button', { name: 'Export', exact: true }).press('Enter')
  const asking = dialog(page, /^Export CASE-/)
  await expect(asking.getByRole('radio', { name: 'All pieces: none yet' })).toBeFocused()
  await asking.getByRole('radio', { name: 'All except those I choose' }).check()
  await asking.getByPlaceholder('Find a value').fill('no such words')
  await expect(asking.getByText('No value matches.')).toBeVisible()
  await asking.getByPlaceholder('Find a value').fill('')
  const value = asking
    .getByRole('group', { name: 'Withheld values to leave out' })
    .getByRole('checkbox', { name: /Secretname and sons/ })
    .first()
  await value.check()
  const question = asking.getByRole('radiogroup', { name: 'What should happen to these?' })
  await expect(asking.getByText('A version of a report quotes what you leave out.')).toBeVisible()
  await expect(asking.getByRole('link', { name: /Secretname and sons/ })).toHaveAttribute('href', /^#\/reports\//)
  await expect(asking.getByText('Suspicious-activity report, version 1 (the report is now: Draft)')).toBeVisible()
  const reason = asking.getByLabel('For whom, and why')
  await reason.fill('For the other side')
  await expect(reason).toBeFocused()
  await page.keyboard.press('Control+Enter')
  const first = question.getByRole('radio', { name: 'Leave them out too' })
  await expect(first).toBeFocused()
  await expect(first).toBeInViewport({ ratio: 1 })
  await expect(asking.getByRole('button', { name: 'Seal and make bundle' })).toBeInViewport({ ratio: 1 })
  await expect(asking.getByText('Decide about these before the bundle is made.')).toBeVisible()
  await expect(asking.getByRole('alert')).toHaveCount(0)
  await expect(asking.getByText(/with_quotations|body\./)).toHaveCount(0)
  await look(page, 'export-quotations')
  await page.keyboard.press('Space')
  await expect(first).toBeChecked()
  await page.keyboard.press('Control+Enter')
  await expect(asking.getByText('Ready')).toBeVisible({ timeout: 60_000 })
  await expect(asking.getByRole('tab', { name: /^Earlier bundles/ })).toBeFocused()
  await picture(page, 'export-made')
  await page.keyboard.press('Escape')
  await noDialog(page)
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeFocused()
})
