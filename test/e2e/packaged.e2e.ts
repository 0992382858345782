import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { chromium } from '@playwright/test'
import { carriedBy } from '../../scripts/lib/notices.ts'
import { packedParts } from '../../scripts/lib/package-config.ts'
import { inRoot } from '../../scripts/lib/paths.ts'
import { sbomEnding, type LockFile, type Sbom } from '../../scripts/lib/releasing/sbom.ts'
import { rootSwitches, toolFile } from '../../scripts/lib/run.ts'
import { environmentWith } from '../support/electron.ts'
import { expect, test } from './harness.ts'

/**
 * The packaged application, launched as a person would launch it. Its inspect fuse is off, so it is driven by remote
 * debugging.
 */

const unpacked = inRoot('release/linux-unpacked')
const executable = `${unpacked}/fieldseal`
const bundles = packedParts.map((part) => inRoot('dist', part))

/**
 * Where Chromium says that it listens; the rest of its output is read and dropped, so that it never blocks on a full
 * pipe.
 */
function debuggingAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    createInterface(child.stderr!).on('line', (line) => {
      const found = /DevTools listening on (ws:\/\/\S+)/.exec(line)
      if (found) resolve(found[1]!)
    })
    child.once('exit', () => reject(new Error('the application ended before its window could be reached')))
  })
}

test.describe.configure({ timeout: 600_000 })

let launched: ChildProcess | null = null
test.afterEach(() => void launched?.kill('SIGKILL'))

test.beforeAll(() => {
  test.skip(process.platform !== 'linux', 'the package of this test is the Linux one')
  const packed = spawnSync(process.execPath, [inRoot('scripts/package.ts'), '--dir'], {
    encoding: 'utf8',
    timeout: 540_000,
  })
  if (packed.status !== 0) throw new Error(`npm run package failed:\n${packed.stdout}\n${packed.stderr}`)
})

