import { randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { examineSync } from '../../../main/cli/doctor-sync.ts'
import { dataFolder } from '../../../main/platform/data-folder.ts'
import type { RunningService } from '../../../main/server/running-service.ts'
import { runHere } from '../../support/command-here.ts'
import {
  acquire,
  ask,
  must,
  openCase,
  startEvidenceWorld,
  stateAtRest,
  sync,
  until,
} from '../../support/sync/evidence-world.ts'
import type { EvidenceWorld } from '../../support/sync/evidence-world.ts'

/** Y-80 to Y-83, through the running service: the folder on which a hub stands, after the hub was restored. */

let world: EvidenceWorld
let laptop: RunningService
let caseId: number

const confirm = { confirm: 'the hub was restored' }
const hubDir = (): string => path.join(world.root, 'hub')
const backupAt = (name: string): string => path.join(world.root, name)

const note = (service: RunningService, text: string, id = caseId) =>
  ask(service, 'POST', `/v1/cases/${id}/notes`, { text })

const notesOf = async (service: RunningService, id = caseId): Promise<readonly string[]> => {
  const { body } = await ask(service, 'GET', `/v1/cases/${id}/notes`)
  return (body.data as unknown as readonly { text: string }[]).map(({ text }) => text).sort()
}

const stateOf = async (service: RunningService): Promise<unknown> => (await stateAtRest(service))['state']

const alarmsOf = async (service: RunningService): Promise<readonly string[]> =>
  ((await must(service, 'GET', '/v1/sync/state'))['alarms'] as readonly { code: string }[]).map(({ code }) => code)

/** A backup as docs/hub.md says, while the hub runs. */
const backUpHub = async (): Promise<void> => {
  const made = await runHere('backup', '--data', hubDir(), '--out', backupAt('h.db'))
  expect(made).toMatchObject({ code: 0, lines: [{ hub: { file: backupAt('h.db.hub') }, evidence: { lacking: 0 } }] })
}

/** To restore, as docs/hub.md says: into an empty folder with `keys/`. */
const restoreByTheBook = (): Promise<RunningService> =>
  world.restartHub(async () => {
    const { keys } = dataFolder(hubDir())
    cpSync(keys, backupAt('keys'), { recursive: true })
    rmSync(hubDir(), { recursive: true })
    mkdirSync(hubDir(), { mode: 0o700 })
    cpSync(backupAt('keys'), keys, { recursive: true })
    expect(await runHere('restore', backupAt('h.db'), '--data', hubDir())).toMatchObject({
      code: 0,
      lines: [{ hub: true, evidence: { lacking: 0 } }],
    })
  })

/** The stored files of the hub, as they are called. */
const hubBlobs = (): string[] => {
  const folder = path.join(dataFolder(hubDir()).hubBlobs, 'sha256')
  return existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
    : []
}

/** The folder as it lay on the disk is put back: nothing in it says so. */
const copyHub = (): Promise<RunningService> =>
  world.restartHub(() => cpSync(hubDir(), backupAt('snapshot'), { recursive: true }))
const putBack = (): Promise<RunningService> =>
  world.restartHub(() => {
    rmSync(hubDir(), { recursive: true })
    cpSync(backupAt('snapshot'), hubDir(), { recursive: true })
  })

/** A laptop sees that its hub was set back, and its user was told why. */
const bringBack = async (device = laptop): Promise<void> => {
  await until('the laptop sees that its hub was set back', async () => {
    await ask(device, 'POST', '/v1/sync/now', {})
    return (await stateOf(device)) === 'hub_not_trusted'
  })
  await must(device, 'POST', '/v1/sync/hub/trust-restored', confirm)
  await ask(device, 'POST', '/v1/sync/now', {})
}

/** Both know what the other wrote. */
const exchange = async (): Promise<void> => {
  await sync(laptop)
  await sync(world.hub())
  await sync(laptop)
}

const quarantined = async (): Promise<unknown> => (await ask(world.hub(), 'GET', '/v1/sync/hub/quarantine')).body.data

const faultsOf = async (service: RunningService): Promise<readonly string[]> =>
  ((await service.workspace.verification.verifyWorkspace())?.findings ?? [])
    .filter(({ severity }) => severity === 'fault')
    .map(({ code }) => code)

beforeEach(async () => {
  world = await startEvidenceWorld()
  laptop = await world.enrol('laptop')
  caseId = await openCase(laptop, 'Shared')
  await exchange()
}, 120_000)

afterEach(() => world.stop(), 60_000)

describe('a hub that was restored by the book', () => {
  test('Y-82: restore tells what a hub needs, and not what a laptop needs, also where the store of the hub is elsewhere', async () => {
    await backUpHub()
    expect(
      await runHere('backup', '--data', path.join(world.root, 'laptop'), '--out', backupAt('l.db'), '--with-keys'),
    ).toMatchObject({ code: 0 })
    const told = async (file: string, ...keysOf: readonly string[]): Promise<string> => {
      const folder = backupAt(`again-${randomBytes(4).toString('hex')}`)
      mkdirSync(folder, { mode: 0o700 })
      for (const dir of keysOf) cpSync(dataFolder(dir).keys, dataFolder(folder).keys, { recursive: true })
      const { code, stderr } = await runHere('restore', backupAt(file), '--data', folder)
      expect(code).toBe(0)
      return stderr
    }
    const ofHub =
      /This is the folder of a hub\..* doctor .* docs\/hub\.md .*"After a restore".* device trust-restored --data/u
    expect(await told('h.db', hubDir())).toMatch(ofHub)
    rmSync(backupAt('h.db.hub'))
    const elsewhere = await told('h.db', hubDir())
    expect(elsewhere).toMatch(ofHub)
    expect(elsewhere).toContain('bring the database and its bucket back')
    expect(elsewhere).not.toContain('new-epoch')
    const ofLaptop = await told('l.db')
    expect(ofLaptop).toContain('device new-epoch')
    expect(ofLaptop).not.toContain('trust-restored')
  })

  test('Y-80, Y-82: what its window and a laptop did since the backup comes back to both, nothing is written before, and work goes on above it', async () => {
    await backUpHub()
    expect((await note(world.hub(), 'in the window, after the backup')).status).toBe(201)
    const opened = await must(world.hub(), 'POST', '/v1/cases', {
      title: 'Opened in the window',
      description: 'After the backup.',
      priority: 'low',
    })
    const added = await must(world.hub(), 'POST', '/v1/users', {
      login_name: 'anna',
      name: 'Anna',
      role: 'investigator',
      password: 'anna-anna-anna-1',
    })
    expect((await note(laptop, 'on the laptop, after the backup')).status).toBe(201)
    await exchange()
    expect((await note(laptop, 'on the laptop, on top of it')).status).toBe(201)
    await exchange()
    const before = await notesOf(laptop)
    expect(before).toHaveLength(3)

    const hub = await restoreByTheBook()
    expect(await notesOf(hub)).toEqual([])
    expect(await alarmsOf(hub)).toContain('hub_restored')
    const held = await note(hub, 'too early')
    expect(held).toMatchObject({
      status: 503,
      body: {
        error: { code: 'unavailable', message: expect.stringContaining('brought back from a backup') as string },
      },
    })

    await bringBack()
    await until(
      'the window has what came back',
      async () =>
        (await notesOf(hub)).length === 3 &&
        (await ask(hub, 'GET', `/v1/cases/${String(opened['id'])}`)).status === 200,
    )
    expect(await notesOf(hub)).toEqual(before)
    expect(await must(hub, 'GET', `/v1/cases/${String(opened['id'])}`)).toMatchObject({
      title: 'Opened in the window',
      case_number: opened['case_number'],
    })
    expect((await note(hub, 'still too early')).status).toBe(503)

    await must(hub, 'POST', '/v1/sync/hub/trust-restored', confirm)
    expect(await alarmsOf(hub)).toEqual([])
    expect((await note(hub, 'in the window, later')).status).toBe(201)
    const next = await must(hub, 'POST', '/v1/cases', {
      title: 'Opened later',
      description: 'After the restoration.',
      priority: 'low',
    })
    expect(Number(next['id'])).toBeGreaterThan(Number(opened['id']))
    expect(next['case_number']).not.toBe(opened['case_number'])
    // Who was added since the backup is a user of the hub again: a device is enrolled for them.
    expect(
      (await ask(hub, 'POST', '/v1/sync/hub/codes', { user_id: added['id'], device_name: 'Another', cases: [] }))
        .status,
    ).toBeLessThan(300)

    await exchange()
    for (const service of [hub, laptop]) {
      expect(await notesOf(service)).toEqual([...before, 'in the window, later'].sort())
      expect(await notesOf(service, Number(next['id']))).toEqual([])
      await until('nothing is left to do', async () => (await stateOf(service)) === 'up_to_date')
      // What was sealed before names checkpoints of the order that was lost (Y-55).
      expect([...new Set(await faultsOf(service))].filter((code) => code !== 'checkpoint_not_extending')).toEqual([])
    }
    expect(await quarantined()).toEqual([])
    expect((await ask(hub, 'POST', '/v1/sync/hub/trust-restored', confirm)).body.error?.code).toBe('already_done')
  }, 180_000)

  test.each(['all', 'this one'])(
    'Y-55: a laptop that was enrolled after the backup, with %s of the cases, works on in those that stood in the backup',
    async (which) => {
      const anna = await must(world.hub(), 'POST', '/v1/users', {
        login_name: 'anna',
        name: 'Anna',
        role: 'investigator',
        password: 'anna-anna-anna-1',
      })
      await exchange()
      await backUpHub()
      const later = await world.enrol('later', which === 'all' ? 'all' : [caseId], Number(anna['id']))
      await sync(later)
      const [held] = (await ask(later, 'GET', '/v1/cases')).body.data as unknown as readonly { readonly id: number }[]
      const lateId = held?.id ?? 0
      expect((await note(later, 'before the loss', lateId)).status).toBe(201)
      await sync(later)
      await exchange()

      const hub = await restoreByTheBook()
      await bringBack()
      await until('the hub knows the later laptop again', async () => {
        await ask(later, 'POST', '/v1/sync/now', {})
        const state = await stateOf(later)
        return state === 'hub_not_trusted' || state === 'up_to_date'
      })
      if ((await stateOf(later)) === 'hub_not_trusted')
        await must(later, 'POST', '/v1/sync/hub/trust-restored', confirm)
      expect((await note(later, 'after the restoration', lateId)).status).toBe(201)
      await until('the later laptop has nothing left to send', async () => {
        await ask(later, 'POST', '/v1/sync/now', {})
        return (await stateOf(later)) === 'up_to_date'
      })
      await must(hub, 'POST', '/v1/sync/hub/trust-restored', confirm)
      await exchange()
      expect(await notesOf(laptop)).toEqual(['after the restoration', 'before the loss'])
    },
    180_000,
  )

  test('Y-82: the word of the backup is kept over starts, and one who says at once that nothing can come back goes on; the evidence that laptops brought is in it', async () => {
    await acquire(laptop, world.root, caseId, 'seized.bin', randomBytes(200_000))
    await until('the hub has the bytes, and has sealed that it has them', async () => {
      await sync(laptop)
      return ((await must(laptop, 'GET', '/v1/sync/state'))['evidence_waiting'] as { send: number }).send === 0
    })
    const brought = hubBlobs()
    expect(brought).toHaveLength(1)
    await backUpHub()
    await restoreByTheBook()
    expect(hubBlobs()).toEqual(brought)
    const hub = await world.restartHub()
    expect((await note(hub, 'too early')).status).toBe(503)
    await must(hub, 'POST', '/v1/sync/hub/trust-restored', confirm)
    expect((await note(hub, 'nothing was lost')).status).toBe(201)
    const again = await world.restartHub()
    expect((await note(again, 'nor now')).status).toBe(201)
    await exchange()
    expect(await notesOf(laptop)).toEqual(['nor now', 'nothing was lost'])
    expect(await stateOf(laptop)).toBe('up_to_date')
  })
})

describe('what a hub that was restored refuses of what comes back', () => {
  test('Y-55, Y-83: where its window went on before a laptop came, that one case stays refused, and everything else of the laptop goes', async () => {
    await backUpHub()
    const opened = await must(world.hub(), 'POST', '/v1/cases', {
      title: 'Opened in the window',
      description: 'After the backup.',
      priority: 'low',
    })
    await exchange()
    const lostId = Number(opened['id'])
    expect((await note(laptop, 'on top of what the window opened', lostId)).status).toBe(201)
    expect((await note(laptop, 'elsewhere')).status).toBe(201)
    await exchange()

    const hub = await restoreByTheBook()
    await must(hub, 'POST', '/v1/sync/hub/trust-restored', confirm)
    await openCase(hub, 'Opened in the window meanwhile')
    await sync(hub)
    await bringBack()
    await sync(laptop)
    const added = await openCase(laptop, 'Opened on the laptop later')
    await sync(laptop)
    await sync(hub)
    expect(await stateOf(laptop)).not.toBe('hub_not_trusted')
    expect((await ask(laptop, 'GET', '/v1/sync/cases?filter=stuck')).body.data).toMatchObject([
      { case_id: lostId, stuck: { code: 'device_fork' } },
    ])
    expect(await notesOf(hub)).toEqual(['elsewhere'])
    expect(await notesOf(hub, added)).toEqual([])
    expect(await notesOf(laptop, lostId)).toEqual(['on top of what the window opened'])
  })

  test('Y-55, Y-84: what people lawfully did who have lost their account or their role since comes back without a new permission, in every case', async () => {
    const kim = await must(world.hub(), 'POST', '/v1/users', {
      login_name: 'kim',
      name: 'Kim',
      role: 'supervisor',
      password: 'kim-kim-kim-kim-1',
    })
    const kims = await world.enrol('kim', 'all', Number(kim['id']))
    const shared = await openCase(kims, 'Opened by Kim before')
    await sync(kims)
    await exchange()
    await backUpHub()
    const opened = await openCase(kims, 'Opened by Kim')
    await must(kims, 'POST', `/v1/cases/${shared}/hold`, { reason: 'A court asks for it.' })
    expect((await note(kims, 'Kim was here', shared)).status).toBe(201)
    await sync(kims)
    await sync(laptop)
    for (const id of [shared, opened]) expect((await note(laptop, 'after Kim', id)).status).toBe(201)
    await sync(laptop)
    await must(world.hub(), 'PATCH', `/v1/users/${String(kim['id'])}`, { active: false })
    await exchange()

    const hub = await restoreByTheBook()
    await bringBack()
    await must(hub, 'POST', '/v1/sync/hub/trust-restored', confirm)
    await exchange()
    expect(await notesOf(hub, shared)).toEqual(['A court asks for it.', 'Kim was here', 'after Kim'])
    expect(await notesOf(hub, opened)).toEqual(['after Kim'])
    expect(await must(hub, 'GET', `/v1/cases/${shared}`)).toMatchObject({ hold: { placed_by: kim['id'] } })
    expect(await quarantined()).toEqual([])
    expect((await ask(laptop, 'GET', '/v1/sync/cases?filter=stuck')).body.data).toEqual([])
    expect(await stateOf(laptop)).toBe('up_to_date')
    expect((await note(laptop, 'and on', opened)).status).toBe(201)
    await exchange()
    expect(await notesOf(hub, opened)).toEqual(['after Kim', 'and on'])
  })
})

describe('a hub whose disk was put back', () => {
  test('Y-80, Y-81: its own entries come back whole at the next pull, before anything is sealed, and without anybody’s word', async () => {
    await copyHub()
    expect((await note(world.hub(), 'one')).status).toBe(201)
    expect((await note(world.hub(), 'two')).status).toBe(201)
    await exchange()
    const hub = await putBack()
    await bringBack()
    await until('the window has what came back', async () => (await notesOf(hub)).length === 2)
    expect((await note(hub, 'three')).status).toBe(201)
    await exchange()
    for (const service of [hub, laptop]) expect(await notesOf(service)).toEqual(['one', 'three', 'two'])
  })

  test('Y-83: what was sealed meanwhile under a number that comes back is a fork; the folder leaves that course, as the same device, with its text', async () => {
    await copyHub()
    expect((await note(world.hub(), 'before')).status).toBe(201)
    await exchange()
    let hub = await putBack()
    await must(hub, 'PUT', '/v1/sync/settings', { paused: true })
    expect((await note(hub, 'meanwhile')).status).toBe(201)
    await bringBack()
    await must(hub, 'PUT', '/v1/sync/settings', { paused: false })
    await until('the hub’s folder sees the other course', async () => (await stateOf(hub)) === 'forked')
    const { deviceId } = hub.workspace.facts

    expect(
      (await ask(hub, 'POST', '/v1/sync/epoch', { confirm: 'this folder is the one to go on with' })).body,
    ).toMatchObject({ data: { device_number: 0 } })
    expect(hub.workspace.facts.deviceId).toBe(deviceId)
    expect(await notesOf(hub)).toEqual(['before'])
    expect((await ask(hub, 'GET', '/v1/sync/set-aside')).body.data).toMatchObject([
      { reason: 'epoch', type: 'note.added', values: { text: 'meanwhile' } },
    ])
    expect((await note(hub, 'meanwhile, written anew')).status).toBe(201)
    await exchange()
    expect(await stateOf(hub)).toBe('up_to_date')
    for (const service of [hub, laptop]) expect(await notesOf(service)).toEqual(['before', 'meanwhile, written anew'])

    hub = await world.restartHub()
    expect(await notesOf(hub)).toEqual(['before', 'meanwhile, written anew'])
    expect([...new Set(await faultsOf(hub))].filter((code) => code !== 'checkpoint_not_extending')).toEqual([])
  })

  test('Y-83: where the hub has what was sealed meanwhile, what a laptop brings under its number is kept aside, and the hub’s folder goes on', async () => {
    await copyHub()
    expect((await note(world.hub(), 'before')).status).toBe(201)
    await exchange()
    const hub = await putBack()
    expect((await note(hub, 'meanwhile')).status).toBe(201)
    await sync(hub)
    await bringBack()
    expect(await quarantined()).toMatchObject([{ code: 'device_fork' }])
    expect((await note(hub, 'goes on')).status).toBe(201)
    await sync(hub)
    expect(await stateOf(hub)).toBe('up_to_date')
    expect(await notesOf(hub)).toEqual(['goes on', 'meanwhile'])
  })
})

describe('laptops that the backup of a hub does not know', () => {
  const rotate = async (device: RunningService): Promise<void> => {
    const reopened = new Promise<boolean>((resolve) => device.onReopened(({ ok }) => resolve(ok)))
    await must(device, 'POST', '/v1/sync/rotate', { confirm: 'this device gets another key' })
    expect(await reopened).toBe(true)
  }
  const settled = (device: RunningService): Promise<unknown> =>
    until('nothing of the laptop waits', async () => {
      await ask(device, 'POST', '/v1/sync/now', {})
      const { state, entries_waiting } = await must(device, 'GET', '/v1/sync/state')
      return state === 'up_to_date' && entries_waiting === 0
    })

  test('Y-105: one that was enrolled after the backup, of which no other has heard, comes back with its work and with the key that it changed to', async () => {
    await backUpHub()
    const late = await world.enrol('late')
    await sync(late)
    const opened = await openCase(late, 'Opened by the late laptop')
    await rotate(late)
    await sync(late)
    expect((await note(late, 'under the new key', opened)).status).toBe(201)
    await sync(late)

    const hub = await restoreByTheBook()
    await bringBack(late)
    await settled(late)
    await must(hub, 'POST', '/v1/sync/hub/trust-restored', confirm)
    await sync(hub)
    expect(await notesOf(hub, opened)).toEqual(['under the new key'])
    expect((await note(late, 'and goes on', opened)).status).toBe(201)
    await settled(late)
    await sync(hub)
    expect(await notesOf(hub, opened)).toEqual(['and goes on', 'under the new key'])
    for (const one of [hub, late]) expect(await faultsOf(one)).toEqual([])
  })

  test('Y-105: one that changed its key after the backup is known by all its changes of key', async () => {
    await backUpHub()
    await rotate(laptop)
    await sync(laptop)
    expect((await note(laptop, 'under the new key')).status).toBe(201)
    await sync(laptop)

    const hub = await restoreByTheBook()
    await bringBack()
    await settled(laptop)
    await must(hub, 'POST', '/v1/sync/hub/trust-restored', confirm)
    await sync(hub)
    expect(await notesOf(hub)).toEqual(['under the new key'])
  })

  test('Y-106: one that is enrolled before they come back gets none of their numbers', async () => {
    await backUpHub()
    const late = await world.enrol('late')
    await sync(late)
    const opened = await openCase(late, 'Opened by the late laptop')
    await sync(late)

    const hub = await restoreByTheBook()
    const meanwhile = await world.enrol('meanwhile')
    expect(meanwhile.workspace.facts.deviceNumber).toBeGreaterThan(late.workspace.facts.deviceNumber + 900)
    const other = await openCase(meanwhile, 'Opened meanwhile')
    await sync(meanwhile)
    await bringBack(late)
    await settled(late)
    await must(hub, 'POST', '/v1/sync/hub/trust-restored', confirm)
    await sync(hub)
    for (const id of [opened, other]) expect((await ask(hub, 'GET', `/v1/cases/${id}`)).status).toBe(200)
  })
})

describe('a laptop of which the hub answers, and takes nothing', () => {
  test('is no healthy one to doctor', async () => {
    const doctored = async (): Promise<unknown> => {
      for await (const check of examineSync(dataFolder(path.join(world.root, 'laptop')), {
        databaseUrl: undefined,
        blobs: undefined,
      }))
        if (check.check === 'sync') return check
      return null
    }
    expect(await doctored()).toMatchObject({ state: 'ok' })
    await must(laptop, 'PUT', '/v1/sync/settings', { paused: true })
    expect((await note(laptop, 'waits')).status).toBe(201)
    expect(await doctored()).toMatchObject({ state: 'ok' })
    await laptop.workspace.sync.replica.contacted(Date.now() + 2 * 3_600_000)
    expect(await doctored()).toMatchObject({
      state: 'warning',
      advice: expect.stringContaining('have not found their place there') as string,
    })
  })
})
