import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemEnv } from '../../../main/platform/env.ts'
import { createLog } from '../../../main/platform/log.ts'
import { openReadOnly } from '../../../main/storage/ledger/open-read-only.ts'
import { damageIn, damageOf } from '../../../main/storage/sqlite/damage.ts'
import { runHere, serveHere } from '../../support/command-here.ts'
import { runCli, v1Headers } from '../../support/live-service.ts'
import { openRaw } from '../../support/raw-database.ts'
import { seededRandom } from '../../support/random.ts'
import { someOf } from '../../support/tries.ts'
import { type WorkedWorkspace, workedWorkspace } from '../../support/worked-workspace.ts'

const pageBytes = 4_096

describe('A flipped byte anywhere in the encrypted database file', () => {
  let worked: WorkedWorkspace
  let dataDir: string
  let file: string
  let sound: Buffer

  const flip = (at: number): void => {
    const altered = Buffer.from(sound)
    altered[at] = (altered[at] ?? 0) ^ 0x10
    writeFileSync(file, altered)
  }

  beforeAll(async () => {
    worked = await workedWorkspace()
    dataDir = path.join(mkdtempSync(path.join(tmpdir(), 'fieldseal-flipped-')), 'data')
    cpSync(worked.dataDir, dataDir, { recursive: true })
    file = path.join(dataDir, 'fieldseal.db')
    const db = openRaw(dataDir)
    // A free page holds nothing and is read by nobody; everything else must be noticed.
    db.exec('vacuum')
    db.pragma('journal_mode = DELETE')
    db.close()
    sound = readFileSync(file)
  })
  afterAll(() => {
    for (const dir of [dataDir, worked.dataDir]) rmSync(path.dirname(dir), { recursive: true })
  })

  /** How the damage is met; null where it is not. */
  const metBy = async (): Promise<string | null> => {
    try {
      const opened = await openReadOnly(dataDir, systemEnv(createLog('silent')))
      if (!opened.ok) return damageIn(opened.error)
      try {
        return opened.value.pageProblems().length > 0 ? 'pages' : null
      } finally {
        opened.value.close()
      }
    } catch (error) {
      return damageOf(error)
    }
  }

  test(
    'is found: in the first hundred bytes, and in the pages, at their ends and within',
    { timeout: 240_000 },
    async () => {
      expect(await metBy()).toBeNull()
      const random = seededRandom(20_261_121)
      const pages = Array.from({ length: sound.length / pageBytes }, (_, page) => page * pageBytes)
      const places = [
        ...Array.from({ length: 100 }, (_, at) => at),
        ...pages.flatMap((page) => [page, page + Math.floor(random() * pageBytes), page + pageBytes - 1]),
      ]
      const unnoticed: number[] = []
      for (const at of someOf(places, 9)) {
        flip(at)
        if ((await metBy()) === null) unnoticed.push(at)
      }
      expect(unnoticed).toEqual([])
    },
  )

  test(
    'is told by verify, doctor, token, backup and serve in words, with exit code 1',
    { timeout: 240_000 },
    async () => {
      const last = sound.length - 100
      for (const [at, opens] of [
        [0, false],
        [20, false],
        [2_000, false],
        [last, true],
      ] as const) {
        flip(at)
        const verified = await runHere('verify', dataDir)
        expect(verified).toMatchObject({
          code: 1,
          lines: [{ verdict: 'faults_found', error: expect.stringMatching(/^SQLITE_/) as string }],
        })
        expect(verified.stderr).toMatch(/damaged.*restore a backup/)
        const examined = await runHere('doctor', '--data', dataDir)
        expect(examined.code).toBe(1)
        expect(examined.lines.find((line) => line['check'] === 'database')).toMatchObject({
          state: 'fault',
          advice: expect.stringMatching(/restore the newest backup/) as string,
        })
        const out = path.join(path.dirname(dataDir), 'copy.db')
        const copied = await runHere('backup', '--data', dataDir, '--out', out)
        expect(copied).toMatchObject({ code: 1, lines: [] })
        const runs = [verified, examined, copied]
        // Of one, what the commands are as processes of their own.
        const run = at === 0 ? runCli : runHere
        if (!opens)
          runs.push(
            await run('serve', '--data', dataDir),
            await runHere('token', '--data', dataDir, '--user', '1'),
            await run('verify', dataDir),
          )
        for (const run of runs) {
          expect(run.code).toBe(1)
          expect(run.stderr).not.toMatch(/SqliteError|at .*\.[jt]s:/)
        }
      }
    },
  )

  test('is told to who meets it over the interface, and the service goes on', { timeout: 120_000 }, async () => {
    writeFileSync(file, sound)
    const db = openRaw(dataDir)
    // The page on which the text of the case's first disclosure begins.
    const { page } = db.prepare("select rootpage as page from sqlite_master where name = 'disclosures'").get() as {
      page: number
    }
    db.close()
    await (await serveHere(dataDir)).stop()
    sound = readFileSync(file)
    flip((page - 1) * pageBytes + 1_000)
    const damaged = await serveHere(dataDir)
    const answer = await fetch(new URL(`/v1/cases/${worked.caseId}/timeline`, damaged.url), {
      headers: v1Headers(worked.credentials),
    })
    expect([answer.status, await answer.text()]).toEqual([
      500,
      expect.stringMatching(/database file is damaged/) as string,
    ])
    expect((await fetch(new URL('/v1/me', damaged.url), { headers: v1Headers(worked.credentials) })).status).toBe(200)
    await damaged.stop()
  })

  test('a file that was cut off, emptied or exchanged is told in words', { timeout: 120_000 }, async () => {
    for (const content of [
      sound.subarray(0, pageBytes * 3),
      sound.subarray(0, 700),
      Buffer.alloc(sound.length, 7),
      Buffer.alloc(0),
    ]) {
      writeFileSync(file, content)
      const run = await runHere('verify', dataDir)
      expect(run).toMatchObject({ code: 1, lines: [{ verdict: 'faults_found' }] })
      expect(run.stderr).toMatch(/damaged/)
    }
    const served = await runHere('serve', '--data', dataDir)
    expect(served.code).toBe(1)
    expect(served.stderr).toMatch(/damaged/)
    expect(readFileSync(file)).toHaveLength(0)
  })
})
