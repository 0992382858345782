import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { MenuItemConstructorOptions } from 'electron'
import { describe, expect, test } from 'vitest'
import { commands } from '../../../shared/ipc/bridge.ts'
import { isPermitted } from '../../../main/app/lockdown.ts'
import { menuTemplate } from '../../../main/app/menu.ts'
import { chooseFolders } from '../../../main/app/options.ts'
import { isOwnPage, isOwnUrl } from '../../../main/app/page.ts'
import { titleOf } from '../../../main/app/windowTitle.ts'
import { defaultWindowState, fitToScreens, readWindowState, writeWindowState } from '../../../main/app/windowState.ts'

describe('which addresses are the window’s own', () => {
  test.each(['app://fieldseal/', 'app://fieldseal/assets/a.js', 'app://fieldseal/#/cases/1'])('%s is', (address) => {
    expect(isOwnPage(address)).toBe(true)
  })
  test.each([
    'https://fieldseal/',
    'app://other/',
    'app://fieldseal.example/',
    'app://user@fieldseal/',
    'app://fieldseal:1/',
    'file:///etc/passwd',
    'data:text/html,x',
    'about:blank',
    '',
    'nonsense',
  ])('%j is not', (address) => expect(isOwnUrl(address)).toBe(false))
  test('the API is no page: what it sends is never opened as one', () => {
    expect(isOwnUrl('app://fieldseal/api/v1/cases')).toBe(true)
    expect(isOwnPage('app://fieldseal/api/v1/cases')).toBe(false)
  })
})

test('the title says which folder is shown where it must be said, and that a build is for evaluation only', () => {
  expect(titleOf('1.2.3', null)).toBe('Fieldseal')
  expect(titleOf('1.2.3', '/cases')).toBe('Fieldseal: /cases')
  expect(titleOf('1.2.3-evaluation', null)).toBe('Fieldseal (evaluation)')
  expect(titleOf('1.2.3-evaluation', '/cases')).toBe('Fieldseal (evaluation): /cases')
})

test('the only permission is writing text to the clipboard, for the window’s own page', () => {
  expect(isPermitted('clipboard-sanitized-write', 'app://fieldseal/')).toBe(true)
  expect(isPermitted('clipboard-sanitized-write', 'https://example.com/')).toBe(false)
  for (const permission of [
    'clipboard-read',
    'geolocation',
    'media',
    'notifications',
    'openExternal',
    'fullscreen',
    'usb',
    'hid',
    'serial',
    'unknown',
  ]) {
    expect(isPermitted(permission, 'app://fieldseal/')).toBe(false)
  }
})

describe('folders', () => {
  const choice = {
    defaultUserData: '/home/a/.config/Fieldseal',
    userDataSwitch: '',
    dataSwitch: '',
    environment: undefined,
  }
  test('the workspace lies in the user data folder unless told otherwise', () => {
    expect(chooseFolders(choice)).toEqual({
      userData: '/home/a/.config/Fieldseal',
      data: '/home/a/.config/Fieldseal/workspace',
      isNamed: false,
      logs: '/home/a/.config/Fieldseal/logs',
    })
    expect(chooseFolders({ ...choice, userDataSwitch: '/p' }).data).toBe('/p/workspace')
    expect(chooseFolders({ ...choice, userDataSwitch: '/p', environment: '/d' })).toEqual({
      userData: '/p',
      data: '/d',
      isNamed: true,
      logs: '/p/logs',
    })
    expect(chooseFolders({ ...choice, environment: '/d', dataSwitch: '/s' }).data).toBe('/s')
  })
})

describe('window state', () => {
  const screen = { x: 0, y: 0, width: 1600, height: 1000 }
  test('is kept, and a damaged file means the default', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'fieldseal-state-'))
    const file = path.join(folder, 'deep/window.json')
    const state = { x: 5, y: 6, width: 900, height: 700, maximized: true, softwareRendering: false }
    expect(writeWindowState(file, state)).toBe(true)
    expect(readWindowState(file)).toEqual(state)
    writeFileSync(file, '{"width": -1')
    expect(readWindowState(file)).toEqual(defaultWindowState)
    rmSync(folder, { recursive: true })
  })
  test('a window on a screen that is gone comes back to one that is there, no larger than it', () => {
    const state = { x: 3000, y: 100, width: 2560, height: 1440, maximized: false, softwareRendering: false }
    expect(fitToScreens(state, [screen])).toEqual({
      width: 1600,
      height: 1000,
      maximized: false,
      softwareRendering: false,
    })
    expect(fitToScreens({ ...state, x: 10, y: 20, width: 800, height: 600 }, [screen])).toMatchObject({
      x: 10,
      y: 20,
      width: 800,
      height: 600,
    })
  })
})

describe('the native menu', () => {
  const items = (template: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
    template.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? items(item.submenu) : [])])
  const sent: string[] = []
  const actions = {
    send: (command: string) => sent.push(command),
    showLogs: () => undefined,
    saveRecoveryKey: () => undefined,
    reload: () => undefined,
  }
  const all = items(menuTemplate(actions, { isMac: false, isDevelopment: false }))

  test('offers every command once, and a click sends it', () => {
    for (const command of commands) {
      const offered = all.filter((item) => item.id === command)
      expect(offered).toHaveLength(1)
      offered[0]!.click!({} as never, undefined, {})
    }
    expect(sent).toEqual(commands)
  })
  test('no accelerator is given twice', () => {
    const accelerators = all.flatMap((item) => (item.accelerator ? [item.accelerator] : []))
    expect(new Set(accelerators).size).toBe(accelerators.length)
  })
  test('the developer tools are offered in development only', () => {
    expect(all.some((item) => item.role === 'toggleDevTools')).toBe(false)
    expect(
      items(menuTemplate(actions, { isMac: false, isDevelopment: true })).some(
        (item) => item.role === 'toggleDevTools',
      ),
    ).toBe(true)
  })
})
