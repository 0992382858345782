import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemEnv } from '../../../main/platform/env.ts'
import type { Env } from '../../../main/platform/env.ts'
import { createLog } from '../../../main/platform/log.ts'
import { createWorkspaceFolder } from '../../../main/server/create-workspace.ts'
import { startService } from '../../../main/server/compose.ts'
import type { RunningService } from '../../../main/server/running-service.ts'
import { systemActor } from '../../../main/storage/ledger/ledger.ts'
import { ok } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { SyncState } from '../../../shared/schema/sync.ts'
import { runHere } from '../../support/command-here.ts'
import { ask, must, openCase, startEvidenceWorld, sync } from '../../support/sync/evidence-world.ts'
import type { EvidenceWorld } from '../../support/sync/evidence-world.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** The clock of a laptop: what its wall clock is off, and which start of the computer this is. */
const laptopClock = { offMs: 0, upMs: 0, boot: 'first' }

const real = systemEnv(createLog('silent'))
const wrongEnv: Env = {
  ...real,
  clock: {
    nowMs: () => real.clock.nowMs() + laptopClock.offMs,
    monoMs: () => real.clock.monoMs(),
    upMs: () => real.clock.upMs() + laptopClock.upMs,
    get bootId() {
      return laptopClock.boot
    },
  },
}

let world: EvidenceWorld
let laptop: RunningService

const stateOf = async (service: RunningService): Promise<SyncState> =>
  (await must(service, 'GET', '/v1/sync/state')) as unknown as SyncState

const opening = { title: 'A case', description: 'Opened with a wrong clock.', priority: 'high' }

beforeAll(async () => {
  world = await startEvidenceWorld({ envOf: (name) => (name === 'hub' ? real : wrongEnv) })
  laptop = await world.enrol('laptop')
  await sync(laptop)
}, 120_000)

beforeEach(() => {
  Object.assign(laptopClock, { offMs: 0, upMs: 0, boot: 'first' })
})

afterAll(() => world.stop(), 60_000)

test('Y-86: a clock that was wrong before the first contact shows at that contact', async () => {
  laptopClock.offMs = 40 * day
  const fresh = await world.enrol('fresh')
  await sync(fresh)
  expect((await stateOf(fresh)).clock).toMatchObject({
    message: expect.stringContaining('40 days ahead of the hub’s') as string,
    compared_at: expect.any(String) as string,
  })
  expect(await openCase(fresh, 'Beyond any lease')).toBeGreaterThan(0)
})

test('Y-86: a clock that is right is nothing to speak of, and one that differs from the hub’s is told until it is right', async () => {
  await sync(laptop)
  expect((await stateOf(laptop)).clock).toBeNull()
  laptopClock.offMs = 5 * 60 * minute
  await sync(laptop)
  const ahead = (await stateOf(laptop)).clock
  expect(ahead?.ahead_s).toBeGreaterThan(5 * 3_600 - 30)
  expect(ahead?.message).toContain('5 hours ahead of the hub’s')
  expect(ahead?.message).toContain('Set date, time and time zone')
  laptopClock.offMs = -730 * day
  await sync(laptop)
  expect((await stateOf(laptop)).clock?.message).toContain('730 days behind the hub’s')
  laptopClock.offMs = 0
  expect((await stateOf(laptop)).clock, 'without another contact').toBeNull()
})

test('Y-87: a clock that is set while there is no contact is told at once, and one that slept is not', async () => {
  await sync(laptop)
  laptopClock.upMs = 8 * 60 * minute
  laptopClock.offMs = 8 * 60 * minute
  expect((await stateOf(laptop)).clock, 'it slept for a night').toBeNull()
  laptopClock.offMs -= 3 * 60 * minute
  expect((await stateOf(laptop)).clock?.message).toContain('3 hours behind the hub’s')
})

test('Y-86: what is known of the clock stays over a restart of the computer', async () => {
  laptopClock.offMs = 5 * 60 * minute
  await sync(laptop)
  await must(laptop, 'PUT', '/v1/sync/settings', { paused: true })
  laptopClock.boot = 'second'
  laptop = await world.restart(laptop)
  expect((await stateOf(laptop)).clock?.message).toContain('5 hours ahead')
  await must(laptop, 'PUT', '/v1/sync/settings', { paused: false })
  laptopClock.offMs = 0
  await sync(laptop)
  expect((await stateOf(laptop)).clock).toBeNull()
})

