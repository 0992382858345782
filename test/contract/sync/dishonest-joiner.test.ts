import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examineSync } from '../../../main/cli/doctor-sync.ts'
import { dataFolder } from '../../../main/platform/data-folder.ts'
import { createLog } from '../../../main/platform/log.ts'
import { systemRandom } from '../../../main/platform/random.ts'
import { openHubStore } from '../../../main/storage/hub/open-hub-store.ts'
import { keysIn } from '../../support/raw-database.ts'
import { makeStranger, type Stranger, type StrangersDraft } from '../../support/sync/dishonest/stranger.ts'
import { foundTown, granted, type Town } from '../../support/sync/dishonest/town.ts'

/**
 * Whoever has one code of an investigator's, and a program of their own in the place of this product: what they state
 * when they enrol gives them nothing that the code does not. Against a hub over
 * HTTP; who notices is asked of the hub and of a colleague's device.
 */

let town: Town
let dora: { readonly id: number; readonly uid: string }
let administrator: string
const strangers: Stranger[] = []

const stranger = (deviceId: string): Stranger => {
  const made = makeStranger(town.hub().url, deviceId)
  strangers.push(made)
  return made
}

const codeFor = async (userId: number): Promise<string> =>
  (
    (await town.ask('POST', '/v1/sync/hub/codes', { user_id: userId, device_name: 'tablet', cases: [] })).data as {
      code: string
    }
  ).code

const people = async (): Promise<Readonly<Record<string, readonly [string, boolean]>>> => {
  await town.ask('POST', '/v1/sync/now', {})
  const users = (await town.ask('GET', '/v1/users')).data as readonly { uid: string; role: string; active: boolean }[]
  return Object.fromEntries(users.map(({ uid, role, active }) => [uid, [role, active] as const]))
}

const joiningAs = (deviceId: string, dseq = 0) => ({
  device_id: deviceId,
  workspace_id: '01939b52-7b2a-7c1e-8f00-00000000bad0',
  users: [],
  cases: 0,
  dseq,
  slots: 0,
})

beforeAll(async () => {
  town = await foundTown()
  dora = (await town.ask('POST', '/v1/users', { login_name: 'dora', name: 'Dora of the field', role: 'investigator' }))
    .data as typeof dora
  administrator = Object.entries(await people()).find(([, [role]]) => role === 'admin')?.[0] ?? ''
}, 120_000)

afterAll(async () => {
  for (const one of strangers) one.close()
  await town.close()
})

