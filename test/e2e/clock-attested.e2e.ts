import { choose, tabTo } from './keyboard.ts'
import { look } from './looks.ts'
import { dialog, expect, noDialog, show, signIn, test } from './steps.ts'

/** A supervisor says by how much the clock of a device was off (S-116), by keyboard alone. */

test('S-116: the clock of a device is attested, what cannot hold is not sealed, and the entry says what was said', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await page.setViewportSize({ width: 1_440, height: 900 })
  await signIn(opened)
  await show(page, '/settings/devices')
  const open = page.getByRole('button', { name: /^Attest the clock of / })
  await expect(open).toBeVisible()
  await open.focus()
  await page.keyboard.press('Enter')
  const asked = dialog(page, /^Attest the clock of /)
  const field = (name: RegExp) => asked.getByRole('textbox', { name })
  await field(/^Wrong from/).fill('2029-03-04 09:00')
  await field(/^Wrong until/).fill('2029-03-03 09:00')
  await field(/^When its clock showed/).fill('2029-03-04 10:00')
  await field(/^… it was really/).fill('2026-03-04 10:00')
  await asked.getByLabel('Rationale').fill('Its battery was flat; set by the radio clock of the office.')
  await expect(asked.getByText('This is before the start.')).toBeVisible()
  await expect(asked.getByRole('button', { name: 'Seal', exact: true })).toBeDisabled()
  await expect(asked.getByText('By these two times, its clock was 1,096d ahead.')).toBeVisible()
  await look(page, 'clock-attested-wrong')
  await field(/^Wrong until/).fill('2029-03-06 09:00')
  await choose(page, asked.getByRole('combobox', { name: 'How this is known' }), 'Seen by a person')
  await look(page, 'clock-attested')
  await tabTo(page, asked.getByLabel('Rationale'))
  const sealing = page.waitForResponse(/clock-attestations$/u)
  await page.keyboard.press('Control+Enter')
  expect(await (await sealing).json()).toMatchObject({
    data: { ahead_ms: Date.parse('2029-03-04T10:00:00Z') - Date.parse('2026-03-04T10:00:00Z'), how: 'observation' },
  })
  await noDialog(page)
})
