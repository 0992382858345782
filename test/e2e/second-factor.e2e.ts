import { createHmac } from 'node:crypto'
import type { Page } from '@playwright/test'
import { bytesOf } from '../support/base32.ts'
import { picture, seriousFaults } from './looks.ts'
import { addPerson, dialog, expect, noDialog, openSignIn, queueReady, signIn, signInAs, test } from './steps.ts'

/** A second factor in the served window: set up, signed in with, recovered from, removed. */

const stepMs = 30_000

/** What an authenticator app shows for a key: RFC 6238, written here a second time. */
const appCode = (key: string, step: number): string => {
  const counter = Buffer.alloc(8)
  counter.writeUInt32BE(step, 4)
  const mac = createHmac('sha1', bytesOf(key)).update(counter).digest()
  const at = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(at) & 0x7fff_ffff) % 1_000_000).padStart(6, '0')
}

/** Codes that the service has not taken yet: of the present step, or of the next one, which it takes early. */
const codesOf = (key: string): (() => string) => {
  let last = 0
  return () => {
    last = Math.max(last + 1, Math.floor(Date.now() / stepMs))
    return appCode(key, last)
  }
}

const signOut = async (page: Page): Promise<void> => {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /, Administrator$/ })
    .click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
}

test('a person sets a second factor up, signs in with a code and with a recovery code, and removes it', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page, served, workspace } = opened
  await signIn(opened)
  await page.goto(`${served.url}/#/settings/account`)
  const section = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Second factor' }) })
  await section.getByLabel('Current password').fill('not the password')
  await section.getByRole('button', { name: 'Set up' }).click()
  await expect(section.getByRole('alert')).toBeVisible()
  await section.getByLabel('Current password').fill(workspace.password)
  await page.keyboard.press('Enter')
  const key = ((await page.getByTestId('second-factor-key').textContent()) ?? '').replaceAll(' ', '')
  expect(key).toMatch(/^[A-Z2-7]{32}$/)
  await expect(section.getByRole('img', { name: 'QR picture of the key' })).toBeVisible()
  const nextCode = codesOf(key)
  await section.scrollIntoViewIfNeeded()
  await picture(page, 'second-factor-key')
  expect(await seriousFaults(page)).toEqual([])
  await expect(section.getByLabel('Code')).toBeFocused()
  await page.keyboard.type(nextCode())
  await page.keyboard.press('Enter')
  const shown = dialog(page, 'Your recovery codes')
  const items = shown.getByTestId('recovery-codes').getByRole('listitem')
  await expect(items).toHaveCount(10)
  const codes = await items.allTextContents()
  await picture(page, 'second-factor-recovery-codes')
  expect(await seriousFaults(page)).toEqual([])
  await shown.getByRole('button', { name: 'I have kept them' }).click()
  await expect(section.getByText('Recovery codes left')).toBeVisible()
  await section.scrollIntoViewIfNeeded()
  await picture(page, 'second-factor-on')

  await signOut(page)
  await openSignIn(opened)
  await signInAs(page, workspace.login_name, workspace.password)
  await expect(page.getByLabel('Code')).toBeFocused()
  await picture(page, 'second-factor-asked')
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.type('000 00')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('The code is wrong, over, or was used already.')
  await picture(page, 'second-factor-refused')
  await page.getByLabel('Code').fill(nextCode())
  await page.keyboard.press('Enter')
  await queueReady(page)

  await signOut(page)
  await openSignIn(opened)
  await signInAs(page, workspace.login_name, workspace.password)
  await page.getByLabel('Code').fill(codes[0] ?? '')
  await page.keyboard.press('Enter')
  await queueReady(page)

  await page.goto(`${served.url}/#/settings/account`)
  await section.getByRole('button', { name: 'Remove' }).click()
  const asked = dialog(page, 'Remove the second factor')
  await asked.getByLabel('Current password').fill(workspace.password)
  await asked.getByLabel('Code').fill(codes[0] ?? '')
  await asked.getByRole('button', { name: 'Remove' }).click()
  await expect(asked.getByRole('alert')).toContainText('The code is wrong, over, or was used already.')
  await asked.getByLabel('Code').fill(codes[1] ?? '')
  await picture(page, 'second-factor-remove')
  await asked.getByRole('button', { name: 'Remove' }).click()
  await noDialog(page)
  await expect(section.getByRole('button', { name: 'Set up' })).toBeVisible()
  await signOut(page)
  await openSignIn(opened)
  await signInAs(page, workspace.login_name, workspace.password)
  await queueReady(page)
})

test('an administrator resets the second factor of somebody who lost it, and is told where there is none', async ({
  serveAndOpen,
  chromiumOfTheWorker,
}) => {
  const opened = await serveAndOpen()
  const { page, served } = opened
  const paula = { login_name: 'p.audit', name: 'Paula Whitcombe', role: 'auditor', password: 'a long enough password' }
  await signIn(opened)
  await addPerson(page, paula)
  const elsewhere = await chromiumOfTheWorker.newContext()
  const sent = async (address: string, data: object) => {
    const answer = await elsewhere.request.post(`${served.url}/api/v1/${address}`, {
      data,
      headers: { 'x-fieldseal-window': '1', origin: served.url },
    })
    return (await answer.json()) as {
      readonly data: { readonly key: string }
      readonly error?: { readonly code: string }
    }
  }
  const { login_name, password } = paula
  await sent('auth/session', { login_name, password })
  const { key } = (await sent('me/second-factor', { password })).data
  await sent('me/second-factor/confirmation', { code: codesOf(key)() })
  expect((await sent('auth/session', { login_name, password })).error?.code).toBe('second_factor_required')

  await page.goto(`${served.url}/#/settings/users`)
  await page.reload()
  const open = async () => {
    await page.getByRole('button', { name: `Actions: ${paula.name}` }).click()
    await page.getByRole('menuitem', { name: 'Reset second factor' }).click()
    return dialog(page, `Reset the second factor of ${paula.name}`)
  }
  const asked = await open()
  await picture(page, 'second-factor-reset')
  await asked.getByRole('button', { name: 'Reset second factor' }).click()
  await noDialog(page)
  expect((await sent('auth/session', { login_name, password })).error).toBeUndefined()
  const again = await open()
  await again.getByRole('button', { name: 'Reset second factor' }).click()
  await expect(again.getByRole('alert')).toContainText('has no second factor')
  await elsewhere.close()
})

test('whoever needs a second factor by their role is led through setting one up, and nothing else opens before', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page, served, workspace } = opened
  await signIn(opened)
  await page.goto(`${served.url}/#/settings/policy`)
  const roles = page.getByRole('group', { name: 'Require a second factor of' })
  await roles.getByRole('checkbox', { name: 'Administrator' }).focus()
  await page.keyboard.press('Space')
  await roles.scrollIntoViewIfNeeded()
  await picture(page, 'second-factor-policy')
  await page.getByRole('button', { name: 'Seal the policy' }).click()
  await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible()
  await page.goto(`${served.url}/#/cases`)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible()
  await expect(page.getByRole('grid')).toHaveCount(0)
  await page.getByLabel('Current password').fill(workspace.password)
  await page.keyboard.press('Enter')
  const key = ((await page.getByTestId('second-factor-key').textContent()) ?? '').replaceAll(' ', '')
  await picture(page, 'second-factor-first')
  expect(await seriousFaults(page)).toEqual([])
  await page.getByLabel('Code').fill(codesOf(key)())
  await page.keyboard.press('Enter')
  await dialog(page, 'Your recovery codes').getByRole('button', { name: 'I have kept them' }).click()
  await queueReady(page)
})
