import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { systemEnv } from '../../main/platform/env.ts'
import { createLog } from '../../main/platform/log.ts'
import { openWorkspace } from '../../main/storage/ledger/open-workspace.ts'
import type { Workspace } from '../../main/storage/ledger/workspace.ts'
import type { ScreeningStatus } from '../../shared/api/screening.ts'
import type { ScreeningHit } from '../../shared/schema/screening.ts'
import { freshToken, freshWorkspace, runCli, serve, type LiveService } from '../support/live-service.ts'
import { seededRandom } from '../support/random.ts'
import { seedOfRun } from '../support/seed-of-run.ts'

const kills = Number(process.env['FIELDSEAL_SCREENING_KILLS'] ?? 2)
const people = 1_200
const listedPeople = 300
/** Everyone whose number is a multiple bears a listed name. */
const matchEvery = 10

const root = path.resolve(import.meta.dirname, '../..')
const node = path.join(root, 'node_modules/.bin/node')
const command = path.join(root, 'bin/fieldseal.js')

const syllables = ['ba', 'ro', 'ni', 'ke', 'lu', 'ta', 'mi', 'so', 've', 'du', 'ga', 'pe', 'zo', 'ri', 'hu', 'fa']

/** A name that belongs to a number alone. */
const nameOf = (n: number, family: string): string => {
  const word = (from: number): string =>
    [0, 1, 2, 3].map((place) => syllables[Math.floor(from / 16 ** place) % 16] ?? '').join('')
  const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
  return `${capital(word(n * 40_503))} ${capital(family)}${word(n * 30_011 + 7)}`
}

const listedName = (n: number): string => nameOf(n, 'l')
const personName = (n: number): string =>
  n % matchEvery === 0 ? listedName((n / matchEvery) % listedPeople) : nameOf(n, 'q')

const listFile = (entries: readonly (readonly [id: string, name: string])[]): string =>
  ['id,name,kind', ...entries.map(([id, name]) => `${id},${name},person`), ''].join('\n')
const firstEntries = Array.from({ length: listedPeople }, (_, n) => [`E${n}`, listedName(n)] as const)
/** The next version lets some go, changes some, and names people who were clear before. */
const nextEntries = [
  ...firstEntries.slice(20).map(([id, name], n) => [id, n % 9 === 0 ? `${name} Junior` : name] as const),
  ...Array.from({ length: 40 }, (_, n) => [`N${n}`, personName(n * 17 + 1)] as const),
]

interface World {
  readonly dataDir: string
  readonly userId: number
  readonly files: Readonly<Record<'people' | 'first' | 'next' | 'out', string>>
}

const makeWorld = (): World => {
  const { dataDir, credentials } = freshWorkspace()
  const at = (name: string): string => path.join(path.dirname(dataDir), name)
  const files = { people: at('people.csv'), first: at('first.csv'), next: at('next.csv'), out: at('out.csv') }
  writeFileSync(
    files.people,
    ['id,name,kind', ...Array.from({ length: people }, (_, n) => `C-${n},${personName(n)},person`), ''].join('\n'),
  )
  writeFileSync(files.first, listFile(firstEntries))
  writeFileSync(files.next, listFile(nextEntries))
  return { dataDir, userId: credentials.user_id, files }
}

type Read = <T>(address: string) => Promise<T>

/** Reads over the interface, with a token of its own: one ends after 15 minutes. Fails once the service is dead. */
const reader = (service: LiveService, { dataDir, userId }: World): Read => {
  const token = freshToken(dataDir, userId)
  const local = JSON.parse(readFileSync(path.join(dataDir, 'service.json'), 'utf8')) as { institution_key: string }
  const headers = { authorization: `Bearer ${token}`, 'x-api-key': local.institution_key }
  return async <T>(address: string) => (await (await fetch(new URL(address, service.url), { headers })).json()) as T
}

interface ScreeningOfFile {
  /** Its exit code; null where it was killed. */
  readonly ended: Promise<number | null>
  kill(): void
}

/** Screens the whole file into the register, in a process of its own. */
const screenFile = ({ dataDir, files }: World): ScreeningOfFile => {
  const child = spawn(
    node,
    [command, 'screen', files.people, '--data', dataDir, '--out', files.out, '--register', 'customer'],
    { stdio: 'ignore' },
  )
  return {
    ended: new Promise((resolve) => child.once('exit', (code) => resolve(code))),
    kill: () => void child.kill('SIGKILL'),
  }
}

/** The results without the ages of the lists, which the day tells. */
const resultsOf = ({ files }: World): string => readFileSync(files.out, 'utf8').replaceAll(/\(\d+ days old\)/gu, '')

