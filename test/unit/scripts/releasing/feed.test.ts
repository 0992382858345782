import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cosign } from '../../../../main/seal/cosignature.ts'
import { treeRoot, leafHash } from '../../../../main/seal/merkle.ts'
import { tiledTree } from '../../../../main/seal/tiles.ts'
import { believeFeed } from '../../../../main/update/believe.ts'
import { feedName, logFolder, proofName } from '../../../../main/update/places.ts'
import { checkFeed } from '../../../../scripts/lib/releasing/feed/check.ts'
import { appendTo, readLog, tilesIn } from '../../../../scripts/lib/releasing/feed/log-folder.ts'
import {
  cosignedFeed,
  logFeed,
  makeFeed,
  signFeed,
  type FeedChoices,
} from '../../../../scripts/lib/releasing/feed/make.ts'
import { targetOf } from '../../../../scripts/lib/releasing/feed/targets.ts'
import { readTrust } from '../../../../scripts/lib/releasing/feed/trust.ts'
import { first, log, now, second, stranger, trust, witness } from '../../update/support.ts'

let folder: string
const at = (...parts: readonly string[]) => path.join(folder, ...parts)
const appImage = 'fieldseal-1.0.1.AppImage'

const choices: FeedChoices = { nowMs: now, days: 30, share: 100, isPaused: false, recalled: [] }

const release = (version: string): void => {
  writeFileSync(at(`fieldseal-${version}.AppImage`), `application ${version}`)
  writeFileSync(
    at(`fieldseal-${version}-linux.cdx.json`),
    JSON.stringify({
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      metadata: { component: { name: 'fieldseal', version } },
      components: [{ name: 'left', version: '1.0.0', purl: 'pkg:npm/left@1.0.0' }],
    }),
  )
}

const value = <T>(
  result: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string },
): T => {
  if (!result.ok) throw new Error(result.error)
  return result.value
}

const published = async (changes: Partial<FeedChoices> = {}, isNew = true): Promise<void> => {
  value(await makeFeed(folder, { ...choices, ...changes }))
  value(signFeed(folder, first, trust))
  value(signFeed(folder, second, trust))
  value(logFeed(folder, log, trust, { isNew }))
}

const fetchedFrom = (place: string) => ({
  note: readFileSync(path.join(place, feedName), 'utf8'),
  proof: readFileSync(path.join(place, proofName), 'utf8'),
  tiles: tilesIn(path.join(place, logFolder)),
})

const refusals = async (): Promise<readonly string[]> =>
  (await checkFeed(folder, trust, now)).filter(({ outcome }) => outcome === 'refused').map(({ words }) => words)

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fieldseal-feed-'))
  release('1.0.1')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('a feed is made in steps, so that its keys can lie with several people', () => {
  test('made, signed twice and logged it is one that builds believe', async () => {
    await published({ share: 25, recalled: ['1.0.0'] })
    const judged = await believeFeed(fetchedFrom(folder), { trust, nowMs: now, remembered: null })
    expect(judged).toMatchObject({
      ok: true,
      value: {
        feed: { version: '1.0.1', share: 25, recalled: ['1.0.0'], expiresMs: now + 30 * 86_400_000 },
        remembered: { size: 1, index: 0 },
      },
    })
    expect(await refusals()).toEqual([])
    expect((await checkFeed(folder, trust, now)).map(({ words }) => words)).toEqual([
      expect.stringContaining('offers Fieldseal 1.0.1 to 25 of 100 until 2026-12-27T12:00:00.000Z'),
      `${feedName} is entry 0 of 1 of the log ${log.name}.`,
      expect.stringContaining('is whole: 1 entries'),
      `${appImage} is the one of the feed.`,
    ])
  })

  test('the next feed extends the log that computers have seen', async () => {
    await published()
    const before = await believeFeed(fetchedFrom(folder), { trust, nowMs: now, remembered: null })
    if (!before.ok) throw new Error(before.error.message)
    rmSync(at(appImage))
    rmSync(at('fieldseal-1.0.1-linux.cdx.json'))
    release('1.0.2')
    await published({}, false)
    const after = await believeFeed(fetchedFrom(folder), { trust, nowMs: now, remembered: before.value.remembered })
    expect(after).toMatchObject({ ok: true, value: { feed: { version: '1.0.2' }, remembered: { size: 2, index: 1 } } })
  })

  test('it is not logged before enough keys have signed it, nor by another key than the log’s', async () => {
    value(await makeFeed(folder, choices))
    expect(logFeed(folder, log, trust, { isNew: true })).toEqual({
      ok: false,
      error: '0 of 2 keys have signed the feed',
    })
    value(signFeed(folder, first, trust))
    value(signFeed(folder, first, trust))
    expect(logFeed(folder, log, trust, { isNew: true })).toEqual({
      ok: false,
      error: '1 of 2 keys have signed the feed',
    })
    value(signFeed(folder, second, trust))
    expect(logFeed(folder, first, trust, { isNew: true })).toMatchObject({
      error: expect.stringContaining('release log') as unknown,
    })
    expect(existsSync(at(logFolder))).toBe(false)
  })

  test('a key that no build believes signs nothing', async () => {
    value(await makeFeed(folder, choices))
    expect(signFeed(folder, stranger, trust)).toMatchObject({
      error: expect.stringContaining('none of those') as unknown,
    })
  })

  test('a second log is not begun by mistake, and none is begun without saying so', async () => {
    await published()
    value(await makeFeed(folder, { ...choices, share: 50 }))
    value(signFeed(folder, first, trust))
    value(signFeed(folder, second, trust))
    expect(logFeed(folder, log, trust, { isNew: true })).toMatchObject({
      error: expect.stringContaining('already') as unknown,
    })
    rmSync(at(logFolder), { recursive: true })
    expect(logFeed(folder, log, trust, { isNew: false })).toMatchObject({
      error: expect.stringContaining('no log') as unknown,
    })
  })

  test('to log a feed again adds nothing', async () => {
    await published()
    value(logFeed(folder, log, trust, { isNew: false }))
    expect(value(readLog(at(logFolder), log)).leaves).toHaveLength(1)
  })

  test('an evaluation build, a share that is none and an empty folder make no feed', async () => {
    expect(await makeFeed(folder, { ...choices, share: 101 })).toMatchObject({ ok: false })
    expect(await makeFeed(folder, { ...choices, days: 0 })).toMatchObject({ ok: false })
    rmSync(at(appImage))
    expect(await makeFeed(folder, choices)).toMatchObject({ ok: false })
    rmSync(at('fieldseal-1.0.1-linux.cdx.json'))
    release('1.0.1-evaluation')
    expect(await makeFeed(folder, choices)).toMatchObject({ ok: false })
    expect(existsSync(at(feedName))).toBe(false)
  })

  test('lines of witnesses go under the log’s checkpoint and into the proof', async () => {
    await published()
    const line = cosign(readFileSync(at(logFolder, 'checkpoint'), 'utf8'), witness, now / 1_000).trim()
    value(cosignedFeed(folder, [line, line], trust))
    const asked = { ...trust, quorum: 1 }
    expect(await believeFeed(fetchedFrom(folder), { trust: asked, nowMs: now, remembered: null })).toMatchObject({
      ok: true,
    })
    expect(cosignedFeed(folder, ['x'], trust)).toMatchObject({ error: expect.stringContaining('no line') as unknown })
  })
})

