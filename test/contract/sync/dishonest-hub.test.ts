import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { isRollback } from '../../../shared/schema/sync.ts'
import { systemEnv } from '../../../main/platform/env.ts'
import { createLog } from '../../../main/platform/log.ts'
import { sealEntry, type EntryPayload } from '../../../main/seal/entry.ts'
import { keyId } from '../../../main/seal/signature.ts'
import { startService } from '../../../main/server/compose.ts'
import type { RunningService } from '../../../main/server/running-service.ts'
import { enrolDevice } from '../../../main/server/sync/enrol-device.ts'
import type { CarriedEntry } from '../../../main/sync/entry.ts'
import type { FeedItem } from '../../../main/sync/wire.ts'
import { startProxy } from '../../support/sync/byte-proxy.ts'
import type { Lie } from '../../support/sync/dishonest/lying-link.ts'
import { foundTown, granted, type Town, type TownDevice } from '../../support/sync/dishonest/town.ts'
import { localSessionOf } from '../../support/local-session-of.ts'

/**
 * A hub that has its own key and lies with it, over HTTP, to real folders: what it does is told to a device that had
 * everything before, and has its name there. What one page can hold that is false,
 * `test/unit/sync/device/accept.test.ts` asks one by one.
 */

let town: Town
let ana: TownDevice
let caseId: number
let uid: string

/** A copy of Ben's folder, which had the whole case before two more notes were written that it has not seen. */
let twin: TownDevice

beforeAll(async () => {
  town = await foundTown()
  const { data } = await town.ask('POST', '/v1/users', {
    login_name: 'ben',
    name: 'Ben of the field',
    role: 'investigator',
  })
  await town.ask('POST', '/v1/sync/now', {})
  const { id: benId } = data as { id: number }
  await town.enrol('ana', 1, 'all')
  await town.enrol('ben', benId, [])
  ana = await town.open('ana')
  await ana.sync()
  const opened = granted(
    await ana.workspace.cases.create(
      { title: 'Mule accounts', description: 'Three salary payments.', priority: 'high' },
      { actor: ana.person() },
    ),
  )
  caseId = opened.id
  uid = granted(await ana.workspace.cases.read(caseId)).uid
  await ana.note(caseId, 'first')
  await ana.sync()
  await town.ask('POST', '/v1/sync/now', {})
  const ben = await town.open('ben')
  await ben.sync()
  expect(await ben.notes(caseId)).toEqual(['first'])
  await ben.close()
  await town.enrol('cyn', 1, 'all')
  const cyn = await town.open('cyn')
  await cyn.sync()
  await cyn.close()
  await ana.close()
  await town.backUp('backup')
  ana = await town.open('ana')
  await ana.sync()
  expect((await town.ask('POST', `/v1/cases/${caseId}/notes`, { text: 'of the hub’s window' })).status).toBe(201)
  await town.ask('POST', '/v1/sync/now', {})
  await ana.sync()
  await ana.note(caseId, 'second')
  expect(await ana.sync()).toMatchObject({ state: 'up_to_date' })
}, 120_000)

afterAll(async () => {
  await town.close()
})

afterEach(async () => {
  await twin.close()
})

const idsOf = (): Promise<readonly string[]> => ana.workspace.sync.replica.ids(uid, 0, 100)

const entriesOf = (items: readonly FeedItem[]): CarriedEntry[] =>
  items.flatMap((item) => (item.k === 'entries' && item.case === uid ? item.entries : []))

const beforeEnd = (items: readonly FeedItem[], ...more: readonly FeedItem[]): FeedItem[] => [
  ...items.filter(({ k }) => k !== 'end'),
  ...more,
  ...items.filter(({ k }) => k === 'end'),
]

const receiptsAside = (items: readonly FeedItem[]): FeedItem[] => items.filter((item) => item.k !== 'receipt')

/** Told the lie, the twin stops with this code, and has taken nothing over. */
const caught = async (code: string, lie: Lie): Promise<void> => {
  twin = await town.twin('ben')
  twin.lie = lie
  const synced = await twin.sync()
  expect({ state: synced.state, alarms: synced.alarms }).toEqual({ state: 'hub_not_trusted', alarms: [code] })
  expect(synced.message).toContain('Ask its administrator')
  twin.lie = {}
  expect((await twin.sync()).state).toBe('hub_not_trusted')
  expect(await twin.notes(caseId)).toEqual(['first'])
  expect(await twin.faults()).toEqual([])
  // What looks like a hub that was set back is for whoever runs it to explain; anything else a person may have asked
  // again.
  expect(await twin.askAgain()).toBe(isRollback(code) ? 'sync_halted' : 'ok')
  if (isRollback(code)) expect((await twin.sync()).state).toBe('hub_not_trusted')
  else expect((await twin.sync()).state).toBe('up_to_date')
}

