import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { runHere } from '../../support/command-here.ts'
import { startCliBench } from './cli-bench.ts'

const nobody = 65_534

let scratch = ''
let dir = ''
/** For temporary files, and nobody else's: what other tests make meanwhile is not this one's. */
let temporary = ''

/** Everything below a folder, the folder first. */
const everything = (top: string): string[] => [
  top,
  ...readdirSync(top, { recursive: true, encoding: 'utf8' }).map((name) => path.join(top, name)),
]

/** A folder as a power cut leaves it: the database with a log beside it that holds all that was written last. */
const cutOff = async (): Promise<void> => {
  const at = await startCliBench()
  try {
    await at.bench.createCase('Only in the log')
    cpSync(at.bench.dataDir, dir, { recursive: true })
  } finally {
    await at.close()
  }
  for (const name of ['service.json', 'lock.db-journal', 'fieldseal.db-shm'])
    rmSync(path.join(dir, name), { force: true })
}

/** Takes every right to write there away, and works as somebody whom that binds: nothing binds the user root. */
const writeProtected = async <T>(work: () => Promise<T>): Promise<T> => {
  const isRoot = process.getuid?.() === 0
  for (const place of everything(scratch).reverse()) {
    if (isRoot) chownSync(place, nobody, nobody)
    chmodSync(place, place.endsWith('.key') || /\.\w+(-wal)?$/u.test(place) ? 0o400 : 0o500)
  }
  if (isRoot) process.seteuid?.(nobody)
  try {
    return await work()
  } finally {
    if (isRoot) process.seteuid?.(0)
    for (const place of everything(scratch)) chmodSync(place, 0o700)
  }
}

const fingerprint = (): string[] =>
  everything(dir)
    .filter((place) => /\.\w+(-\w+)?$/u.test(place))
    .sort()
    .map((file) => `${file} ${createHash('sha256').update(readFileSync(file)).digest('hex')}`)

// What a command loads when it first runs is loaded by somebody who can read it.
beforeAll(async () => {
  const at = await startCliBench()
  expect([
    await runHere('verify', at.bench.dataDir),
    await at.run('doctor'),
    await at.run('user', 'list'),
  ]).toMatchObject([{ code: 0 }, { code: 0 }, { code: 0 }])
  await at.close()
})
beforeEach(() => {
  scratch = mkdtempSync(path.join(tmpdir(), 'fieldseal-protected-'))
  dir = path.join(scratch, 'data')
  temporary = mkdtempSync(path.join(tmpdir(), 'fieldseal-temporary-'))
  chmodSync(temporary, 0o777)
  vi.stubEnv('TMPDIR', temporary)
})
afterEach(() => {
  vi.unstubAllEnvs()
  for (const place of [scratch, temporary]) rmSync(place, { recursive: true })
})

describe.skipIf(process.platform === 'win32')('L-5: a folder that cannot be written', { timeout: 120_000 }, () => {
  for (const [what, log] of [
    ['closed cleanly', false],
    ['with a log that a power cut left', true],
  ] as const) {
    it(`is verified and examined where it is, ${what}, and nothing changes or is left behind`, async () => {
      if (log) await cutOff()
      else expect(await runHere('init', '--data', dir, '--institution', 'ACME')).toMatchObject({ code: 0 })
      if (!log) for (const end of ['-wal', '-shm']) rmSync(path.join(dir, `fieldseal.db${end}`), { force: true })
      const before = fingerprint()
      expect(existsSync(path.join(dir, 'fieldseal.db-wal'))).toBe(log)
      const seen = await writeProtected(async () => ({
        verify: await runHere('verify', dir),
        doctor: await runHere('doctor', '--data', dir),
        serve: await runHere('serve', '--data', dir),
        list: await runHere('user', 'list', '--data', dir),
      }))
      expect(seen.verify).toMatchObject({ code: 0 })
      expect(seen.verify.lines.at(-1)).toMatchObject({ verdict: 'intact', cases: log ? 1 : 0 })
      expect(seen.doctor.lines.filter(({ check }) => check === 'database')).toMatchObject([
        { state: 'ok', detail: expect.stringContaining('cannot be written') as string },
      ])
      expect(seen.doctor.lines.at(-1)).toEqual({ healthy: true })
      for (const refused of [seen.serve, seen.list]) {
        expect(refused).toMatchObject({ code: 1, lines: [] })
        expect(refused.stderr).toMatch(
          /cannot be written: it is on a read-only medium.*Nothing was changed.*copy it to a disk/s,
        )
      }
      expect(fingerprint()).toEqual(before)
      expect(readdirSync(temporary)).toEqual([])
    })
  }
})

it('a database that cannot be opened, in a folder that can be written, is not called damaged', async () => {
  expect(await runHere('init', '--data', dir, '--institution', 'ACME')).toMatchObject({ code: 0 })
  for (const end of ['-wal', '-shm']) rmSync(path.join(dir, `fieldseal.db${end}`), { force: true })
  // SQLite needs a file of this name.
  mkdirSync(path.join(dir, 'fieldseal.db-wal'))
  const doctor = await runHere('doctor', '--data', dir)
  expect(doctor.lines.filter(({ check }) => check === 'database')).toMatchObject([
    {
      state: 'fault',
      detail: expect.stringContaining('could not be looked at') as string,
      advice: expect.stringContaining('says nothing of what is in it') as string,
    },
  ])
  expect(doctor.lines.at(-1)).toEqual({ healthy: false })
  const verify = await runHere('verify', dir)
  expect(verify).toMatchObject({ code: 1, lines: [] })
  expect(verify.stderr).toMatch(
    /^fieldseal verify: a database file could not be opened.*says nothing of what is in it/s,
  )
})
