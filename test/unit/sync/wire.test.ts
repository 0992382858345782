import fc from 'fast-check'
import { zstdCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { canonicalBytes } from '../../../main/seal/canonical.ts'
import type { JsonValue } from '../../../main/seal/canonical.ts'
import { makeDisclosure } from '../../../main/seal/disclosure.ts'
import { entryDigests, openEntry } from '../../../main/seal/entry.ts'
import { toHex } from '../../../main/seal/hash.ts'
import type { CarriedEntry, CarriedRun } from '../../../main/sync/entry.ts'
import { decodeFeed, decodeJson, decodePush, encodeFeed, encodeJson, encodePush } from '../../../main/sync/wire.ts'
import type { FeedItem } from '../../../main/sync/wire.ts'
import { pullRequest, syncLimits } from '../../../shared/protocol/sync.ts'
import { caseUid, makeDevice, payloadOf, seal } from '../seal/support.ts'
import type { Device, Draft } from '../seal/support.ts'
import { runsOf } from '../../support/tries.ts'

const a = makeDevice(1)
const b = makeDevice(2)
const otherCase = '01939b52-7b2a-7c1e-8f00-000000000002'

const carry = (device: Device, draft: Draft, withheld: Readonly<Record<string, JsonValue>> = {}): CarriedEntry => {
  const disclosures = Object.entries(withheld).map(([name, value], index) =>
    makeDisclosure(name, value, Buffer.alloc(16, index + (draft.dseq ?? 1))),
  )
  const entry = seal(device, { ...draft, _sd: disclosures.map((one) => one.digest).sort() })
  return {
    id: entry.id,
    payload: entry.payload,
    kid: entry.kid,
    sig: entry.sig,
    disclosures: disclosures.map((one) => one.encoded),
  }
}

/** A device's run of plain notes. */
const notes = (device: Device, count: number, uid = caseUid, firstDseq = 1): CarriedRun => {
  const entries: CarriedEntry[] = []
  for (let seq = 1; seq <= count; seq += 1) {
    const draft = {
      case: uid,
      subject: uid,
      type: 'note.added',
      seq,
      dseq: firstDseq + seq - 1,
      prev: entries.at(-1)?.id ?? null,
      pub: {},
    }
    entries.push(carry(device, draft, { text: `A note of a few words, number ${seq}: “quoted”\n` }))
  }
  return { case: uid, deviceId: device.id, kid: device.kid, entries }
}

const sent = (runs: readonly CarriedRun[]): readonly CarriedRun[] => {
  const decoded = decodePush(encodePush(runs))
  if (!decoded.ok) throw new Error(decoded.error.message)
  expect(decoded.value.protocol).toBe(3)
  return decoded.value.runs
}

const lines = (bytes: Uint8Array): string[] => Buffer.from(bytes).toString('utf8').trimEnd().split('\n')
const payloadAt = (bytes: Uint8Array, index: number): unknown =>
  (JSON.parse(lines(bytes)[index] ?? '') as { p: unknown }).p
const refused = (bytes: Uint8Array | string): string => {
  const decoded = decodePush(typeof bytes === 'string' ? Buffer.from(bytes) : bytes)
  if (decoded.ok) throw new Error('it was read')
  return decoded.error.code
}

/** An entry of exact bytes, whatever they say. */
const raw = (payload: Uint8Array, device = a): CarriedEntry => ({
  id: toHex(entryDigests(payload, Buffer.alloc(64, 3)).leaf),
  payload,
  kid: device.kid,
  sig: Buffer.alloc(64, 3),
  disclosures: [],
})

describe('Y-28: entries travel thin and come out whole', () => {
  test('runs of several devices and cases come out byte for byte', () => {
    const runs = [notes(a, 5), notes(a, 3, otherCase, 6), notes(b, 4)]
    expect(sent(runs)).toEqual(runs)
  })

  test('what follows from the context is left out', () => {
    const bytes = encodePush([notes(a, 3)])
    expect(payloadAt(bytes, 2)).not.toHaveProperty('case')
    expect(payloadAt(bytes, 3)).toEqual({ t: [60_000, 0, 60_000], type: 'note.added' })
  })

  test('fifty notes cost less than 200 bytes each on the line', () => {
    const run = notes(a, 50)
    expect(zstdCompressSync(encodePush([run])).length).toBeLessThan(50 * 200)
  })

  test('any payload of the form comes out, whatever it says, with its disclosures', () => {
    const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).filter((value) => value.isWellFormed())
    const id = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(toHex)
    const plain = fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }).map((value) => value as JsonValue)
    const draft = fc.record({
      type: text,
      actor: text,
      boot: text,
      subject: text,
      dseq: fc.integer({ min: 1, max: 1e9 }),
      mono: fc.maxSafeNat(),
      refs: fc.array(text, { maxLength: 3 }),
      seen: fc.uniqueArray(id, { maxLength: 3 }).map((ids) => ids.sort()),
      pub: fc.dictionary<JsonValue>(text, plain, { maxKeys: 4 }),
      anchor: fc.option(fc.record({ origin: text, size: fc.nat(), root: id })),
      hlc: fc.tuple(fc.integer({ min: 0, max: 2 ** 47 }), fc.integer({ min: 0, max: 0xffff })),
      at: fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true }),
      withheld: fc.dictionary(text, plain, { maxKeys: 2 }),
      inOther: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(draft, { minLength: 1, maxLength: 5 }), (drafts) => {
        const last = new Map<string, { id: string; seq: number }>()
        const runs = drafts.map(({ hlc: [ms, counter], at, withheld, inOther, ...rest }): CarriedRun => {
          const uid = inOther ? otherCase : caseUid
          const before = last.get(uid)
          const hlc = `${ms.toString(16).padStart(12, '0')}-${counter.toString(16).padStart(4, '0')}`
          const names = Object.fromEntries(
            Object.entries(withheld).filter(([name]) => name !== '_sd' && name !== '...'),
          )
          const entry = carry(
            a,
            { ...rest, case: uid, seq: (before?.seq ?? 0) + 1, prev: before?.id ?? null, at: at.toISOString(), hlc },
            names,
          )
          last.set(uid, { id: entry.id, seq: (before?.seq ?? 0) + 1 })
          return { case: uid, deviceId: a.id, kid: a.kid, entries: [entry] }
        })
        expect(sent(runs)).toEqual(runs)
      }),
    )
  })

  test('bytes that do not come out of the context are sent whole: another spelling, another form, another case than the run’s', () => {
    const good = Buffer.from(canonicalBytes(payloadOf(a)))
    const strange = [
      Buffer.from(good.toString().replace('"v":1', '"v":1.0')),
      Buffer.from(good.toString().replace('{"_sd"', '{ "_sd"')),
      Buffer.from(canonicalBytes({ ...payloadOf(a), extra: 1 })),
      Buffer.from(canonicalBytes(payloadOf(a, { case: otherCase }))),
      Buffer.from('"no object"'),
      Buffer.from('not JSON at all'),
    ]
    for (const payload of strange) {
      const runs = [{ case: caseUid, deviceId: a.id, kid: a.kid, entries: [raw(payload)] }]
      const bytes = encodePush(runs)
      expect(sent(runs)).toEqual(runs)
      if (payload !== strange[3]) expect(payloadAt(bytes, 2)).toBe(payload.toString())
    }
  })

  test('an entry that cannot be read gives no context to those after it', () => {
    const [first, second, third] = notes(a, 3).entries as [CarriedEntry, CarriedEntry, CarriedEntry]
    const runs = [{ ...notes(a, 1), entries: [first, raw(Buffer.from('{}')), second, third] }]
    expect(sent(runs)).toEqual(runs)
  })

  test('disclosures come along in whatever spelling, and where some are erased the digests stay in the entry', () => {
    const spaced = Buffer.from('["c2FsdHNhbHRzYWx0c2FsdA", "text", "a \\u0041"]').toString('base64url')
    const entry = carry(a, { pub: {} }, { one: 1, two: { b: [null, 'ü'], a: false } })
    const erased = { ...entry, disclosures: entry.disclosures.slice(1) }
    const other = { ...seal(a, { _sd: ['A'.repeat(43)] }), disclosures: [spaced] }
    for (const one of [
      entry,
      erased,
      { id: other.id, payload: other.payload, kid: other.kid, sig: other.sig, disclosures: other.disclosures },
    ]) {
      const runs = [{ case: caseUid, deviceId: a.id, kid: a.kid, entries: [one] }]
      expect(sent(runs)).toEqual(runs)
    }
  })
})