test('the package opens its window, makes a workspace and answers', async ({ scratch }) => {
  const child = spawn(
    executable,
    [...rootSwitches(), '--disable-gpu', '--remote-debugging-port=0', `--user-data-dir=${scratch}/profile`],
    {
      env: environmentWith({ FIELDSEAL_DATA: `${scratch}/workspace`, NODE_OPTIONS: '--require=/nowhere' }),
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  launched = child
  const exited = once(child, 'exit')
  const endpoint = await debuggingAddress(child)
  const pages = `http://${new URL(endpoint).host}/json/list`
  // A debugger that attaches before the first page is there holds it back for ever.
  await expect.poll(async () => await (await fetch(pages)).text()).toContain('app://fieldseal/')
  const browser = await chromium.connectOverCDP(endpoint)
  const page = browser.contexts()[0]!.pages()[0] ?? (await browser.contexts()[0]!.waitForEvent('page'))
  await expect(page).toHaveURL(/^app:\/\/fieldseal\//)
  await expect(page).toHaveTitle(/Fieldseal/)
  await expect.poll(() => page.evaluate(async () => (await window.fieldseal!.serviceState()).kind)).toBe('first-run')
  const made = await page.evaluate(() =>
    window.fieldseal!.createWorkspace({ institution: 'ACME', name: 'Acme Bank', admin: 'Ada Morgan', sample: false }),
  )
  expect(made).toEqual({ ok: true, value: null })
  expect(await page.evaluate(() => window.fieldseal?.version)).toMatch(/^\d+\.\d+\.\d+-evaluation$/)
  expect(await page.evaluate(async () => (await fetch('/api/v1/cases')).status)).toBe(200)
  expect(existsSync(`${scratch}/profile/logs/app.log`)).toBe(true)
  child.kill('SIGTERM')
  await exited
})

test('the fuses are set: it is no Node, takes no options from the environment, and loads its archive only', async () => {
  const fuses = await getCurrentFuseWire(executable)
  const off = [
    FuseV1Options.RunAsNode,
    FuseV1Options.EnableNodeOptionsEnvironmentVariable,
    FuseV1Options.EnableNodeCliInspectArguments,
    FuseV1Options.GrantFileProtocolExtraPrivileges,
  ]
  const on = [
    FuseV1Options.EnableCookieEncryption,
    FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
    FuseV1Options.OnlyLoadAppFromAsar,
  ]
  expect(off.map((fuse) => fuses[fuse])).toEqual(off.map(() => FuseState.DISABLE))
  expect(on.map((fuse) => fuses[fuse])).toEqual(on.map(() => FuseState.ENABLE))
})

test('the archive holds no sources, tests or source maps', () => {
  const asar = toolFile('@electron/asar', 'bin/asar.mjs')
  const listed = spawnSync(process.execPath, [asar, 'list', `${unpacked}/resources/app.asar`], {
    encoding: 'utf8',
  }).stdout.split('\n')
  expect(listed).toContain('/dist/app/main.js')
  expect(listed.filter((file) => /\.map$|\.tsx?$|^\/(test|scripts|main|renderer)\//.test(file))).toEqual([])
})

test('of Electron the package holds what Electron’s releases hold, and nothing of whoever packed it before', () => {
  const electrons =
    /^(LICENSES?\.(electron\.txt|chromium\.html)|chrome[-_].*|icudtl\.dat|lib(EGL|GLESv2|ffmpeg|vk_swiftshader|vulkan)\.so(\.1)?|locales|resources(\.pak)?|(v8_context_)?snapshot(_blob)?\.bin|version|vk_swiftshader_icd\.json)$/
  const ours = ['LICENSE.txt', 'NOTICE.txt', 'THIRD-PARTY-NOTICES.txt', 'fieldseal']
  expect(readdirSync(unpacked).filter((name) => !electrons.test(name))).toEqual(ours)
  expect(readdirSync(`${unpacked}/resources`).filter((name) => !['app.asar.unpacked', 'node'].includes(name))).toEqual([
    'app.asar',
    'icon.png',
  ])
})

test('it names the licence of each package of others that it holds, and carries native code for its own system only', () => {
  const notices = readFileSync(`${unpacked}/THIRD-PARTY-NOTICES.txt`, 'utf8')
  const carried = carriedBy(bundles)
  // By all that the maps of the bundles name, whatever lies before it: a worker's map counts from another folder.
  const named = bundles
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
    .filter((file) => file.endsWith('.map'))
    .flatMap((file) => [
      ...readFileSync(file, 'utf8').matchAll(/"[^"\\]*node_modules\/((?:@[^/"]+\/)?[^/"@]+)\/[^"\\]*"/g),
    ])
    .map(([, name]) => name!)
  expect(named).toEqual(expect.arrayContaining(['react', 'fastify', 'pdfjs-dist', 'graphology-layout-forceatlas2']))
  expect([...new Set(named)].filter((name) => !carried.some((one) => one.name === name))).toEqual([])
  expect(carried.filter(({ name, version }) => !notices.includes(`\n${name} ${version}\n`))).toEqual([])
  const native = readdirSync(`${unpacked}/resources`, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.node'),
  )
  expect(native.map((file) => file.split('/').at(-1))).toEqual([`linux-${process.arch}.node`])
})

test('its bill of materials names all that is carried, each as the lock file has it, and every direct dependency', () => {
  const name = readdirSync(inRoot('release')).find((file) => file.endsWith(sbomEnding))
  const { components } = JSON.parse(readFileSync(inRoot('release', name!), 'utf8')) as Sbom
  const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')) as LockFile
  const listed = components.map(({ group, name: own, version }) => `${group ? `${group}/` : ''}${own}@${version}`)
  const locked = new Set(
    Object.entries(packages).map(([folder, { version }]) => `${folder.split('node_modules/').at(-1)}@${version}`),
  )
  expect(listed.filter((one) => !locked.has(one) && !one.startsWith('electron@'))).toEqual([])
  expect(listed).toEqual(expect.arrayContaining(carriedBy(bundles).map((one) => `${one.name}@${one.version}`)))
  // The command line is no part of the application.
  const direct = Object.keys(packages['']?.dependencies ?? {}).filter((one) => one !== 'commander')
  expect(direct.filter((one) => !listed.some((other) => other.startsWith(`${one}@`)))).toEqual([])
  expect(listed.at(-1)).toMatch(/^electron@\d/)
})
