import { describe, expect, test } from 'vitest'
import { makeDisclosure } from '../../../../main/seal/disclosure.ts'
import type { HubFaultCode } from '../../../../main/sync/device/hub-fault.ts'
import type { CarriedEntry } from '../../../../main/sync/entry.ts'
import type { FeedItem } from '../../../../main/sync/wire.ts'
import { caseUid, flipBit, hub, laptop, stranger, swapped, tablet, without } from '../../seal/support.ts'
import { accept, carried, chainOf, checkpointOf, drop, end, ended, receiptOf, runsOf, workspaceChain } from './told.ts'
import type { Held } from './told.ts'

const own = chainOf(laptop, 3)
const theirs = chainOf(tablet, 4)
/** The case in hub order: the tablet's and the laptop's entries, as they came to the hub. */
const order = [theirs[0], own[0], theirs[1], own[1], own[2], theirs[2], theirs[3]] as CarriedEntry[]

const ownLine = (pos: number, ids: readonly CarriedEntry[]): FeedItem => ({
  k: 'own',
  case: caseUid,
  pos,
  ids: ids.map(({ id }) => id),
})
const checkpoint = (entries: readonly CarriedEntry[]): FeedItem => ({
  k: 'checkpoint',
  case: caseUid,
  note: checkpointOf(entries),
})
const receipt = (
  entries: readonly CarriedEntry[],
  ...change: Parameters<typeof receiptOf> extends [unknown, ...infer Rest] ? Rest : never
): FeedItem => ({ k: 'receipt', receipt: receiptOf(entries, ...change) })

/** The case from where the device has it, as an honest hub tells it. */
const told = (from = 0): FeedItem[] => [
  ...order
    .slice(from)
    .map((entry, index): FeedItem =>
      own.includes(entry) ? ownLine(from + index, [entry]) : (runsOf(order, from)[index] as FeedItem),
    ),
  receipt(order),
  checkpoint(order),
  end(7),
]

describe('Y-24, Y-25: what an honest hub tells is taken in', () => {
  test('own entries by their id, others whole, with receipt and checkpoint', async () => {
    const accepted = await accept(told(), { waiting: own })
    expect(accepted).toMatchObject({
      ok: true,
      value: { gaps: [], more: false, intake: { since: 7, dropped: [], granted: [] } },
    })
    if (!accepted.ok) return
    const [intake] = accepted.value.intake.cases
    expect(intake?.entries.map((entry) => ('own' in entry ? entry.own : entry.id))).toEqual(order.map(({ id }) => id))
    expect(intake?.entries.filter((entry) => 'own' in entry)).toHaveLength(3)
    expect(intake).toMatchObject({ case: caseUid, from: 0, checkpoint: { size: 7 } })
    expect(intake?.receipts).toHaveLength(1)
  })

  test('what is here already is passed over, and the rest goes on from there', async () => {
    const accepted = await accept(told(), { received: order.slice(0, 4), waiting: own.slice(2) })
    expect(accepted).toMatchObject({ ok: true, value: { intake: { cases: [{ from: 4, checkpoint: { size: 7 } }] } } })
    expect(accepted.ok && accepted.value.intake.cases[0]?.entries).toHaveLength(3)
  })

  test('an own entry that comes whole is the one that waits here', async () => {
    const accepted = await accept([...runsOf(order), end(7)], { waiting: own })
    expect(accepted.ok && accepted.value.intake.cases[0]?.entries.filter((entry) => 'own' in entry)).toHaveLength(3)
  })

  test('a page that was cut off counts as far as it came, and the feed number does not move', async () => {
    const accepted = await accept(told().slice(0, 5), { waiting: own, whole: false })
    expect(accepted).toMatchObject({
      ok: true,
      value: { more: true, intake: { since: null, cases: [{ from: 0, checkpoint: null }] } },
    })
    const proofsFirst = await accept([...told().slice(0, 3), receipt(order), checkpoint(order)], {
      waiting: own,
      whole: false,
    })
    expect(proofsFirst).toMatchObject({
      ok: true,
      value: { gaps: [], intake: { cases: [{ receipts: [], checkpoint: null }] } },
    })
  })

  test('a gap is not bridged: the case is asked for from its own count, and the feed number does not move', async () => {
    const accepted = await accept([...runsOf(order, 5), checkpoint(order), end(7)], { received: order.slice(0, 4) })
    expect(accepted).toMatchObject({ ok: true, value: { gaps: [caseUid], intake: { since: null, cases: [] } } })
    const behind = await accept([checkpoint(order), end(7)], { received: order.slice(0, 4) })
    expect(behind).toMatchObject({ ok: true, value: { gaps: [caseUid], intake: { since: null } } })
  })

  test('keys that the workspace chain brings in the same page count for the cases of the page, wherever it stands', async () => {
    const items: FeedItem[] = [...runsOf(order), checkpoint(order), ...runsOf(workspaceChain, 0, 'workspace'), end(7)]
    const accepted = await accept(items, { waiting: own, keys: [] })
    expect(accepted).toMatchObject({
      ok: true,
      value: { intake: { cases: [{ case: 'workspace' }, { case: caseUid }] } },
    })
  })

  test('grants, their ends and the lease pass on; what follows an end of a grant begins anew', async () => {
    const items: FeedItem[] = [
      drop(ended({ to: 'user', id: 'user-7' })),
      { k: 'grant', case: caseUid, size: 7 },
      ...runsOf(order),
      { k: 'lease', slots: [3], until: '2026-04-01T00:00:00.000Z' },
      end(9),
    ]
    const accepted = await accept(items, { received: order.slice(0, 5) })
    expect(accepted).toMatchObject({
      ok: true,
      value: {
        intake: {
          dropped: [caseUid],
          granted: [{ case: caseUid, size: 7 }],
          lease: { slots: [3] },
          cases: [{ from: 0 }],
          since: 9,
        },
      },
    })
    expect(accepted.ok && accepted.value.intake.cases[0]?.entries).toHaveLength(7)
  })
})