describe('Y-28: what a stranger sends is refused in kind', () => {
  const header = '{"protocol":1,"runs":1}\n'
  const run = `{"case":"${caseUid}","device":"d","kid":"k","entries":1}\n`
  const sig = 'A'.repeat(86)

  test('a push that ends early, at whatever byte, is cut, never read and never thrown at', () => {
    const bytes = encodePush([notes(a, 3), notes(b, 2)])
    for (let end = 0; end < bytes.length; end += 1) expect(refused(bytes.subarray(0, end))).toBe('cut')
  })

  test('arbitrary bytes, and messages with arbitrary bytes altered, never throw', () => {
    const good = encodePush([notes(a, 3)])
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        (bytes) => !decodePush(bytes).ok && decodeFeed(bytes).ok !== undefined,
      ),
    )
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.integer({ min: 0, max: 255 }), (at, value) => {
        const bytes = Buffer.from(good)
        bytes[at] = value
        expect(decodePush(bytes)).toHaveProperty('ok')
      }),
      { numRuns: runsOf(500) },
    )
  })

  test.each([
    '{"hlc":"ffffffffffff-0000"}',
    '{"t":[1e308,0,0]}',
    '{"t":[1,2]}',
    '{"t":"x"}',
    '{"hlc":7}',
    '{}',
    '{"__proto__":{"actor":"x"}}',
  ])('a thin entry without what makes it whole comes out as no entry: %s', (p) => {
    const decoded = decodePush(Buffer.from(`${header}${run}{"p":${p},"s":"${sig}"}\n`))
    if (!decoded.ok) throw new Error(decoded.error.message)
    const [entry] = decoded.value.runs[0]?.entries ?? []
    if (entry === undefined) throw new Error('the entry was dropped')
    expect(openEntry(entry).ok).toBe(false)
  })

  test('values nested deeper than any stack are malformed', () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    expect(refused(`${header}${run}{"p":{"pub":${deep}},"s":"${sig}"}\n`)).toBe('malformed')
    expect(refused(`${header}${run}{"p":{},"s":"${sig}","d":[["a","b",${deep}]]}\n`)).toBe('malformed')
  })

  test('more entries or bytes than a message may have are too large', () => {
    expect(refused(`${header}${run.replace('"entries":1', `"entries":${syncLimits.entries + 1}`)}`)).toBe('malformed')
    expect(refused(`${header}${`${run}{"p":"{}","s":"${sig}"}\n`.repeat(syncLimits.entries + 1)}`)).toBe('too_large')
    expect(refused(Buffer.alloc(syncLimits.bytes + 1, 0x20))).toBe('too_large')
    expect(decodeJson(pullRequest, Buffer.alloc(syncLimits.bytes + 1, 0x20))).toMatchObject({
      ok: false,
      error: { code: 'too_large' },
    })
  })

  test('a fault names members, never values', () => {
    const decoded = decodePush(Buffer.from('{"protocol":"the customer’s name","runs":0}\n'))
    expect(decoded).toEqual({
      ok: false,
      error: { code: 'malformed', message: 'the first line of the push is not of its form at protocol' },
    })
  })
})

