import type { EntryPayload } from '../../../main/seal/entry.ts'
import { describe, expect, test } from 'vitest'
import { createLog } from '../../../main/platform/log.ts'
import { systemRandom } from '../../../main/platform/random.ts'
import { openHubKey } from '../../../main/sync/hub/hub-key.ts'
import type { HubDevice } from '../../../main/sync/hub/records.ts'
import { enrolMessage } from '../../../main/sync/enrolment.ts'
import { signMessage } from '../../../main/seal/signature.ts'
import { beginWork } from '../../../main/sync/hub/work.ts'
import { readWorkspaceHead } from '../../../main/sync/hub/workspace-head.ts'
import { PaperDevice } from '../../support/paper-device.ts'
import type { PaperDraft } from '../../support/paper-device.ts'
import { inFreshWorlds } from './each-test.ts'
import { engines } from './engines.ts'
import { admin, ana, auditor, ben, caseA, caseB, hubSecret, workspaceUid } from './sequencer-world.ts'
import type { World } from './sequencer-world.ts'

/** Whose word a hub takes for its own: a device that calls itself a hub has nothing of it. */

let world: World

const headOf = () => world.store.reading(async (tx) => readWorkspaceHead((await tx.chain('workspace'))?.head ?? '{}'))

/**
 * What a release before this one made of an enrolment under a name that its caller chose: the device, its key in the
 * chain, and a head of that release's form.
 */
const enrolledBefore = async (device: PaperDevice): Promise<void> => {
  const { hub, store, clock } = world
  const signer = openHubKey(hub.identity, hubSecret)
  if (signer === null) throw new Error('the hub has no key')
  const spki = Buffer.from(device.spki).toString('base64url')
  await store.exclusively(async (tx) => {
    const number = await tx.nextDeviceNumber()
    const work = beginWork(tx, {
      identity: hub.identity,
      signer,
      env: { clock, random: systemRandom(), log: createLog('silent'), hubSecret },
      epochId: `hub:${workspaceUid}/before`,
    })
    await work.seal('workspace', {
      type: 'key.enrolled',
      actor: ana,
      subject: device.deviceId,
      pub: {
        kid: device.kid,
        spki,
        device_id: device.deviceId,
        device_number: number,
        device_name: 'tablet',
        user_uid: ana,
      },
    })
    await work.finish()
    const row: HubDevice = {
      deviceId: device.deviceId,
      number,
      name: 'tablet',
      userUid: ana,
      kid: device.kid,
      spki: device.spki,
      state: 'active',
      enrolledAtMs: 0,
      lastContactMs: null,
      dseq: 0,
      revokedFromDseq: null,
      slots: [],
      leaseUntilMs: 0,
      pastSlots: [],
      joined: true,
      codeHash: 'before',
    }
    await tx.saveDevice(row)
    const chain = await tx.chain('workspace')
    if (chain === null) throw new Error('the workspace has no chain')
    const { form: _form, ...head } = JSON.parse(chain.head) as { form: number; keys: Record<string, unknown> }
    const keys = {
      ...head.keys,
      [device.kid]: { deviceId: device.deviceId, number, spki, revokedFrom: null, joinedDseq: 0 },
    }
    await tx.saveChain({ ...chain, head: JSON.stringify({ ...head, keys }) })
  })
}

const folderId = '01939b52-7b2a-7c1e-8f00-0000000000f1'
const oldAdmin = '01939b52-7b2a-7c1e-8f00-0000000000e5'
const oldCase = {
  case_id: 1,
  case_number: 'CASE-ACME-20260101-00001',
  status: 'open',
  priority: 'low',
  owner: oldAdmin,
  owner_id: 1,
  sla_hours: 1,
  sla_due_at: '2026-03-02T09:00:00.000Z',
  created_at: '2026-03-01T09:00:00.000Z',
}

const joiningOf = (dseq: number) => ({ device_id: folderId, workspace_id: caseB, users: [], cases: 1, dseq, slots: 1 })

