import { describe, expect, test, vi } from 'vitest'
import { openCheckpoint } from '../../../main/seal/checkpoint.ts'
import { appendLeaf, emptyFrontier, frontierRoot } from '../../../main/seal/frontier.ts'
import { toHex } from '../../../main/seal/hash.ts'
import { openReceipt } from '../../../main/seal/receipt.ts'
import { rawFromSpki, signMessage } from '../../../main/seal/signature.ts'
import { epochMessage } from '../../../main/sync/signed-messages.ts'
import { rotationMessage } from '../../../main/sync/rotation.ts'
import type { CarriedEntry } from '../../../main/sync/entry.ts'
import type { FeedItem } from '../../../main/sync/wire.ts'
import { keyId } from '../../../main/seal/entry.ts'
import { PaperDevice, readAnswer } from '../../support/paper-device.ts'
import { inFreshWorlds } from './each-test.ts'
import { engines } from './engines.ts'
import { admin, ana, auditor, ben, caseA, caseB, caseC, caseD } from './sequencer-world.ts'
import type { World } from './sequencer-world.ts'
import { generateKeyPairSync } from 'node:crypto'
import type { EnrolAnswer } from '../../../shared/protocol/sync.ts'

const oldFolder = '01939b52-7b2a-7c1e-8f00-0000000000f1'

let world: World

const idsOf = (items: readonly FeedItem[], name: string): string[] =>
  items.flatMap((item) =>
    item.k === 'entries' && item.case === name
      ? item.entries.map((entry) => entry.id)
      : item.k === 'own' && item.case === name
        ? item.ids
        : [],
  )
const rootOf = (ids: readonly string[]): string =>
  toHex(frontierRoot(ids.reduce((tree, id) => appendLeaf(tree, Buffer.from(id, 'hex')), emptyFrontier)))
const stored = (name: string) => world.store.reading((tx) => tx.entriesOf(name, 0, 10_000))
const typesIn = async (name: string): Promise<string[]> =>
  (await stored(name)).map((entry) => (JSON.parse(Buffer.from(entry.payload).toString()) as { type: string }).type)
const refusedOf = async (device: PaperDevice, entries: readonly CarriedEntry[], name = caseA) =>
  (await device.push([device.run(name, entries)])).runs[0]?.refused
const codeOf = (answer: { readonly json: unknown }): string => (answer.json as { error: { code: string } }).error.code

