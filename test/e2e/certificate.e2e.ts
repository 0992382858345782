import type { Page } from '@playwright/test'
import { acquireDialog, dropFiles, openEvidence, pieces, sampleOf } from './evidence-steps.ts'
import { look } from './looks.ts'
import { dialog, expect, noDialog, show, signIn, test } from './steps.ts'

/** A certificate for a court: its facts come from the sealed record, a person says the rest. */

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('a certificate states the facts of the evidence, names what the person has to say, and is sealed and previewed', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await page.setViewportSize({ width: 1_440, height: 900 })
  await signIn(opened)
  const caseId = await openEvidence(page, 'Postings of March')
  await dropFiles(page, [sampleOf('postings.csv', 'date,amount\n2026-03-04,9800\n')])
  await expect(acquireDialog(page).getByLabel('Source', { exact: true })).toBeFocused()
  await page.keyboard.type('Core banking system')
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
  await expect(pieces(page)).toHaveAttribute('aria-rowcount', '2')

  await show(page, `/cases/${caseId}`)
  await expect(page.getByRole('heading', { name: 'Postings of March' })).toBeVisible()
  await page.keyboard.press('Shift+W')
  await expect(page.getByRole('button', { name: 'Write a certificate' })).toBeVisible()
  await page.keyboard.press('Shift+E')
  await expect(part(page, 'What is certified').getByLabel('Title')).toHaveValue(
    /^Certificate of electronic evidence, CASE-/,
  )
  await part(page, 'What is certified').getByRole('combobox', { name: 'What is certified' }).press('ArrowDown')
  await page.getByRole('option', { name: /FRE 902\(14\)/ }).click()
  await look(page, 'certificate-statement')

  await page.getByRole('button', { name: /^Items/ }).press('Enter')
  await look(page, 'certificate-items')
  await page.getByRole('button', { name: /^Who certifies/ }).press('Enter')
  await part(page, 'Who certifies').getByRole('textbox', { name: 'Name', exact: true }).fill('Ines Ibarra')
  await look(page, 'certificate-person')
  await page.getByRole('button', { name: /^What you state/ }).press('Enter')
  await look(page, 'certificate-methods')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('A version was sealed into the case.')).toBeVisible()
  await page.getByRole('button', { name: /^Sealed record/ }).press('Enter')
  await look(page, 'certificate-record')

  await page.locator('h2').first().click()
  await page.keyboard.press('p')
  await expect(dialog(page, 'Preview').getByText('Core banking system')).toBeVisible()
  await look(page, 'certificate-preview')
})
