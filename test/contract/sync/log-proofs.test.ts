import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signCheckpoint } from '../../../main/seal/checkpoint.ts'
import { cosign } from '../../../main/seal/cosignature.ts'
import { appendLeaf, decodeFrontier, encodeFrontier, frontierRoot } from '../../../main/seal/frontier.ts'
import { leafHash } from '../../../main/seal/merkle.ts'
import { rawFromSpki } from '../../../main/seal/signature.ts'
import { openHubKey } from '../../../main/sync/hub/hub-key.ts'
import type { Hub } from '../../../main/sync/hub/create-hub.ts'
import type { HubStore } from '../../../main/sync/hub/store.ts'
import { hubSecret, openHub, openStore } from '../../support/sync/product-hub.ts'
import { productSubject } from '../../support/sync/product-subject.ts'
import { makeDevice } from '../../unit/seal/support.ts'
import { env, openTestDevice, scheduler } from './log-world.ts'
import type { TestDevice } from './log-world.ts'

const signer = { ...makeDevice(41), name: 'witness.example/a' }
const second = { ...makeDevice(42), name: 'witness.example/b' }
const stranger = { ...makeDevice(43), name: 'nobody' }
const seconds = 1_772_355_600

let base: string
let root: string
let store: HubStore
let hub: Hub

const deviceAt = (
  name: string,
  { versions, to = hub }: { readonly versions?: readonly number[]; readonly to?: Hub } = {},
): Promise<TestDevice> => openTestDevice(path.join(root, name), to, versions)

/** Witnesses cosign the log's newest head. */
const cosigned = async (by: readonly (typeof signer)[], atSeconds = seconds): Promise<void> => {
  const head = await hub.logCheckpoint()
  if (head === null) throw new Error('the log is empty')
  for (const one of by) {
    const added = await hub.addCosignature(head.note, cosign(head.note, one, atSeconds), by)
    if (!added.ok) throw new Error(added.error.message)
  }
}

beforeAll(async () => {
  base = mkdtempSync(path.join(tmpdir(), 'fieldseal-proofs-'))
  await productSubject().found(path.join(base, 'founded'), 2)
}, 120_000)

afterAll(() => rmSync(base, { recursive: true, force: true }))

let device: TestDevice

beforeEach(async () => {
  root = mkdtempSync(path.join(base, 'world-'))
  cpSync(path.join(base, 'founded'), root, { recursive: true })
  store = await openStore({ dir: path.join(root, 'hub'), env, scheduler })
  hub = await openHub(store, { env })
  device = await deviceAt('device-2')
  // The set was founded long ago: its lease of case numbers is over until the first contact.
  await device.sync()
})

afterEach(async () => {
  await device.close()
  await store.close()
})

const linesOf = (answer: string, kind: string): unknown[] =>
  answer
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { k?: string })
    .filter(({ k }) => k === kind)