const strangersKey = (): { readonly kid: string; readonly spki: Uint8Array; readonly privateKey: KeyObject } => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const spki = publicKey.export({ format: 'der', type: 'spki' })
  return { kid: keyId(spki), spki, privateKey }
}

/** An entry as the hub could seal it itself, in the name of any device, with any key. */
const forged = (
  draft: Partial<EntryPayload> & Pick<EntryPayload, 'case' | 'type' | 'dev' | 'seq' | 'prev'>,
  by: { readonly kid: string; readonly privateKey: KeyObject },
): CarriedEntry => {
  const now = Date.now()
  const payload: EntryPayload = {
    v: 1,
    kid: by.kid,
    actor: 'somebody',
    dseq: 1_000,
    seen: [],
    at: new Date(now).toISOString(),
    hlc: `${now.toString(16).padStart(12, '0')}-0000`,
    boot: 'forged',
    mono: 1,
    anchor: null,
    subject: draft.case,
    refs: [],
    pub: {},
    _sd: [],
    _sd_alg: 'sha-256',
    ...draft,
  }
  const { id, payload: bytes, kid, sig } = sealEntry(payload, by)
  return { id, payload: bytes, kid, sig, disclosures: [] }
}

describe('Y-51: a dishonest hub is caught by the device that it lies to', () => {
  test('the truth is taken in, so that what follows is caught for its lie alone', async () => {
    twin = await town.twin('ben')
    expect(await twin.sync()).toMatchObject({ state: 'up_to_date', alarms: [] })
    expect(await twin.notes(caseId)).toEqual(['first', 'of the hub’s window', 'second'])
    expect(await twin.faults()).toEqual([])
  }, 60_000)

  test('rolls back: the store of a backup is put under the same hub', async () => {
    const old = granted(
      await startService(
        {
          dataDir: path.join(town.root, 'backup'),
          port: 0,
          host: '127.0.0.1',
          role: 'hub',
          limits: { perAddress: 0, perCredential: 0 },
        },
        systemEnv(createLog('silent')),
      ),
    )
    try {
      const seen = await town.twin('ben')
      await seen.sync()
      await seen.close()
      twin = await town.twin(path.basename(seen.dir), old.url)
      expect(await twin.sync()).toMatchObject({ state: 'hub_not_trusted', alarms: ['hub_rolled_back'] })
      expect(await twin.notes(caseId)).toEqual(['first', 'of the hub’s window', 'second'])
      await twin.close()
      twin = await town.twin(path.basename(seen.dir), old.url)
      await growOtherwise(old)
      expect((await twin.sync()).alarms).toEqual(['reordered_entries'])
      await twin.close()
      twin = await town.twin('ben')
    } finally {
      await old.close()
    }
  }, 120_000)

  test('signs for an order that it does not show', async () => {
    const ids = await idsOf()
    await caught('checkpoint_not_extending', {
      feed: (items) =>
        receiptsAside(items).map((item) =>
          item.k === 'checkpoint' && item.case === uid
            ? { ...item, note: town.hand.checkpoint(uid, [...ids].reverse()) }
            : item,
        ),
    })
    await twin.close()
    await caught('receipt_invalid', {
      feed: (items) =>
        beforeEnd(receiptsAside(items), { k: 'receipt', receipt: town.hand.receipt(uid, [...ids].reverse()) }),
    })
  }, 60_000)

  test('holds entries back, in the middle and at the end of what it signed for', async () => {
    await caught('missing_entry', { feed: (items) => withoutOne(items) })
    await twin.close()
    await caught('missing_entry', {
      feed: (items) => items.filter((item) => item.k !== 'entries' || item.case !== uid),
    })
  }, 60_000)

  test('drops a case: says that its grant has ended, with no sealed word for it, or with one that ended another’s', async () => {
    await caught('drop_unproven', {
      feed: (items) =>
        beforeEnd(
          items.filter((item) => !('case' in item && item.case === uid) && item.k !== 'receipt'),
          { k: 'drop', case: uid },
        ),
    })
    await twin.close()
    const { identity, signer } = town.hand
    const others = forged(
      {
        case: uid,
        type: 'grant.ended',
        dev: `hub:${identity.workspaceUid}`,
        seq: 1,
        prev: null,
        pub: { to: 'device', id: 'another' },
      },
      signer,
    )
    const ended = {
      p: Buffer.from(others.payload).toString('utf8'),
      kid: others.kid,
      s: Buffer.from(others.sig).toString('base64url'),
    }
    await caught('drop_unproven', {
      feed: (items) =>
        beforeEnd(
          items.filter((item) => !('case' in item && item.case === uid) && item.k !== 'receipt'),
          { k: 'drop', case: uid, ended },
        ),
    })
  }, 60_000)

  test('swaps its key: receipts, checkpoints, and the hub at the end of an enrolment', async () => {
    const stranger = strangersKey()
    const ids = await idsOf()
    await caught('hub_key_changed', {
      feed: (items) =>
        items.map((item) =>
          item.k === 'receipt' ? { ...item, receipt: town.hand.receipt(uid, ids, {}, stranger) } : item,
        ),
    })
    await twin.close()
    await caught('hub_key_changed', {
      feed: (items) =>
        receiptsAside(items).map((item) =>
          item.k === 'checkpoint' && item.case === uid
            ? { ...item, note: town.hand.checkpoint(uid, ids, stranger) }
            : item,
        ),
    })
    const other = await foundTown()
    const wire = await startProxy(new URL(other.hub().url))
    try {
      const { data } = await town.ask('POST', '/v1/sync/hub/codes', { user_id: 1, device_name: 'Misled', cases: [] })
      const misled = await enrolDevice(
        path.join(town.root, 'misled'),
        { url: wire.url.href, code: (data as { code: string }).code, deviceName: 'Misled' },
        systemEnv(createLog('silent')),
        new AbortController().signal,
      )
      expect(misled).toMatchObject({ ok: false, error: { code: 'enrolment_refused' } })
    } finally {
      await wire.close()
      await other.close()
    }
  }, 120_000)

  test('swaps a device’s key: enrols one of its own for a device that is not its, and seals with it', async () => {
    const { identity, signer } = town.hand
    const stranger = strangersKey()
    const heads = await ana.workspace.sync.replica.heads('workspace')
    const hubHead = heads.get(`hub:${identity.workspaceUid}`)
    const benDevice = (
      await (twin = await town.twin('ben')).workspace.db
        .selectFrom('device')
        .select('device_id')
        .executeTakeFirstOrThrow()
    ).device_id
    await twin.close()
    const size = (await ana.workspace.sync.replica.standing('workspace'))?.received ?? 0
    const enrolment = forged(
      {
        case: 'workspace',
        type: 'key.enrolled',
        dev: `hub:${identity.workspaceUid}`,
        seq: (hubHead?.seq ?? 0) + 1,
        prev: hubHead?.id ?? null,
        pub: {
          kid: stranger.kid,
          spki: Buffer.from(stranger.spki).toString('base64url'),
          device_id: benDevice,
          device_number: 99,
        },
      },
      signer,
    )
    const inBensName = forged({ case: uid, type: 'note.added', dev: benDevice, seq: 1, prev: null }, stranger)
    const pos = (await idsOf()).length
    await caught('unknown_key', {
      feed: (items) =>
        beforeEnd(
          items,
          {
            k: 'entries',
            case: 'workspace',
            deviceId: `hub:${identity.workspaceUid}`,
            kid: signer.kid,
            pos: size,
            entries: [enrolment],
          },
          { k: 'entries', case: uid, deviceId: benDevice, kid: stranger.kid, pos, entries: [inBensName] },
        ),
    })
  }, 60_000)

  test('back-dates: a receipt older than one before it, and one older than what it receipts', async () => {
    const ids = await idsOf()
    await caught('receipt_back_dated', {
      feed: (items) =>
        beforeEnd(receiptsAside(items), {
          k: 'receipt',
          receipt: town.hand.receipt(uid, ids, { at: '2020-01-01T00:00:00.000Z' }),
        }),
    })
    await twin.close()
    // The first receipt of a case has none before it: then the entries' own times speak.
    const started = granted(
      await ana.workspace.cases.create(
        { title: 'New', description: 'Its first receipt lies.', priority: 'low' },
        { actor: ana.person() },
      ),
    )
    const newUid = granted(await ana.workspace.cases.read(started.id)).uid
    ana.lie = {
      pushed: (answer, runs) => ({
        ...answer,
        runs: answer.runs.map((run, index) =>
          run.receipt === undefined
            ? run
            : {
                ...run,
                receipt: town.hand.receipt(
                  run.case,
                  (runs[index]?.entries ?? []).map(({ id }) => id),
                  { first: 0, at: '2020-01-01T00:00:00.000Z' },
                ),
              },
        ),
      }),
    }
    await ana.sync()
    ana.lie = {}
    expect((await ana.workspace.sync.replica.standing(newUid))?.lastReceiptAt).toBe('2020-01-01T00:00:00.000Z')
    expect(await ana.faults()).toEqual(['time_after_receipt'])
    twin = await town.twin('ben')
  }, 60_000)

  test('edits what a device wrote, and what it withheld', async () => {
    const edit = (change: (entry: CarriedEntry) => CarriedEntry) => ({
      feed: (items: readonly FeedItem[]) =>
        items.map((item) =>
          item.k === 'entries' && item.case === uid ? { ...item, entries: item.entries.map(change) } : item,
        ),
    })
    await caught(
      'edited_payload',
      edit((entry) => ({
        ...entry,
        payload: Buffer.from(Buffer.from(entry.payload).toString('utf8').replace('"note.added"', '"note.edited"')),
      })),
    )
    await twin.close()
    await caught(
      'disclosure_differs',
      edit((entry) => ({
        ...entry,
        disclosures: [Buffer.from('["AAAAAAAAAAAAAAAAAAAAAA","text","Nothing was found."]').toString('base64url')],
      })),
    )
  }, 60_000)

  test('one answer that was altered on the way is no lie: it is asked for again, and nobody is alarmed', async () => {
    twin = await town.twin('ben')
    let altered = 0
    twin.lie = {
      feed: (items) => {
        altered += 1
        return altered > 1
          ? items
          : items.map((item) =>
              item.k === 'entries' && item.case === uid
                ? {
                    ...item,
                    entries: item.entries.map((entry) => ({
                      ...entry,
                      payload: Buffer.from(
                        Buffer.from(entry.payload).toString('utf8').replace('"note.added"', '"note.added "'),
                      ),
                    })),
                  }
                : item,
            )
      },
    }
    expect(await twin.sync()).toMatchObject({ state: 'up_to_date', alarms: [] })
    expect(altered).toBeGreaterThan(1)
    expect(await twin.faults()).toEqual([])
    expect(await twin.askAgain()).toBe('already_done')
  }, 60_000)

  test('forks: shown one order first and another one later', async () => {
    const ids = await idsOf()
    twin = await town.open('cyn')
    const swapped = [...ids.slice(0, -2), ids.at(-1) as string, ids.at(-2) as string]
    twin.lie = { feed: (items) => inOrder(items, swapped) }
    expect(await twin.sync()).toMatchObject({ state: 'up_to_date', alarms: [] })
    expect(await twin.notes(caseId)).toEqual(['first', 'second', 'of the hub’s window'])
    twin.lie = {}
    await twin.note(caseId, 'written on the fork')
    expect(await twin.sync()).toMatchObject({ state: 'hub_not_trusted', alarms: ['receipt_invalid'] })
    // What was written on the fork names its checkpoint, and tells of it wherever it comes.
    await ana.sync()
    expect(await ana.notes(caseId)).toContain('written on the fork')
    expect(await ana.faults()).toContain('reordered_entries')
  }, 60_000)
})