test('Y-88: numbers are held by the time since the last contact: a clock years ahead takes none away, and one month without contact does', async () => {
  laptopClock.offMs = 1_095 * day
  await sync(laptop)
  expect((await stateOf(laptop)).lease?.numbers_left_today).toBeGreaterThan(0)
  expect(await openCase(laptop, 'Three years ahead')).toBeGreaterThan(0)
  laptopClock.upMs = 31 * day
  laptopClock.offMs += 31 * day
  expect((await stateOf(laptop)).lease?.numbers_left_today).toBe(0)
  // With a hub that can be reached it would get numbers at once (Y-94).
  await must(laptop, 'PUT', '/v1/sync/settings', { paused: true })
  const refused = await ask(laptop, 'POST', '/v1/cases', opening)
  expect(refused).toMatchObject({ status: 409, body: { error: { code: 'case_numbers_exhausted' } } })
  const today = new Date(wrongEnv.clock.nowMs()).toISOString().slice(0, 10)
  expect(refused.body.error?.message).toContain(`By the clock of this computer it is ${today}`)
  expect(refused.body.error?.message).toContain('set the clock of this computer right')
  await must(laptop, 'PUT', '/v1/sync/settings', { paused: false })
  await sync(laptop)
  expect(await openCase(laptop, 'After a contact')).toBeGreaterThan(0)
})

test.each([
  ['ahead', 10 * 365],
  ['behind', -10 * 365],
])(
  'Y-92: the deadline of a case that is opened by a clock years %s counts from the hub’s time, and another priority counts its hours from there',
  async (_way, offDays) => {
    laptopClock.offMs = offDays * day
    await sync(laptop)
    const beforeMs = real.clock.nowMs()
    const made = await must(laptop, 'POST', '/v1/cases', opening)
    const afterMs = real.clock.nowMs()
    const hoursBefore = (at: unknown, hours: number): number => Date.parse(String(at)) - hours * 60 * minute
    const countedFrom = hoursBefore(made['sla_due_at'], 24)
    expect(countedFrom).toBeGreaterThan(beforeMs - minute)
    expect(countedFrom).toBeLessThan(afterMs + minute)
    // L-41: the number takes no day that the device knows to be wrong.
    const days = [beforeMs, afterMs].map((ms) => new Date(ms).toISOString().slice(0, 10).replaceAll('-', ''))
    expect(days).toContain(String(made['case_number']).split('-')[2])
    expect(Math.abs(Date.parse(String(made['created_at'])) - real.clock.nowMs())).toBeGreaterThan(9 * 365 * day)
    const id = String(made['id'])
    const due = async (service: RunningService): Promise<unknown> =>
      (await must(service, 'GET', `/v1/cases/${id}`))['sla_due_at']
    await must(laptop, 'PUT', `/v1/cases/${id}/priority`, { priority: 'low', notes: 'It can wait.' })
    expect(hoursBefore(await due(laptop), 168)).toBe(countedFrom)
    await sync(laptop)
    await sync(world.hub())
    expect(await due(world.hub())).toBe(await due(laptop))
    laptopClock.offMs = 0
    const verified = await must(laptop, 'POST', `/v1/cases/${id}/verify`)
    expect((verified['findings'] as readonly { code: string }[]).map(({ code }) => code)).not.toContain('row_differs')
  },
)