describe('Y-25: a case is given up for the sealed end of its grant', () => {
  const held: Held = { received: order.slice(0, 5) }
  test('to this device, its user, a team, or the device that its folder was before a new epoch; or for the entry by which its user left a team', async () => {
    const former = carried(laptop, {
      case: 'workspace',
      seq: 3,
      prev: workspaceChain[1]?.id ?? null,
      type: 'key.enrolled',
      pub: {
        ...(
          JSON.parse(Buffer.from(workspaceChain[0]?.payload as Uint8Array).toString('utf8')) as {
            pub: Record<string, string>
          }
        ).pub,
        follows: 'device-before',
      },
    })
    const left = carried(laptop, { case: 'workspace', type: 'team.changed', pub: { members: ['user-9'] } })
    for (const proof of [
      ended({ to: 'device', id: laptop.id }),
      ended({ to: 'user', id: 'user-7' }),
      ended({ to: 'team', id: 'team-1' }),
      left,
    ]) {
      expect(await accept([drop(proof), end(9)], held)).toMatchObject({
        ok: true,
        value: { intake: { dropped: [caseUid] } },
      })
    }
    expect(
      await accept([drop(ended({ to: 'device', id: 'device-before' })), end(9)], { ...held, keys: [former] }),
    ).toMatchObject({ ok: true })
  })

  test('one of which nothing counts as received is given up without, where nothing of it waits here either', async () => {
    expect(await accept([drop(), end(9)], {})).toMatchObject({ ok: true, value: { intake: { dropped: [caseUid] } } })
    expect(await accept([drop(), end(9)], { waiting: own })).toMatchObject({
      ok: true,
      value: { intake: { dropped: [], since: 9 } },
    })
    expect(await accept([drop(ended({ to: 'user', id: 'user-7' })), end(9)], { waiting: own })).toMatchObject({
      ok: true,
      value: { intake: { dropped: [caseUid] } },
    })
  })
})

