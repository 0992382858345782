import { describe, expect, test } from 'vitest'
import type { SealedEntry } from '../../../main/seal/entry.ts'
import { toHex } from '../../../main/seal/hash.ts'
import { encodeHlc } from '../../../main/seal/hlc.ts'
import { treeRoot } from '../../../main/seal/merkle.ts'
import type { Anchor } from '../../../main/seal/payload.ts'
import type { StoredEntry, VerifyInput } from '../../../main/seal/verify.ts'
import {
  caseUid,
  faultCodes,
  hub,
  keyMap,
  keyRecord,
  laptop,
  leavesOf,
  makeChain,
  makeCheckpoint,
  seal,
  startMs,
  tablet,
  verify,
} from './support.ts'
import type { Device, Draft } from './support.ts'

const minuteMs = 60_000
const iso = (minute: number): string => new Date(startMs + minute * minuteMs).toISOString()
const hlc = (minute: number): string => encodeHlc({ ms: startMs + minute * minuteMs, counter: 0 })
/** 23 months. */
const longAgo = -700 * 24 * 60

const anchorOver = (entries: readonly { id: string }[]): Anchor => ({
  origin: `hub.example/case/${caseUid}`,
  size: entries.length,
  root: toHex(treeRoot(leavesOf(entries))),
})

const opening: Draft = { type: 'case.opened', pub: {} }
const [opened] = makeChain(laptop, 1, { 0: opening }) as [SealedEntry]
const anchored = seal(laptop, { seq: 2, prev: opened.id, anchor: anchorOver([opened]) })
const receipts = new Map([[opened.id, iso(1)]])

const codes = async (entries: readonly StoredEntry[], more: Partial<VerifyInput> = {}): Promise<string[]> =>
  (await verify(entries, more)).findings
    .filter(({ code }) => code !== 'unwitnessed')
    .map(({ code, severity, position }) => `${severity} ${code} ${position}`)

describe('S-96: an anchor stands under everything that follows the entry that names it', () => {
  test('an entry dated back without an anchor, after one that had one, cannot be older than that', async () => {
    const forged = seal(laptop, { seq: 3, prev: anchored.id, at: iso(longAgo), boot: 'boot-2', mono: 1 })
    expect(await codes([opened, anchored, forged], { receipts })).toEqual(['fault time_before_anchor 2'])
    expect(await codes([opened, anchored, forged]), 'no receipt tells when the anchor existed').toEqual([
      'fault time_before_anchor 2',
    ])
  })

  test('the same with an older anchor, and for the entries after it', async () => {
    const newer = seal(laptop, { seq: 3, prev: anchored.id, anchor: anchorOver([opened, anchored]) })
    const forged = seal(laptop, {
      seq: 4,
      prev: newer.id,
      at: iso(1),
      boot: 'boot-2',
      mono: 1,
      anchor: anchorOver([opened]),
    })
    const after = seal(laptop, { seq: 5, prev: forged.id, at: iso(2), boot: 'boot-2', mono: 2 })
    const times = new Map([
      [opened.id, iso(1)],
      [anchored.id, iso(60)],
    ])
    const found = await codes([opened, anchored, newer, forged, after], { receipts: times })
    expect(found).toEqual([2, 3, 4].map((position) => `fault time_before_anchor ${position}`))
  })

  test('another device that has seen such an entry inherits its anchor', async () => {
    const other = seal(tablet, { seen: [anchored.id], at: iso(longAgo), hlc: hlc(5) })
    const next = seal(tablet, { seq: 2, prev: other.id, at: iso(longAgo + 1), hlc: hlc(6) })
    expect(await codes([opened, anchored, other, next], { receipts })).toEqual([
      'fault time_before_anchor 2',
      'fault time_before_anchor 3',
    ])
  })

  test('what does not follow it inherits nothing, and neither does an entry dated within the tolerance', async () => {
    const apart = seal(tablet, { seen: [opened.id], at: iso(-3), hlc: hlc(5) })
    expect(await codes([opened, anchored, apart], { receipts: new Map([[opened.id, iso(30)]]) })).toEqual([
      'fault time_before_anchor 1',
    ])
    const late = seal(laptop, { seq: 3, prev: anchored.id, anchor: anchorOver([opened]), at: iso(-3), boot: 'b' })
    expect(await codes([opened, anchored, late], { receipts })).toEqual([])
  })
})