test('S-95, S-97: a clock that was 14 years ahead, syncs and is set right takes nothing away; verify and doctor say that it was a clock', async () => {
  const policy = (await must(world.hub(), 'GET', '/v1/workspace'))['policy'] as object
  await must(world.hub(), 'PUT', '/v1/workspace/policy', { ...policy, sla_pauses_in_pending_review: true })
  await sync(world.hub())
  await sync(laptop)
  laptopClock.offMs = 14 * 365 * day
  const caseId = await openCase(laptop, 'In 2040')
  await must(laptop, 'PUT', `/v1/cases/${caseId}/status`, { status: 'investigating', notes: 'Looked into.' })
  await must(laptop, 'PUT', `/v1/cases/${caseId}/status`, { status: 'pending_review', notes: 'To be reviewed.' })
  const due = (await must(laptop, 'GET', `/v1/cases/${caseId}`))['sla_due_at']
  await sync(laptop)
  laptopClock.offMs = 0
  // The time for which its deadline stood still began in 2040, and ends now.
  expect(
    await ask(laptop, 'PUT', `/v1/cases/${caseId}/status`, { status: 'investigating', notes: 'Sent back.' }),
  ).toMatchObject({ status: 200 })
  expect(await must(laptop, 'GET', `/v1/cases/${caseId}`)).toMatchObject({ status: 'investigating', sla_due_at: due })
  await sync(laptop)
  expect(await stateOf(laptop)).toMatchObject({ state: 'up_to_date', clock: null, alarms: [] })
  const { folder } = laptop.workspace
  const findings = (await runHere('verify', folder.dir)).lines.filter((line) => line['severity'] === 'fault')
  expect(new Set(findings.map(({ code }) => code))).toEqual(new Set(['time_after_receipt', 'clock_regression']))
  for (const { message } of findings) expect(message).toContain('clock')
  const doctor = await runHere('doctor', '--data', folder.dir)
  expect(doctor.lines.find((line) => line['check'] === 'seals')).toMatchObject({
    state: 'fault',
    advice: expect.stringContaining('a clock was wrong or was set') as string,
  })
  const offMs = 14 * 365 * day
  const shown = (aroundMs: number): string => toTimestamp(real.clock.nowMs() + offMs + aroundMs)
  await must(laptop, 'POST', `/v1/devices/${laptop.workspace.facts.deviceId}/clock-attestations`, {
    from: shown(-60 * minute),
    to: shown(60 * minute),
    ahead_ms: offMs,
    how: 'hub',
    notes: 'Its hub told how far it was ahead.',
  })
  await sync(laptop)
  await sync(world.hub())
  // S-116: what a supervisor has sealed explains it, on every replica.
  for (const service of [laptop, world.hub()]) {
    const verified = await must(service, 'POST', `/v1/cases/${caseId}/verify`)
    expect(verified['verdict']).toBe('intact')
    expect((verified['findings'] as readonly { code: string }[]).map(({ code }) => code)).toContain('clock_attested')
  }
})

test('Y-86: the commands say it where people work without a screen: acquire, sync and doctor', async () => {
  const { folder, ledger } = laptop.workspace
  const caseId = await openCase(laptop, 'Taken in by a command')
  await sync(laptop)
  const file = path.join(world.root, 'seized.bin')
  writeFileSync(file, 'seized')
  const acquired = (name: string) => runHere('acquire', name, '--data', folder.dir, '--case', String(caseId))
  expect((await acquired(file)).stderr).not.toContain('clock')
  // Four minutes: the command makes its token by this computer’s own clock.
  laptopClock.offMs = 4 * minute
  writeFileSync(file, 'seized later')
  expect(await acquired(file)).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('4 minutes ahead of the hub’s') as string,
  })
  expect((await runHere('sync', '--once', '--data', folder.dir)).lines).toMatchObject([
    { clock: expect.stringContaining('4 minutes ahead of the hub’s') as string },
  ])
  await must(laptop, 'PUT', '/v1/sync/settings', { paused: true })
  // The command looks at this computer’s own clock, which is right; so the comparison that is kept has to be of a day
  // to come.
  const kept = await ledger.write(systemActor, async (tx) =>
    ok(await tx.sql.run('update hub_time set hub_ms = ?, wall_ms = ?', Date.now() + day, Date.now() + day)),
  )
  expect(kept.ok).toBe(true)
  const doctor = await runHere('doctor', '--data', folder.dir)
  expect(doctor.lines.find((line) => line['check'] === 'sync')).toMatchObject({
    state: 'warning',
    advice: expect.stringContaining('24 hours behind the hub’s') as string,
  })
})

test('Y-87: a folder that works alone says that its clock was moved', async () => {
  const dir = `${world.root}/alone`
  const made = await createWorkspaceFolder(dir, { institution: 'ACME', name: 'Acme', admin: 'Admin' }, wrongEnv)
  expect(made.ok).toBe(true)
  const started = await startService(
    { dataDir: dir, port: 0, host: '127.0.0.1', role: 'local', limits: { perAddress: 0, perCredential: 0 } },
    wrongEnv,
  )
  if (!started.ok) throw new Error(started.error.message)
  try {
    expect((await stateOf(started.value)).clock).toBeNull()
    laptopClock.offMs = -2 * 60 * minute
    expect((await stateOf(started.value)).clock).toMatchObject({
      compared_at: null,
      message: expect.stringContaining('was set back by 2 hours while the program ran') as string,
    })
  } finally {
    await started.value.close()
  }
})
