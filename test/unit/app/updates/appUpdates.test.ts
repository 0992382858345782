import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isAdministrator } from '../../../../main/app/updates/administrator.ts'
import { makeAppUpdates, type AppUpdatesParts } from '../../../../main/app/updates/appUpdates.ts'
import { targetOf } from '../../../../main/app/updates/installation.ts'
import {
  managedSettingsFile,
  readUpdateSettings,
  readUpdateState,
  updateFiles,
} from '../../../../main/platform/update-files.ts'
import { trust } from '../../update/support.ts'

let folder: string
const at = (...names: readonly string[]) => path.join(folder, ...names)

const updates = (more: Partial<AppUpdatesParts> = {}) =>
  makeAppUpdates({
    trust,
    version: '1.0.0',
    target: 'linux-x64-appimage',
    appImage: undefined,
    userData: folder,
    managed: at('managed.json'),
    environment: {},
    isAdministrator: () => Promise.resolve(true),
    after: () => () => undefined,
    restart: () => undefined,
    onChange: () => undefined,
    log: () => undefined,
    ...more,
  })

const settings = () => readUpdateSettings(at('managed.json'), updateFiles(folder).settings)

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fieldseal-updates-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('U-62: updates are off until an administrator turns them on', () => {
  test('an administrator of the workspace does, in the window', async () => {
    const one = updates()
    expect(one.view()).toMatchObject({ source: null, managedBy: null })
    expect(await one.step({ kind: 'turn', source: 'https://updates.example/fieldseal/' })).toEqual({
      ok: true,
      value: null,
    })
    expect(one.view().source).toBe('https://updates.example/fieldseal/')
    await one.step({ kind: 'turn', source: null })
    expect(settings().source).toBeNull()
  })

  test('nobody else does', async () => {
    const one = updates({ isAdministrator: () => Promise.resolve(false) })
    expect(await one.step({ kind: 'turn', source: at('stick') })).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('Only an administrator') as unknown },
    })
    expect(existsSync(updateFiles(folder).settings)).toBe(false)
  })

  test('the administrator of the computer decides by a file, for everybody', async () => {
    writeFileSync(at('managed.json'), JSON.stringify({ source: null }))
    const one = updates()
    expect(await one.step({ kind: 'turn', source: at('stick') })).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining(at('managed.json')) as unknown },
    })
    writeFileSync(at('managed.json'), JSON.stringify({ source: at('stick') }))
    expect(one.view()).toMatchObject({ source: at('stick'), managedBy: at('managed.json'), fault: null })
  })

  test('a file that cannot be meant turns them off, and says so', () => {
    mkdirSync(at('updates'))
    writeFileSync(updateFiles(folder).settings, JSON.stringify({ source: at('stick') }))
    for (const text of ['{', '{}', '{"source":"ftp://x"}', '{"source":null,"more":1}']) {
      writeFileSync(at('managed.json'), text)
      expect(settings(), text).toEqual({
        source: null,
        managedBy: at('managed.json'),
        fault: expect.stringContaining('not of its form') as unknown,
      })
    }
  })

  test('an address is one of https, of this very computer, or the whole path of a folder', async () => {
    const one = updates()
    for (const source of [
      'http://updates.example/',
      'https://u:p@updates.example/',
      'https://updates.example/?a',
      'updates',
      'file:///x',
      '',
    ])
      expect((await one.step({ kind: 'turn', source })).ok, source).toBe(false)
    for (const source of ['http://127.0.0.1:8080/', 'https://updates.example', at('stick')])
      expect((await one.step({ kind: 'turn', source })).ok, source).toBe(true)
  })

  test('where they are off nothing is looked for, and nothing is kept', async () => {
    const one = updates()
    await one.step({ kind: 'look' })
    expect(await one.step({ kind: 'install' })).toMatchObject({ ok: false })
    expect(existsSync(updateFiles(folder).state)).toBe(false)
  })
})

test('where they are on, the first look waits a while, and others follow', async () => {
  const waits: (readonly [number, () => void])[] = []
  mkdirSync(at('stick'))
  writeFileSync(at('managed.json'), JSON.stringify({ source: at('stick') }))
  const one = updates({ after: (ms, action) => (waits.push([ms, action]), () => undefined) })
  one.begin()
  expect(waits.map(([ms]) => ms)).toEqual([30_000])
  waits[0]?.[1]()
  await expect.poll(() => one.view().looked?.message).toContain('There is no update feed at this address')
  expect(waits.map(([ms]) => ms)).toEqual([30_000, 21_600_000])
  expect(readUpdateState(updateFiles(folder).state)?.installation).toMatch(/^[0-9a-f]{32}$/u)
})

test('the service says who administers the workspace', async () => {
  let role = 'admin'
  const server = createServer((request, response) => {
    const isAsked =
      request.url === '/v1/me' &&
      request.headers.authorization === 'Bearer token' &&
      request.headers['x-api-key'] === 'key'
    response.writeHead(isAsked ? 200 : 401).end(JSON.stringify({ data: { role } }))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const session = { access_token: 'token', institution_key: 'key', user_id: '1' }
  expect(await isAdministrator({ url, session })).toBe(true)
  expect(await isAdministrator({ url, session: { ...session, access_token: 'other' } })).toBe(false)
  role = 'supervisor'
  expect(await isAdministrator({ url, session })).toBe(false)
  expect(await isAdministrator(null)).toBe(false)
  server.closeAllConnections()
  await new Promise((resolve) => {
    server.close(resolve)
  })
  expect(await isAdministrator({ url, session })).toBe(false)
})

test('U-3: what a file must be for follows from how this program was installed', () => {
  const linux = { platform: 'linux', arch: 'x64', appImage: undefined, isThere: () => false } as const
  expect(targetOf({ ...linux, appImage: '/home/a/x.AppImage', executable: '/tmp/.mount/fieldseal' })).toBe(
    'linux-x64-appimage',
  )
  expect(targetOf({ ...linux, executable: '/opt/Fieldseal/fieldseal', isThere: () => true })).toBe('linux-x64-deb')
  expect(targetOf({ ...linux, executable: '/opt/Fieldseal/fieldseal' })).toBe('linux-x64-rpm')
  expect(targetOf({ ...linux, executable: '/home/a/fieldseal' })).toBe('linux-x64-folder')
  expect(targetOf({ ...linux, platform: 'win32', executable: 'C:\\x' })).toBe('win32-x64-nsis')
  expect(targetOf({ ...linux, platform: 'darwin', arch: 'arm64', executable: '/Applications' })).toBe(
    'darwin-arm64-dmg',
  )
})

test('the file of a computer’s administrator lies where only that one writes', () => {
  expect(managedSettingsFile('linux', undefined)).toBe('/etc/fieldseal/updates.json')
  expect(managedSettingsFile('darwin', undefined)).toBe('/Library/Application Support/Fieldseal/updates.json')
  expect(managedSettingsFile('win32', 'D:\\ProgramData')).toBe('D:\\ProgramData\\Fieldseal\\updates.json')
})

test('what is kept and cannot be read is begun anew', () => {
  mkdirSync(at('updates'))
  writeFileSync(updateFiles(folder).state, '{"installation":"x"}')
  expect(readUpdateState(updateFiles(folder).state)).toBeNull()
  expect(readFileSync(updateFiles(folder).state, 'utf8')).toBe('{"installation":"x"}')
})