describe('Y-53: what witnesses have cosigned reaches devices', () => {
  test('a case is proven in the newest cosigned head; a witness counts where the device trusts it, by name and time', async () => {
    const settings = device.workspace.sync.settings
    await settings.trustWitness(signer, 1)
    await device.open('First')
    await device.sync()
    await cosigned([signer, second])
    expect(await device.sync()).toMatchObject({ state: 'up_to_date', alarms: [] })
    const [first] = await device.cases()
    expect(first).toMatchObject({
      witnessed: { size: 1, witnesses: 1 },
      cosigned: { size: 1, by: [{ name: signer.name }] },
      time_stamped: null,
    })
    expect(Date.parse(first?.cosigned?.by[0]?.at ?? '')).toBe(seconds * 1_000)
    // Trust is this device's own: it counts at once, and goes at once.
    await settings.trustWitness(second, 2)
    expect((await device.cases())[0]).toMatchObject({ witnessed: { witnesses: 2 } })
    await settings.distrustWitness(signer.name)
    await settings.distrustWitness(second.name)
    expect((await device.cases())[0]).toMatchObject({ witnessed: { witnesses: 0 }, cosigned: { size: 1, by: [] } })
  })

  test('what is there already costs one request and no line; a case that grew is proven anew, others keep their proof', async () => {
    await device.workspace.sync.settings.trustWitness(signer, 1)
    await device.open('First')
    const grown = await device.open('Second')
    await device.sync()
    await cosigned([signer])
    await device.sync()
    device.heard()
    await device.sync()
    const idle = device.heard().filter(({ name }) => name === 'pull')
    expect(idle.flatMap(({ answer }) => [...linesOf(answer, 'log'), ...linesOf(answer, 'proof')])).toEqual([])
    expect(idle[0]?.body.length).toBeLessThan(400)
    const { id } = await device.workspace.db
      .selectFrom('cases')
      .select('id')
      .where('uid', '=', grown)
      .executeTakeFirstOrThrow()
    await device.workspace.cases.addNote(id, { text: 'More.' }, { actor: await device.person() })
    await device.sync()
    expect((await device.cases()).find(({ case_uid: uid }) => uid === grown)).toMatchObject({
      cosigned: { size: 1 },
      witnessed: { size: 2 },
    })
    await cosigned([signer], seconds + 60)
    device.heard()
    await device.sync()
    const proofs = device.heard().flatMap(({ answer, name }) => (name === 'pull' ? linesOf(answer, 'proof') : []))
    expect(proofs).toMatchObject([{ case: grown, kind: 'cosigned' }])
    expect((await device.cases()).map(({ cosigned: one, witnessed }) => [one?.size, witnessed?.witnesses])).toEqual([
      [1, 1],
      [2, 1],
    ])
  })

  test('it outlives the process, and what a grant’s end takes away goes with the case', async () => {
    await device.workspace.sync.settings.trustWitness(signer, 1)
    const uid = await device.open('First')
    await device.sync()
    await cosigned([signer])
    await device.sync()
    await device.close()
    device = await deviceAt('device-2')
    expect(await device.cases()).toMatchObject([{ witnessed: { witnesses: 1 } }])
    const [admin] = await hub.listDevices()
    const { user_uid: userUid } = await device.workspace.db
      .selectFrom('hub')
      .select('user_uid')
      .executeTakeFirstOrThrow()
    for (const subject of [
      { kind: 'user', id: userUid },
      { kind: 'device', id: device.workspace.facts.deviceId },
    ] as const)
      await hub.endGrant(uid, subject, { actor: admin?.userUid ?? '' })
    await device.sync()
    expect(await device.cases()).toEqual([])
    expect(await device.workspace.db.selectFrom('log_proofs').select('uid').where('uid', '=', uid).execute()).toEqual(
      [],
    )
  })

  test('a hub names no witness of its own: a stranger under the head counts for nothing, and is no fault', async () => {
    await device.workspace.sync.settings.trustWitness(signer, 1)
    await device.open('First')
    await device.sync()
    await cosigned([stranger, { ...stranger, name: signer.name }])
    expect(await device.sync()).toMatchObject({ state: 'up_to_date' })
    expect(await device.cases()).toMatchObject([{ witnessed: { witnesses: 0 }, cosigned: { size: 1, by: [] } }])
  })
})