describe('Y-80: own entries that are not here', () => {
  test('are asked for anew where this folder may take them back, and nothing of the page is taken in', async () => {
    const accepted = await accept(told(), { own: 'may_lack' })
    expect(accepted).toMatchObject({
      ok: true,
      value: {
        lacksOwn: true,
        more: true,
        gaps: [],
        intake: { cases: [], granted: [], dropped: [], lease: null, since: null },
      },
    })
  })

  test('come whole, and stand like those of others: their seals and their chain are checked', async () => {
    const accepted = await accept([...runsOf(order), receipt(order), checkpoint(order), end(7)], { own: 'whole' })
    expect(accepted).toMatchObject({
      ok: true,
      value: { lacksOwn: false, intake: { since: 7, cases: [{ from: 0, checkpoint: { size: 7 } }] } },
    })
    expect(
      accepted.ok && accepted.value.intake.cases[0]?.entries.map((entry) => ('own' in entry ? 'by its id' : entry.id)),
    ).toEqual(order.map(({ id }) => id))
  })
})

const otherCase = '01939b52-7b2a-7c1e-8f00-000000000002'
const dseqOf = (entry: CarriedEntry | undefined): number =>
  (JSON.parse(Buffer.from(entry?.payload ?? []).toString('utf8')) as { dseq: number }).dseq

