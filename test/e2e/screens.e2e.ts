import type { Page } from '@playwright/test'
import { someOf } from '../support/tries.ts'
import { dialog, entries, expect, firstRun, noDialog, picture, queueReady, seriousFaults, signIn, test } from './steps.ts'

/** axe on every screen, light and dark: no serious and no critical fault. Settings and first run are looked at by their own tests as well. */

const check = async (page: Page, name: string, scheme: string): Promise<void> => {
  expect.soft(await seriousFaults(page), `${name}, ${scheme}`).toEqual([])
  await picture(page, `${name}-${scheme}`)
}

const caseScreens = async (page: Page, scheme: string): Promise<void> => {
  await expect(entries(page).getByText('verified', { exact: true }).first()).toBeVisible()
  await check(page, 'case', scheme)
  for (const [key, title] of [['s', 'Change status'], ['a', 'Reassign'], ['p', 'Change priority'], ['l', 'Link to this case']] as const) {
    await page.keyboard.press(key)
    await expect(dialog(page, title)).toBeVisible()
    await check(page, `dialog-${key}`, scheme)
    await page.keyboard.press('Escape')
    await noDialog(page)
  }
  await entries(page).first().focus()
  await page.keyboard.press('Enter')
  for (const tab of ['Summary', 'Payload', 'Envelope', 'Proof', 'Check by hand']) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('tabpanel')).toBeVisible()
    await check(page, `entry-${tab.replaceAll(' ', '-').toLowerCase()}`, scheme)
  }
  await page.keyboard.press('Escape')
  await noDialog(page)
  await page.keyboard.press('v')
  await expect(dialog(page, 'Verify this case').getByRole('heading', { name: 'Intact' })).toBeVisible()
  await check(page, 'verify-case', scheme)
  await page.keyboard.press('Escape')
  await noDialog(page)
}

const allScreens = async (page: Page, scheme: 'light' | 'dark'): Promise<void> => {
  await page.emulateMedia({ colorScheme: scheme })
  await page.getByRole('link', { name: /All cases/ }).click()
  await queueReady(page)
  await check(page, 'queue', scheme)
  await page.keyboard.press('c')
  await expect(page.getByLabel('Title')).toBeFocused()
  await check(page, 'new-case', scheme)
  await page.keyboard.press('Escape')
  await noDialog(page)
  await page.keyboard.press('Control+k')
  await expect(page.getByPlaceholder('Type a command or a case number')).toBeFocused()
  await check(page, 'palette', scheme)
  await page.keyboard.press('Escape')
  await noDialog(page)
  await page.keyboard.press('?')
  await expect(dialog(page, 'Keyboard shortcuts')).toBeVisible()
  await check(page, 'shortcuts', scheme)
  await page.keyboard.press('Escape')
  await noDialog(page)
  await page.getByRole('grid', { name: 'Cases' }).focus()
  await page.keyboard.press('Enter')
  await caseScreens(page, scheme)
  await page.getByRole('link', { name: 'Verification' }).click()
  await page.getByRole('button', { name: /Verify (workspace|again)/ }).click()
  await expect(page.getByRole('heading', { name: 'Intact' })).toBeVisible()
  await check(page, 'verify-workspace', scheme)
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Choose file' })).toBeVisible()
  await check(page, 'import', scheme)
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Appearance' })).toBeVisible()
  await check(page, 'settings', scheme)
}

test('the desktop has no serious fault on any screen, light and dark', async ({ openDesktop }) => {
  test.setTimeout(600_000)
  const desktop = await openDesktop()
  const { page } = desktop
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await expect(page.getByRole('heading', { name: 'Set up this workspace' })).toBeVisible()
    await check(page, 'first-run', scheme)
  }
  await firstRun(desktop, true)
  await allScreens(page, 'light')
  await allScreens(page, 'dark')
})

test('the served page, which is the desktop’s, has no serious fault on any screen, light and (at full depth) dark', async ({ serveAndOpen }) => {
  test.setTimeout(600_000)
  const opened = await serveAndOpen(['--sample'])
  const { page } = opened
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await check(page, 'sign-in', scheme)
  }
  await signIn(opened)
  for (const scheme of someOf(['light', 'dark'] as const, 2)) await allScreens(page, scheme)
})
