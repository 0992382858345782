import { describe, expect, test } from 'vitest'
import { believeFeed } from '../../../main/update/believe.ts'
import type { FetchedFeed, Grounds } from '../../../main/update/believe.ts'
import { feedText } from '../../../main/update/feed.ts'
import { buildStays } from '../../../main/update/refusal.ts'
import {
  feedOf,
  fetched,
  fileOf,
  first,
  log,
  noteOf,
  now,
  rememberedOf,
  second,
  spare,
  stranger,
  trust,
  witness,
} from './support.ts'

const feed = feedOf()
const note = noteOf(feed)
const earlier = noteOf(feedOf({ version: '1.0.0' }))
const later = noteOf(feedOf({ version: '1.0.2' }))

const judged = async (what: FetchedFeed, grounds: Partial<Grounds> = {}): Promise<string> => {
  const result = await believeFeed(what, { trust, nowMs: now, remembered: null, ...grounds })
  if (result.ok) return 'believed'
  expect(result.error.message).toContain(buildStays)
  return result.error.code
}

describe('U-11: who must have signed a feed', () => {
  test('enough of the known keys, whichever they are', async () => {
    for (const signers of [
      [first, second],
      [second, spare],
      [first, spare, second],
      [stranger, first, second],
    ])
      expect(await judged(fetched([noteOf(feed, signers)]))).toBe('believed')
  })

  test('one key of two is too few, and a key that signs twice counts once', async () => {
    expect(await judged(fetched([noteOf(feed, [first])]))).toBe('feed_signatures_few')
    expect(await judged(fetched([noteOf(feed, [first, first, stranger])]))).toBe('feed_signatures_few')
  })

  test('unknown keys alone are refused, one with the name of a known key too', async () => {
    expect(await judged(fetched([noteOf(feed, [stranger])]))).toBe('feed_unknown_key')
    expect(await judged(fetched([noteOf(feed, [{ ...stranger, name: first.name }])]))).toBe('feed_unknown_key')
  })

  test('a signature of a known key that does not hold refuses all of it', async () => {
    const over = noteOf(feedOf({ share: 1 }), [spare])
    const forged = note + over.slice(over.lastIndexOf('— '))
    expect(await judged({ ...fetched([note]), note: forged })).toBe('feed_signature_bad')
  })

  test('a flipped byte of the text is refused, wherever it is', async () => {
    const what = fetched([note])
    for (let at = 0; at < feedText(feed).length; at += 37) {
      const byte = String.fromCodePoint((note.codePointAt(at) ?? 0) ^ 1)
      expect(await judged({ ...what, note: note.slice(0, at) + byte + note.slice(at + 1) }), `${at}`).not.toBe(
        'believed',
      )
    }
  })

  test('what is no note, or a signed note with another text, is no feed', async () => {
    const what = fetched([note])
    for (const other of ['', 'x', feedText(feed), '<html></html>\n', `${'a'.repeat(70_000)}\n`])
      expect(await judged({ ...what, note: other })).toBe('feed_malformed')
    expect(await judged(fetched([noteOf('fieldseal update v2\n')]))).toBe('feed_malformed')
  })
})

