import { readdirSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../api/support.ts'
import { asArray, asLines, company, register } from '../kyb/statements.ts'
import { startCliBench, type CliBench } from './cli-bench.ts'

let cli: CliBench
let auditor: Person
beforeAll(async () => {
  cli = await startCliBench()
  auditor = await cli.bench.addPerson('auditor', 'aud')
})
afterAll(() => cli.close())

const importFile = (file: string, ...more: string[]) => cli.run('import', 'ownership', file, ...more)
/** What is in force: each data set with its version. */
const inForce = async () => {
  const { data } = await cli.bench.ask('GET', '/v4/kyc/kyb', {
    anonymous: true,
    headers: { authorization: `Bearer ${cli.bench.apiKey}`, 'x-workspace-id': cli.bench.workspaceId },
  })
  return data.datasets?.map(({ key, version }) => [key, version])
}

/** Files that are bad as a whole: name, content, exit code, words. */
const badFiles: readonly (readonly [string, () => string | Uint8Array, number, RegExp])[] = [
  ['cut.json', () => asArray(register()).slice(0, 2_000), 1, /nothing of it is in force/],
  ['cut.jsonl.gz', () => gzipSync(asLines(register())).subarray(0, 300), 2, /damaged or cut-off gzip file/],
  [
    'late-cut.jsonl.gz',
    () =>
      gzipSync(
        asLines(Array.from({ length: 3_000 }, (_, index) => company(`c-${index}`, `Company ${index * 7_919}`))),
      ).subarray(0, -40),
    2,
    /damaged or cut-off gzip file/,
  ],
  [
    'nobody.jsonl',
    () => '{"recordType":"entity"}\n',
    1,
    /holds no statement that could be taken; nothing of it is in force/,
  ],
  ['empty.json', () => '', 1, /the file is empty/],
]

describe('import ownership', { timeout: 120_000 }, () => {
  it.each([
    ['an array', 'register.json', () => asArray(register()), false, 1],
    ['a statement a line, packed', 'register.jsonl.gz', () => gzipSync(asLines(register())), true, 2],
  ] as const)('takes %s as the next version of the data set', async (_, name, content, compressed, version) => {
    const run = await importFile(cli.file(name, content()), '--dataset', 'register')
    expect(run).toMatchObject({
      code: 0,
      lines: [
        {
          file: name,
          format: 'bods',
          compressed,
          dataset: 'register',
          version,
          statements: 13,
          parties: 6,
          interests: 7,
          ignored: 0,
          rejected: 0,
        },
      ],
    })
    expect(await inForce()).toEqual([['register', version]])
  })

  it('takes a table, also by the other name of the command', async () => {
    const run = await cli.run(
      'import',
      'companies',
      cli.file('owners.csv', 'owner,owned,share\nNora Lie,Fjord Holding AS,60\nOla Dahl,Fjord Holding AS,40\n'),
      '--dataset',
      'table',
    )
    expect(run).toMatchObject({ code: 0, lines: [{ format: 'csv', dataset: 'table', version: 1, rejected: 0 }] })
    const told = await cli.bench.service.workspace.db
      .selectFrom('event_log')
      .select('data')
      .where('type', '=', 'import.completed')
      .execute()
    expect(told.map(({ data }) => JSON.parse(data) as unknown)).toContainEqual(
      expect.objectContaining({ kind: 'ownership', outcome: 'complete', rows: 2, rejected: 0 }),
    )
  })

  it('tells what it cannot take with its place and the reason, and takes the rest', async () => {
    const statements = [company('a', 'Alpha AS'), { recordType: 'entity' }, 'text', company('b', 'Beta AS')]
    const run = await importFile(cli.file('some.jsonl', asLines(statements)), '--dataset', 'some')
    expect(run).toMatchObject({ code: 0, lines: [{ statements: 4, parties: 2, rejected: 2 }] })
    expect(run.stderr).toMatch(/statement 2.*: \S/)
    expect(run.stderr).toMatch(/statement 3.*: \S/)
  })

  it.each(badFiles)(
    'a file that is bad as a whole (%s) is refused with its reason, and the version before stays in force',
    async (name, content, code, reason) => {
      const before = await inForce()
      const run = await importFile(cli.file(name, content()), '--dataset', 'register')
      expect([run.code, run.stderr]).toEqual([code, expect.stringMatching(reason)])
      expect(await inForce()).toEqual(before)
    },
  )

  it('refuses what cannot work before anything is sent, and whoever may only read', async () => {
    expect(await importFile(cli.path('nothing.json'))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('import ownership: there is no file') as string,
    })
    const file = cli.file('mine.json', asArray(register()))
    expect(await importFile(file, '--dataset', 'My set')).toMatchObject({
      code: 2,
      lines: [],
      stderr: expect.stringContaining('--dataset must be 1 to 40 of a-z') as string,
    })
    const before = await inForce()
    const run = await cli.asPersonHere(auditor, () => importFile(file, '--dataset', 'mine'))
    expect(run).toMatchObject({ code: 1, lines: [] })
    expect(run.stderr).toMatch(/import ownership: .*\[forbidden\]/)
    expect(await inForce()).toEqual(before)
    expect(readdirSync(path.join(cli.bench.dataDir, 'staging')).filter((name) => name.includes('mine'))).toEqual([])
  })
})
