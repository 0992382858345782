import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build, type Plugin } from 'vite'
import { formatVerifierKey } from '../../main/seal/verifier-key.ts'
import { feedText, type ReleaseFeed } from '../../main/update/feed.ts'
import { feedName } from '../../main/update/places.ts'
import { nodeConfig } from '../../scripts/lib/bundles.ts'
import { findElectron } from '../../scripts/lib/electron.ts'
import { inRoot } from '../../scripts/lib/paths.ts'
import { logFeed, signFeed } from '../../scripts/lib/releasing/feed/make.ts'
import { feedOf, fileOf, first, log, second, trust } from '../unit/update/support.ts'
import type { Desktop } from '../support/electron.ts'
import { expect, test } from './harness.ts'
import { picture } from './looks.ts'

/** The application as one that was built with keys for updates, started as an AppImage. */

const keys: Plugin = {
  name: 'keys-of-the-test',
  enforce: 'pre',
  load(id) {
    if (!id.endsWith('update-trust.json')) return null
    const verifiers = [first, second].map((key) => formatVerifierKey(key, 'log'))
    return JSON.stringify({
      keys: verifiers,
      threshold: 2,
      log: formatVerifierKey(log, 'log'),
      witnesses: [],
      quorum: 0,
    })
  },
}

/** A folder with this application and these keys, whose version is 1.0.0. */
const applicationIn = async (folder: string): Promise<string> => {
  const place = path.join(folder, 'application')
  mkdirSync(path.join(place, 'dist'), { recursive: true })
  for (const part of ['preload', 'renderer', 'service', 'viewer'])
    symlinkSync(inRoot('dist', part), path.join(place, 'dist', part))
  for (const name of ['node_modules', 'build']) symlinkSync(inRoot(name), path.join(place, name))
  const manifest = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as object
  writeFileSync(path.join(place, 'package.json'), JSON.stringify({ ...manifest, version: '1.0.0' }))
  await build(
    nodeConfig({
      entry: 'main/app/main.ts',
      outDir: path.join(place, 'dist/app'),
      fileName: 'main.js',
      plugins: [keys],
    }),
  )
  return place
}

/** What stands for an AppImage: started, it says which one it is. */
const programOf = (version: string, said: string): string => `#!/bin/sh\nprintf %s '${version}' > '${said}'\n`

const publish = (folder: string, content: string, changes: Partial<ReleaseFeed> = {}): void => {
  const name = 'fieldseal-1.0.1.AppImage'
  const isNew = !existsSync(path.join(folder, 'log'))
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, name), content)
  const nowMs = Math.floor(Date.now() / 1_000) * 1_000
  const feed = feedOf({
    issuedMs: nowMs,
    expiresMs: nowMs + 86_400_000,
    files: [fileOf(content, `linux-${process.arch}-appimage`, name)],
    ...changes,
  })
  writeFileSync(path.join(folder, feedName), `${feedText(feed)}\n`)
  for (const done of [
    signFeed(folder, first, trust),
    signFeed(folder, second, trust),
    logFeed(folder, log, trust, { isNew }),
  ])
    if (!done.ok) throw new Error(done.error)
}

const makeWorkspace = async ({ page }: Desktop): Promise<void> => {
  await expect.poll(() => page.evaluate(async () => (await window.fieldseal!.serviceState()).kind)).toBe('first-run')
  await page.evaluate(() =>
    window.fieldseal!.createWorkspace({ institution: 'ACME', name: 'Acme Bank', admin: 'Ada Morgan', sample: false }),
  )
}

test('U-60 and U-62: an administrator turns updates on, and the program that was checked takes the place of this one and starts', async ({
  openDesktop,
  scratch,
}) => {
  const [program, said, stick] = ['Fieldseal.AppImage', 'started', 'stick'].map((name) => path.join(scratch, name)) as [
    string,
    string,
    string,
  ]
  writeFileSync(program, programOf('1.0.0', said))
  chmodSync(program, 0o755)
  publish(stick, programOf('1.0.1', said))
  const appDir = await applicationIn(scratch)
  const electron = await findElectron()
  if (!electron.ok) throw new Error(electron.error)
  const opened = path.dirname(electron.value.executable)
  const desktop = await openDesktop({ appDir, env: { APPIMAGE: program, APPDIR: opened } })
  const { page } = desktop
  await makeWorkspace(desktop)
  await page.evaluate(() => {
    location.hash = '#/settings/updates'
  })
  await expect(page.getByText('This computer looks for no updates.')).toBeVisible()
  await page.getByLabel('Address').fill('http://updates.example/')
  await page.getByRole('button', { name: 'Turn updates on' }).click()
  await expect(page.getByRole('alert')).toContainText('must begin with https://')
  await picture(page, 'settings-updates-off')
  await page.getByLabel('Address').fill(stick)
  await page.getByRole('button', { name: 'Turn updates on' }).click()
  await expect(page.getByRole('heading', { name: 'Release 1.0.1 is ready' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Update ready' })).toBeVisible()
  await picture(page, 'settings-updates-ready')
  // What was fetched is paused by its publisher before anybody installs it.
  publish(stick, programOf('1.0.1', said), { isPaused: true })
  await page.getByRole('button', { name: 'Install and start again' }).click()
  await expect(page.getByRole('alert')).toContainText('no longer offers the release that was fetched')
  expect(readFileSync(program, 'utf8')).toBe(programOf('1.0.0', said))
  // A file of which a byte was flipped is refused in words.
  const next = `${programOf('1.0.1', said)}# once more\n`
  publish(stick, next)
  writeFileSync(path.join(stick, 'fieldseal-1.0.1.AppImage'), next.replace('once', 'Once'))
  await page.getByRole('button', { name: 'Look now' }).click()
  await expect(page.getByRole('alert')).toContainText('not the one of the signed feed')
  await picture(page, 'settings-updates-refused')
  writeFileSync(path.join(stick, 'fieldseal-1.0.1.AppImage'), next)
  await page.getByRole('button', { name: 'Look now' }).click()
  const ended = desktop.app.waitForEvent('close')
  await page.getByRole('button', { name: 'Install and start again' }).click()
  await ended
  await expect.poll(() => (existsSync(said) ? readFileSync(said, 'utf8') : '')).toBe('1.0.1')
  expect(readFileSync(program, 'utf8')).toBe(next)
  expect(readFileSync(`${program}.before`, 'utf8')).toBe(programOf('1.0.0', said))
})

test('U-12: a build without keys says that it believes no update', async ({ openDesktop }) => {
  const desktop = await openDesktop()
  await makeWorkspace(desktop)
  await desktop.page.evaluate(() => {
    location.hash = '#/settings/updates'
  })
  await expect(desktop.page.getByText('This build was made without keys for updates')).toBeVisible()
})