describe('U-20 to U-24: the release log', () => {
  test('U-20: the feed stands in it, at any place', async () => {
    expect(await judged(fetched([earlier, note, later], { index: 1 }))).toBe('believed')
  })

  test('U-21: a feed that is not in the log is refused, though all keys signed it', async () => {
    expect(await judged({ ...fetched([earlier, note]), note: later })).toBe('log_without_release')
    expect(await judged({ ...fetched([earlier, note]), proof: fetched([earlier, note], { index: 0 }).proof })).toBe(
      'log_without_release',
    )
  })

  test('U-21: the log signs with its own key, and under its own name', async () => {
    expect(await judged(fetched([note], { signer: stranger }))).toBe('log_unknown')
    expect(await judged(fetched([note], { signer: { ...first, name: log.name } }))).toBe('log_unknown')
    expect(await judged(fetched([note]), { trust: { ...trust, log: { ...log, name: 'other.example/log' } } })).toBe(
      'log_unknown',
    )
  })

  test('U-21: a proof that is none is refused', async () => {
    const what = fetched([earlier, note])
    for (const proof of ['', 'x\n\ny', what.proof.replace('@v1', '@v2'), what.proof.replace('index 1', 'index 01')])
      expect(await judged({ ...what, proof })).toBe('log_proof_malformed')
    expect(await judged({ ...what, proof: what.proof.replace('\n', '\nextra AAAA\n') })).toBe('believed')
  })

  test('U-22: as many witnesses as the build asks for have seen the log', async () => {
    const asked = { trust: { ...trust, quorum: 1 } }
    expect(await judged(fetched([note]), asked)).toBe('log_witnesses_few')
    expect(await judged(fetched([note], { witnesses: [stranger] }), asked)).toBe('log_witnesses_few')
    expect(await judged(fetched([note], { witnesses: [witness] }), asked)).toBe('believed')
    const two = { trust: { ...trust, witnesses: [witness, stranger], quorum: 2 } }
    expect(await judged(fetched([note], { witnesses: [witness, witness] }), two)).toBe('log_witnesses_few')
  })

  test('U-22: a known witness whose signature does not hold refuses all of it', async () => {
    const what = fetched([note])
    const other = fetched([later], { witnesses: [witness] }).proof
    expect(await judged({ ...what, proof: what.proof + other.slice(other.lastIndexOf('— ')) })).toBe(
      'log_cosignature_bad',
    )
  })

  test('U-23: a log that grew since is believed', async () => {
    const before = rememberedOf([earlier])
    expect(await judged(fetched([earlier, note]), { remembered: before })).toBe('believed')
    expect(await judged(fetched([earlier, note]), { remembered: rememberedOf([earlier, note]) })).toBe('believed')
  })

  test('U-23: a log that forked is refused, be it longer or as long', async () => {
    const before = rememberedOf([earlier, note])
    const others = noteOf(feedOf({ files: [fileOf('for this laptop alone')] }))
    expect(await judged(fetched([earlier, others]), { remembered: before })).toBe('log_forked')
    expect(await judged(fetched([earlier, others, later]), { remembered: before })).toBe('log_forked')
    expect(await judged(fetched([others, note, later]), { remembered: before })).toBe('log_forked')
  })

  test('U-23: a log that became shorter is refused', async () => {
    expect(await judged(fetched([earlier]), { remembered: rememberedOf([earlier, note]) })).toBe('log_shorter')
  })

  test('U-23: without the tiles that prove its growth it is not believed', async () => {
    const what: FetchedFeed = { ...fetched([earlier, note, later]), tiles: () => Promise.resolve(null) }
    expect(await judged(what, { remembered: rememberedOf([earlier]) })).toBe('log_unproven')
    expect(await judged(what)).toBe('believed')
  })

  test('U-24: a feed that stood in the log before the last one is refused, so that a recall cannot be undone', async () => {
    const recall = noteOf(feedOf({ version: '1.0.1', recalled: ['1.0.2'] }))
    const all = [earlier, later, recall]
    expect(await judged(fetched(all), { remembered: rememberedOf([earlier, later]) })).toBe('believed')
    expect(await judged(fetched(all, { index: 1 }), { remembered: rememberedOf(all) })).toBe('feed_older')
  })
})

describe('U-30 and U-31: for how long a feed is believed', () => {
  test('U-30: until it expires, by the clock', async () => {
    const what = fetched([note])
    expect(await judged(what, { nowMs: feed.expiresMs - 1 })).toBe('believed')
    expect(await judged(what, { nowMs: feed.expiresMs })).toBe('feed_expired')
  })

  test('U-30: a clock that was set back does not bring it back', async () => {
    const before = { ...rememberedOf([note]), issuedMs: feed.expiresMs }
    expect(await judged(fetched([note]), { remembered: before })).toBe('feed_expired')
  })

  test('U-31: a feed from the future is refused, but for a day’s difference of clocks', async () => {
    const what = fetched([note])
    expect(await judged(what, { nowMs: feed.issuedMs - 86_400_000 })).toBe('believed')
    expect(await judged(what, { nowMs: feed.issuedMs - 86_400_001 })).toBe('feed_not_yet')
  })
})

test('U-20: what is to be remembered is the log’s size and root, and where the feed stands in it', async () => {
  const result = await believeFeed(fetched([earlier, note, later], { index: 1 }), {
    trust,
    nowMs: now,
    remembered: null,
  })
  expect(result).toEqual({
    ok: true,
    value: { feed, remembered: { ...rememberedOf([earlier, note, later]), index: 1, issuedMs: feed.issuedMs } },
  })
})