describe('Y-51, Y-53: a hub that lies about its log is named, and nothing of it is kept', () => {
  /** A head of the log that the hub signs and that is not the log's; the root is the hub's to choose. */
  const forged = (size: number, root = Buffer.alloc(32, 9)): string => {
    const key = openHubKey(hub.identity, hubSecret)
    const origin = `${hub.identity.origin}/log`
    return signCheckpoint(
      { origin, size, root },
      {
        name: origin,
        publicKeyRaw: rawFromSpki(hub.identity.spki) as Uint8Array,
        privateKey: (key as NonNullable<typeof key>).privateKey,
      },
    )
  }

  const changing =
    (kind: string, change: (line: Record<string, unknown>) => Record<string, unknown>) =>
    (text: string, call: string): string =>
      call !== 'pull'
        ? text
        : text
            .split('\n')
            .map((line) =>
              line.startsWith(`{"k":"${kind}"`)
                ? JSON.stringify(change(JSON.parse(line) as Record<string, unknown>))
                : line,
            )
            .join('\n')

  const faultAfter = async (bend: (text: string, call: string) => string): Promise<string> => {
    device.bend(bend)
    const { state } = await device.sync()
    if (state === 'hub_not_trusted')
      await expect.poll(() => device.workspace.sync.replica.relation()?.halted ?? null).not.toBeNull()
    return state === 'hub_not_trusted'
      ? (device.workspace.sync.replica.relation()?.halted?.message.split(':', 1)[0] ?? '')
      : state
  }

  beforeEach(async () => {
    await device.workspace.sync.settings.trustWitness(signer, 1)
    await device.open('First')
    await device.sync()
    await cosigned([signer])
  })

  test('a cosignature of a trusted witness that does not hold: cosignature_invalid', async () => {
    expect(
      await faultAfter(
        changing('log', (line) => {
          const note = String(line['note']).split('\n')
          const last = note.at(-2) as string
          const bytes = Buffer.from(last.slice(last.lastIndexOf(' ') + 1), 'base64')
          bytes[40] = (bytes[40] as number) ^ 1
          note[note.length - 2] = `${last.slice(0, last.lastIndexOf(' '))} ${bytes.toString('base64')}`
          return { ...line, note: note.join('\n') }
        }),
      ),
    ).toBe('cosignature_invalid')
    expect(
      await device.workspace.db.selectFrom('log_heads').selectAll().where('kind', '=', 'cosigned').execute(),
    ).toEqual([])
  })

  test('a log that another one takes the place of: log_forked, whatever proof comes with it', async () => {
    await device.sync()
    await device.open('Second')
    await device.sync()
    const before = await device.workspace.db.selectFrom('log_heads').selectAll().execute()
    await cosigned([signer], seconds + 60)
    expect(await faultAfter(changing('log', (line) => ({ ...line, note: forged(1_000) })))).toBe('log_forked')
    expect(await device.workspace.db.selectFrom('log_heads').selectAll().execute()).toEqual(before)
  })

  test('an older head than was shown before: hub_rolled_back', async () => {
    await device.sync()
    await cosigned([signer], seconds + 60)
    expect(await faultAfter(changing('log', (line) => ({ ...line, note: forged(1), consistency: [] })))).toBe(
      'hub_rolled_back',
    )
  })

  test('a head by another key than the hub’s: hub_key_changed', async () => {
    const other = { ...makeDevice(44), name: `${hub.identity.origin}/log` }
    expect(
      await faultAfter(
        changing('log', (line) => ({
          ...line,
          note: signCheckpoint({ origin: other.name, size: 3, root: Buffer.alloc(32) }, other),
        })),
      ),
    ).toBe('hub_key_changed')
  })

  test('a checkpoint that does not stand where the hub says: log_proof_invalid', async () => {
    expect(
      await faultAfter(changing('proof', (line) => ({ ...line, index: Number(line['index']) === 0 ? 1 : 0 }))),
    ).toBe('log_proof_invalid')
  })

  test('a log that holds another checkpoint of the case than its entries give: checkpoint_not_extending', async () => {
    // The hub appends to its log what it shows to nobody else, and proves it correctly.
    const key = openHubKey(hub.identity, hubSecret)
    const uid = (await device.cases())[0]?.case_uid ?? ''
    const shown = signCheckpoint(
      { origin: `${hub.identity.origin}/case/${uid}`, size: 1, root: Buffer.alloc(32, 5) },
      {
        name: hub.identity.origin,
        publicKeyRaw: rawFromSpki(hub.identity.spki) as Uint8Array,
        privateKey: (key as NonNullable<typeof key>).privateKey,
      },
    )
    await store.exclusively(async (tx) => {
      const data = Buffer.from(shown)
      const frontier = appendLeaf(decodeFrontier((await tx.logHead())?.frontier ?? new Uint8Array(0)), leafHash(data))
      await tx.appendLog([{ case: uid, hash: leafHash(data), data }], {
        size: frontier.size,
        frontier: encodeFrontier(frontier),
        note: forged(frontier.size, Buffer.from(frontierRoot(frontier))),
      })
    })
    await cosigned([signer], seconds + 60)
    expect(await faultAfter((text) => text)).toBe('checkpoint_not_extending')
  })
})