describe('S-96: after a hub was restored', () => {
  const [lost, kept] = makeChain(laptop, 2, { 0: opening }) as [SealedEntry, SealedEntry]
  const late = seal(tablet, { seen: [lost.id], hlc: hlc(30), at: iso(30) })
  const times = new Map([
    [lost.id, iso(1)],
    [late.id, iso(31)],
    [kept.id, iso(32)],
  ])

  test('a checkpoint of the order before says nothing by the entry that took a place in the order since', async () => {
    const honest = seal(laptop, { seq: 3, prev: kept.id, at: iso(5), hlc: hlc(5), anchor: anchorOver([lost, kept]) })
    const order = [lost, late, kept, honest].map((entry, hubPosition) => ({ ...entry, hubPosition }))
    expect(await codes(order, { receipts: times })).toEqual(['fault checkpoint_not_extending 3'])
  })

  test('the same checkpoint of the order that is kept dates the entry', async () => {
    const early = seal(laptop, { seq: 3, prev: kept.id, at: iso(5), hlc: hlc(5), anchor: anchorOver([lost, late]) })
    const order = [lost, late, kept, early].map((entry, hubPosition) => ({ ...entry, hubPosition }))
    expect(await codes(order, { receipts: times })).toEqual(['fault time_before_anchor 3'])
  })
})

describe('S-96: entries that came back to a restored hub have receipts of their return', () => {
  const [one, two] = makeChain(laptop, 2, { 0: opening }) as [SealedEntry, SealedEntry]
  const honest = seal(laptop, { seq: 3, prev: two.id, at: iso(5), hlc: hlc(5), anchor: anchorOver([one, two]) })
  const word = (by: Device, pub: Draft['pub']) =>
    seal(by, {
      type: 'entries.returned',
      at: iso(90),
      hlc: hlc(90),
      seen: [honest.id],
      ...(pub === undefined ? {} : { pub }),
    })
  const theHub: Device = { ...hub, id: 'hub:workspace' }
  const runs = [{ device_id: laptop.id, from: 2, to: 3 }]
  const back = new Map([
    [one.id, iso(1)],
    [two.id, iso(90)],
    [honest.id, iso(90)],
  ])
  const keys = keyMap(keyRecord(laptop), keyRecord(tablet), keyRecord(theHub))
  const judged = async (said: SealedEntry | null): Promise<readonly string[]> =>
    (await codes(said === null ? [one, two, honest] : [one, two, honest, said], { receipts: back, keys })).filter(
      (line) => line.includes('time_'),
    )

  test('by the word of a hub they date no checkpoint', async () => {
    expect(await judged(null)).toEqual(['fault time_before_anchor 2'])
    expect(await judged(word(theHub, { runs }))).toEqual([])
  })

  test('a device that says so, another device’s run, and a run before say nothing', async () => {
    for (const said of [
      word(tablet, { runs }),
      word(theHub, { runs: [{ device_id: tablet.id, from: 1, to: 9 }] }),
      word(theHub, { runs: [{ device_id: laptop.id, from: 1, to: 1 }] }),
      word(theHub, { runs: 'all' }),
      word(theHub, { runs: [null, { device_id: laptop.id }] }),
    ])
      expect(await judged(said)).toEqual(['fault time_before_anchor 2'])
  })

  test('what the hub had before them dates it still', async () => {
    const old = new Map([
      [one.id, iso(60)],
      [two.id, iso(90)],
      [honest.id, iso(90)],
    ])
    const said = word(theHub, { runs })
    expect(await codes([one, two, honest, said], { receipts: old, keys })).toContain('fault time_before_anchor 2')
  })
})