/** A folder of Ana's that joins, and states that it had sealed so much before. Its own beginning is pushed. */
const joined = async (dseq: number): Promise<PaperDevice> => {
  const { hub, clock } = world
  const { code } = await hub.createCode({ userUid: ana, deviceName: 'Laptop', cases: [], validForMs: 3_600_000 })
  const folder = new PaperDevice(hub, clock, folderId, ana)
  const spki = Buffer.from(folder.spki).toString('base64url')
  folder.seal({
    case: 'workspace',
    type: 'key.enrolled',
    actor: oldAdmin,
    pub: { kid: folder.kid, spki, device_id: folderId, device_number: 0 },
  })
  folder.seal({
    case: 'workspace',
    type: 'user.added',
    actor: oldAdmin,
    pub: { id: 1, role: 'admin' },
    more: { subject: oldAdmin },
  })
  expect((await folder.enrol(code, { joining: joiningOf(dseq) })).status).toBe(200)
  await folder.signIn()
  expect((await folder.push()).runs[0]?.refused).toBeUndefined()
  return folder
}

/** What becomes of one more entry, of which the device keeps nothing where it was refused. */
const attempt = async (device: PaperDevice, draft: Parameters<PaperDevice['seal']>[0]) => {
  const head = device.heads.get(draft.case)
  const entry = device.seal(draft)
  const run = (await device.push([device.run(draft.case, [entry])])).runs[0]
  const refused = run?.refused
  const before = (run?.positions[0] ?? 0) - 1
  const [word] = before < 0 ? [] : await world.store.reading((tx) => tx.entriesOf(draft.case, before, 1))
  const said = word === undefined ? null : (JSON.parse(Buffer.from(word.payload).toString()) as EntryPayload)
  if (said?.type === 'act.voided' && said.pub['entry'] === entry.id) return 'voided'
  if (refused !== undefined) {
    if (head === undefined) device.heads.delete(draft.case)
    else device.heads.set(draft.case, head)
  }
  return refused?.code ?? null
}