describe('a device that calls itself a hub', () => {
  test.each(['hub:evil', 'hub:{workspace}', 'hub:{workspace}/x'])(
    'Y-5, Y-3, Y-14: joins as %s: refused, and the code is left unused',
    async (form) => {
      const deviceId = form.replace('{workspace}', town.hand.identity.workspaceUid)
      const before = (await town.ask('GET', '/v1/sync/hub/devices')).data as readonly unknown[]
      const code = await codeFor(dora.id)
      expect(await stranger(deviceId).enrol(code, joiningAs(deviceId))).toMatchObject({
        ok: false,
        error: { code: 'enrolment_refused', message: expect.stringContaining('joining.device_id') as string },
      })
      expect((await town.ask('GET', '/v1/sync/hub/devices')).data).toEqual(before)
      granted(await stranger('').enrol(code))
    },
  )

  test('Y-3, Y-19: enrols honestly, and then seals as a hub, a role, a grant, and the end of every other device: nothing of it counts', async () => {
    const one = stranger('')
    granted(await one.enrol(await codeFor(dora.id)))
    const before = await people()
    const workspaceUid = town.hand.identity.workspaceUid
    const founder =
      ((await town.ask('GET', '/v1/sync/hub/devices')).data as readonly { id: string; number: number }[]).find(
        ({ number }) => number === 0,
      )?.id ?? ''
    for (const dev of ['hub:evil', `hub:${workspaceUid}`, `hub:${workspaceUid}/x`]) {
      const sealed = one.seal({
        type: 'user.changed',
        actor: dora.uid,
        subject: dora.uid,
        dev,
        pub: { role: 'admin' },
        seq: 1,
        prev: null,
      })
      expect((await one.push('workspace', [sealed], dev)).refused, dev).toMatchObject({
        code: 'unknown_key',
        quarantined: true,
      })
    }
    const drafts: readonly StrangersDraft[] = [
      { type: 'user.changed', actor: dora.uid, subject: dora.uid, pub: { role: 'admin' } },
      { type: 'user.changed', actor: administrator, subject: administrator, pub: { active: false } },
      { type: 'device.removed', actor: dora.uid, subject: founder, pub: { device_id: founder } },
      {
        type: 'key.enrolled',
        actor: dora.uid,
        subject: 'hub:evil',
        pub: { kid: one.kid, spki: one.spki, device_id: 'hub:evil', device_number: 0, role: 'hub' },
      },
    ]
    for (const draft of drafts)
      expect(
        (await one.push('workspace', [one.seal({ ...draft, seq: 1, prev: null })])).refused,
        draft.type,
      ).toMatchObject({ code: 'not_permitted' })
    expect(await people()).toEqual(before)
  })

  test('doctor names a device that a release before this one enrolled as a hub, and an administrator removes it', async () => {
    const dir = path.join(town.root, 'hub')
    const env = { random: systemRandom(), log: createLog('silent') }
    const store = granted(await openHubStore({ folder: dataFolder(dir), key: keysIn(dir).workspace, ...env }))
    await store.exclusively(async (tx) => {
      const number = await tx.nextDeviceNumber()
      const { kid, spki } = stranger('hub:evil')
      await tx.saveDevice({
        deviceId: 'hub:evil',
        number,
        name: 'tablet',
        userUid: dora.uid,
        kid,
        spki: Buffer.from(spki, 'base64url'),
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
      })
    })
    await store.close()
    const found: unknown[] = []
    for await (const check of examineSync(dataFolder(dir), { databaseUrl: undefined, blobs: undefined }))
      found.push(check)
    expect(found).toContainEqual({
      check: 'hub-devices',
      state: 'fault',
      detail: expect.stringContaining('hub:evil (tablet, number') as string,
      advice: expect.stringContaining('Remove the device') as string,
    })
    expect(
      (
        await town.ask('POST', `/v1/sync/hub/devices/${encodeURIComponent('hub:evil')}/remove`, {
          reason: 'It is no hub.',
        })
      ).status,
    ).toBe(200)
    expect((await town.ask('GET', '/v1/sync/hub/devices')).data).toContainEqual(
      expect.objectContaining({ id: 'hub:evil', state: 'removed' }),
    )
  })
})

