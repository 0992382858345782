import { createHash, randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemEnv } from '../../../main/platform/env.ts'
import { createLog } from '../../../main/platform/log.ts'
import type { HubDeviceView } from '../../../shared/schema/hub.ts'
import type { RunningService } from '../../../main/server/running-service.ts'
import { openWorkspace } from '../../../main/storage/ledger/open-workspace.ts'
import { runHere } from '../../support/command-here.ts'
import { must } from '../../support/must.ts'
import { acquire } from '../../support/sync/evidence-world.ts'
import { ask, createServedWorld, did } from './served-world.ts'
import type { Told } from './served-world.ts'

/** Y-100 and Y-101: what a laptop that is removed never sent goes to a file for its hub, which opens it. */

const world = createServedWorld()
let hub: RunningService

const secret = 'The courier met him at pier nine.'
const bytes = randomBytes(200_000)
const hash = createHash('sha256').update(bytes).digest('hex')

const unsentOf = (name: string): string => path.join(world.folder(name), 'unsent')
const filesOf = (name: string): readonly string[] => (existsSync(unsentOf(name)) ? readdirSync(unsentOf(name)) : [])
const casesOf = ({ workspace: { db } }: RunningService): Promise<readonly { readonly title: string }[]> =>
  db.selectFrom('cases').select('title').execute()
const messageOf = async (device: RunningService): Promise<string> =>
  (await did(device, 'GET', '/v1/sync/state'))['message'] as string

/** What the hub was told of the files of a device that was removed. */
const toldOf = async (name: string) =>
  ((await did(hub, 'GET', '/v1/sync/hub/devices')) as unknown as readonly HubDeviceView[]).find(
    (device) => device.name === name,
  )?.told?.wiped?.unsent

/** A laptop with a case that the hub has, and one with evidence that it never got; it is removed meanwhile. */
const removedMeanwhile = async (name: string): Promise<void> => {
  const laptop = await world.enrol(hub, name)
  await did(laptop, 'POST', '/v1/cases', { title: 'Known to the hub', description: 'D', priority: 'low' })
  await did(laptop, 'POST', '/v1/sync/now', {})
  await did(laptop, 'PUT', '/v1/sync/settings', { paused: true })
  const { id } = await did(laptop, 'POST', '/v1/cases', { title: 'Only here', description: secret, priority: 'low' })
  await acquire(laptop, world.root, id as number, `seized by ${name}.bin`, bytes)
  await world.stop(laptop)
  const { deviceId } = laptop.workspace.facts
  await did(hub, 'POST', `/v1/sync/hub/devices/${deviceId}/remove`, { reason: 'It was stolen.' })
}

/** Starts a laptop that has the word that it was removed, and nothing else was done: as one that was killed then. */
const startKilled = async (name: string): Promise<RunningService> => {
  const opened = must(await openWorkspace(world.folder(name), systemEnv(createLog('silent'))))
  must(await opened.sync.settings.choose({ paused: false }))
  await opened.sync.replica.halt({ state: 'removed', message: 'This device was removed from the workspace.' })
  expect(await opened.db.selectFrom('cases').select('title').execute()).toContainEqual({ title: 'Only here' })
  await opened.close()
  return await world.start(name, 'local')
}

const isWiped = async (device: RunningService): Promise<void> => {
  await expect.poll(() => casesOf(device), { timeout: 30_000 }).toEqual([])
}

const read = (file: string, into?: string): Promise<Told> =>
  ask(hub, 'POST', '/v1/sync/files/read', { path: file, ...(into === undefined ? {} : { into }) })

beforeAll(async () => {
  hub = await world.hub()
})
afterAll(() => world.end())

