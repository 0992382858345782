import { servicesOn } from '../support/processes.ts'
import { picture } from './looks.ts'
import { addCase, entries, expect, firstRun, queueReady, showTimeline, test } from './steps.ts'

/** The service dies under the window's hands: nothing that was typed is lost, and the work goes on. */

const draft = 'The manager of the branch calls back at four.'

test('a note that was being typed when the service was killed is still there, and can be sealed', async ({
  openDesktop,
  scratch,
}) => {
  const desktop = await openDesktop()
  const { page } = desktop
  await firstRun(desktop)
  await addCase(page, 'Chargeback ring')
  await page.getByRole('row', { name: /Chargeback ring/ }).click()
  await showTimeline(page)
  await expect(entries(page)).toHaveCount(1)
  await page.keyboard.press('n')
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused()
  await page.keyboard.type(draft)

  const shown = page.getByRole('heading', { name: 'The service stopped and is being started again' })
  const seen = shown.waitFor()
  const [before] = servicesOn(`${scratch}/workspace`)
  process.kill(before!.pid, 'SIGKILL')
  await seen
  await expect(shown).toHaveCount(0)

  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue(draft)
  await page.getByRole('textbox', { name: 'Note' }).press('Control+Enter')
  await expect(entries(page)).toHaveCount(2)
  await expect(entries(page).first()).toContainText(draft)
  await expect(entries(page).getByText('verified', { exact: true })).toHaveCount(2)
  await picture(page, 'after-crash')
})

test('a service that ends again and again is given up with a reason, and can be started by hand', async ({
  openDesktop,
  scratch,
}) => {
  const desktop = await openDesktop()
  const { page } = desktop
  await firstRun(desktop)
  const failed = page.getByRole('heading', { name: 'The service cannot continue' })
  const killed = new Set<number>()
  await expect
    .poll(
      async () => {
        for (const { pid } of servicesOn(`${scratch}/workspace`)) {
          if (!killed.has(pid)) process.kill(pid, 'SIGKILL')
          killed.add(pid)
        }
        return failed.isVisible()
      },
      { timeout: 60_000, intervals: [50] },
    )
    .toBe(true)
  await expect(page.getByText('Code: crash_loop')).toBeVisible()
  await expect(page.getByText(/Everything that was acknowledged is on the disk/)).toBeVisible()
  await picture(page, 'service-failed')
  await page.getByRole('button', { name: 'Restart the service' }).click()
  await expect(failed).toHaveCount(0)
  await queueReady(page)
})

test('a service that hangs is said not to answer, and is ended and started again when a person wants that', async ({
  openDesktop,
  scratch,
}) => {
  const desktop = await openDesktop()
  const { page } = desktop
  await firstRun(desktop)
  await addCase(page, 'Chargeback ring')
  await page.getByRole('row', { name: /Chargeback ring/ }).click()
  await showTimeline(page)
  await expect(entries(page)).toHaveCount(1)
  const [before] = servicesOn(`${scratch}/workspace`)
  process.kill(before!.pid, 'SIGSTOP')
  const silent = page.getByRole('region', { name: 'The service does not answer' })
  await expect(silent.getByRole('alert')).toContainText('has not answered for 20 seconds', { timeout: 45_000 })
  await page.keyboard.press('n')
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused()
  await page.keyboard.type(draft)
  await picture(page, 'service-silent')
  expect(servicesOn(`${scratch}/workspace`).map(({ pid }) => pid)).toEqual([before!.pid])

  await silent.getByRole('button', { name: 'Restart the service' }).press('Enter')
  await expect(silent).toHaveCount(0)
  await expect.poll(() => page.evaluate(async () => (await window.fieldseal!.serviceState()).kind)).toBe('ready')
  await expect(page.getByRole('heading', { name: 'Opening your workspace' })).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue(draft)
  await page.getByRole('textbox', { name: 'Note' }).press('Control+Enter')
  await expect(entries(page)).toHaveCount(2)
  expect(servicesOn(`${scratch}/workspace`).map(({ pid }) => pid)).not.toContain(before!.pid)
})
