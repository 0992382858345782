import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { folderSource } from '../../../../main/app/updates/folderSource.ts'
import type { UpdateSource } from '../../../../main/app/updates/source.ts'
import { makeUpdater, type Updater, type UpdaterParts } from '../../../../main/app/updates/updater.ts'
import { readUpdateState, updateFiles } from '../../../../main/platform/update-files.ts'
import { feedName, logFolder, proofName } from '../../../../main/update/places.ts'
import type { ReleaseFeed } from '../../../../main/update/feed.ts'
import { tilePath } from '../../../../main/seal/tiles.ts'
import type { UpdatesView } from '../../../../shared/ipc/updates.ts'
import { feedOf, fetched, fileOf, noteOf, now, trust } from '../../update/support.ts'

let folder: string
const at = (...names: readonly string[]) => path.join(folder, ...names)
const program = () => at('Fieldseal.AppImage')

/** What a publisher has said so far, oldest first. */
let said: string[]

const contentOf = (version: string) => `application ${version}`

const publish = async (changes: Partial<ReleaseFeed> = {}): Promise<void> => {
  const version = changes.version ?? '1.0.1'
  const file = fileOf(contentOf(version), 'linux-x64-appimage', `fieldseal-${version}.AppImage`)
  said.push(noteOf(feedOf({ files: [file], ...changes })))
  const all = fetched(said)
  mkdirSync(at('stick', logFolder, 'tile/0'), { recursive: true })
  writeFileSync(at('stick', feedName), all.note)
  writeFileSync(at('stick', proofName), all.proof)
  writeFileSync(at('stick', file.name), contentOf(version))
  const tile = { level: 0, index: 0, width: said.length }
  mkdirSync(path.dirname(at('stick', logFolder, tilePath(tile))), { recursive: true })
  writeFileSync(at('stick', logFolder, tilePath(tile)), (await all.tiles(tile)) as Uint8Array)
}

const updater = (more: Partial<UpdaterParts> = {}): Updater & { readonly views: UpdatesView[] } => {
  const views: UpdatesView[] = []
  const made = makeUpdater({
    trust,
    installed: { version: '1.0.0', target: 'linux-x64-appimage' },
    program: program(),
    settings: () => ({ source: at('stick'), managedBy: null, fault: null }),
    openSource: folderSource,
    files: updateFiles(at('profile')),
    now: () => now,
    randomBytes: (count) => Buffer.alloc(count, 7),
    freeBytes: () => 1e12,
    onChange: (view) => views.push(view),
    log: () => undefined,
    ...more,
  })
  return { ...made, views }
}

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fieldseal-updater-'))
  said = []
  mkdirSync(at('stick'))
  writeFileSync(program(), contentOf('1.0.0'), { mode: 0o755 })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('an update', () => {
  test('is looked for, fetched, and put in the place of this build when a person says so', async () => {
    await publish()
    const one = updater()
    await one.look()
    expect(one.view()).toMatchObject({
      work: null,
      looked: { outcome: 'offered', message: '1.0.1', atMs: now },
      ready: { version: '1.0.1', how: 'replace', recalled: false },
    })
    expect(one.views.map(({ work }) => work?.kind)).toContain('fetching')
    expect(readFileSync(program(), 'utf8')).toBe(contentOf('1.0.0'))
    expect(await one.install()).toBeNull()
    expect(readFileSync(program(), 'utf8')).toBe(contentOf('1.0.1'))
    const after = updater({ installed: { version: '1.0.1', target: 'linux-x64-appimage' } })
    expect(after.view().ready).toBeNull()
    await after.look()
    expect(after.view().looked).toMatchObject({ outcome: 'newest' })
  })

  test('is not looked for where that is off, or the build has no keys', async () => {
    await publish()
    const off = updater({ settings: () => ({ source: null, managedBy: null, fault: null }) })
    await off.look()
    expect(off.view()).toMatchObject({ source: null, looked: null, ready: null, possible: true })
    const keyless = updater({ trust: null })
    await keyless.look()
    expect(keyless.view()).toMatchObject({ possible: false, looked: null, ready: null })
    expect(readUpdateState(updateFiles(at('profile')).state)).toBeNull()
  })

  test('where no build can replace itself, the checked file is there to be installed by hand', async () => {
    await publish()
    const one = updater({ program: null })
    await one.look()
    expect(one.view().ready).toMatchObject({
      how: 'by_hand',
      path: expect.stringContaining('fieldseal-1.0.1.AppImage') as unknown,
    })
    expect(await one.install()).toMatchObject({ code: 'not_replaceable' })
  })

  test('what was seen of the log outlives the program', async () => {
    await publish()
    await updater().look()
    said = [noteOf(feedOf({ share: 1 }))]
    await publish({ version: '1.0.2' })
    const next = updater()
    await next.look()
    expect(next.view()).toMatchObject({
      looked: { outcome: 'refused', message: expect.stringContaining('its past was changed') as unknown },
      ready: null,
    })
  })

  test('waits for its turn by one draw of this installation', async () => {
    await publish({ share: 0 })
    const one = updater()
    await one.look()
    expect(one.view()).toMatchObject({ looked: { outcome: 'waiting', message: '1.0.1' }, ready: null })
    expect(readUpdateState(updateFiles(at('profile')).state)?.installation).toBe('07'.repeat(16))
  })
})