describe.each(engines)('Y-3: whose word is the hub’s, on $name', (kind) => {
  inFreshWorlds(kind, (fresh) => {
    world = fresh
  })

  test.each([['any name'], ['hub:evil'], [`hub:${workspaceUid}`], [`hub:${workspaceUid}/x`], ['']])(
    'Y-14: a folder that joins as “%s” is refused, with its code unused: a device id is a UUID',
    async (deviceId) => {
      const { hub, clock } = world
      const { code } = await hub.createCode({ userUid: ana, deviceName: 'Laptop', cases: [], validForMs: 3_600_000 })
      const device = new PaperDevice(hub, clock, deviceId, ana)
      const answer = await device.enrol(code, {
        joining: { device_id: deviceId, workspace_id: workspaceUid, users: [], cases: 0, dseq: 0, slots: 0 },
      })
      expect(answer).toMatchObject({
        json: { error: { code: 'invalid_request', message: expect.stringContaining('joining.device_id') as string } },
      })
      expect(await hub.listDevices()).toHaveLength(1)
      expect((await device.enrol(code)).status).toBe(200)
    },
  )

  test.each(['hub:evil', `hub:${workspaceUid}/x`])(
    'a device that an earlier release enrolled as %s seals nothing more, neither as a hub nor as anybody',
    async (deviceId) => {
      const { hub, clock } = world
      await world.device(ana)
      const device = new PaperDevice(hub, clock, deviceId, ana)
      await enrolledBefore(device)
      expect((await headOf()).keys).toHaveProperty(device.kid)
      await device.signIn()
      const makesAdmin = device.seal({
        case: 'workspace',
        type: 'user.changed',
        pub: { role: 'admin' },
        more: { subject: ana },
      })
      expect((await device.push([device.run('workspace', [makesAdmin])])).runs[0]?.refused).toMatchObject({
        code: 'unknown_key',
        quarantined: true,
      })
      const asEpoch = device.seal({
        case: 'workspace',
        type: 'user.changed',
        actor: admin,
        pub: { role: 'admin' },
        more: { subject: ana, dev: `${deviceId}/1`, seq: 1, prev: null },
      })
      expect(
        (await device.push([{ ...device.run('workspace', [asEpoch]), deviceId: `${deviceId}/1` }])).runs[0]?.refused,
      ).toMatchObject({ code: 'unknown_key' })
      expect(world.alarms.map(({ code }) => code)).toContain('unknown_key')
      const head = await headOf()
      expect(head.users[ana]).toMatchObject({ role: 'investigator', active: true })
      expect(head.keys).not.toHaveProperty(device.kid)
    },
  )

  test('the head that an earlier release kept is made anew out of the chain, with the same people, keys and teams, and who each device is for', async () => {
    const laptop = await world.device(ana)
    const before = await headOf()
    await enrolledBefore(new PaperDevice(world.hub, world.clock, 'hub:old', ana))
    laptop.open('01939b52-7b2a-7c1e-8f00-000000000001')
    expect((await laptop.push()).runs[0]?.refused).toBeUndefined()
    const { fresh: _now, ...after } = await headOf()
    const { fresh: _then, ...was } = before
    expect(after).toEqual(was)
    expect(after.keys[laptop.kid]).toMatchObject({ deviceId: laptop.deviceId, userUid: ana })
  })

  test('Y-14: what a folder states of itself is bounded, and signed by its key; a release before this one is told why it cannot join', async () => {
    const { hub, clock } = world
    const { code } = await hub.createCode({ userUid: ana, deviceName: 'Laptop', cases: [], validForMs: 3_600_000 })
    const folder = new PaperDevice(hub, clock, folderId, ana)
    const spki = Buffer.from(folder.spki).toString('base64url')
    const proofOf = (message: Uint8Array): string =>
      Buffer.from(signMessage(message, folder.privateKey)).toString('base64url')
    const wordsOf = async (joining: ReturnType<typeof joiningOf>, proof: string) =>
      ((await folder.enrol(code, { joining, proof })).json as { error?: { message: string } }).error?.message
    expect(
      await wordsOf(
        joiningOf(Number.MAX_SAFE_INTEGER),
        proofOf(enrolMessage(code, spki, joiningOf(Number.MAX_SAFE_INTEGER))),
      ),
    ).toContain('joining.dseq')
    expect(await wordsOf(joiningOf(90_000_000), proofOf(enrolMessage(code, spki, joiningOf(3))))).toContain(
      'has not proven',
    )
    expect(await wordsOf({ ...joiningOf(3), slots: 50 }, proofOf(enrolMessage(code, spki, joiningOf(3))))).toContain(
      'has not proven',
    )
    expect(await wordsOf(joiningOf(3), proofOf(enrolMessage(code, spki)))).toContain(
      'bring this device to the hub’s release',
    )
    expect((await folder.enrol(code, { joining: joiningOf(3) })).status).toBe(200)
  })

  test('Y-30: what a folder numbers as from before it joined has its place in its own cases alone, in the name of its own people', async () => {
    const { hub, founder } = world
    founder.number = 0
    founder.open(caseA)
    await founder.push(founder.runs(founder.sealed.length - 1))
    await hub.grant(caseA, { kind: 'user', id: ana }, { actor: admin })
    const folder = await joined(90_000_000)
    for (const actor of [oldAdmin, ana, ben, admin]) {
      expect(
        await attempt(folder, { case: caseA, type: 'note.added', actor, withheld: { text: 'I took the money' } }),
        actor,
      ).toBe('not_permitted')
      expect(
        await attempt(folder, {
          case: caseA,
          type: 'owner.assigned',
          actor,
          pub: { from_uid: admin, from_id: 1, to_uid: ana, to_id: 2 },
        }),
        actor,
      ).toBe('not_permitted')
    }
    // In a case of its own it still speaks for nobody of this workspace.
    expect(await attempt(folder, { case: caseB, type: 'case.opened', actor: ben, pub: oldCase })).toBe('not_permitted')
    expect(await attempt(folder, { case: caseB, type: 'case.opened', actor: oldAdmin, pub: oldCase })).toBeNull()
    expect(await attempt(folder, { case: caseB, type: 'note.added', actor: ben })).toBe('not_permitted')
    expect(await attempt(folder, { case: caseB, type: 'note.added', actor: oldAdmin })).toBeNull()
    const anchor = { origin: `${hub.identity.origin}/case/${caseB}`, size: 1, root: 'ab'.repeat(32) }
    expect(await attempt(folder, { case: caseB, type: 'note.added', actor: oldAdmin, more: { anchor } })).toBe(
      'not_permitted',
    )
  })

  test('Y-30: its own cases come whole, holds and erasures included; where others have written since, it does nothing to what they did that takes a role', async () => {
    const folder = await joined(90_000_000)
    expect(await attempt(folder, { case: caseB, type: 'case.opened', actor: oldAdmin, pub: oldCase })).toBeNull()
    expect(await attempt(folder, { case: caseB, type: 'hold.placed', actor: oldAdmin })).toBeNull()
    expect(await attempt(folder, { case: caseB, type: 'hold.released', actor: oldAdmin })).toBeNull()
    // The hub's own entries are nobody's writing.
    await world.hub.grant(caseB, { kind: 'user', id: ben }, { actor: admin })
    expect(
      await attempt(folder, {
        case: caseB,
        type: 'report.approved',
        actor: oldAdmin,
        pub: { version: 1, four_eyes: false },
      }),
    ).toBeNull()
    const supervisor = await world.device(ben)
    expect(await attempt(supervisor, { case: caseB, type: 'hold.placed' })).toBeNull()
    for (const type of ['hold.released', 'redaction.applied', 'decision.approved', 'report.approved'])
      expect(await attempt(folder, { case: caseB, type, actor: oldAdmin }), type).toBe('not_permitted')
    expect(await attempt(folder, { case: caseB, type: 'note.added', actor: oldAdmin })).toBeNull()
  })

  test('Y-30: what others write in a case before all of it has come takes nothing of its course away: holds, erasures and second words on its own steps', async () => {
    const { hub } = world
    const folder = await joined(90_000_000)
    const supervisor = await world.device(ben)
    const brought = async (draft: Omit<Parameters<PaperDevice['seal']>[0], 'case' | 'actor'>): Promise<string | null> =>
      attempt(folder, { case: caseB, actor: oldAdmin, ...draft })
    const newest = (device: PaperDevice): string => device.sealed.at(-1)?.entry.id ?? ''
    const erases = (entry: string, digests: readonly string[]) => ({
      type: 'redaction.applied',
      pub: { entry, digests: [...digests], legal_basis: 'recorded_in_error' },
      refs: [entry],
    })
    const digestsOf = (device: PaperDevice): readonly string[] => device.sealed.at(-1)?.payload._sd ?? []
    expect(await brought({ type: 'case.opened', pub: oldCase })).toBeNull()
    expect(await brought({ type: 'note.added', withheld: { text: 'Of another person' } })).toBeNull()
    const [note, digests] = [newest(folder), digestsOf(folder)]
    expect(
      await brought({
        type: 'report.drafted',
        pub: {
          kind: 'case_report',
          version: 2,
          sha256: 'a'.repeat(64),
          due_on: null,
          deadline_rule: null,
          deadline_days: null,
          continuing: false,
          review_days: 90,
        },
        more: { subject: 'own' },
      }),
    ).toBeNull()
    const draft = newest(folder)
    await hub.grant(caseB, { kind: 'user', id: ben }, { actor: admin })
    expect(await attempt(supervisor, { case: caseB, type: 'note.added', withheld: { text: 'Mine' } })).toBeNull()
    const [theirs, theirDigests] = [newest(supervisor), digestsOf(supervisor)]

    expect(await brought(erases(theirs, theirDigests)), 'what others wrote').toBe('not_permitted')
    expect(await brought(erases(note, digests))).toBeNull()
    for (const [what, pub, subject] of [
      ['another report', { version: 2 }, 'other'],
      ['another version', { version: 3 }, 'own'],
    ] as const) {
      expect(
        await brought({ type: 'report.approved', pub: { ...pub, four_eyes: false }, refs: [draft], more: { subject } }),
        what,
      ).toBe('not_permitted')
    }
    expect(
      await brought({
        type: 'report.approved',
        pub: { version: 2, four_eyes: false },
        refs: [draft],
        more: { subject: 'own' },
      }),
    ).toBeNull()
    expect(await brought({ type: 'rule.changed', refs: [draft] }), 'no step of a case').toBe('not_permitted')
    expect(await brought({ type: 'hold.placed' })).toBeNull()
    expect(await brought({ type: 'hold.released' }), 'its own hold').toBeNull()
    expect(await brought({ type: 'hold.placed' })).toBeNull()
    expect(await attempt(supervisor, { case: caseB, type: 'hold.placed' })).toBeNull()
    expect(await brought({ type: 'hold.released' }), 'a hold that others want too').toBe('not_permitted')
    expect(await brought({ type: 'note.added', withheld: { text: 'The last of it' } })).toBeNull()
  })

  test('Y-30: a folder brings no keys, no roles and no words of a hub along; after an entry of its own from after joining nothing is from before', async () => {
    const folder = await joined(10)
    const other = new PaperDevice(world.hub, world.clock, folderId, ana)
    const key = {
      kid: other.kid,
      spki: Buffer.from(other.spki).toString('base64url'),
      device_id: '01939b52-7b2a-7c1e-8f00-0000000000f2',
      device_number: 9,
    }
    const drafts: readonly Pick<Parameters<PaperDevice['seal']>[0], 'type' | 'pub'>[] = [
      { type: 'key.enrolled', pub: key },
      { type: 'key.rotated', pub: { ...key, device_id: folderId } },
      { type: 'key.revoked', pub: { kid: world.founder.kid, from_dseq: 1 } },
      { type: 'device.removed', pub: { device_id: 'founder' } },
      { type: 'grant.given', pub: { to: 'user', id: ana } },
    ]
    for (const draft of drafts) {
      folder.dseq = 2
      expect(await attempt(folder, { case: 'workspace', actor: oldAdmin, ...draft }), draft.type).toBe('not_permitted')
    }
    folder.dseq = 2
    expect(
      await attempt(folder, {
        case: 'workspace',
        type: 'user.changed',
        actor: oldAdmin,
        pub: { role: 'admin', active: true },
        more: { subject: ana },
      }),
    ).toBeNull()
    expect((await headOf()).users).toMatchObject({
      [ana]: { role: 'investigator', active: true },
      [oldAdmin]: { role: 'admin', active: false, folder: folderId },
    })
    folder.dseq = 20
    folder.open(caseB, { case_number: `CASE-ACME-20260301-${String(folder.slot * 100 + 1).padStart(5, '0')}` })
    expect((await folder.push(folder.runs(folder.sealed.length - 1))).runs[0]?.refused).toBeUndefined()
    folder.dseq = 5
    expect(await attempt(folder, { case: caseB, type: 'note.added', actor: oldAdmin })).toBe('not_permitted')
    expect((await headOf()).keys[world.founder.kid]).toMatchObject({ revokedFrom: null })
  })

  test('Y-31: an investigator’s device lifts no hold and erases nobody’s words, with whatever program; a supervisor’s does', async () => {
    const [mine, theirs] = [await world.device(ana), await world.device(ben)]
    mine.open(caseA)
    const note = mine.note(caseA)
    await mine.push()
    await world.hub.grant(caseA, { kind: 'user', id: ben }, { actor: admin })
    const digests = (JSON.parse(Buffer.from(note.payload).toString()) as { _sd: string[] })._sd
    const erases = {
      case: caseA,
      type: 'redaction.applied',
      pub: { entry: note.id, digests, legal_basis: 'recorded_in_error' },
    }
    for (const draft of [
      erases,
      { case: caseA, type: 'hold.placed' },
      { case: caseA, type: 'decision.approved' },
      { case: caseA, type: 'report.approved' },
      { case: caseA, type: 'rule.changed' },
    ]) {
      expect(await attempt(mine, draft), draft.type).not.toBeNull()
    }
    expect(
      await attempt(theirs, { case: caseA, type: 'hold.placed', withheld: { reason: 'court order 12' } }),
    ).toBeNull()
    expect(await attempt(mine, { case: caseA, type: 'hold.released' })).toBe('voided')
    expect((await world.store.reading((tx) => tx.entry(note.id)))?.disclosures).toHaveLength(1)
    expect(await attempt(theirs, { case: caseA, type: 'hold.released' })).toBeNull()
    expect(await attempt(theirs, erases)).toBeNull()
    expect((await world.store.reading((tx) => tx.entry(note.id)))?.disclosures).toEqual([])
  })

  test('Y-31: roles are those of the moment in hub order at which an entry arrives', async () => {
    const [mine, theirs] = [await world.device(ana), await world.device(ben)]
    mine.open(caseA)
    await mine.push()
    await world.hub.grant(caseA, { kind: 'user', id: ben }, { actor: admin })
    const { founder } = world
    const change = (subject: string, role: string) =>
      founder.push([
        founder.run('workspace', [
          founder.seal({ case: 'workspace', type: 'user.changed', pub: { role }, more: { subject } }),
        ]),
      ])
    expect(await attempt(theirs, { case: caseA, type: 'hold.placed' })).toBeNull()
    await change(ben, 'investigator')
    await change(ana, 'supervisor')
    expect(await attempt(theirs, { case: caseA, type: 'hold.released' })).toBe('voided')
    expect(await attempt(mine, { case: caseA, type: 'hold.released' })).toBeNull()
  })

  test('Y-2, Y-31: each process of a hub goes on in its own folder when the admin for whom that was enrolled has left; a laptop that gets every case does not', async () => {
    const { founder } = world
    const [folder, laptop] = [await world.device(admin, 'all'), await world.device(admin, 'all')]
    const process = await world.another(folder.deviceId)
    const change = (subject: string, pub: PaperDraft['pub'] & object) =>
      founder.push([
        founder.run('workspace', [founder.seal({ case: 'workspace', type: 'user.changed', pub, more: { subject } })]),
      ])
    await change(ana, { role: 'admin' })
    await change(admin, { active: false })
    for (const device of [folder, laptop]) Object.assign(device, { hub: process, userUid: ben })
    await folder.signIn()
    await laptop.signIn()
    folder.open(caseA)
    expect((await folder.push()).runs[0]?.refused).toBeUndefined()
    expect(await attempt(folder, { case: caseA, type: 'hold.placed' })).toBeNull()
    expect(
      await attempt(folder, {
        case: 'workspace',
        type: 'user.changed',
        actor: ana,
        pub: { role: 'auditor' },
        more: { subject: auditor },
      }),
    ).toBeNull()
    expect(await attempt(laptop, { case: caseA, type: 'hold.released' })).toBe('voided')
    // To another process it is what it is to devices: one that was enrolled for somebody.
    Object.assign(folder, { hub: world.hub })
    expect(await attempt(folder, { case: caseA, type: 'hold.released' })).toBe('voided')
  })

  test('Y-32: a case is closed by a second person where the policy asks for one, also against a program that does not ask; policy that an earlier release took in counts', async () => {
    const { founder, store } = world
    const [mine, theirs] = [await world.device(ana), await world.device(ben)]
    const policy = {
      sla_hours: { urgent: 4, high: 24, medium: 72, low: 168 },
      sla_pauses_in_pending_review: false,
      workflow: null,
      four_eyes: ['closed'],
    }
    expect(
      (
        await founder.push([
          founder.run('workspace', [founder.seal({ case: 'workspace', type: 'policy.changed', pub: policy })]),
        ])
      ).runs[0]?.refused,
    ).toBeUndefined()
    // As a release before this one kept the head.
    await store.exclusively(async (tx) => {
      const chain = await tx.chain('workspace')
      if (chain === null) throw new Error('the workspace has no chain')
      const { form: _form, fourEyes: _fourEyes, ...head } = JSON.parse(chain.head) as Record<string, unknown>
      await tx.saveChain({ ...chain, head: JSON.stringify(head) })
    })
    const opened = mine.open(caseA)
    await mine.push()
    await world.hub.grant(caseA, { kind: 'user', id: ben }, { actor: admin })
    const closes = { case: caseA, type: 'status.changed', pub: { from: 'open', to: 'closed' }, refs: [opened.id] }
    expect(await attempt(mine, closes)).toBe('voided')
    expect(await attempt(mine, { ...closes, pub: { from: 'open', to: 'resolved' } })).toBeNull()
    const resolved = mine.heads.get(caseA)?.id ?? ''
    const second = { case: caseA, type: 'status.changed', pub: { from: 'resolved', to: 'closed' }, refs: [resolved] }
    expect(await attempt(mine, second)).toBe('voided')
    expect(await attempt(theirs, second)).toBeNull()
  })
})