describe.each(engines)('the hub on $name', (kind) => {
  inFreshWorlds(kind, (fresh) => {
    world = fresh
  })

  describe('enrolment', () => {
    test('Y-10, Y-11: a code enrols one device, sealed by the hub in the workspace chain; the same request again gets the same answer', async () => {
      const { hub, clock } = world
      const { code } = await hub.createCode({ userUid: ana, deviceName: 'Laptop', cases: [], validForMs: 1_000 })
      const device = new PaperDevice(hub, clock, '', ana)
      const first = await device.enrol(code)
      expect(first).toMatchObject({
        status: 200,
        json: { device_number: 1, user_uid: ana, institution: 'ACME', lease: { slots: [1] } },
      })
      clock.pass(3_600_000)
      expect(await device.enrol(code.toLowerCase().replaceAll('-', ' '))).toEqual(first)
      expect(codeOf(await new PaperDevice(hub, clock, '', ana).enrol(code))).toBe('code_used')
      expect((await typesIn('workspace')).filter((type) => type === 'key.enrolled')).toHaveLength(3)
      expect((await world.device(ben)).number).toBe(2)
    })

    test('Y-10: who brings a worthless code, or no proof of a former key, holds up nobody: it is found out before the transaction that seals', async () => {
      const { hub, clock } = world
      const stranger = new PaperDevice(hub, clock, '', ana)
      const device = await world.device(ana)
      const { code: used } = await hub.createCode({
        userUid: ana,
        deviceName: 'Laptop',
        cases: [],
        validForMs: 3_600_000,
      })
      expect(await new PaperDevice(hub, clock, '', ana).enrol(used)).toMatchObject({ status: 200 })
      const begun = vi.spyOn(world.store, 'exclusively')
      try {
        const worthless = used.replace(/.$/u, (last) => (last === '0' ? '1' : '0'))
        for (const code of ['FS1-0000', worthless]) expect(codeOf(await stranger.enrol(code))).toBe('code_invalid')
        expect(codeOf(await stranger.enrol(used))).toBe('code_used')
        expect(codeOf(await stranger.enrol('', { epoch: { device_id: device.deviceId, sig: 'A'.repeat(86) } }))).toBe(
          'code_invalid',
        )
        expect(begun).not.toHaveBeenCalled()
      } finally {
        begun.mockRestore()
      }
    })

    test('Y-10: a code that is none, or whose time has passed, and a key that is not proven, enrol nothing', async () => {
      const { hub, clock } = world
      const { code } = await hub.createCode({ userUid: ana, deviceName: 'Laptop', cases: [], validForMs: 1_000 })
      const device = new PaperDevice(hub, clock, '', ana)
      expect(codeOf(await device.enrol('FS1-0000'))).toBe('code_invalid')
      expect(codeOf(await device.enrol(code.replace(/.$/u, (last) => (last === '0' ? '1' : '0'))))).toBe('code_invalid')
      expect(codeOf(await device.enrol(code, { proof: 'A'.repeat(86) }))).toBe('invalid_request')
      clock.pass(1_000)
      expect(codeOf(await device.enrol(code))).toBe('code_invalid')
      expect(await hub.listDevices()).toHaveLength(1)
    })

    test('Y-27: another version of the protocol is refused with the versions that are spoken', async () => {
      const device = await world.device(ana)
      expect(await device.call('pull', { protocol: 99, since: 0 })).toMatchObject({
        status: 426,
        json: { error: { code: 'version', versions: [3, 2, 1] } },
      })
    })

    test('Y-12: a session is bound to the device’s key and ends after 15 minutes by the hub’s clock', async () => {
      const device = await world.device(ana)
      const stranger = new PaperDevice(world.hub, world.clock, device.deviceId, ana)
      expect(codeOf(await stranger.signIn())).toBe('session_expired')
      expect((await device.ask({})).status).toBe(200)
      world.clock.pass(901_000)
      expect(codeOf(readAnswer(await device.ask({})))).toBe('session_expired')
      await device.signIn()
      expect((await device.ask({})).status).toBe(200)
      expect(codeOf(readAnswer(await world.hub.handle('pull', 'no.such.token', Buffer.from('{}'))))).toBe(
        'session_expired',
      )
    })

    test('Y-12: a challenge that is answered late opens nothing', async () => {
      const device = await world.device(ana)
      const { challenge } = (await device.call('challenge', { device_id: device.deviceId })).json as {
        challenge: string
      }
      world.clock.pass(121_000)
      const sig = Buffer.from(
        signMessage(Buffer.from(`fieldseal session v1\n${challenge}\n`), device.privateKey),
      ).toString('base64url')
      expect(codeOf(await device.call('session', { device_id: device.deviceId, challenge, sig }))).toBe(
        'session_expired',
      )
    })

    test('Y-12: several processes of one hub accept each other’s sessions', async () => {
      const device = await world.device(ana)
      const other = await world.another()
      Object.assign(device, { hub: other })
      expect((await device.ask({})).status).toBe(200)
      device.open(caseA)
      expect((await device.push()).runs[0]?.positions).toEqual([0])
    })

    test('Y-89: a folder that was taken in and has sent nothing is answered again, by the code of then or a new one for the same user; once it came, it is not', async () => {
      const { hub, clock } = world
      const codeFor = async (userUid: string): Promise<string> =>
        (await hub.createCode({ userUid, deviceName: 'Laptop', cases: [], validForMs: 1_000 })).code
      const folder = new PaperDevice(hub, clock, oldFolder, ben)
      const joining = { device_id: oldFolder, workspace_id: caseB, users: [], cases: 1, dseq: 3, slots: 1 }
      const [first, second, another] = [await codeFor(ana), await codeFor(ana), await codeFor(ben)]
      expect(await folder.enrol(first, { joining })).toMatchObject({
        status: 200,
        json: { device_number: 1, lease: { slots: [1] } },
      })
      const grown = { ...joining, dseq: 5, slots: 3 }
      expect((await folder.enrol(another, { joining: grown })).json).toMatchObject({
        error: { code: 'code_invalid', message: expect.stringContaining('for another user') as string },
      })
      const again = await folder.enrol(second, { joining: grown })
      expect(again).toMatchObject({
        status: 200,
        json: { device_id: oldFolder, device_number: 1, lease: { slots: [1, 2, 3] } },
      })
      for (const code of [first, second])
        expect(await folder.enrol(code, { joining: grown }), 'the same request again').toEqual(again)
      expect(codeOf(await new PaperDevice(hub, clock, '', ana).enrol(second))).toBe('code_used')
      expect((await typesIn('workspace')).filter((type) => type === 'key.enrolled')).toHaveLength(3)
      await folder.signIn()
      folder.seal({
        case: 'workspace',
        type: 'key.enrolled',
        pub: {
          kid: folder.kid,
          spki: Buffer.from(folder.spki).toString('base64url'),
          device_id: oldFolder,
          device_number: 0,
        },
        actor: '01939b52-7b2a-7c1e-8f00-0000000000e5',
      })
      await folder.push()
      expect((await hub.listDevices()).find(({ deviceId }) => deviceId === oldFolder)?.dseq).toBeGreaterThan(0)
      expect(codeOf(await folder.enrol(await codeFor(ana), { joining: grown }))).toBe('invalid_request')
    })

    test('Y-14: a folder that joins keeps its device id; its old ids and users are those of before', async () => {
      const { hub, clock } = world
      const { code } = await hub.createCode({ userUid: ana, deviceName: 'Laptop', cases: [], validForMs: 1_000 })
      const folder = new PaperDevice(hub, clock, oldFolder, ben)
      const oldUser = '01939b52-7b2a-7c1e-8f00-0000000000e5'
      folder.seal({
        case: 'workspace',
        type: 'key.enrolled',
        pub: {
          kid: folder.kid,
          spki: Buffer.from(folder.spki).toString('base64url'),
          device_id: oldFolder,
          device_number: 0,
        },
        actor: oldUser,
      })
      folder.seal({
        case: 'workspace',
        type: 'user.added',
        pub: { id: 1, role: 'admin' },
        actor: oldUser,
        more: { subject: oldUser },
      })
      folder.seal({
        case: caseA,
        type: 'case.opened',
        actor: oldUser,
        pub: {
          case_id: 1,
          case_number: 'CASE-ACME-20260101-00001',
          status: 'open',
          priority: 'low',
          owner: oldUser,
          owner_id: 1,
          sla_hours: 1,
          sla_due_at: '2026-03-02T09:00:00.000Z',
          created_at: '2026-03-01T09:00:00.000Z',
        },
      })
      const joining = { device_id: oldFolder, workspace_id: caseB, users: [], cases: 1, dseq: 3, slots: 2 }
      expect(await folder.enrol(code, { joining })).toMatchObject({
        status: 200,
        json: { device_id: oldFolder, device_number: 1, lease: { slots: [1, 2] } },
      })
      await folder.signIn()
      expect((await folder.push()).runs.map((run) => [run.positions.length, run.refused])).toEqual([
        [2, undefined],
        [1, undefined],
      ])
      // What it seals from now on is held to the rules: its old admin is nobody here, and its old ids are not its own.
      expect(await refusedOf(folder, [folder.note(caseA)])).toBeUndefined()
      const asOldAdmin = folder.seal({ case: caseA, type: 'note.added', actor: oldUser })
      expect(await refusedOf(folder, [asOldAdmin])).toMatchObject({ code: 'not_permitted' })
    })
  })

  describe('push', () => {
    test('Y-20, Y-22, Y-23: entries get gapless positions and a receipt over them; the same again gets the same positions and stores nothing', async () => {
      const device = await world.device(ana)
      device.open(caseA)
      device.note(caseA)
      const answer = await device.push()
      expect(answer.runs[0]).toMatchObject({ case: caseA, positions: [0, 1] })
      const receipt = openReceipt(answer.runs[0]?.receipt, world.hub.identity)
      expect(receipt).toMatchObject({
        ok: true,
        value: {
          case: caseA,
          first: 0,
          size: 2,
          root: rootOf(device.sealed.map(({ entry }) => entry.id)),
          at: expect.stringMatching(/^2026-03-01T09:00:00/u) as string,
        },
      })
      const again = await device.push()
      expect(again.runs[0]?.positions).toEqual([0, 1])
      expect(await stored(caseA)).toHaveLength(2)
      device.note(caseA)
      expect((await device.push()).runs[0]?.positions).toEqual([0, 1, 2])
    })

    test('Y-50: every case that grew has a signed checkpoint, and each stands in the log', async () => {
      const device = await world.device(ana)
      const before = (await world.hub.logCheckpoint())?.size ?? 0
      device.open(caseA)
      device.open(caseB)
      await device.push()
      const checkpoint = await world.hub.checkpointOf(caseA)
      const publicKeyRaw = rawFromSpki(world.hub.identity.spki) as Uint8Array
      const origin = world.hub.identity.origin
      expect(openCheckpoint(checkpoint?.note ?? '', [{ name: origin, publicKeyRaw }])).toMatchObject({
        ok: true,
        value: { checkpoint: { origin: `${origin}/case/${caseA}`, size: 1 } },
      })
      const log = await world.hub.logCheckpoint()
      expect(log?.size).toBe(before + 2)
      expect(openCheckpoint(log?.note ?? '', [{ name: `${origin}/log`, publicKeyRaw }])).toMatchObject({ ok: true })
    })

    test('Y-21: what comes before the first fault of a case stands, what follows does not, and other cases go on', async () => {
      const device = await world.device(ana)
      const entries = [
        device.open(caseA),
        device.seal({ case: caseA, type: 'status.changed', pub: { from: 'open', to: 'no such state' } }),
        device.note(caseA),
      ]
      const other = device.open(caseB)
      const answer = await device.push([device.run(caseA, entries), device.run(caseB, [other])])
      expect(answer.runs[0]).toMatchObject({
        positions: [0],
        refused: { at: 1, code: 'invalid_values', quarantined: false },
      })
      expect(answer.runs[1]).toMatchObject({ positions: [0] })
      expect(answer.runs[1]?.refused).toBeUndefined()
      expect(await refusedOf(device, entries.slice(2))).toMatchObject({ code: 'missing_entry' })
    })

    test('Y-20: a case begins with the entry that opens it, and a device’s numbers without a gap', async () => {
      const device = await world.device(ana)
      expect(await refusedOf(device, [device.note(caseA)])).toMatchObject({ code: 'missing_entry' })
      const [, , third] = [device.open(caseB), device.note(caseB), device.note(caseB)]
      await device.push([device.run(caseB, [device.sealed[1]?.entry as CarriedEntry])])
      expect(await refusedOf(device, [third], caseB)).toMatchObject({ code: 'missing_entry' })
    })

    test('Y-20: a case that was not granted takes nothing', async () => {
      const [mine, theirs] = [await world.device(ana), await world.device(ben)]
      mine.open(caseA)
      await mine.push()
      expect(await refusedOf(theirs, [theirs.note(caseA)])).toMatchObject({ code: 'not_granted' })
    })

    test('Y-20: ids are those of the device’s range', async () => {
      const device = await world.device(ana)
      expect(await refusedOf(device, [device.open(caseA, { case_id: 7 })])).toMatchObject({ code: 'id_out_of_range' })
    })

    test('Y-46: an id that was given out is not given again, in whatever case; what was refused gives none out', async () => {
      const device = await world.device(ana)
      const id = device.number * 2 ** 32 + 1
      expect(await refusedOf(device, [device.open(caseA, { case_id: id, status: 'no such' })])).toMatchObject({
        code: 'invalid_values',
      })
      expect(await refusedOf(device, [device.open(caseB, { case_id: id })], caseB)).toBeUndefined()
      expect(await refusedOf(device, [device.open(caseC, { case_id: id })], caseC)).toMatchObject({
        code: 'id_taken',
        quarantined: false,
      })
      expect(await stored(caseC)).toHaveLength(0)
    })

    test('Y-16: a case number lies in a slot that its device has or had; one of another device’s slot is refused', async () => {
      const [device, other] = [await world.device(ana), await world.device(ben)]
      const numbered = (sequence: string) => ({ case_number: `CASE-ACME-20260301-${sequence}` })
      const wrong = device.open(caseA, numbered('00201'))
      expect(await refusedOf(device, [wrong])).toMatchObject({ code: 'number_not_leased', quarantined: false })
      // The lease ends, another device gets the slot, and what was numbered before still comes in.
      const late = device.open(caseB, numbered('00150'))
      world.clock.pass(31 * 86_400_000)
      await other.signIn()
      await other.push([other.run(caseD, [other.open(caseD, numbered('00199'))])])
      await device.signIn()
      expect(await refusedOf(device, [late], caseB)).toBeUndefined()
      const renumbered = device.seal({
        case: caseB,
        type: 'case.renumbered',
        pub: { from: 'CASE-ACME-20260301-00150', to: 'CASE-ACME-20260401-00201' },
      })
      expect(await refusedOf(device, [renumbered], caseB)).toMatchObject({ code: 'number_not_leased' })
      expect(await refusedOf(other, [other.open(caseC, { case_number: 'CASE-7' })], caseC)).toMatchObject({
        code: 'number_not_leased',
      })
    })

    test('Y-16, Y-55: a slot that nobody has is the device’s that numbers by it: a restored hub forgets leases', async () => {
      const device = await world.device(ana)
      const answer = await device.push([
        device.run(caseA, [device.open(caseA, { case_number: 'CASE-ACME-20260301-37701' })]),
      ])
      expect(answer).toMatchObject({ runs: [{ positions: [0] }], lease: { slots: [1, 377] } })
    })

    test('Y-19: an auditor leaves traces of reading and nothing else; nobody but an admin changes the workspace', async () => {
      const device = await world.device(auditor, 'all')
      const author = await world.device(ana)
      author.open(caseA)
      await author.push()
      await world.hub.grant(caseA, { kind: 'device', id: device.deviceId }, { actor: admin })
      const viewed = device.seal({ case: caseA, type: 'evidence.viewed', pub: { evidence_id: 5 } })
      expect(await refusedOf(device, [viewed])).toBeUndefined()
      expect(await refusedOf(device, [device.note(caseA)])).toMatchObject({ code: 'not_permitted' })
      const rise = author.seal({
        case: 'workspace',
        type: 'user.changed',
        pub: { role: 'admin' },
        more: { subject: ana },
      })
      expect(await refusedOf(author, [rise], 'workspace')).toMatchObject({ code: 'not_permitted' })
    })

    test('Y-3: what only a hub seals, a device does not', async () => {
      const device = await world.device(ana)
      const keyless = device.seal({ case: 'workspace', type: 'key.revoked', pub: { kid: world.founder.kid } })
      expect(await refusedOf(device, [keyless], 'workspace')).toMatchObject({ code: 'not_permitted' })
    })

    test('Y-27: unknown types pass as they are', async () => {
      const device = await world.device(ana)
      expect(
        await refusedOf(device, [
          device.open(caseA),
          device.seal({ case: caseA, type: 'telepathy.received', pub: { anything: [1, { deep: true }] } }),
        ]),
      ).toBeUndefined()
    })

    test('Y-20: withheld values that the entry does not list are refused', async () => {
      const device = await world.device(ana)
      const entry = device.open(caseA)
      expect(
        await refusedOf(device, [
          { ...entry, disclosures: [...entry.disclosures, Buffer.from('["a","b","c"]').toString('base64url')] },
        ]),
      ).toMatchObject({ code: 'disclosure_differs' })
    })

    test('a message that is none is refused in kind', async () => {
      const device = await world.device(ana)
      expect(readAnswer(await world.hub.handle('push', device.token, Buffer.from('{"nonsense":1}\n')))).toMatchObject({
        status: 400,
        json: { error: { code: 'invalid_request' } },
      })
      expect(readAnswer(await world.hub.handle('pull', device.token, Buffer.alloc(9_000_000, 0x20)))).toMatchObject({
        status: 413,
        json: { error: { code: 'too_large' } },
      })
    })

    test('Y-16: a slot that is nearly used up brings another with the answer', async () => {
      const device = await world.device(ana)
      const lease = (
        await device.push([device.run(caseA, [device.open(caseA, { case_number: 'CASE-ACME-20260301-00185' })])])
      ).lease
      expect(lease?.slots).toEqual([1, 2])
      world.clock.pass(31 * 86_400_000)
      await device.signIn()
      expect((await device.push([])).lease?.slots).toHaveLength(1)
    })

    test('Y-19: redaction.applied destroys the named values at the hub, and a legal hold keeps them (L-54)', async () => {
      const device = await world.device(ben)
      device.open(caseA)
      const note = device.note(caseA)
      const digest = (JSON.parse(Buffer.from(note.payload).toString()) as { _sd: string[] })._sd[0] as string
      const redaction = (refs: CarriedEntry, digests: readonly string[]) => ({
        case: caseA,
        type: 'redaction.applied',
        pub: { entry: refs.id, digests, legal_basis: 'gdpr_art_17' },
      })
      device.seal(redaction(note, [digest]))
      await device.push()
      expect((await stored(caseA)).map((entry) => entry.disclosures.length)).toEqual([3, 0, 0])
      const kept = device.note(caseA)
      device.seal({ case: caseA, type: 'hold.placed', withheld: { reason: 'Court order' } })
      device.seal(redaction(kept, (JSON.parse(Buffer.from(kept.payload).toString()) as { _sd: string[] })._sd))
      const answer = await device.push(device.runs(3))
      expect(answer.runs[0]).toMatchObject({ positions: [3, 4], refused: { code: 'not_permitted' } })
      expect((await stored(caseA))[3]?.disclosures).toHaveLength(1)
    })
  })

  describe('order and conflicts', () => {
    const shared = async (): Promise<{ mine: PaperDevice; theirs: PaperDevice; opened: CarriedEntry }> => {
      const [mine, theirs] = [await world.device(ana), await world.device(ben)]
      const opened = mine.open(caseA)
      await mine.push()
      await world.hub.grant(caseA, { kind: 'device', id: theirs.deviceId }, { actor: admin })
      return { mine, theirs, opened }
    }

    test('Y-42, Y-43: the second change of what both saw is superseded, and the hub says so right after it', async () => {
      const { mine, theirs, opened } = await shared()
      const winner = mine.seal({
        case: caseA,
        type: 'status.changed',
        pub: { from: 'open', to: 'investigating' },
        refs: [opened.id],
      })
      const loser = theirs.seal({
        case: caseA,
        type: 'status.changed',
        pub: { from: 'open', to: 'closed' },
        refs: [opened.id],
      })
      theirs.note(caseA)
      await mine.push(mine.runs(1))
      expect((await theirs.push()).runs[0]?.positions).toEqual([3, 5])
      expect(await typesIn(caseA)).toEqual([
        'case.opened',
        'grant.given',
        'status.changed',
        'status.changed',
        'transition.superseded',
        'note.added',
      ])
      const said = JSON.parse(Buffer.from((await stored(caseA))[4]?.payload ?? '').toString()) as {
        pub: unknown
        refs: string[]
        seen: string[]
        dev: string
      }
      expect(said).toMatchObject({ pub: { loser: loser.id, winner: winner.id }, refs: [loser.id, winner.id] })
      expect(said.dev).toMatch(new RegExp(`^hub:${world.hub.identity.workspaceUid}/[0-9a-f]{16}$`, 'u'))
      expect(said.seen).toContain(loser.id)
    })

    test('Y-18, Y-43: an assignment likewise; an owner who wins has the case from then on', async () => {
      const { mine, theirs, opened } = await shared()
      mine.seal({
        case: caseA,
        type: 'owner.assigned',
        pub: { from_uid: ana, from_id: 2, to_uid: ben, to_id: 3 },
        refs: [opened.id],
      })
      theirs.seal({
        case: caseA,
        type: 'owner.assigned',
        pub: { from_uid: ana, from_id: 2, to_uid: admin, to_id: 1 },
        refs: [opened.id],
      })
      await mine.push(mine.runs(1))
      await theirs.push()
      expect(await typesIn(caseA)).toEqual([
        'case.opened',
        'grant.given',
        'owner.assigned',
        'owner.assigned',
        'assignment.superseded',
      ])
      expect((await world.hub.grants(caseA)).map(({ subject }) => subject.id)).toContain(ben)
    })
  })

  describe('pull', () => {
    test('Y-24, Y-25: a case that is granted comes whole, with receipts and a checkpoint that its entries give; own entries come as ids', async () => {
      const [mine, theirs] = [await world.device(ana), await world.device(ben)]
      mine.open(caseA)
      mine.note(caseA)
      await mine.push()
      expect(idsOf((await theirs.pull()).items, caseA)).toEqual([])
      await world.hub.grant(caseA, { kind: 'user', id: ben }, { actor: admin })
      const { items, whole } = await theirs.pull()
      expect(whole).toBe(true)
      expect(items).toContainEqual({ k: 'grant', case: caseA, size: 3 })
      const ids = idsOf(items, caseA)
      expect(ids).toEqual((await stored(caseA)).map((entry) => entry.id))
      const note = items.find((item) => item.k === 'checkpoint' && item.case === caseA) as { note: string }
      expect(note.note.split('\n').slice(0, 3)).toEqual([
        `${world.hub.identity.origin}/case/${caseA}`,
        '3',
        Buffer.from(rootOf(ids), 'hex').toString('base64'),
      ])
      const own = (await mine.pull()).items.filter((item) => item.k === 'own' && item.case === caseA)
      expect(own).toEqual([{ k: 'own', case: caseA, pos: 0, ids: mine.sealed.map(({ entry }) => entry.id) }])
      const receipts = items
        .filter((item) => item.k === 'receipt')
        .map((item) => openReceipt(item.receipt, world.hub.identity))
      expect(receipts.every((receipt) => receipt.ok)).toBe(true)
    })

    test('Y-24: what is new comes from the feed number on; nothing new is a line or two', async () => {
      const [mine, theirs] = [await world.device(ana), await world.device(ben, 'all')]
      mine.open(caseA)
      await mine.push()
      const first = (await theirs.pull()).items.at(-1) as { since: number }
      const idle = (await theirs.pull({ since: first.since })).items
      expect(idle.map((item) => item.k)).toEqual(['lease', 'end'])
      mine.note(caseA)
      await mine.push()
      const next = (await theirs.pull({ since: first.since })).items
      expect(next.filter((item) => item.k === 'entries')).toMatchObject([{ case: caseA, pos: 1 }])
    })

    test('Y-25: a grant that ends gives drop; granted again, the device’s own entries come whole', async () => {
      const mine = await world.device(ana)
      const theirs = await world.device(ben)
      mine.open(caseA)
      await mine.push()
      const subject = { kind: 'device', id: theirs.deviceId } as const
      await world.hub.grant(caseA, subject, { actor: admin })
      theirs.note(caseA)
      await theirs.push()
      const since = ((await theirs.pull()).items.at(-1) as { since: number }).since
      await world.hub.endGrant(caseA, subject, { actor: admin })
      const dropped = (await theirs.pull({ since })).items
      expect(dropped.find((item) => item.k === 'drop')).toMatchObject({
        case: caseA,
        ended: { kid: world.hub.identity.kid, p: expect.stringContaining('"type":"grant.ended"') as string },
      })
      expect(idsOf(dropped, caseA)).toEqual([])
      await world.hub.grant(caseA, subject, { actor: admin })
      const again = (await theirs.pull({ since: (dropped.at(-1) as { since: number }).since })).items
      expect(again.filter((item) => item.k === 'own')).toEqual([])
      expect(idsOf(again, caseA)).toEqual((await stored(caseA)).map((entry) => entry.id))
    })

    test('Y-18: a case of a team is that of whoever is in it, as long as they are in it and the team has it', async () => {
      const [mine, theirs] = [await world.device(ana), await world.device(ben)]
      const team = '01939b52-7b2a-7c1e-8f00-00000000e001'
      const members = async (...uids: readonly string[]) => {
        const entry = world.founder.seal({
          case: 'workspace',
          type: 'team.changed',
          pub: { members: uids },
          withheld: { name: 'Night shift' },
          more: { subject: team },
        })
        expect((await world.founder.push([world.founder.run('workspace', [entry])])).runs[0]?.refused).toBeUndefined()
      }
      let since = 0
      const told = async (): Promise<string[]> => {
        const { items } = await theirs.pull({ since })
        since = (items.at(-1) as { since: number }).since
        return items.flatMap((item) =>
          'case' in item && item.case === caseA && (item.k === 'grant' || item.k === 'drop') ? [item.k] : [],
        )
      }
      mine.open(caseA)
      await mine.push()
      expect(await world.hub.grant(caseA, { kind: 'team', id: team }, { actor: admin })).toMatchObject({
        ok: false,
        error: { code: 'invalid_request' },
      })
      await members(ana)
      expect(await world.hub.grant(caseA, { kind: 'team', id: team }, { actor: admin })).toEqual({
        ok: true,
        value: true,
      })
      expect(await told()).toEqual([])
      await members(ana, ben)
      expect(await told()).toEqual(['grant'])
      expect(await refusedOf(theirs, [theirs.note(caseA)])).toBeUndefined()
      // Who has it by another grant too keeps it.
      await members()
      const left = (await theirs.pull({ since })).items.find((item) => item.k === 'drop')
      expect(left).toMatchObject({
        ended: { kid: world.founder.kid, p: expect.stringContaining('"type":"team.changed"') as string },
      })
      expect(await told()).toEqual(['drop'])
      expect((await mine.pull({ since: 0 })).items.some((item) => item.k === 'drop')).toBe(false)
      await members(ben)
      expect(await told()).toEqual(['grant'])
      expect(await world.hub.endGrant(caseA, { kind: 'team', id: team }, { actor: admin })).toEqual({
        ok: true,
        value: true,
      })
      expect(await told()).toEqual(['drop'])
      expect((await typesIn(caseA)).filter((type) => type.startsWith('grant.'))).toEqual(['grant.given', 'grant.ended'])
      await members(ana, ben)
      expect(await told()).toEqual([])
    })

    test('Y-24: nobody is told of a case that is not granted, whatever is asked for', async () => {
      const [mine, theirs] = [await world.device(ana), await world.device(ben)]
      mine.open(caseA)
      await mine.push()
      const { items } = await theirs.pull({ from: { [caseA]: 0 } })
      expect(items.filter((item) => 'case' in item && item.case === caseA)).toEqual([{ k: 'drop', case: caseA }])
      const compared = (await theirs.pull({ heads: { [caseA]: 0, workspace: 0 } })).items
      expect(idsOf(compared, caseA)).toEqual([])
    })

    test('Y-26: below the compaction floor the feed is gone, and heads are compared instead', async () => {
      const [mine, theirs] = [await world.device(ana), await world.device(ben, 'all')]
      mine.open(caseA)
      await mine.push()
      const since = ((await theirs.pull()).items.at(-1) as { since: number }).since
      mine.note(caseA)
      await mine.push()
      await world.hub.compact(since + 1)
      expect(codeOf(readAnswer(await theirs.ask({ since })))).toBe('gone')
      const size = (await stored('workspace')).length
      const { items } = await theirs.pull({ since, heads: { [caseA]: 1, [caseB]: 4, workspace: size } })
      expect(items.filter((item) => item.k === 'entries')).toMatchObject([{ case: caseA, pos: 1 }])
      expect(items).toContainEqual({ k: 'drop', case: caseB })
    })

    test('Y-24, Y-28: a large case comes in pages, each going on where the device says that it is, and ends whole', async () => {
      const [mine, theirs] = [await world.device(ana), await world.device(ben, 'all')]
      mine.open(caseA)
      for (let n = 0; n < 2_500; n += 1) mine.note(caseA, `note ${n}`)
      const all = mine.runs()[0]?.entries ?? []
      await mine.push([mine.run(caseA, all.slice(0, 1_500))])
      await mine.push([mine.run(caseA, all.slice(1_500))])
      let since = 0
      const got: string[] = []
      let more = true
      for (let pages = 0; more && pages < 10; pages += 1) {
        const { items } = await theirs.pull({ since, from: { [caseA]: got.length } })
        got.push(...idsOf(items, caseA))
        const end = items.at(-1) as { since: number; more: boolean }
        since = end.since
        more = end.more
      }
      expect(more).toBe(false)
      expect(got).toEqual(all.map((entry) => entry.id))
    })

    test('Y-24: a feed number is not below the hub’s time, so that a hub that was set back does not come to it again', async () => {
      const device = await world.device(ana)
      device.open(caseA)
      await device.push()
      const first = (await world.store.reading((tx) => tx.feed())).newest
      expect(first).toBeGreaterThanOrEqual(world.clock.nowMs())
      device.note(caseA)
      await device.push()
      expect((await world.store.reading((tx) => tx.feed())).newest).toBeGreaterThan(first)
    })

    test('Y-56: the hub’s time does not go back with its clock: entries and receipts go on above the last one, and an alarm is raised once', async () => {
      const device = await world.device(ana)
      device.open(caseA)
      const first = openReceipt((await device.push()).runs[0]?.receipt, world.hub.identity)
      world.clock.setBy(-2 * 3_600_000)
      await device.signIn()
      device.note(caseA)
      const second = openReceipt((await device.push()).runs[0]?.receipt, world.hub.identity)
      await world.hub.grant(caseA, { kind: 'user', id: ben }, { actor: admin })
      if (!first.ok || !second.ok) throw new Error('a receipt does not open')
      expect(Date.parse(second.value.at)).toBeGreaterThan(Date.parse(first.value.at))
      const sealed = (await stored(caseA)).map(
        (entry) => JSON.parse(Buffer.from(entry.payload).toString()) as { readonly type: string; readonly at: string },
      )
      expect(Date.parse(sealed.find(({ type }) => type === 'grant.given')?.at ?? '')).toBeGreaterThan(
        Date.parse(second.value.at),
      )
      expect(world.alarms.filter(({ code }) => code === 'clock_behind')).toMatchObject([
        { deviceId: null, message: expect.stringMatching(/120 minutes|121 minutes/u) as string },
      ])
      world.clock.pass(3 * 3_600_000)
      await device.signIn()
      device.note(caseA)
      const third = openReceipt((await device.push()).runs[0]?.receipt, world.hub.identity)
      expect(third).toMatchObject({ ok: true, value: { at: new Date(world.clock.nowMs()).toISOString() } })
    })

    test('Y-55: a device that has more than the hub is told the hub’s own size', async () => {
      const device = await world.device(ana)
      const { newest } = await world.store.reading((tx) => tx.feed())
      const { items } = await device.pull({ since: newest + 10_000, from: { workspace: 500 } })
      expect((items.at(-1) as { since: number }).since).toBe(newest)
      expect(items.some((item) => item.k === 'checkpoint' && item.case === 'workspace')).toBe(true)
    })
  })

  describe('a dishonest device', () => {
    test('Y-15: a clone that seals its number again is device_forked; its entry is kept aside with an alarm, and it is shut out', async () => {
      const device = await world.device(ana)
      device.open(caseA)
      const copy = device.clone()
      device.note(caseA)
      await device.push()
      const other = copy.note(caseA, 'another')
      const answer = await copy.push(copy.runs(1))
      expect(answer).toMatchObject({
        forked: true,
        runs: [{ positions: [], refused: { code: 'device_fork', quarantined: true } }],
      })
      expect((await world.hub.quarantined(10)).map(({ id, code }) => [id, code])).toEqual([[other.id, 'device_fork']])
      expect(world.alarms).toMatchObject([{ code: 'device_fork', entryId: other.id }])
      expect(codeOf(readAnswer(await copy.send([])))).toBe('device_forked')
    })

    test('Y-15: a number over all cases that comes again in another case is a fork too', async () => {
      const device = await world.device(ana)
      const copy = device.clone()
      device.open(caseA)
      await device.push()
      copy.open(caseB)
      expect(await copy.push()).toMatchObject({ forked: true, runs: [{ refused: { code: 'device_fork' } }] })
    })

    test('Y-15: a folder that forked begins a new epoch with a new key and number, and keeps its cases', async () => {
      const device = await world.device(ana)
      device.open(caseA)
      await device.push()
      await world.hub.grant(caseB, { kind: 'device', id: device.deviceId }, { actor: admin })
      const next = new PaperDevice(world.hub, world.clock, '', ana)
      const spki = Buffer.from(next.spki).toString('base64url')
      const sig = Buffer.from(signMessage(epochMessage(device.deviceId, spki), device.privateKey)).toString('base64url')
      const answer = await next.enrol('', { epoch: { device_id: device.deviceId, sig } })
      expect(answer.status).toBe(200)
      expect((answer.json as EnrolAnswer).device_number).toBe(2)
      expect(await next.enrol('', { epoch: { device_id: device.deviceId, sig } })).toEqual(answer)
      await next.signIn()
      expect(idsOf((await next.pull()).items, caseA)).toHaveLength(1)
      expect(codeOf(readAnswer(await device.ask({})))).toBe('device_forked')
      const thief = new PaperDevice(world.hub, world.clock, '', ana)
      expect(codeOf(await thief.enrol('', { epoch: { device_id: device.deviceId, sig } }))).toBe('code_invalid')
    })

    test('Y-21: a forged entry in the name of another device is laid to whoever brought it', async () => {
      const device = await world.device(ana)
      const other = await world.device(ana)
      const opened = device.open(caseA)
      const edited: CarriedEntry = { ...opened, sig: new Uint8Array(64) }
      await other.push([{ case: caseA, deviceId: device.deviceId, kid: device.kid, entries: [edited] }])
      expect((await world.hub.quarantined(10)).map(({ code, deviceId }) => [code, deviceId])).toEqual([
        ['edited_signature', other.deviceId],
      ])
      expect(world.alarms).toMatchObject([{ code: 'edited_signature', deviceId: other.deviceId }])
      expect((await device.push()).runs[0]).toMatchObject({ positions: [0] })
    })

    test('Y-21: of forged entries a hundred of one device are kept, and the disk is not filled with more', async () => {
      const device = await world.device(ana)
      const forged = Array.from({ length: 130 }, () => ({ ...device.open(caseA), sig: new Uint8Array(64) }))
      const { runs } = await device.push(
        forged.map((entry) => ({ case: caseA, deviceId: device.deviceId, kid: device.kid, entries: [entry] })),
      )
      expect(runs.map(({ refused }) => refused?.code)).toEqual(forged.map(() => 'edited_signature'))
      expect(runs.filter(({ refused }) => refused?.quarantined)).toHaveLength(100)
      expect(await world.hub.quarantined(1_000)).toHaveLength(100)
      expect(world.alarms).toHaveLength(100)
    })

    test('an edited entry is edited_signature, one that signs as another unknown_key, one of another case or spelling is named so', async () => {
      const [device, other] = [await world.device(ana), await world.device(ben)]
      const opened = device.open(caseA)
      const edited = Buffer.from(
        Buffer.from(opened.payload).toString().replace('"priority":"high"', '"priority":"low"'),
      )
      expect(await refusedOf(device, [{ ...opened, payload: edited }])).toMatchObject({
        code: 'edited_signature',
        quarantined: true,
      })
      const forged = other.seal({ case: caseA, type: 'case.opened', more: { dev: device.deviceId } })
      expect(
        (await other.push([{ case: caseA, deviceId: device.deviceId, kid: other.kid, entries: [forged] }])).runs[0]
          ?.refused,
      ).toMatchObject({ code: 'unknown_key' })
      expect((await device.push([{ ...device.run(caseB, [opened]) }])).runs[0]?.refused).toMatchObject({
        code: 'malformed_entry',
      })
      const spaced = Buffer.from(` ${Buffer.from(opened.payload).toString()}`)
      expect(await refusedOf(device, [{ ...opened, payload: spaced }])).toMatchObject({ code: 'non_canonical_payload' })
      expect(await stored(caseA)).toHaveLength(0)
    })

    test('a replayed entry changes nothing, and another’s entries may be carried by anyone who has the case (Y-55)', async () => {
      const [mine, theirs] = [await world.device(ana), await world.device(ben, 'all')]
      mine.open(caseA)
      await mine.push()
      const late = mine.note(caseA)
      expect((await theirs.push([mine.run(caseA, [late])])).runs[0]?.positions).toEqual([1])
      expect((await theirs.push([mine.run(caseA, [late])])).runs[0]?.positions).toEqual([1])
      expect(await stored(caseA)).toHaveLength(2)
    })

    test('Y-13: a revoked key counts up to its last dseq, whoever carries its entries; the device is told', async () => {
      const [mine, theirs] = [await world.device(ana), await world.device(ben, 'all')]
      mine.open(caseA)
      await mine.push()
      const [allowed, beyond] = [mine.note(caseA), mine.note(caseA)]
      expect(await world.hub.revoke(mine.deviceId, { actor: admin, reason: 'Stolen', fromDseq: 3 })).toMatchObject({
        ok: true,
        value: { state: 'revoked' },
      })
      expect(codeOf(readAnswer(await mine.send([])))).toBe('revoked')
      expect(codeOf(await mine.signIn())).toBe('revoked')
      const answer = await theirs.push([mine.run(caseA, [allowed, beyond])])
      expect(answer.runs[0]).toMatchObject({
        positions: [1],
        refused: { at: 1, code: 'revoked_key', quarantined: true },
      })
    })

    test('Y-13: a removed device is told so at its next contact', async () => {
      const device = await world.device(ana)
      await world.hub.remove(device.deviceId, { actor: admin })
      expect(codeOf(readAnswer(await device.ask({})))).toBe('removed')
      expect(codeOf(await device.signIn())).toBe('removed')
      expect((await typesIn('workspace')).slice(-2)).toEqual(['key.revoked', 'device.removed'])
    })

    test('Y-13: a rotation is signed by the old key and by the new one; the old one signs nothing more', async () => {
      const device = await world.device(ana)
      device.open(caseA)
      await device.push()
      const { privateKey, publicKey } = generateKeyPairSync('ed25519')
      const spki = publicKey.export({ format: 'der', type: 'spki' })
      const kid = keyId(spki)
      const pub = (proof: Uint8Array) => ({
        kid,
        spki: spki.toString('base64url'),
        device_id: device.deviceId,
        device_number: device.number,
        proof: Buffer.from(proof).toString('base64url'),
      })
      const unproven = device.clone().seal({ case: 'workspace', type: 'key.rotated', pub: pub(Buffer.alloc(64)) })
      expect(await refusedOf(device, [unproven], 'workspace')).toMatchObject({ code: 'not_permitted' })
      const rotated = device.seal({
        case: 'workspace',
        type: 'key.rotated',
        pub: pub(signMessage(rotationMessage(device.deviceId, device.kid, kid), privateKey)),
      })
      const stale = device.clone()
      const before = device.kid
      Object.assign(device, { kid, privateKey, spki })
      const after = device.note(caseA)
      const answer = await device.push([
        { case: 'workspace', deviceId: device.deviceId, kid: before, entries: [rotated] },
        device.run(caseA, [after]),
      ])
      expect(answer.runs.map((run) => run.refused)).toEqual([undefined, undefined])
      expect((await device.signIn()).status).toBe(200)
      stale.dseq += 1
      stale.heads.set(caseA, { seq: 2, id: after.id })
      expect((await device.push([stale.run(caseA, [stale.note(caseA)])])).runs[0]?.refused).toMatchObject({
        code: 'revoked_key',
      })
    })
  })
})
