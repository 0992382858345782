import type { Page } from '@playwright/test'
import { custody, dropFiles, openEvidence, openPiece, pieces, sampleOf } from './evidence-steps.ts'
import { fill, press, tabTo } from './keyboard.ts'
import { look } from './looks.ts'
import { addPerson, dialog, expect, noDialog, signIn, signInAs, test } from './steps.ts'

/** The bytes of a piece are erased by order: one person asks, another approves, all by keyboard. */

const phone = sampleOf('phone.txt', 'Meet at the quarry.\n')
const password = 'correct horse battery'

const section = (page: Page) => page.getByRole('region', { name: 'Erasure by order' })
const asking = (page: Page) => dialog(page, /erase|undone|erasure/iu)
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const changePerson = async (page: Page, login: string, address: string): Promise<void> => {
  await page
    .getByRole('button', { name: /Morgan|Boyle/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await signInAs(page, login, password)
  await page.goto(address)
  await expect(section(page)).toBeVisible()
}

test('a piece is erased by order: asked for by one, approved by another, told as erased', async ({ serveAndOpen }) => {
  test.setTimeout(300_000)
  const opened = await serveAndOpen()
  await signIn(opened)
  const { page } = opened
  await addPerson(page, { login_name: 'boyle', name: 'Bea Boyle', role: 'supervisor', password })
  await openEvidence(page, 'Seized phone')
  await dropFiles(page, [phone])
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
  await expect(pieces(page).getByRole('row').filter({ hasText: phone.name })).toBeVisible()
  await openPiece(page, phone.name)

  await press(page, button(page, 'Ask for erasure…'))
  await expect(asking(page)).toContainText('Nothing is erased until another person')
  const confirm = asking(page).getByRole('button', { name: 'Ask for erasure' })
  await expect(confirm).toBeDisabled()
  await fill(page, asking(page).getByLabel('File number of the order'), 'AG Hamburg 12 Gs 34/31')
  await fill(page, asking(page).getByLabel('Why'), 'The seizure was unlawful.')
  await look(page, 'erasure-request')
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
  await expect(section(page)).toContainText('They are still here.')
  await expect(section(page)).toContainText('another supervisor or administrator has to approve it')
  await expect(button(page, 'Approve…')).toHaveCount(0)
  await look(page, 'erasure-waiting')
  const address = page.url()

  await changePerson(page, 'boyle', address)
  await expect(section(page)).toContainText('The seizure was unlawful.')
  await press(page, button(page, 'Approve…'))
  await expect(asking(page)).toContainText('by order AG Hamburg 12 Gs 34/31')
  await expect(asking(page).getByRole('button', { name: 'Erase for good' })).toBeDisabled()
  await tabTo(page, asking(page).getByLabel('I have compared the order with this piece.'))
  await page.keyboard.press('Space')
  await look(page, 'erasure-approve')
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
  await expect(section(page)).toContainText('The bytes were erased by order AG Hamburg 12 Gs 34/31.')
  await expect(section(page)).toContainText('Bea Boyle')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('every seal still verifies')
  await expect(preview.getByRole('button')).toHaveCount(0)
  await expect(button(page, 'Download')).toBeDisabled()
  await expect(page.getByText(phone.sha256).first()).toBeVisible()
  await look(page, 'erasure-done')
  const steps = await custody(page)
  await expect(steps.filter({ hasText: 'asked for its bytes to be erased' })).toHaveCount(1)
  await expect(steps.filter({ hasText: 'Bea Boyle had its bytes erased by order' })).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(pieces(page).getByRole('row').filter({ hasText: phone.name })).toContainText(
    'Its bytes were erased by order',
  )
})

test('a request that is declined erases nothing, and can be made again', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen()
  await signIn(opened)
  const { page } = opened
  await addPerson(page, { login_name: 'boyle', name: 'Bea Boyle', role: 'supervisor', password })
  await openEvidence(page, 'Another phone')
  await dropFiles(page, [phone])
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
  await openPiece(page, phone.name)
  await press(page, button(page, 'Ask for erasure…'))
  await fill(page, asking(page).getByLabel('File number of the order'), 'AG 13/31')
  await fill(page, asking(page).getByLabel('Why'), 'By mistake.')
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
  await changePerson(page, 'boyle', page.url())
  await press(page, button(page, 'Decline…'))
  await fill(page, asking(page).getByLabel('Why it is not erased'), 'The order names another phone.')
  await look(page, 'erasure-decline')
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
  await expect(section(page)).toContainText('was declined. Nothing was erased.')
  await expect(button(page, 'Ask for erasure…')).toBeVisible()
  await expect(button(page, 'Open preview')).toBeVisible()
})