describe('S-113: a time that contradicts the order is told, and is no fault', () => {
  const told = 'information time_out_of_order'

  test('before an entry that it follows: of a run the first alone', async () => {
    const behind = { boot: 'boot-2', mono: 1 }
    const chain = makeChain(laptop, 5, {
      0: opening,
      2: { ...behind, at: iso(longAgo) },
      3: { ...behind, at: iso(longAgo + 1) },
    })
    expect(await codes(chain)).toEqual([`${told} 2`])
  })

  test('before the case was opened, by a device that names nothing that it has seen', async () => {
    const other = seal(tablet, { at: iso(-60), hlc: hlc(-60) })
    expect(await codes([opened, other])).toEqual([`${told} 1`])
  })

  test('before its key was enrolled; not where the key is of a folder that worked alone until it joined', async () => {
    const enrolledAt = iso(60)
    const keys = (joinedDseq?: number): Partial<VerifyInput> => ({
      keys: keyMap(keyRecord(laptop, { enrolledAt, ...(joinedDseq === undefined ? {} : { joinedDseq }) })),
    })
    expect(await codes(makeChain(laptop, 3), keys())).toEqual([`${told} 0`])
    expect(await codes(makeChain(laptop, 3), keys(3))).toEqual([])
    expect(await codes(makeChain(laptop, 3), keys(2))).toEqual([`${told} 2`])
  })

  test('before a reading of its own hybrid clock; not where that reading came with an entry that it follows', async () => {
    const first = seal(laptop, { at: iso(1), hlc: hlc(600) })
    expect(await codes([first])).toEqual([`${told} 0`])
    const ahead = seal(tablet, { at: iso(600), hlc: hlc(600) })
    const other = seal(laptop, { seen: [ahead.id], hlc: encodeHlc({ ms: startMs + 600 * minuteMs, counter: 1 }) })
    const receivedThen = { receipts: new Map([[ahead.id, iso(1)]]) }
    expect(await codes([ahead, other], receivedThen)).toEqual(['fault time_after_receipt 0'])
  })

  test('after the reading of its own hybrid clock', async () => {
    expect(await codes([seal(laptop, { at: iso(600) })])).toEqual([`${told} 0`])
  })

  test('five minutes are no contradiction', async () => {
    const chain = makeChain(laptop, 3, { 0: opening, 2: { at: iso(-2), boot: 'boot-2', mono: 1 } })
    expect(await codes(chain)).toEqual([])
    expect(await codes(chain, { clockToleranceMs: minuteMs })).toEqual([`${told} 2`])
  })

  test('S-81: an entry that has a fault of its time has no second finding', async () => {
    const chain = makeChain(laptop, 4, { 2: { at: iso(-60) }, 3: { at: iso(-50) } })
    expect(await codes(chain)).toEqual(['fault clock_regression 2'])
  })
})

describe('S-114: an anchor that goes back', () => {
  const whole = [opened, anchored, seal(laptop, { seq: 3, prev: anchored.id, anchor: anchorOver([opened, anchored]) })]
  const last = whole.at(-1) as SealedEntry

  test.each([
    ['none', null],
    ['an older one', anchorOver([opened])],
  ])('%s after a newer one is told, and is no fault: a hub may have been restored', async (_what, anchor) => {
    const entries = [...whole, seal(laptop, { seq: 4, prev: last.id, anchor })]
    const report = await verify(entries, { checkpoints: [makeCheckpoint(hub, entries)] })
    expect(faultCodes(report)).toEqual([])
    expect(report.findings).toMatchObject([{ code: 'anchor_went_back', severity: 'information', position: 3 }])
  })

  test('the same one again, a newer one, and the first one at all are none', async () => {
    const again = seal(laptop, { seq: 4, prev: last.id, anchor: anchorOver([opened, anchored]) })
    expect(await codes([...whole, again, seal(tablet, { seen: [again.id] })])).toEqual([])
  })
})
