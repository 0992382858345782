import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemRandom } from '../../../main/platform/random.ts'
import { canonicalBytes } from '../../../main/seal/canonical.ts'
import { makeDisclosure } from '../../../main/seal/disclosure.ts'
import { entryDigests, entryPae, sealEntry, type EntryPayload } from '../../../main/seal/entry.ts'
import { signMessage } from '../../../main/seal/signature.ts'
import { createVault } from '../../../main/storage/ledger/vault.ts'
import type { CarriedEntry } from '../../../main/sync/entry.ts'
import { createHttpLink } from '../../../main/sync/link/http.ts'
import { decodeFeed, decodePushAnswer, encodeJson, encodePush } from '../../../main/sync/wire.ts'
import type { PushedRun } from '../../../shared/protocol/sync.ts'
import { keysIn, openRaw } from '../../support/raw-database.ts'
import { foundTown, granted, type Town, type TownDevice } from '../../support/sync/dishonest/town.ts'

/**
 * A device whose owner has its key and edits its database, or speaks the protocol without it, against a hub over HTTP.
 * Who notices is asked of the hub, of the device's own `fieldseal verify`, and of a colleague's. What a hub answers to
 * each false entry by itself, `test/contract/hub/sequencer.test.ts` asks on both engines.
 */

let town: Town
let ana: TownDevice
let benId: number
let caseId: number
let uid: string
let secretCase: { readonly id: number; readonly uid: string }
let devices = 0

const openCase = async (title: string, at: TownDevice): Promise<{ id: number; uid: string }> => {
  const { id } = granted(
    await at.workspace.cases.create(
      { title, description: 'What happened there.', priority: 'high' },
      { actor: at.person() },
    ),
  )
  return { id, uid: granted(await at.workspace.cases.read(id)).uid }
}

beforeAll(async () => {
  town = await foundTown()
  benId = (
    (await town.ask('POST', '/v1/users', { login_name: 'ben', name: 'Ben of the field', role: 'investigator' }))
      .data as { id: number }
  ).id
  const other = (
    (await town.ask('POST', '/v1/users', { login_name: 'cyn', name: 'Cyn of the office', role: 'investigator' }))
      .data as { id: number }
  ).id
  await town.ask('POST', '/v1/sync/now', {})
  await town.enrol('ana', 1, 'all')
  ana = await town.open('ana')
  await ana.sync()
  ;({ id: caseId, uid } = await openCase('Mule accounts', ana))
  // The second case goes to the next investigator, and Ben never gets it.
  secretCase = await openCase('Not for Ben', ana)
  granted(
    await ana.workspace.cases
      .assign(secretCase.id, { owner_id: other, notes: 'Hers.' }, { actor: ana.person() })
      .then((done) => (done.ok || done.error.code === 'already_done' ? { ok: true as const, value: undefined } : done)),
  )
  await ana.note(caseId, 'of Ana')
  await ana.sync()
  await town.ask('POST', '/v1/sync/now', {})
}, 120_000)

afterAll(async () => {
  await town.close()
})

/**
 * A device of Ben's own, fresh, that has the case and has written in it; and how it speaks to the hub behind its own
 * back.
 */
interface Mallory {
  device: TownDevice
  readonly name: string
  readonly id: string
  token: string
  pushed: Uint8Array[]
}

const mallory = async (): Promise<Mallory> => {
  devices += 1
  const name = `mallory-${devices}`
  await town.enrol(name, benId, [])
  const device = await town.open(name)
  const { device_id: id } = await device.workspace.db.selectFrom('device').select('device_id').executeTakeFirstOrThrow()
  const made: Mallory = { device, name, id, token: '', pushed: [] }
  overhear(made)
  await device.sync()
  await device.note(caseId, `of ${name}`)
  expect(await device.sync()).toMatchObject({ state: 'up_to_date' })
  return made
}

const overhear = (made: Mallory): void => {
  made.device.lie = {
    overhears: (call) => {
      if ('token' in call) made.token = call.token
      if (call.name === 'push') made.pushed.push(call.body)
    },
  }
}

