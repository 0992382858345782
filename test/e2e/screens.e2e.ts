import type { Page } from '@playwright/test'
import { isFullDepth, someOf } from '../support/tries.ts'
import { look as lookAt } from './looks.ts'
import {
  dialog,
  entries,
  expect,
  firstRun,
  noDialog,
  openSignIn,
  queueReady,
  showTimeline,
  signIn,
  test,
} from './steps.ts'

/**
 * axe on every screen (a part of them in people's own runs), light and dark: no serious and no critical fault. Settings
 * and first run are looked at by their own tests as well.
 */

const keyed = [
  ['s', 'Change status'],
  ['a', 'Reassign'],
  ['p', 'Change priority'],
  ['l', 'Link to this case'],
] as const
const tabs = ['Summary', 'Payload', 'Envelope', 'Proof', 'Check by hand']
const ofTab = (tab: string): string => `entry-${tab.replaceAll(' ', '-').toLowerCase()}`

/** All that is looked at, a part of which is in people's own runs: each is opened all the same. */
const looked = [
  'first-run',
  'sign-in',
  'queue',
  'new-case',
  'palette',
  'shortcuts',
  'case',
  ...keyed.map(([key]) => `dialog-${key}`),
  ...tabs.map(ofTab),
  'verify-case',
  'verify-workspace',
  'import',
  'settings',
]
const lookedNow = someOf(looked, 3)

const look = async (page: Page, name: string): Promise<void> => {
  expect(looked).toContain(name)
  if (lookedNow.includes(name)) await lookAt(page, name)
}

const caseScreens = async (page: Page): Promise<void> => {
  await showTimeline(page)
  await expect(entries(page).getByText('verified', { exact: true }).first()).toBeVisible()
  await expect(page).toHaveTitle(/^CASE-ACME-\d{8}-\d{5} · Fieldseal$/)
  await look(page, 'case')
  for (const [key, title] of keyed) {
    await page.keyboard.press(key)
    await expect(dialog(page, title)).toBeVisible()
    await look(page, `dialog-${key}`)
    await page.keyboard.press('Escape')
    await noDialog(page)
  }
  await entries(page).first().focus()
  await page.keyboard.press('Enter')
  for (const tab of tabs) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('tabpanel')).toBeVisible()
    await look(page, ofTab(tab))
  }
  await page.keyboard.press('Escape')
  await noDialog(page)
  await page.keyboard.press('v')
  await expect(dialog(page, 'Verify this case').getByRole('heading', { name: 'Intact' })).toBeVisible()
  await look(page, 'verify-case')
  await page.keyboard.press('Escape')
  await noDialog(page)
}

const allScreens = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: /All cases/ }).click()
  await queueReady(page)
  await expect(page).toHaveTitle('All cases · Fieldseal')
  await look(page, 'queue')
  await page.keyboard.press('c')
  await expect(page.getByLabel('Title')).toBeFocused()
  await look(page, 'new-case')
  await page.keyboard.press('Escape')
  await noDialog(page)
  await page.keyboard.press('Control+k')
  await expect(page.getByPlaceholder('Search, or type a command')).toBeFocused()
  await look(page, 'palette')
  await page.keyboard.press('Escape')
  await noDialog(page)
  await page.keyboard.press('?')
  await expect(dialog(page, 'Keyboard shortcuts')).toBeVisible()
  await look(page, 'shortcuts')
  await page.keyboard.press('Escape')
  await noDialog(page)
  await page.getByRole('grid', { name: 'Cases' }).focus()
  await page.keyboard.press('Enter')
  await caseScreens(page)
  await page.getByRole('link', { name: 'Verification' }).click()
  await page.getByRole('button', { name: /Verify (workspace|again)/ }).click()
  await expect(page.getByRole('heading', { name: 'Intact' })).toBeVisible()
  await look(page, 'verify-workspace')
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Choose file' })).toBeVisible()
  await look(page, 'import')
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Appearance' })).toBeVisible()
  await expect(page).toHaveTitle('Settings · Fieldseal')
  await look(page, 'settings')
}

test('the first run has no serious fault', async ({ desktopOfTheFile: { page } }) => {
  await expect(page.getByRole('heading', { name: 'Set up this workspace' })).toBeVisible()
  await look(page, 'first-run')
})

test('the desktop has no serious fault on any screen, light and dark', async ({ openDesktop }) => {
  test.skip(!isFullDepth(), 'the served page, which is the desktop’s, is looked at below; these are at full depth')
  test.setTimeout(600_000)
  const desktop = await openDesktop()
  const { page } = desktop
  await firstRun(desktop, true)
  await allScreens(page)
})

test('nor has the sign-in of the served page', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen()
  await openSignIn(opened)
  await expect(opened.page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await look(opened.page, 'sign-in')
})

test('the served page, which is the desktop’s, has no serious fault on any screen, light and dark', async ({
  serveAndOpen,
}) => {
  test.setTimeout(600_000)
  const opened = await serveAndOpen(['--sample'])
  await signIn(opened)
  await allScreens(opened.page)
})