describe('Y-100: a laptop that was removed', () => {
  let file: string

  test('writes what the hub never got to one file before it wipes, and says where that lies', async () => {
    await removedMeanwhile('lost')
    const lost = await world.start('lost', 'local')
    await did(lost, 'PUT', '/v1/sync/settings', { paused: false })
    await isWiped(lost)
    const files = filesOf('lost')
    expect(files).toHaveLength(1)
    file = path.join(unsentOf('lost'), files[0] as string)
    expect(await messageOf(lost)).toContain(file)
    const content = readFileSync(file)
    expect(content.toString('latin1').startsWith('fieldseal exchange v1\n')).toBe(true)
    expect(content.includes('pier nine'), 'it is encrypted').toBe(false)
    expect(await did(lost, 'GET', '/v1/sync/state')).toMatchObject({
      unsent_files: [{ path: file, entries: expect.any(Number) as number, pieces: 1, evidence: true }],
    })
    expect(await did(lost, 'GET', '/v1/sync/state'), 'Y-16: its case numbers are others’').toMatchObject({
      lease: null,
    })
    const opening = await ask(lost, 'POST', '/v1/cases', { title: 'Too late', description: 'D', priority: 'low' })
    expect(opening.error).toMatchObject({
      code: 'case_numbers_exhausted',
      message: expect.stringContaining('removed this device') as string,
    })
    expect(await casesOf(lost)).toEqual([])
    await expect.poll(() => toldOf('lost'), { timeout: 30_000 }).toMatchObject([{ pieces: 1, evidence: true }])
    expect(JSON.stringify(await toldOf('lost')), 'never where it lies').not.toContain('unsent')
    await world.stop(lost)
    const again = await world.start('lost', 'local')
    expect(filesOf('lost'), 'and not again at its next start').toEqual(files)
    expect(await messageOf(again)).toContain(file)
    await world.stop(again)
  }, 120_000)

  test('Y-101: the hub takes nothing of it in, says so, and opens it with a verdict', async () => {
    const plain = await read(file)
    expect(plain.error).toMatchObject({ code: 'sync_halted' })
    expect(plain.error?.message).toContain('--into')
    const into = path.join(world.root, 'opened')
    const { code, lines, stderr } = await runHere(
      'sync',
      '--data',
      world.folder('hub'),
      '--import',
      file,
      '--into',
      into,
    )
    expect(code, stderr).toBe(0)
    expect(lines).toMatchObject([
      {
        outcome: 'opened',
        received: 0,
        pieces: 0,
        opened: { folder: into, entries: expect.any(Number) as number, faulty: 0, known: 0, pieces: 1, broken: 0 },
      },
    ])
    await did(hub, 'POST', '/v1/sync/now', {})
    expect(
      (await casesOf(hub)).map(({ title }) => title),
      'no case has come of it',
    ).toEqual(['Known to the hub'])
    const told = readFileSync(path.join(into, 'entries.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; verdict: string; values: Record<string, unknown> })
    expect(new Set(told.map(({ verdict }) => verdict))).toEqual(new Set(['sealed_and_not_in_the_record']))
    expect(told.find(({ type }) => type === 'case.opened')?.values).toMatchObject({ description: secret })
    expect(readFileSync(path.join(into, 'evidence', hash)).equals(bytes)).toBe(true)
    const verdict = readFileSync(path.join(into, 'VERDICT.txt'), 'utf8')
    expect(verdict).toContain(`Entries: ${told.length}, of 1 cases`)
    expect(verdict).toContain('none of it was taken into the record')
    expect((await read(file, into)).error, 'a folder that exists is left alone').toMatchObject({ code: 'file_refused' })
  }, 120_000)

  test('Y-101: what was altered on its way is not opened', async () => {
    const altered = path.join(world.root, 'altered.fieldseal-sync')
    const content = readFileSync(file)
    content[content.length - 100] = (content[content.length - 100] as number) ^ 1
    writeFileSync(altered, content)
    const into = path.join(world.root, 'altered')
    expect((await read(altered, into)).error).toMatchObject({ code: 'file_refused' })
    expect(existsSync(into)).toBe(false)
  })

  test('Y-101: a file of a device that may sync is taken in, and never opened', async () => {
    const field = await world.enrol(hub, 'field')
    const written = path.join(world.root, 'field.fieldseal-sync')
    await did(field, 'POST', '/v1/sync/files/write', { path: written })
    const into = path.join(world.root, 'field opened')
    expect((await read(written, into)).error).toMatchObject({ code: 'file_refused' })
    expect(existsSync(into)).toBe(false)
    expect((await ask(field, 'POST', '/v1/sync/files/read', { path: written, into })).error).toMatchObject({
      code: 'not_a_hub',
    })
    await world.stop(field)
  }, 60_000)
})

describe('Y-100: killed at any moment, the file is whole or nothing is wiped', () => {
  test('in the middle of the file it is written anew; after it, and before the wipe, it is not written again', async () => {
    await removedMeanwhile('midway')
    cpSync(world.folder('midway'), world.folder('after'), { recursive: true })
    const first = await startKilled('midway')
    await isWiped(first)
    await world.stop(first)
    const [name = ''] = filesOf('midway')
    const whole = readFileSync(path.join(unsentOf('midway'), name))
    cpSync(world.folder('after'), world.folder('within'), { recursive: true })

    mkdirSync(unsentOf('within'))
    writeFileSync(path.join(unsentOf('within'), `${name}.unfinished`), whole.subarray(0, whole.length / 2))
    const within = await startKilled('within')
    expect(await messageOf(within), 'what was begun is not shown').not.toContain('unfinished')
    await isWiped(within)
    expect(filesOf('within')).toEqual([name])
    const opened = await read(path.join(unsentOf('within'), name), path.join(world.root, 'opened again'))
    expect(opened.data).toMatchObject({ outcome: 'opened', opened: { faulty: 0, pieces: 1 } })
    await world.stop(within)

    cpSync(unsentOf('midway'), unsentOf('after'), { recursive: true })
    const after = await startKilled('after')
    await isWiped(after)
    expect(filesOf('after')).toEqual([name])
    expect(readFileSync(path.join(unsentOf('after'), name)).equals(whole)).toBe(true)
    await world.stop(after)
  }, 240_000)

  test('where no file can be written nothing is wiped, until it can; then once, whatever is killed after it', async () => {
    await removedMeanwhile('blocked')
    writeFileSync(unsentOf('blocked'), 'in the way')
    const blocked = await startKilled('blocked')
    // The attempt has ended once it is said that no case is opened here any more: until then nothing may be sealed.
    await expect
      .poll(
        async () =>
          (await ask(blocked, 'POST', '/v1/cases', { title: 'Later', description: 'D', priority: 'low' })).error?.code,
      )
      .toBe('case_numbers_exhausted')
    expect(await casesOf(blocked)).toContainEqual({ title: 'Only here' })
    await world.stop(blocked)
    rmSync(unsentOf('blocked'))
    const again = await world.start('blocked', 'local')
    await isWiped(again)
    expect(filesOf('blocked')).toHaveLength(1)
    await world.stop(again)
  }, 120_000)
})