/** Closes the folder, lets someone with its keys at the database, and opens it again. */
const tampered = async (made: Mallory, tamper: (db: ReturnType<typeof openRaw>) => void): Promise<void> => {
  await made.device.close()
  const db = openRaw(made.device.dir)
  tamper(db)
  db.close()
  made.device = await town.open(made.name)
  overhear(made)
}

const refusedHere = async ({ device }: Mallory, name = uid) =>
  (await device.workspace.sync.replica.standing(name))?.refused ?? null

/** What the hub keeps aside, with its code. */
const alarms = async (): Promise<readonly { readonly code: string; readonly entry_id: string }[]> =>
  (await town.ask('GET', '/v1/sync/hub/quarantine')).data as { code: string; entry_id: string }[]

const signal = new AbortController().signal

const sendRaw = async ({ token }: Mallory, body: Uint8Array): Promise<readonly PushedRun[]> => {
  const link = createHttpLink({ url: town.hub().url })
  const answer = await link.call({ name: 'push', token, body }, signal)
  link.close()
  if (!answer.ok) throw new Error(`${answer.error.code ?? ''}: ${answer.error.message}`)
  const read = decodePushAnswer(answer.value)
  if (!read.ok) throw new Error(read.error.message)
  return read.value.runs
}

/** Seals with the device's own key what no command would write, as the next entry of a chain. */
const seal = async (
  made: Mallory,
  draft: Partial<EntryPayload> & Pick<EntryPayload, 'type'>,
  withheld: Readonly<Record<string, string>> = {},
): Promise<CarriedEntry> => {
  const { workspace, dir } = made.device
  const name = draft.case ?? uid
  const head = (await workspace.sync.replica.heads(name)).get(draft.dev ?? made.id)
  const { dseq } = await workspace.db.selectFrom('device').select('dseq').executeTakeFirstOrThrow()
  const { device: key } = keysIn(dir)
  const now = Date.now()
  const disclosures = Object.entries(withheld).map(([label, value]) =>
    makeDisclosure(label, value, Buffer.alloc(16, 5)),
  )
  const payload: EntryPayload = {
    v: 1,
    case: name,
    dev: made.id,
    kid: key.kid,
    actor: made.device.person().userUid,
    seq: (head?.seq ?? 0) + 1,
    dseq: dseq + 1,
    prev: head?.id ?? null,
    seen: [],
    at: new Date(now).toISOString(),
    hlc: `${now.toString(16).padStart(12, '0')}-0000`,
    boot: 'mallory',
    mono: 1,
    anchor: null,
    subject: name,
    refs: [],
    pub: {},
    _sd: disclosures.map(({ digest }) => digest).sort(),
    _sd_alg: 'sha-256',
    ...draft,
  }
  const { id, payload: bytes, kid, sig } = sealEntry(payload, key)
  return { id, payload: bytes, kid, sig, disclosures: disclosures.map(({ encoded }) => encoded) }
}

const push = async (made: Mallory, entry: CarriedEntry): Promise<PushedRun> => {
  const { case: name, dev: deviceId } = JSON.parse(Buffer.from(entry.payload).toString('utf8')) as EntryPayload
  return (await sendRaw(made, encodePush([{ case: name, deviceId, kid: entry.kid, entries: [entry] }])))[0] as PushedRun
}