/** Looks into a folder that nobody has open. */
const within = async <T>(dataDir: string, look: (db: Workspace['db']) => Promise<T>): Promise<T> => {
  const opened = await openWorkspace(dataDir, systemEnv(createLog('silent')))
  if (!opened.ok) throw new Error(opened.error.message)
  try {
    return await look(opened.value.db)
  } finally {
    await opened.value.close()
  }
}

/** Everybody in the register. */
const subjectsIn = (dataDir: string): Promise<readonly unknown[]> =>
  within(dataDir, (db) =>
    db.selectFrom('screening_subjects').select(['kind', 'id', 'name', 'waiting']).orderBy('id').execute(),
  )

/** Whether a screening of everybody was begun and has not ended. */
const isCutShort = (dataDir: string): Promise<boolean> =>
  within(
    dataDir,
    async (db) =>
      (await db.selectFrom('screening_runs').select('n').where('finished_at', 'is', null).execute()).length > 0,
  )

/** Whether the second version of the list has come in. */
const hasNext = (dataDir: string): Promise<boolean> =>
  within(
    dataDir,
    async (db) =>
      (await db.selectFrom('watchlist_versions').select('version').where('version', '=', 2).execute()).length > 0,
  )

const statusOf = async (read: Read): Promise<ScreeningStatus> =>
  (await read<{ data: ScreeningStatus }>('/v1/screening/status')).data

/** Waits until nothing is left to be screened; the list of that version was taken account of. */
const settled = async (read: Read, version: string): Promise<ScreeningStatus> => {
  for (;;) {
    const status = await statusOf(read)
    if (
      status.waiting === 0 &&
      status.run?.finished_at !== null &&
      (status.run === null || status.run.lists.every((list) => list.version === version)) &&
      status.lists[0]?.version === version &&
      (version === '1' || status.run !== null)
    )
      return status
  }
}

/** Everything that walks by a cursor. */
const everything = async <T>(read: Read, address: string): Promise<T[]> => {
  const all: T[] = []
  for (let after: string | null = ''; after !== null;) {
    const page: { data: T[]; next: string | null } = await read(
      `${address}&size=100${after === '' ? '' : `&after=${encodeURIComponent(after)}`}`,
    )
    all.push(...page.data)
    after = page.next
  }
  return all
}

interface Outcome {
  readonly hits: readonly string[]
  /** Who has an alert and how grave it is, once for each that it has. */
  readonly alerts: readonly string[]
}

const outcomeOf = async (read: Read): Promise<Outcome> => {
  const hits: string[] = []
  for (const state of ['open', 'gone']) {
    for (const hit of await everything<ScreeningHit>(read, `/v1/screening/hits?state=${state}`))
      hits.push([hit.subject.id, hit.list, hit.entry_id, hit.state, hit.score].join(' '))
  }
  const alerts = await everything<{ entity: { id: string }; score: number; risk_level: string; title: string }>(
    read,
    '/v1/alerts?source=screening&status=new,in_review,escalated,confirmed,false_positive,dismissed',
  )
  return {
    hits: hits.sort(),
    alerts: alerts
      .map(({ entity, score, risk_level: level, title }) => [entity.id, score, level, title].join(' '))
      .sort(),
  }
}

const importArgs = ({ dataDir, files }: World, file: 'first' | 'next'): readonly string[] => [
  'import',
  'list',
  files[file],
  '--data',
  dataDir,
  '--list',
  'office',
  '--title',
  'Our own list',
]

const importList = (world: World, file: 'first' | 'next'): void => {
  const run = runCli(...importArgs(world, file))
  if (run.code !== 0) throw new Error(run.stderr)
}

/** What comes of it where nothing is killed. */
const undisturbed = async (): Promise<{
  readonly afterFile: Outcome
  readonly afterList: Outcome
  readonly results: string
  readonly subjects: readonly unknown[]
}> => {
  const world = makeWorld()
  importList(world, 'first')
  const service = await serve(world.dataDir)
  const read = reader(service, world)
  expect(await screenFile(world).ended).toBe(0)
  await settled(read, '1')
  const afterFile = await outcomeOf(read)
  importList(world, 'next')
  await settled(read, '2')
  const afterList = await outcomeOf(read)
  expect(await service.stop()).toBe(0)
  const [results, subjects] = [resultsOf(world), await subjectsIn(world.dataDir)]
  rmSync(path.dirname(world.dataDir), { recursive: true, force: true })
  return { afterFile, afterList, results, subjects }
}

/** A service commits about so often before it answers: earlier deaths teach nothing of screening. */
const commitsOfStart = 5
/** Commits of a service from its start to the end of a screening of everybody are fewer. */
const commitsMost = 30

