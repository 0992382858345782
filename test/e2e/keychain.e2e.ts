import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { filesWith } from '../support/files-with.ts'
import { canHaveKeyring, startKeyring, type Keyring } from '../support/keyring.ts'
import { runCli } from '../support/live-service.ts'
import { addCase, dialog, expect, firstRun, queueReady, test } from './steps.ts'
import type { Desktop } from '../support/electron.ts'

/** Where the key lies that everything in the folder is encrypted under. */

const title = 'Abrechnungsbetrug Praxis Löwenherz'
const inKeys = (dataDir: string): string[] => readdirSync(`${dataDir}/keys`).sort()

const keyIn = async ({ app, page }: Desktop) => {
  await app.evaluate(({ Menu }) => (Menu.getApplicationMenu()!.getMenuItemById('help.about')!.click as () => void)())
  return dialog(page, 'About Fieldseal')
}

/** Saves the recovery key by the menu, past the system's dialog, and answers it. */
const savedKey = async ({ app }: Desktop, file: string): Promise<string> => {
  await app.evaluate(({ dialog: native, Menu }, filePath) => {
    native.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
    ;(Menu.getApplicationMenu()!.getMenuItemById('recovery-key.save')!.click as () => void)()
  }, file)
  await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8').includes('fieldseal serve')).toBe(true)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  return /^[\w-]{43}$/m.exec(readFileSync(file, 'utf8'))?.[0] ?? ''
}

test('without a keychain the key stays in its file; the log and the window say so, and a copy can be saved', async ({
  openDesktop,
  scratch,
}) => {
  const desktop = await openDesktop({ args: ['--password-store=basic'] })
  await firstRun(desktop)
  await addCase(desktop.page, title)
  expect(inKeys(`${scratch}/workspace`)).toEqual(['device.key', 'workspace.key'])
  expect(readFileSync(`${scratch}/profile/logs/app.log`, 'utf8')).toMatch(
    /the workspace key is in .*workspace\.key, because .*: who copies the data folder can read it/,
  )
  await expect(await keyIn(desktop)).toContainText('In a file beside the data')
  await expect(desktop.page.getByText(`${scratch}/workspace`, { exact: true })).toBeVisible()
  await desktop.page.getByRole('button', { name: 'Copy the path, for --data of the commands' }).press('Enter')
  await expect(desktop.page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await desktop.app.evaluate(({ clipboard }) => clipboard.readText())).toBe(`${scratch}/workspace`)
  expect(await savedKey(desktop, `${scratch}/recovery.txt`)).toBe(
    readFileSync(`${scratch}/workspace/keys/workspace.key`).toString('base64url'),
  )
  expect(filesWith(`${scratch}/workspace`, [title])).toEqual([])
})

test.describe('with a keychain', () => {
  test.skip(!canHaveKeyring(), 'this machine has no dbus-run-session and gnome-keyring-daemon that starts')
  let keyring: Keyring
  const args = ['--password-store=gnome-libsecret']

  test.beforeEach(async ({ scratch }) => {
    keyring = await startKeyring(`${scratch}/keyring`)
  })
  test.afterEach(() => keyring.stop())

  test('the key of a new workspace is sealed by it, and the folder alone tells nothing', async ({
    openDesktop,
    scratch,
  }) => {
    const dataDir = `${scratch}/workspace`
    const desktop = await openDesktop({ env: keyring.env, args })
    await firstRun(desktop)
    await addCase(desktop.page, title)
    expect(inKeys(dataDir)).toEqual(['device.key', 'workspace.key.sealed'])
    await expect(await keyIn(desktop)).toContainText('In the keychain of this computer')
    const recoveryKey = await savedKey(desktop, `${scratch}/recovery.txt`)
    expect(filesWith(dataDir, [title, recoveryKey])).toEqual([])
    expect(readFileSync(`${scratch}/profile/logs/app.log`, 'utf8')).not.toContain(recoveryKey)
    await desktop.close()

    const alone = runCli('verify', dataDir)
    expect(alone.code).toBe(1)
    expect(alone.stderr).toMatch(/kept in the keychain of the desktop/)
    process.env['FIELDSEAL_WORKSPACE_KEY'] = recoveryKey
    const withKey = runCli('verify', dataDir)
    delete process.env['FIELDSEAL_WORKSPACE_KEY']
    expect(withKey).toMatchObject({ code: 0 })

    const again = await openDesktop({ env: keyring.env, args })
    await queueReady(again.page)
    await expect(again.page.getByText(title)).toBeVisible()
  })

  test('the key of a folder that was made without a keychain is moved in; on a computer without that keychain it says what to do', async ({
    openDesktop,
    scratch,
  }) => {
    const dataDir = `${scratch}/workspace`
    const first = await openDesktop({ args: ['--password-store=basic'] })
    await firstRun(first)
    await addCase(first.page, title)
    await first.close()
    expect(inKeys(dataDir)).toEqual(['device.key', 'workspace.key'])

    const moved = await openDesktop({ env: keyring.env, args })
    await queueReady(moved.page)
    await expect(moved.page.getByText(title)).toBeVisible()
    expect(inKeys(dataDir)).toEqual(['device.key', 'workspace.key.sealed'])
    expect(filesWith(dataDir, [title, 'PRIVATE KEY'])).toEqual([])
    await moved.close()

    const elsewhere = await openDesktop({ args: ['--password-store=basic'] })
    await expect(elsewhere.page.getByRole('heading', { name: 'The service cannot continue' })).toBeVisible()
    await expect(elsewhere.page.getByText(/The workspace key is in a keychain.*recovery key/)).toBeVisible()
  })
})