describe('a device that edits its own database', () => {
  test('edits what waits to be sent: edited_signature at the hub, with an alarm, and edited_payload in its own verification', async () => {
    const made = await mallory()
    await made.device.note(caseId, 'before the edit')
    await tampered(made, (db) => {
      const row = db.prepare('select e.n, e.payload from pending p join entries e on e.n = p.n').get() as {
        n: number
        payload: Buffer
      }
      db.prepare('update entries set payload = ? where n = ?').run(
        Buffer.from(row.payload.toString('utf8').replace('"note.added"', '"note.edited"')),
        row.n,
      )
    })
    expect(await made.device.faults()).toContain('edited_payload')
    await made.device.sync()
    expect(await refusedHere(made)).toMatchObject({ code: 'edited_signature', quarantined: true })
    expect(await alarms()).toContainEqual(expect.objectContaining({ code: 'edited_signature', device_name: made.name }))
  }, 60_000)

  test('rewrites what the hub has, sealed anew with its own key, and goes on: device_fork at the hub, and its own checkpoint does not come out', async () => {
    const made = await mallory()
    const { device: key } = keysIn(made.device.dir)
    await tampered(made, (db) => {
      const rows = db.prepare('select n, payload from entries where hub_pos is not null order by n desc').all() as {
        n: number
        payload: Buffer
      }[]
      const own = rows.find(({ payload }) => (JSON.parse(payload.toString()) as EntryPayload).dev === made.id) as {
        n: number
        payload: Buffer
      }
      const payload = Buffer.from(
        canonicalBytes({ ...(JSON.parse(own.payload.toString()) as EntryPayload), at: '2026-01-01T00:00:00.000Z' }),
      )
      const sig = signMessage(entryPae(payload), key.privateKey)
      const { leaf, paeSha256 } = entryDigests(payload, sig)
      db.prepare('update entries set payload = ?, sig = ?, id = ?, pae_sha256 = ? where n = ?').run(
        payload,
        Buffer.from(sig),
        Buffer.from(leaf),
        Buffer.from(paeSha256),
        own.n,
      )
      db.prepare('update chains set head = ? where uid = ?').run(Buffer.from(leaf).toString('hex'), uid)
    })
    expect(await made.device.faults()).toContain('checkpoint_not_extending')
    await made.device.note(caseId, 'on top of the rewritten one')
    expect((await made.device.sync()).state).toBe('forked')
    expect((await alarms()).map(({ code }) => code)).toContain('device_fork')
  }, 60_000)

  test('exchanges two places of the hub’s order: checkpoint_not_extending', async () => {
    const made = await mallory()
    await tampered(made, (db) => {
      const chain = (db.prepare('select id from chains where uid = ?').get(uid) as { id: number }).id
      const [first, second] = db
        .prepare('select n, hub_pos from entries where chain = ? and hub_pos > 0 order by hub_pos')
        .all(chain) as { n: number; hub_pos: number }[]
      const set = db.prepare('update entries set hub_pos = ? where n = ?')
      set.run(null, first?.n)
      set.run(first?.hub_pos, second?.n)
      set.run(second?.hub_pos, first?.n)
    })
    expect(await made.device.faults()).toContain('checkpoint_not_extending')
  }, 60_000)

  test('puts another text under what it withheld: disclosure_differs in its own verification; the text goes nowhere, and everyone’s says disclosure_missing', async () => {
    const made = await mallory()
    const own = await openCase('A case of its own', made.device)
    await made.device.note(own.id, 'the true text')
    await tampered(made, (db) => {
      const row = db
        .prepare("select d.entry, d.digest from pending p join disclosures d on d.entry = p.n where d.name = 'text'")
        .get() as { entry: number; digest: string }
      const { encoded } = makeDisclosure('text', 'another text', Buffer.alloc(16, 9))
      const { sealed, wrappedKey } = createVault(keysIn(made.device.dir).workspace, systemRandom()).seal(
        row.digest,
        encoded,
      )
      db.prepare('update disclosures set sealed = ?, wrapped_key = ? where entry = ? and digest = ?').run(
        sealed,
        wrappedKey,
        row.entry,
        row.digest,
      )
    })
    expect(await made.device.faults()).toEqual(['disclosure_differs'])
    await made.device.sync()
    await ana.sync()
    expect(await ana.notes(own.id)).not.toContain('another text')
    expect(await ana.faults()).toContain('disclosure_missing')
  }, 60_000)

  test('edits a receipt that it keeps: row_differs', async () => {
    const made = await mallory()
    await tampered(made, (db) => {
      const row = db.prepare('select first, size, receipt from receipts where uid = ?').get(uid) as {
        first: number
        size: number
        receipt: string
      }
      const { payload, ...rest } = JSON.parse(row.receipt) as { payload: string }
      const later = Buffer.from(payload, 'base64')
        .toString('utf8')
        .replace(/"at":"[^"]+"/u, '"at":"2030-01-01T00:00:00.000Z"')
      db.prepare('update receipts set receipt = ? where uid = ? and first = ? and size = ?').run(
        JSON.stringify({ payload: Buffer.from(later).toString('base64'), ...rest }),
        uid,
        row.first,
        row.size,
      )
    })
    expect(await made.device.faults()).toContain('row_differs')
  }, 60_000)

  test('puts another key in the place of the hub’s: everything that the hub then says is hub_key_changed', async () => {
    const made = await mallory()
    await tampered(made, (db) => {
      const { kid, spki } = keysIn(made.device.dir).device
      db.prepare('update hub set kid = ?, spki = ?').run(kid, Buffer.from(spki))
    })
    expect(await made.device.faults()).not.toEqual([])
    await ana.note(caseId, 'something new')
    await ana.sync()
    expect(await made.device.sync()).toMatchObject({ state: 'hub_not_trusted', alarms: ['hub_key_changed'] })
  }, 60_000)
})

