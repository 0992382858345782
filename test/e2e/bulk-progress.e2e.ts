import type { Page } from '@playwright/test'
import { laidDetection, layDetection } from './detection-answers.ts'
import { layAnswers } from './laid-answers.ts'
import { look } from './looks.ts'
import { addCase, api, dialog, expect, noDialog, queueReady, signIn, test } from './steps.ts'

/**
 * A change of more rows than one request takes: it says how far it came, is left by nobody before its end, and tells
 * what was refused.
 */

const rows = 60

/** Holds back the second request to an address until the answered function is called. */
const holdSecond = async (page: Page, address: RegExp): Promise<() => void> => {
  const gate = Promise.withResolvers<void>()
  let asked = 0
  await layAnswers(page, address, async ({ pass }) => {
    asked += 1
    if (asked === 2) await gate.promise
    await pass()
  })
  return gate.resolve
}

/** What the dialog shows while the second request waits. Neither Escape nor a button leads out of it. */
const halfWay = async (page: Page, name: string, picture: string): Promise<void> => {
  const box = dialog(page, name)
  await expect(box.getByRole('status')).toHaveText(`50 of ${rows} done`)
  await expect(box.getByRole('progressbar', { name: 'Progress of the change' })).toHaveAttribute(
    'aria-valuenow',
    /^83/u,
  )
  await look(page, picture)
  await expect(box.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await expect(box.getByRole('button', { name: 'Close' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(box.getByRole('status')).toHaveText(`50 of ${rows} done`)
}

test('a change of sixty cases says how far it is and, at its end, which were refused and why; those stay selected', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await signIn(opened)
  const ids: number[] = []
  for (let place = 0; place < rows; place += 1) ids.push(await addCase(page, `Courier ${place}`))
  for (const id of ids.slice(0, 3))
    expect(
      await api(page, 'PUT', `/api/v1/cases/${id}/status`, {
        status: 'escalated',
        notes: 'Seen by the second line already.',
      }),
    ).toMatchObject({ status: 200 })
  await page.reload()
  await queueReady(page)
  const release = await holdSecond(page, /\/bulk\/cases\/status$/u)
  await page.getByRole('grid', { name: 'Cases' }).focus()
  await page.keyboard.press('Control+a')
  await expect(page.getByRole('toolbar', { name: 'Selected cases' })).toContainText(`${rows} selected`)
  await page.keyboard.press('s')
  const name = `Change the status of ${rows} cases`
  await dialog(page, name).getByRole('combobox', { name: 'New status' }).click()
  await page.getByRole('option', { name: 'Escalated' }).click()
  await dialog(page, name).getByLabel('Rationale').fill('All of them lead to the same beneficiary.')
  await page.keyboard.press('Control+Enter')
  await halfWay(page, name, 'bulk-cases-half')
  release()
  const told = dialog(page, `${rows - 3} changed, 3 refused`)
  const outcome = told.getByRole('list', { name: 'Outcome by case' }).getByRole('listitem')
  await expect(outcome).toHaveCount(rows)
  // The refused stand first.
  await expect(outcome.nth(2)).not.toContainText('Changed and sealed')
  await expect(outcome.nth(3)).toContainText('Changed and sealed')
  await look(page, 'bulk-cases-end')
  await page.keyboard.press('Escape')
  await noDialog(page)
  await expect(page.getByRole('toolbar', { name: 'Selected cases' })).toContainText('3 selected')
})

test('a change of sixty alerts says how far it is; what the second request met stands beside its alerts, and what the first changed stays', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page } = opened
  const laid = laidDetection(rows, 3)
  await layDetection(page, laid)
  await signIn(opened)
  await page.getByRole('link', { name: /^Alerts/u }).click()
  const grid = page.getByRole('grid', { name: 'Alerts' })
  await expect(grid).toHaveAttribute('aria-busy', 'false')
  const release = await holdSecond(page, /\/bulk\/alerts$/u)
  await grid.focus()
  await page.keyboard.press('Control+a')
  await expect(page.getByRole('toolbar', { name: 'Selected alerts' })).toContainText(`${rows} selected`)
  await page.keyboard.press('d')
  await expect(dialog(page, `Dismiss ${rows} alerts`).getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await halfWay(page, `Dismiss ${rows} alerts`, 'bulk-alerts-half')
  release()
  const outcome = dialog(page, `${rows - 2} changed, 2 refused`)
    .getByRole('list', { name: 'Outcome by alert' })
    .getByRole('listitem')
  await expect(outcome).toHaveCount(rows)
  await expect(outcome.nth(1)).toContainText('The alert was disposed of by Jörg Brandt.')
  await look(page, 'bulk-alerts-end')
  await page.keyboard.press('Escape')
  await noDialog(page)
  await expect(page.getByRole('toolbar', { name: 'Selected alerts' })).toContainText('2 selected')
})