/**
 * Starts a service that dies (SIGKILL) at its n-th commit, lets it do `work`, and waits for its end; answers false
 * where it came to rest and was stopped instead.
 */
const dyingAt = async (commit: number, world: World, work: () => void): Promise<boolean> => {
  const env = {
    NODE_OPTIONS: `--import=${path.resolve('test/support/die-at-commit.ts')}`,
    DIE_AT_COMMIT: String(commit),
  }
  const service = await serve(world.dataDir, env).catch(() => null)
  if (service === null) return true
  const died = new Promise<true>((resolve) => service.process.once('exit', () => resolve(true)))
  work()
  // Whoever asks a dead service gets no answer; that it died is told by its end.
  const rests = settled(reader(service, world), '2').then(
    () => false,
    () => died,
  )
  if (await Promise.race([died, rests])) return true
  await service.stop()
  return false
}

/**
 * Brings the second version in and screens everybody by it, through services that die one commit later each time;
 * answers how many runs were cut short.
 */
const screenAgainKilled = async (world: World): Promise<number> => {
  let cut = 0
  let commit = commitsOfStart
  for (; !(await hasNext(world.dataDir)) && commit < commitsMost; commit += 1)
    await dyingAt(commit, world, () => runCli(...importArgs(world, 'next')))
  for (commit = commitsOfStart; commit < commitsMost && (await dyingAt(commit, world, () => undefined)); commit += 1)
    if (await isCutShort(world.dataDir)) cut += 1
  expect(commit, 'a service that comes to rest').toBeLessThan(commitsMost)
  return cut
}

describe('screening survives kill -9', () => {
  test(`${kills} kills while a whole file is screened, and at every commit while a new list screens everybody again: no half file, the same results, hits and alerts, and no alert twice`, async () => {
    const seed = seedOfRun()
    console.log(`screening kills: seed ${seed}, ${kills} kills of the file`)
    const random = seededRandom(seed)
    const expected = await undisturbed()
    expect(expected.afterFile.hits.length).toBeGreaterThan(people / matchEvery / 2)
    expect(expected.afterList.hits).not.toEqual(expected.afterFile.hits)
    expect(new Set(expected.afterList.alerts).size).toBe(expected.afterList.alerts.length)
    expect(expected.subjects).toHaveLength(people)

    const world = makeWorld()
    importList(world, 'first')
    let service = await serve(world.dataDir)
    let read = reader(service, world)
    const cut = { files: 0, runs: 0 }
    for (let kill = 0; kill < kills; kill++) {
      const before = (await statusOf(read)).subjects
      const hadResults = existsSync(world.files.out)
      const running = screenFile(world)
      const ended = { yes: false }
      void running.ended.then(() => {
        ended.yes = true
      })
      // The moment of the kill is counted in subjects that came and answers of the service, not in time. Those of an
      // earlier round come again, unchanged.
      const subjects = Math.min(people - 1, before + 1 + Math.floor(random() * (people / kills)))
      while (!ended.yes && (await statusOf(read)).subjects < subjects);
      // Whoever asks and whoever answers are killed in turn.
      if (kill % 2 === 0) running.kill()
      else await service.kill()
      if ((await running.ended) !== 0) {
        cut.files += 1
        expect(existsSync(world.files.out)).toBe(hadResults)
      }
      if (kill % 2 === 1) {
        service = await serve(world.dataDir)
        read = reader(service, world)
      }
      // Results are written when everybody was screened: before that there is nothing that a cut could have left.
      if ((await statusOf(read)).subjects < people) expect(existsSync(`${world.files.out}.part`)).toBe(false)
    }
    expect(cut.files, 'files that were cut short').toBeGreaterThan(0)
    expect(await screenFile(world).ended).toBe(0)
    expect(resultsOf(world)).toBe(expected.results)
    await settled(read, '1')
    expect(await outcomeOf(read)).toEqual(expected.afterFile)

    expect(await service.stop()).toBe(0)
    cut.runs = await screenAgainKilled(world)
    expect(cut.runs, 'screenings of everybody that were cut short').toBeGreaterThan(0)
    service = await serve(world.dataDir)
    read = reader(service, world)
    await settled(read, '2')
    expect(await outcomeOf(read)).toEqual(expected.afterList)
    console.log(
      `screening kills: ${JSON.stringify(cut)} in the middle, ${expected.afterList.hits.length} hits, ${expected.afterList.alerts.length} alerts`,
    )
    expect(await service.stop()).toBe(0)
    expect(await subjectsIn(world.dataDir)).toEqual(expected.subjects)
    expect(runCli('verify', world.dataDir).lines.at(-1)).toMatchObject({ verdict: 'intact' })
    rmSync(path.dirname(world.dataDir), { recursive: true, force: true })
  })
})