describe('a device that speaks to the hub behind its own back', () => {
  test('Y-22: sends an old push again: the same answer, and nothing is stored', async () => {
    const made = await mallory()
    await ana.sync()
    const before = await ana.workspace.sync.replica.ids(uid, 0, 1_000)
    const [run] = await sendRaw(made, made.pushed.at(-1) as Uint8Array)
    expect(run).toMatchObject({ case: uid, positions: [before.length - 1] })
    expect(run?.refused).toBeUndefined()
    await ana.sync()
    expect(await ana.workspace.sync.replica.ids(uid, 0, 1_000)).toEqual(before)
  }, 60_000)

  test('signs as another device: unknown_key, kept aside with an alarm', async () => {
    const made = await mallory()
    const { device_id: anas } = await ana.workspace.db
      .selectFrom('device')
      .select('device_id')
      .executeTakeFirstOrThrow()
    const entry = await seal(made, { type: 'note.added', dev: anas }, { text: 'Ana never wrote this' })
    expect((await push(made, entry)).refused).toMatchObject({ code: 'unknown_key', quarantined: true })
    expect(await alarms()).toContainEqual(expect.objectContaining({ code: 'unknown_key', entry_id: entry.id }))
  }, 60_000)

  test('Y-19: writes in another person’s name, makes its user an admin, shares a case with itself: not_permitted', async () => {
    const made = await mallory()
    const admin = ana.person().userUid
    const ben = made.device.person().userUid
    const drafts: (Partial<EntryPayload> & Pick<EntryPayload, 'type'>)[] = [
      { type: 'note.added', actor: admin },
      { case: 'workspace', type: 'user.changed', actor: admin, subject: ben, pub: { role: 'admin' } },
      { case: 'workspace', type: 'user.changed', subject: ben, pub: { role: 'admin' } },
      { type: 'grant.given', pub: { to: 'user', id: ben } },
    ]
    for (const draft of drafts)
      expect((await push(made, await seal(made, draft))).refused, draft.type).toMatchObject({ code: 'not_permitted' })
    await ana.sync()
    expect(await ana.workspace.db.selectFrom('users').select('role').where('uid', '=', ben).executeTakeFirst()).toEqual(
      { role: 'investigator' },
    )
  }, 60_000)

  test('Y-31: lifts a legal hold and erases another’s words, as its own service lets whoever says to be an admin: without effect and not_permitted, and both stand', async () => {
    const made = await mallory()
    const held = await openCase('Under a court’s order', ana)
    await ana.note(held.id, 'what the court asks for')
    granted(await ana.workspace.cases.placeHold(held.id, { reason: 'court order 12' }, { actor: ana.person() }))
    await ana.sync()
    await town.ask('POST', '/v1/sync/now', {})
    expect([201, 409]).toContain((await town.ask('POST', `/v1/cases/${held.id}/grants`, { user_id: benId })).status)
    const lifted = { ...made.device.person(), role: 'admin' as const }
    await made.device.sync()
    granted(await made.device.workspace.cases.releaseHold(held.id, { reason: 'because I say so' }, { actor: lifted }))
    await made.device.sync()
    // Y-95: it has its place without effect, everywhere.
    expect(await refusedHere(made, held.uid)).toBeNull()
    await ana.sync()
    for (const { workspace } of [ana, made.device]) {
      const row = await workspace.db
        .selectFrom('cases')
        .select('hold_at')
        .where('uid', '=', held.uid)
        .executeTakeFirstOrThrow()
      expect(row.hold_at).not.toBeNull()
    }

    const note = granted(await ana.workspace.cases.notes(caseId, { page: 1, size: 100 })).data.find(
      ({ text }) => text === 'of Ana',
    )
    const sealed = await ana.workspace.db
      .selectFrom('entries')
      .select('payload')
      .where('id', '=', Buffer.from(note?.entry_id ?? '', 'hex'))
      .executeTakeFirstOrThrow()
    const { _sd: digests } = JSON.parse(sealed.payload.toString('utf8')) as EntryPayload
    const erases = await seal(made, {
      type: 'redaction.applied',
      pub: { entry: note?.entry_id ?? '', digests, legal_basis: 'recorded_in_error' },
    })
    expect((await push(made, erases)).refused).toMatchObject({ code: 'not_permitted' })
    await ana.sync()
    expect(await ana.notes(caseId)).toContain('of Ana')
    expect(granted(await ana.workspace.cases.read(held.id)).hold).not.toBeNull()
  }, 60_000)

  test('sends another text than it sealed: disclosure_differs', async () => {
    const made = await mallory()
    const entry = await seal(made, { type: 'note.added' }, { text: 'sealed' })
    const swapped = { ...entry, disclosures: [makeDisclosure('text', 'sent', Buffer.alloc(16, 6)).encoded] }
    expect((await push(made, swapped)).refused).toMatchObject({ code: 'disclosure_differs' })
  }, 60_000)

  test('Y-18: writes into a case that it was not granted, and asks for one: not_granted, and nothing of it comes', async () => {
    const made = await mallory()
    expect(
      (await push(made, await seal(made, { case: secretCase.uid, type: 'note.added' }, { text: 'let me in' }))).refused,
    ).toMatchObject({ code: 'not_granted' })
    const link = createHttpLink({ url: town.hub().url })
    const answer = await link.call(
      {
        name: 'pull',
        token: made.token,
        body: encodeJson({ protocol: 1, since: 0, from: { [secretCase.uid]: 0 }, heads: { [secretCase.uid]: 1 } }),
      },
      signal,
    )
    link.close()
    const page = answer.ok ? decodeFeed(answer.value) : null
    expect(
      page?.ok === true &&
        page.value.items.filter((item) => 'case' in item && item.case === secretCase.uid && item.k !== 'drop'),
    ).toEqual([])
    expect(answer.ok && Buffer.from(answer.value).includes('Not for Ben')).toBe(false)
  }, 60_000)

  test('names a checkpoint that no hub signed, and dates itself before one: every replica’s verification names the entry', async () => {
    const made = await mallory()
    const size = (await ana.workspace.sync.replica.ids(uid, 0, 1_000)).length
    const liar = await seal(
      made,
      {
        type: 'note.added',
        anchor: {
          origin: `${town.hand.identity.origin}/case/${uid}`,
          size: Math.max(1, size - 1),
          root: 'ab'.repeat(32),
        },
      },
      { text: 'anchored in nothing' },
    )
    expect((await push(made, liar)).refused).toBeUndefined()
    const yesterday = new Date(Date.now() - 86_400_000).toISOString()
    const { seq, dseq } = JSON.parse(Buffer.from(liar.payload).toString('utf8')) as EntryPayload
    const anchor = (await ana.workspace.sync.replica.standing(uid))?.anchor ?? null
    const early = await seal(
      made,
      { type: 'note.added', anchor, at: yesterday, seq: seq + 1, dseq: dseq + 1, prev: liar.id },
      { text: 'written yesterday' },
    )
    expect((await push(made, early)).refused).toBeUndefined()
    await ana.sync()
    expect(await ana.faults()).toEqual(expect.arrayContaining(['checkpoint_not_extending', 'time_before_anchor']))
  }, 60_000)

  test('Y-15: uses a number again: device_fork, kept aside with an alarm, and it is shut out', async () => {
    const made = await mallory()
    const { dseq } = await made.device.workspace.db.selectFrom('device').select('dseq').executeTakeFirstOrThrow()
    const entry = await seal(made, { type: 'note.added', dseq }, { text: 'another course' })
    expect((await push(made, entry)).refused).toMatchObject({ code: 'device_fork', quarantined: true })
    expect(await alarms()).toContainEqual(expect.objectContaining({ code: 'device_fork', entry_id: entry.id }))
    expect((await made.device.sync()).state).toBe('forked')
  }, 60_000)
})