describe('Y-24: pages of the feed', () => {
  const items: FeedItem[] = [
    { k: 'grant', case: caseUid, size: 6 },
    { k: 'entries', pos: 0, ...notes(a, 2) },
    { k: 'own', case: caseUid, pos: 2, ids: ['a'.repeat(64)] },
    { k: 'entries', pos: 3, ...notes(b, 2) },
    { k: 'checkpoint', case: caseUid, note: 'hub\n6\n' },
    { k: 'drop', case: otherCase },
    { k: 'lease', slots: [3], until: '2026-03-01T09:00:00.000Z' },
    { k: 'end', since: 7, more: false },
  ]

  test('what is written is read', () => {
    expect(decodeFeed(encodeFeed(items))).toEqual({ ok: true, value: { items, whole: true } })
  })

  test('a page that is cut off, at whatever byte, gives what came before, and says that it is not whole', () => {
    const bytes = encodeFeed(items)
    for (let end = 0; end < bytes.length; end += 1) {
      const read = decodeFeed(bytes.subarray(0, end))
      if (!read.ok) throw new Error(read.error.message)
      expect(read.value.whole).toBe(false)
      expect(encodeFeed(read.value.items).length).toBeLessThanOrEqual(end)
      read.value.items.forEach((item, index) => {
        const full = items[index]
        if (item.k === 'entries' && full?.k === 'entries')
          expect(full.entries.slice(0, item.entries.length)).toEqual(item.entries)
        else expect(item).toEqual(full)
      })
    }
  })

  test('entries without a run, and lines after the end, are malformed', () => {
    const [runLine = '', entryLine = ''] = lines(encodeFeed([items[1] as FeedItem]))
    const end = '{"k":"end","since":1,"more":false}'
    for (const text of [
      `${entryLine}\n`,
      `${runLine}\n{"k":"drop","case":"${caseUid}"}\n${entryLine}\n`,
      `${end}\n${end}\n`,
      '{"k":"drop"}\n',
      '{"k":1}\n',
      '{}\n',
    ]) {
      expect(decodeFeed(Buffer.from(text))).toMatchObject({ ok: false, error: { code: 'malformed' } })
    }
  })

  test('Y-27: a line of a kind that nobody has heard of is passed over; no entry belongs to a run before it', () => {
    const [runLine = '', entryLine = ''] = lines(encodeFeed([items[1] as FeedItem]))
    const whole = encodeFeed(items).toString()
    const between = `${whole.slice(0, -1).split('\n').slice(0, -1).join('\n')}\n{"k":"of a later release","case":[1]}\n${whole.slice(0, -1).split('\n').at(-1) ?? ''}\n`
    expect(decodeFeed(Buffer.from(between))).toEqual(decodeFeed(Buffer.from(whole)))
    expect(decodeFeed(Buffer.from(`${runLine}\n{"k":"unheard of"}\n${entryLine}\n`))).toMatchObject({
      ok: false,
      error: { code: 'malformed' },
    })
  })

  test('a request of pull is read as it was asked', () => {
    const request = { protocol: 1, since: 4, from: { [caseUid]: 3, workspace: 0 }, heads: { [caseUid]: 9 } }
    expect(decodeJson(pullRequest, encodeJson(request))).toEqual({ ok: true, value: request })
  })
})