describe('Y-27: versions N and N-1', () => {
  const protocolsOf = (one: TestDevice): (readonly [string, number, boolean])[] =>
    one
      .heard()
      .filter(({ name }) => name === 'push' || name === 'pull')
      .map(
        ({ name, body, answer }) =>
          [
            name,
            (JSON.parse(body.split('\n', 1)[0] ?? '') as { protocol: number }).protocol,
            answer.includes('"code":"version"'),
          ] as const,
      )

  test('a device of N-1 and a hub of N: it gets no line that it does not know, and all of its work', async () => {
    await device.open('First')
    await device.sync()
    await cosigned([signer])
    const old = await deviceAt('device-1', { versions: [1] })
    try {
      expect(await old.sync()).toMatchObject({ state: 'up_to_date' })
      const uid = await old.open('By the older one')
      expect(await old.sync()).toMatchObject({ state: 'up_to_date', entries_waiting: 0 })
      const answers = old.heard().filter(({ name }) => name === 'pull')
      const kinds = new Set(
        answers.flatMap(({ answer }) =>
          answer
            .split('\n')
            .filter((line) => line !== '')
            .map((line) => (JSON.parse(line) as { k: string }).k),
        ),
      )
      for (const kind of kinds)
        expect(['run', 'e', 'own', 'receipt', 'checkpoint', 'grant', 'drop', 'lease', 'end']).toContain(kind)
      for (const { body } of answers) expect(JSON.parse(body)).toMatchObject({ protocol: 1 })
      for (const { body } of answers) expect(body).not.toContain('"log"')
      expect((await old.cases()).find(({ case_uid: one }) => one === uid)).toMatchObject({ waiting: 0, cosigned: null })
    } finally {
      await old.close()
    }
  })

  test('a device of N and a hub of N-1: told once a session, it speaks the older version, and the newer one when the hub was brought up to date', async () => {
    const old = await openHub(store, { env, versions: [1] })
    await device.close()
    device = await deviceAt('device-2', { to: old })
    await device.open('First')
    expect(await device.sync()).toMatchObject({ state: 'up_to_date', entries_waiting: 0, alarms: [] })
    const spoken = protocolsOf(device)
    expect(spoken.filter(([, protocol]) => protocol === 3)).toEqual([['push', 3, true]])
    expect(spoken.filter(([, protocol]) => protocol === 1).length).toBeGreaterThan(0)
    await device.sync()
    expect(protocolsOf(device).every(([, protocol]) => protocol === 1)).toBe(true)
    await device.close()
    device = await deviceAt('device-2')
    await cosigned([signer])
    await device.sync()
    expect(protocolsOf(device).every(([, protocol, refused]) => protocol === 3 && !refused)).toBe(true)
    expect(await device.cases()).toMatchObject([{ cosigned: { size: 1 } }])
  })

  test('a hub of N+1 that speaks N too is spoken to in N; with none in common it is the state `version`, and work goes on', async () => {
    const later = await openHub(store, { env, versions: [4, 3] })
    const furthest = await openHub(store, { env, versions: [5, 4] })
    await device.close()
    device = await deviceAt('device-2', { to: later })
    await device.open('First')
    expect(await device.sync()).toMatchObject({ state: 'up_to_date' })
    await device.close()
    device = await deviceAt('device-2', { to: furthest })
    await device.open('Second')
    expect(await device.sync()).toMatchObject({ state: 'version', entries_waiting: 1 })
    await device.open('Third')
    await device.close()
    device = await deviceAt('device-2')
    expect(await device.sync()).toMatchObject({ state: 'up_to_date', entries_waiting: 0 })
    expect(await device.cases()).toHaveLength(3)
  })

  test('a message of a version to come is refused for its version, whatever else is in it', async () => {
    const challenge = JSON.parse(
      Buffer.from((await hub.handle('enrol', null, Buffer.from('{"protocol":7,"unheard":"of"}'))).body).toString(),
    ) as unknown
    expect(challenge).toMatchObject({ error: { code: 'version', versions: [3, 2, 1] } })
  })
})