/** The entries of the case among the items, as if they stood in this order, with receipt and checkpoint over it. */
const inOrder = (items: readonly FeedItem[], ids: readonly string[]): FeedItem[] => {
  const entries = new Map(
    items.flatMap((item) =>
      item.k === 'entries' && item.case === uid
        ? item.entries.map((entry) => [entry.id, { entry, deviceId: item.deviceId }] as const)
        : [],
    ),
  )
  const told = ids.flatMap((id, pos): FeedItem[] => {
    const found = entries.get(id)
    return found === undefined
      ? []
      : [{ k: 'entries', case: uid, deviceId: found.deviceId, kid: found.entry.kid, pos, entries: [found.entry] }]
  })
  const others = items.filter(
    (item) => item.k !== 'end' && item.k !== 'receipt' && !('case' in item && item.case === uid),
  )
  return [
    ...others,
    ...told,
    { k: 'receipt', receipt: town.hand.receipt(uid, ids) },
    { k: 'checkpoint', case: uid, note: town.hand.checkpoint(uid, ids) },
    ...items.filter(({ k }) => k === 'end'),
  ]
}

/** Leaves out the first entry of the case that is told. */
const withoutOne = (items: readonly FeedItem[]): FeedItem[] => {
  const [first] = entriesOf(items)
  return items.flatMap((item): FeedItem[] =>
    item.k === 'entries' && item.entries.some(({ id }) => id === first?.id)
      ? [{ ...item, pos: item.pos + 1, entries: item.entries.slice(1) }].filter(({ entries }) => entries.length > 0)
      : [item],
  )
}

/** The restored hub goes another way until it has as many entries of the case as the true one. */
const growOtherwise = async (old: RunningService): Promise<void> => {
  const session = await localSessionOf(old)
  const headers = { authorization: `Bearer ${session.access_token}`, 'x-api-key': session.institution_key }
  const post = async (address: string, body: object): Promise<number> =>
    (await old.inject({ method: 'POST', path: address, headers, body })).status
  for (const text of ['other one', 'other two', 'other three'])
    expect(await post(`/v1/cases/${caseId}/notes`, { text })).toBe(201)
  expect(await post('/v1/sync/now', {})).toBe(200)
}