describe('Y-28: what a message leaves out does not make it larger than a message may be', () => {
  const runLine = { case: caseUid, device: a.id, kid: a.kid }
  const first = (bytes: number): string =>
    JSON.stringify({ ...payloadOf(a, { subject: 'x'.repeat(bytes), pub: {} }), _sd: [] })
  const sig = Buffer.alloc(64, 3).toString('base64url')

  test('a push whose entries take their length from the one before is refused once they come to more than a message', () => {
    const following = Array.from({ length: 20 }, () =>
      JSON.stringify({ p: { type: 'note.added', t: [1, 0, 1] }, s: sig }),
    )
    const text = [
      JSON.stringify({ protocol: 3, runs: 1 }),
      JSON.stringify({ ...runLine, entries: 21 }),
      JSON.stringify({ p: first(1_000_000), s: sig }),
      ...following,
    ]
      .map((line) => `${line}\n`)
      .join('')
    expect(text.length).toBeLessThan(syncLimits.bytes / 4)
    expect(refused(text)).toBe('too_large')
  })

  test('so is a page', () => {
    const following = Array.from({ length: 20 }, () =>
      JSON.stringify({ k: 'e', p: { type: 'note.added', t: [1, 0, 1] }, s: sig }),
    )
    const text = [
      JSON.stringify({ k: 'run', ...runLine, pos: 0 }),
      JSON.stringify({ k: 'e', p: first(1_000_000), s: sig }),
      ...following,
    ]
      .map((line) => `${line}\n`)
      .join('')
    const decoded = decodeFeed(Buffer.from(text))
    expect(decoded.ok ? 'read' : decoded.error.code).toBe('too_large')
  })

  test('entries that come to half of a message, as whoever keeps to the bounds sends them, are read', () => {
    const run = notes(a, 4)
    const long = run.entries.map((_, index) =>
      raw(
        canonicalBytes({
          ...payloadOf(a, {
            subject: 'x'.repeat(1_000_000),
            seq: index + 1,
            dseq: index + 1,
            prev: index === 0 ? null : 'a'.repeat(64),
            pub: {},
          }),
        }),
      ),
    )
    expect(decodePush(encodePush([{ ...run, entries: long }])).ok).toBe(true)
  })
})

