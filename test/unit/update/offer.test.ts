import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wrongFile } from '../../../main/update/check-file.ts'
import { offerOf, placeInRollOut } from '../../../main/update/offer.ts'
import { feedOf, fileOf } from './support.ts'

const here = { version: '1.0.0', target: 'linux-x64-appimage', installation: 'one' }

describe('U-40: the version only goes up', () => {
  test('a newer release is offered, with the file for this kind of installation', () => {
    const deb = fileOf('a package', 'linux-x64-deb', 'fieldseal_1.0.1_amd64.deb')
    const feed = feedOf({ files: [deb, ...feedOf().files] })
    expect(offerOf(feed, here)).toEqual({
      ok: true,
      value: { kind: 'offered', version: '1.0.1', file: feed.files[1], recalled: false },
    })
    expect(offerOf(feed, { ...here, target: 'linux-x64-deb' })).toMatchObject({ value: { file: deb } })
    expect(offerOf(feed, { ...here, target: 'linux-arm64-deb' })).toMatchObject({ error: { code: 'file_not_offered' } })
  })

  test('the same is the newest, and an older one is refused', () => {
    expect(offerOf(feedOf(), { ...here, version: '1.0.1' })).toEqual({ ok: true, value: { kind: 'newest' } })
    expect(offerOf(feedOf(), { ...here, version: '1.0.2' })).toMatchObject({
      ok: false,
      error: { code: 'version_older' },
    })
  })
})

describe('U-41: a release is rolled out in shares', () => {
  test('an installation draws one place of a version, whenever it draws', () => {
    expect(placeInRollOut('one', '1.0.1')).toBe(placeInRollOut('one', '1.0.1'))
    expect(placeInRollOut('one', '1.0.1')).not.toBe(placeInRollOut('one', '1.0.2'))
  })

  test('whoever is meant by a share is meant by every larger one; nobody by 0, everybody by 100', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(100), fc.nat(100), (installation, a, b) => {
        const kind = (share: number) => {
          const offer = offerOf(feedOf({ share }), { ...here, installation })
          return offer.ok && offer.value.kind
        }
        const [less, more] = [Math.min(a, b), Math.max(a, b)]
        return (
          kind(0) === 'waiting' && kind(100) === 'offered' && (kind(less) === 'waiting' || kind(more) === 'offered')
        )
      }),
    )
  })

  test('a share of 25 means about a quarter', () => {
    const places = Array.from({ length: 4_000 }, (_, n) => placeInRollOut(`installation ${n}`, '1.0.1'))
    const share = places.filter((place) => place < 25).length / places.length
    expect(share).toBeGreaterThan(0.22)
    expect(share).toBeLessThan(0.28)
  })
})

test('U-42: a release that is paused is offered to nobody, not to those whose version was taken back either', () => {
  expect(offerOf(feedOf({ isPaused: true }), here)).toEqual({ ok: true, value: { kind: 'paused', version: '1.0.1' } })
  const feed = feedOf({ isPaused: true, recalled: ['1.0.2'] })
  expect(offerOf(feed, { ...here, version: '1.0.2' })).toMatchObject({ value: { kind: 'paused' } })
})

describe('U-43: a version can be taken back', () => {
  const feed = feedOf({ recalled: ['1.0.2'], share: 0 })

  test('whoever runs it goes to the older release at once, whatever the share', () => {
    expect(offerOf(feed, { ...here, version: '1.0.2' })).toMatchObject({
      value: { kind: 'offered', version: '1.0.1', recalled: true },
    })
  })

  test('nobody else does', () => {
    expect(offerOf(feed, { ...here, version: '1.0.3' })).toMatchObject({ error: { code: 'version_older' } })
    expect(offerOf(feed, here)).toMatchObject({ value: { kind: 'waiting' } })
  })
})

describe('U-50: a file is the one of the feed', () => {
  const wanted = fileOf('the application')
  const found = ({ bytes, sha256, sha512 }: ReturnType<typeof fileOf>) => ({ bytes, sha256, sha512 })

  test('by its size and both hashes', () => {
    expect(wrongFile(found(wanted), wanted)).toBeNull()
    const flipped = fileOf('the Application')
    expect(wrongFile(found(flipped), wanted)).toMatchObject({ code: 'file_changed' })
    expect(wrongFile({ ...found(wanted), sha256: flipped.sha256 }, wanted)).toMatchObject({ code: 'file_changed' })
    expect(wrongFile({ ...found(wanted), sha512: flipped.sha512 }, wanted)).toMatchObject({ code: 'file_changed' })
  })

  test('half of it, or more than it, is none', () => {
    expect(wrongFile(found(fileOf('the app')), wanted)).toMatchObject({
      code: 'file_cut_off',
      message: expect.stringContaining('7 of 15 bytes') as unknown,
    })
    expect(wrongFile(found(fileOf('the application!')), wanted)).toMatchObject({ code: 'file_too_long' })
  })
})