describe('a folder that states what it likes of what it had sealed before it joined', () => {
  const folderId = '01939b52-7b2a-7c1e-8f00-0000000000f9'

  test('Y-14: more than any folder seals is refused; what is altered on the way is not what its key signed', async () => {
    const code = await codeFor(dora.id)
    expect(await stranger(folderId).enrol(code, joiningAs(folderId, Number.MAX_SAFE_INTEGER))).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('joining.dseq') as string },
    })
    const altered = makeStranger(town.hub().url, folderId, (request) => ({
      ...request,
      joining: { ...(request['joining'] as object), dseq: 90_000_000 },
    }))
    strangers.push(altered)
    expect(await altered.enrol(code, joiningAs(folderId, 3))).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('has not proven') as string },
    })
    granted(await stranger(folderId).enrol(code, joiningAs(folderId, 3)))
  })

  test('Y-30, Y-19: writes in another’s name into a case that was shared with it, takes the case, and makes itself an admin: nothing of it counts', async () => {
    const opened = (
      await town.ask('POST', '/v1/cases', {
        title: 'Mule accounts',
        description: 'What happened there.',
        priority: 'high',
      })
    ).data as { id: number }
    const uid = granted(await town.workspace().cases.read(opened.id)).uid
    await town.ask('POST', '/v1/sync/now', {})
    // The next owner in turn can be Dora, who has the case then.
    expect([201, 409]).toContain((await town.ask('POST', `/v1/cases/${opened.id}/grants`, { user_id: dora.id })).status)
    const id = '01939b52-7b2a-7c1e-8f00-0000000000fa'
    const one = stranger(id)
    granted(await one.enrol(await codeFor(dora.id), joiningAs(id, 90_000_000)))
    for (const actor of [administrator, dora.uid, '01939b52-7b2a-7c1e-8f00-0000000000fb']) {
      for (const draft of [
        { type: 'note.added' },
        { type: 'owner.assigned', pub: { from_uid: administrator, from_id: 1, to_uid: dora.uid, to_id: dora.id } },
        { type: 'hold.released' },
      ]) {
        expect(
          (await one.push(uid, [one.seal({ ...draft, actor, case: uid, seq: 1, prev: null })])).refused,
          draft.type,
        ).toMatchObject({ code: 'not_permitted' })
      }
    }
    expect(
      (
        await one.push('workspace', [
          one.seal({
            type: 'user.changed',
            actor: administrator,
            subject: dora.uid,
            pub: { role: 'admin' },
            seq: 1,
            prev: null,
          }),
        ])
      ).refused,
    ).toMatchObject({ code: 'not_permitted' })
    expect((await people())[dora.uid]).toEqual(['investigator', true])
    expect((await town.ask('GET', `/v1/cases/${opened.id}/notes`)).data).toEqual([])
  })

  test('Y-30: speaks as a second person of its folder on what was proposed here: it stands as proposed; on what its own people proposed it counts', async () => {
    const proposer = stranger('')
    granted(await proposer.enrol(await codeFor(dora.id)))
    const proposed = (subject: string) => ({
      case: 'workspace',
      type: 'decision.proposed',
      subject,
      pub: { about: 'alert', outcome: 'approve', alert_id: 1 },
    })
    const [ours, theirs] = ['01939b52-7b2a-7c1e-8f00-0000000000d1', '01939b52-7b2a-7c1e-8f00-0000000000d2']
    expect(
      (await proposer.push('workspace', [proposer.seal({ ...proposed(ours), actor: dora.uid })])).refused,
    ).toBeUndefined()
    const id = '01939b52-7b2a-7c1e-8f00-0000000000fc'
    const [writer, second] = ['01939b52-7b2a-7c1e-8f00-0000000000c1', '01939b52-7b2a-7c1e-8f00-0000000000c2']
    const one = stranger(id)
    granted(await one.enrol(await codeFor(dora.id), joiningAs(id, 10)))
    const brought = [
      one.seal(
        { type: 'user.added', actor: writer, subject: writer, pub: { id: 1, role: 'investigator' } },
        { login_name: 'writer', name: 'Writer' },
      ),
      one.seal(
        { type: 'user.added', actor: writer, subject: second, pub: { id: 2, role: 'admin' } },
        { login_name: 'second', name: 'Second' },
      ),
      one.seal({ ...proposed(theirs), actor: writer }),
      ...[ours, theirs].map((subject) =>
        one.seal({ case: 'workspace', type: 'decision.approved', actor: second, subject }),
      ),
    ]
    expect((await one.push('workspace', brought)).refused).toBeUndefined()
    await town.ask('POST', '/v1/sync/now', {})
    const states = await town
      .workspace()
      .db.selectFrom('decisions')
      .select(['uid', 'state'])
      .where('uid', 'in', [ours, theirs])
      .orderBy('uid')
      .execute()
    expect(states).toEqual([
      { uid: ours, state: 'proposed' },
      { uid: theirs, state: 'approved' },
    ])
    expect((await people())[second]).toEqual(['admin', false])
  })
})