/** Each thing that a dishonest hub, or someone between, can do; its code; and what the device has when it comes. */
const lies: readonly (readonly [what: string, code: HubFaultCode, items: readonly FeedItem[], held?: Held])[] = [
  ['Y-25: an end of a grant that nothing seals', 'drop_unproven', [drop()], { received: order }],
  [
    'Y-25: an end that another than the hub has sealed',
    'drop_unproven',
    [drop(ended({ to: 'user', id: 'user-7' }, {}, tablet))],
    { received: order },
  ],
  [
    'Y-25: an end with a signature that does not hold',
    'drop_unproven',
    [drop({ ...ended({ to: 'user', id: 'user-7' }), sig: ended({ to: 'user', id: 'user-8' }).sig })],
    { received: order },
  ],
  [
    'Y-25: the end of the grant of another case',
    'drop_unproven',
    [drop(ended({ to: 'user', id: 'user-7' }, { case: 'c0ffee00-7b2a-7c1e-8f00-000000000009' }))],
    { received: order },
  ],
  [
    'Y-25: the end of the grant of somebody else',
    'drop_unproven',
    [drop(ended({ to: 'device', id: tablet.id }))],
    { received: order },
  ],
  [
    'Y-25: an end that this device has received before',
    'drop_unproven',
    [drop(ended({ to: 'user', id: 'user-7' }))],
    { received: [...order, ended({ to: 'user', id: 'user-7' })] },
  ],
  [
    'Y-25: a team that this device’s user is still in',
    'drop_unproven',
    [drop(carried(laptop, { case: 'workspace', type: 'team.changed', pub: { members: ['user-7'] } }))],
    { received: order },
  ],
  [
    'Y-51: an entry that was edited',
    'edited_payload',
    runsOf([
      {
        ...(theirs[0] as CarriedEntry),
        payload: Buffer.from(
          Buffer.from(theirs[0]?.payload as Uint8Array)
            .toString('utf8')
            .replace('investigating', 'closed'),
        ),
      },
    ]),
  ],
  [
    'Y-51: a signature of another',
    'edited_payload',
    runsOf([{ ...(theirs[0] as CarriedEntry), sig: flipBit((theirs[0] as CarriedEntry).sig, 77) }]),
  ],
  [
    'Y-51: an id that is not the entry’s',
    'edited_signature',
    runsOf([{ ...(theirs[0] as CarriedEntry), id: own[0]?.id as string }]),
  ],
  ['Y-51: an entry by a key that no one enrolled', 'unknown_key', runsOf([carried(stranger, {})])],
  [
    'Y-51: an entry of another case',
    'row_differs',
    runsOf([carried(tablet, { case: '01939b52-7b2a-7c1e-8f00-000000000002' })]),
  ],
  [
    'Y-20: a withheld value that the entry does not list',
    'disclosure_differs',
    runsOf([{ ...(theirs[0] as CarriedEntry), disclosures: [makeDisclosure('notes', 'x', Buffer.alloc(16)).encoded] }]),
  ],
  ['Y-24: an entry of a chain left out', 'missing_entry', runsOf([theirs[0], theirs[2]] as CarriedEntry[])],
  ['Y-24: entries of one device out of order', 'missing_entry', runsOf([theirs[1], theirs[0]] as CarriedEntry[])],
  ['Y-24: the same entry twice', 'reordered_entries', runsOf([theirs[0], theirs[0]] as CarriedEntry[])],
  [
    'Y-24: own entries out of order',
    'missing_entry',
    [ownLine(0, [own[1], own[0]] as CarriedEntry[])],
    { waiting: own },
  ],
  ['Y-15: an own entry that this folder never had', 'unknown_own_entry', [ownLine(0, own)]],
  [
    'Y-80: an own entry that comes whole under the number of another one of this case',
    'unknown_own_entry',
    runsOf([carried(laptop, { dseq: 900, pub: { other: 1 } })]),
    { waiting: own, own: 'whole' },
  ],
  [
    'Y-80: an own entry of one case that comes whole under the number of one of another case',
    'unknown_own_entry',
    runsOf([carried(laptop, { case: otherCase, subject: otherCase, dseq: dseqOf(own[1]) })], 0, otherCase),
    { waiting: own, own: 'whole' },
  ],
  [
    'Y-80: an own entry that is not here and comes by its id although it was asked for whole',
    'unknown_own_entry',
    [ownLine(0, own)],
    { own: 'whole' },
  ],
  [
    'Y-80: an own entry that comes whole and does not follow the last one that is here',
    'missing_entry',
    runsOf(own.slice(1)),
    { own: 'whole' },
  ],
  [
    'Y-24: another entry at a position that is known',
    'reordered_entries',
    runsOf([theirs[0], carried(laptop, { pub: { other: 1 } })] as CarriedEntry[]),
    { received: order.slice(0, 2) },
  ],
  [
    'Y-24: a gap that stays a gap when it is asked for',
    'missing_entry',
    [...runsOf(order, 5), end(7)],
    { received: order.slice(0, 4), asked: [caseUid] },
  ],
  [
    'Y-51: a checkpoint over entries that are held back',
    'missing_entry',
    [checkpoint(order), end(7)],
    { received: order.slice(0, 4), asked: [caseUid] },
  ],
  [
    'Y-51: another branch after the known beginning',
    'device_fork',
    runsOf([theirs[0], theirs[1], carried(tablet, { seq: 3, prev: own[0]?.id })] as CarriedEntry[]),
  ],
  [
    'Y-51: a checkpoint that the entries do not give',
    'checkpoint_not_extending',
    [...runsOf(order), checkpoint(swapped(order, 0, 1))],
    { waiting: own },
  ],
  [
    'Y-51: a checkpoint of a fork of what is here',
    'checkpoint_not_extending',
    [checkpoint(swapped(order, 0, 1)), end(7)],
    { received: order },
  ],
  [
    'Y-51: a smaller tree that is a beginning of what is here',
    'hub_rolled_back',
    [checkpoint(order.slice(0, 5)), end(7)],
    { received: order },
  ],
  [
    'Y-51: a smaller tree that is none',
    'checkpoint_not_extending',
    [checkpoint(without(order.slice(0, 5), 2)), end(7)],
    { received: order },
  ],
  ['Y-51: a feed that ends before what was read of it', 'hub_rolled_back', [end(6)], { received: order, since: 7 }],
  [
    'Y-51: a checkpoint by another key',
    'hub_key_changed',
    [...runsOf(order), { k: 'checkpoint', case: caseUid, note: checkpointOf(order, stranger) }],
    { waiting: own },
  ],
  [
    'Y-51: a checkpoint of another hub',
    'hub_key_changed',
    [...runsOf(order), { k: 'checkpoint', case: caseUid, note: checkpointOf(order, hub, 'hub/other') }],
    { waiting: own },
  ],
  [
    'Y-51: a checkpoint of another case',
    'hub_origin_changed',
    [...runsOf(order), { k: 'checkpoint', case: caseUid, note: checkpointOf(order, hub, undefined, 'another') }],
    { waiting: own },
  ],
  [
    'Y-51: a note that is no checkpoint',
    'checkpoint_invalid',
    [...runsOf(order), { k: 'checkpoint', case: caseUid, note: 'no\n' }],
    { waiting: own },
  ],
  [
    'Y-23: a receipt by another key',
    'hub_key_changed',
    [...runsOf(order), receipt(order, {}, stranger)],
    { waiting: own },
  ],
  [
    'Y-23: a receipt that another signed in the hub’s name',
    'receipt_invalid',
    [
      ...runsOf(order),
      {
        k: 'receipt',
        receipt: {
          ...receiptOf(order, {}, stranger),
          signatures: [{ keyid: hub.kid, sig: receiptOf(order, {}, stranger).signatures[0]?.sig as string }],
        },
      },
    ],
    { waiting: own },
  ],
  [
    'Y-23: a receipt of another hub',
    'hub_origin_changed',
    [...runsOf(order), receipt(order, { hub: 'hub/other' })],
    { waiting: own },
  ],
  [
    'Y-23: a receipt whose root the entries do not give',
    'receipt_invalid',
    [...runsOf(order), receipt(swapped(order, 2, 3))],
    { waiting: own },
  ],
  [
    'Y-23: a receipt over nothing',
    'receipt_invalid',
    [...runsOf(order), receipt(order, { first: 7 })],
    { waiting: own },
  ],
  [
    'Y-23: a receipt that names no case',
    'receipt_invalid',
    [{ k: 'receipt', receipt: { ...receiptOf(order), payload: 'e30=' } }],
  ],
  [
    'Y-23: a receipt that is older than one before it',
    'receipt_back_dated',
    [...runsOf(order), receipt(order, { at: '2026-03-01T11:54:59.000Z' })],
    { waiting: own, lastReceiptAt: '2026-03-01T12:00:00.000Z' },
  ],
  [
    'Y-23: receipts of one page that go back in time',
    'receipt_back_dated',
    [...runsOf(order), receipt(order, { size: 4 }), receipt(order, { first: 4, at: '2025-03-01T12:00:00.000Z' })],
    { waiting: own },
  ],
]