describe('release:verify with the keys of updates', () => {
  test('refuses a file that is not the one of the feed', async () => {
    await published()
    writeFileSync(at(appImage), 'Application 1.0.1')
    expect(await refusals()).toEqual([`${appImage} is not the one of the feed: its SHA-256 differs.`])
  })

  test('refuses a feed that was swapped for another one, and a log that was cut', async () => {
    await published()
    const other = mkdtempSync(path.join(tmpdir(), 'fieldseal-feed-'))
    cpSync(folder, other, { recursive: true })
    value(await makeFeed(folder, { ...choices, share: 1 }))
    value(signFeed(folder, first, trust))
    value(signFeed(folder, second, trust))
    cpSync(path.join(other, proofName), at(proofName))
    rmSync(other, { recursive: true })
    expect(await refusals()).toEqual([expect.stringContaining('does not stand in the release log')])
    value(logFeed(folder, log, trust, { isNew: false }))
    expect(await refusals()).toEqual([])
    rmSync(at(logFolder, 'tile/entries/000.p/2'))
    expect(await refusals()).toEqual([expect.stringContaining('entries of the log are missing')])
  })
})

test('a log of many feeds has the tiles of which its root is made', async () => {
  const leaves = Array.from({ length: 299 }, (_, n) => Buffer.from(`feed ${n}`))
  const grown = appendTo(at(logFolder), { leaves, checkpoint: null }, Buffer.from('feed 299'), log)
  expect(value(readLog(at(logFolder), log)).leaves).toEqual(grown.leaves)
  expect(await tiledTree(300, tilesIn(at(logFolder))).root()).toEqual(treeRoot(grown.leaves.map(leafHash)))
  writeFileSync(at(logFolder, 'tile/entries/000'), readFileSync(at(logFolder, 'tile/entries/000')).reverse())
  expect(readLog(at(logFolder), log)).toMatchObject({ ok: false })
})

test('for whom a file is follows from the name that electron-builder gives it', () => {
  expect(
    [
      'fieldseal-1.0.1.AppImage',
      'fieldseal-1.0.1-arm64.AppImage',
      'fieldseal_1.0.1_amd64.deb',
      'fieldseal-1.0.1.x86_64.rpm',
      'fieldseal-1.0.1.aarch64.rpm',
      'Fieldseal Setup 1.0.1.exe',
      'Fieldseal-1.0.1-arm64.dmg',
      'Fieldseal-1.0.1-arm64-mac.zip',
      'fieldseal-1.0.1.tar.gz',
      'fieldseal-1.0.1-linux.cdx.json',
    ].map(targetOf),
  ).toEqual([
    'linux-x64-appimage',
    'linux-arm64-appimage',
    'linux-x64-deb',
    'linux-x64-rpm',
    'linux-arm64-rpm',
    'win32-x64-nsis',
    'darwin-arm64-dmg',
    'darwin-arm64-zip',
    null,
    null,
  ])
})

test('the keys of a build are read from its file, or it is said why not', () => {
  expect(readTrust()).toMatchObject({ ok: false, error: expect.stringContaining('names no keys') as unknown })
  expect(readTrust(at('nowhere'))).toMatchObject({ error: expect.stringContaining('is not there') as unknown })
  writeFileSync(at('bad.json'), '{')
  expect(readTrust(at('bad.json'))).toMatchObject({ error: expect.stringContaining('no JSON') as unknown })
  writeFileSync(at('bad.json'), '{}')
  expect(readTrust(at('bad.json'))).toMatchObject({ error: expect.stringContaining('cannot be meant') as unknown })
})