describe('U-61: between fetching and installing', () => {
  test('U-42: a pause holds it back', async () => {
    await publish()
    const one = updater()
    await one.look()
    await publish({ isPaused: true })
    expect(await one.install()).toMatchObject({ code: 'feed_changed' })
    expect(one.view()).toMatchObject({ looked: { outcome: 'paused' }, ready: null })
    expect(readFileSync(program(), 'utf8')).toBe(contentOf('1.0.0'))
  })

  test('U-30: the feed may have expired', async () => {
    await publish()
    let time = now
    const one = updater({ now: () => time })
    await one.look()
    time += 31 * 86_400_000
    expect(await one.install()).toMatchObject({ code: 'feed_expired' })
    expect(readFileSync(program(), 'utf8')).toBe(contentOf('1.0.0'))
  })

  test('U-50: the file may have been changed', async () => {
    await publish()
    const one = updater()
    await one.look()
    writeFileSync(one.view().ready?.path ?? '', 'Application 1.0.1')
    expect(await one.install()).toMatchObject({ code: 'file_changed' })
    expect(readFileSync(program(), 'utf8')).toBe(contentOf('1.0.0'))
  })

  test('the network may be gone: then the feed that was believed is judged again', async () => {
    await publish()
    const gone = { reach: true }
    const unreachable = { code: 'source_unreachable', message: 'gone' } as const
    const one = updater({
      openSource: (address) =>
        gone.reach
          ? folderSource(address)
          : { ...folderSource(address), read: () => Promise.resolve({ ok: false, error: unreachable }) },
    })
    await one.look()
    gone.reach = false
    await one.look()
    expect(one.view()).toMatchObject({ looked: { outcome: 'refused', message: 'gone' }, ready: { version: '1.0.1' } })
    expect(await one.install()).toBeNull()
    expect(readFileSync(program(), 'utf8')).toBe(contentOf('1.0.1'))
  })
})

describe('U-43: a release that was taken back', () => {
  const installed = { version: '1.0.2', target: 'linux-x64-appimage' }

  test('goes to the older one, and what was offered before does not come again', async () => {
    await publish({ version: '1.0.2' })
    const earlier = { note: readFileSync(at('stick', feedName)), proof: readFileSync(at('stick', proofName)) }
    const one = updater({ installed })
    await one.look()
    await publish({ version: '1.0.1', recalled: ['1.0.2'], share: 0 })
    await one.look()
    expect(one.view().ready).toMatchObject({ version: '1.0.1', recalled: true })
    expect(await one.install()).toBeNull()
    expect(readFileSync(program(), 'utf8')).toBe(contentOf('1.0.1'))
    writeFileSync(at('stick', feedName), earlier.note)
    writeFileSync(at('stick', proofName), earlier.proof)
    const back = updater({ installed: { ...installed, version: '1.0.1' } })
    await back.look()
    expect(back.view().looked).toMatchObject({ outcome: 'refused' })
  })
})

test('what was seen of the log is kept, however long the words of an error are', async () => {
  await publish()
  await updater().look()
  const endless = { code: 'source_unreachable', message: 'x'.repeat(10_000) } as const
  const cut = (): UpdateSource => ({
    ...folderSource(at('stick')),
    read: () => Promise.resolve({ ok: false, error: endless }),
  })
  await updater({ openSource: cut }).look()
  expect(readUpdateState(updateFiles(at('profile')).state)).toMatchObject({
    remembered: { size: 1 },
    looked: { outcome: 'refused' },
  })
})

test('an address that cannot be opened at all is told, and does not hold the next look', async () => {
  await publish()
  let broken = true
  const one = updater({
    openSource: (address) => {
      if (broken) throw new Error('the file of certificates cannot be read')
      return folderSource(address)
    },
  })
  await one.look()
  expect(one.view()).toMatchObject({
    work: null,
    looked: { outcome: 'refused', message: expect.stringContaining('certificates') as unknown },
  })
  broken = false
  await one.look()
  expect(one.view().looked).toMatchObject({ outcome: 'offered' })
})

test('U-51: a disk that is full says so, and nothing is forgotten', async () => {
  await publish()
  const one = updater({ freeBytes: () => 0 })
  await one.look()
  expect(one.view()).toMatchObject({
    looked: { outcome: 'refused', message: expect.stringContaining('too little room') as unknown },
    ready: null,
  })
  expect(readUpdateState(updateFiles(at('profile')).state)).toMatchObject({ remembered: { size: 1, index: 0 } })
})