describe('Y-51: nothing of a page with a fault is taken over, and the fault has its name', () => {
  test.each(lies.map(([what, code, items, held]) => ({ what, code, items, held })))(
    '$what: $code',
    async ({ code, items, held }) => {
      const accepted = await accept(items, held)
      expect(accepted.ok ? 'taken over' : accepted.error.code).toBe(code)
    },
  )

  test('a fault of one case refuses the others of the page', async () => {
    const other = '01939b52-7b2a-7c1e-8f00-000000000002'
    const elsewhere = carried(tablet, { case: other, subject: other })
    const accepted = await accept([...runsOf([elsewhere], 0, other), ...runsOf([theirs[1] as CarriedEntry]), end(7)])
    expect(accepted).toMatchObject({
      ok: false,
      error: { code: 'missing_entry', case: caseUid, entryId: theirs[1]?.id },
    })
  })

  test('S-33: an entry that a revoked key sealed afterwards', async () => {
    const revocation = carried(laptop, {
      case: 'workspace',
      seq: 3,
      prev: workspaceChain[1]?.id ?? null,
      type: 'key.revoked',
      pub: { kid: tablet.kid, from_dseq: 3 },
    })
    const accepted = await accept([...runsOf(theirs), end(7)], { keys: [...workspaceChain, revocation] })
    expect(accepted).toMatchObject({ ok: false, error: { code: 'revoked_key', entryId: theirs[2]?.id } })
  })
})