describe('Y-28: a push holds no more values than a hub reads in a moment', () => {
  const opened = (line: string): string =>
    `${JSON.stringify({ protocol: 3, runs: 1 })}\n${JSON.stringify({ case: caseUid, device: a.id, kid: a.kid, entries: 1 })}\n${line}\n`
  const sig = Buffer.alloc(64, 3).toString('base64url')
  const lists = (count: number): JsonValue => ({ b: Array.from({ length: count }, () => []), a: 0 })
  const names = (count: number): JsonValue =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 0]))
  const payload = (pub: JsonValue): string => JSON.stringify({ ...payloadOf(a, {}), pub })

  test.each([
    ['empty lists, two bytes each', `{"p":${payload(lists(600_000))},"s":"${sig}"}`],
    ['members of an object', `{"p":${payload(names(300_000))},"s":"${sig}"}`],
    ['a payload as text, which is put in canonical form', JSON.stringify({ p: ` ${payload(lists(150_000))}`, s: sig })],
    [
      'an encoded value that was withheld',
      JSON.stringify({
        p: {},
        s: sig,
        d: [Buffer.from(JSON.stringify(['s', 'n', lists(600_000)])).toString('base64url')],
      }),
    ],
  ])('%s', (_, entry) => {
    const text = opened(entry)
    expect(text.length).toBeLessThan(syncLimits.bytes)
    expect(refused(text)).toBe('too_large')
  })

  test('what looks like values within a text counts as the one text that it is', () => {
    const entry = carry(
      a,
      { case: caseUid, subject: caseUid, type: 'note.added', seq: 1, dseq: 1, prev: null, pub: {} },
      { text: '"[{,:\\'.repeat(200_000) },
    )
    expect(sent([{ case: caseUid, deviceId: a.id, kid: a.kid, entries: [entry] }])).toHaveLength(1)
  })

  test('a push as full of ids as a device makes one is read', () => {
    const ids = Array.from({ length: 100_000 }, (_, index) => 10_000 + index)
    const entries = Array.from({ length: 6 }, (_, index) =>
      carry(a, {
        case: caseUid,
        subject: caseUid,
        type: 'links.added',
        seq: index + 1,
        dseq: index + 1,
        prev: index === 0 ? null : 'a'.repeat(64),
        pub: { alert_ids: ids },
      }),
    )
    expect(sent([{ case: caseUid, deviceId: a.id, kid: a.kid, entries }])[0]?.entries).toHaveLength(6)
  })
})
