import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import { systemEnv } from '../../../main/platform/env.ts'
import { createLog } from '../../../main/platform/log.ts'
import { openReadOnly } from '../../../main/storage/ledger/open-read-only.ts'
import { spawnCli } from '../cli/spawn-cli.ts'
import { freshTokenHere, freshWorkspaceHere, runHere } from '../../support/command-here.ts'
import { runCli, serve, v1Headers, type Credentials, type LiveService } from '../../support/live-service.ts'
import { tries } from '../../support/tries.ts'
import { foreignExport, languages, type MeantCase } from './foreign-export.ts'

const scratch = mkdtempSync(path.join(tmpdir(), 'fieldseal-import-'))
const inScratch = (name: string): string => path.join(scratch, name)

const records = (file: string): Record<string, string>[] => parse(readFileSync(file), { columns: true, bom: true })

/** What the export says of a case, in the form of what the file meant. */
const exportedCase = (row: Record<string, string>): MeantCase => ({
  reference: row['reference'] ?? '',
  title: row['title'] ?? '',
  description: row['description'] ?? '',
  priority: row['priority'] as MeantCase['priority'],
  status: row['status'] as MeantCase['status'],
  createdAt: Date.parse(row['created_at'] ?? ''),
  customerId: Number(row['customer_id']),
  accountId: Number(row['account_id']),
  alertIds: (row['alert_ids'] ?? '')
    .split(' ')
    .filter((id) => id !== '')
    .map(Number),
  notes: row['notes'] ?? '',
})

const byReference = (cases: readonly MeantCase[]): MeantCase[] =>
  cases.toSorted((left, right) => left.reference.localeCompare(right.reference))

const exportAll = async (dataDir: string, name: string): Promise<MeantCase[]> => {
  const out = inScratch(name)
  expect(await runHere('export', 'cases', '--data', dataDir, '--out', out)).toMatchObject({ code: 0 })
  return byReference(records(out).map(exportedCase))
}

const getJson = async (
  service: LiveService,
  credentials: Credentials,
  token: string,
  address: string,
): Promise<{ data: Record<string, unknown>; pagination: { total: number } }> => {
  const answer = await fetch(new URL(address, service.url), { headers: v1Headers(credentials, token) })
  expect(answer.status).toBe(200)
  return (await answer.json()) as { data: Record<string, unknown>; pagination: { total: number } }
}

const count = tries('FIELDSEAL_IMPORTED', { everyday: 400, full: 2_000 })

describe(`${count} cases in five scripts, as another system exports them`, { timeout: 240_000 }, () => {
  const file = inScratch('tickets.csv')
  const made = foreignExport(count)
  writeFileSync(file, made.text)
  let dataDir = ''
  let credentials: Credentials

  beforeAll(async () => {
    ;({ dataDir, credentials } = await freshWorkspaceHere())
  })

  const importFile = (...more: string[]) =>
    runHere('import', 'cases', file, '--data', dataDir, '--source', 'tickets', ...more)
  const counts = {
    rows: count + made.duplicates + made.broken.size,
    duplicates: made.duplicates,
    rejected: made.broken.size,
  }

  it('a dry run says what would happen and changes nothing', async () => {
    expect(await importFile('--dry-run')).toMatchObject({
      code: 0,
      lines: [{ ...counts, dry_run: true, created: count, already_there: 0 }],
    })
    expect(await exportAll(dataDir, 'empty.csv')).toEqual([])
  })

  it('all good rows are taken; each bad row is kept with line, reason and its cells', () => {
    const rejects = inScratch('rejects.csv')
    const run = runCli('import', 'cases', file, '--data', dataDir, '--source', 'tickets', '--rejects', rejects)
    expect(run).toMatchObject({
      code: 0,
      lines: [{ ...counts, dry_run: false, created: count, already_there: 0, rejects_file: rejects }],
    })
    const rows = parse(readFileSync(rejects), { bom: true, relax_column_count: true })
    expect(rows[0]).toEqual(['line', 'reason', ...made.header])
    const kept = new Map(rows.slice(1).map((row) => [Number(row[0]), row]))
    expect([...kept.keys()]).toEqual([...made.broken.keys()])
    for (const [line, reason] of made.broken) {
      expect(kept.get(line)?.[1]).toMatch(reason)
      expect(kept.get(line)?.[2]).toMatch(/^BAD-/)
    }
  })

  it('they come out again unchanged', async () => {
    expect(await exportAll(dataDir, 'out.csv')).toEqual(byReference(made.meant))
  })

  it('a second run adds nothing, nor does importing the export', async () => {
    expect(await importFile()).toMatchObject({ code: 0, lines: [{ ...counts, created: 0, already_there: count }] })
    const again = await runHere('import', 'cases', inScratch('out.csv'), '--data', dataDir, '--source', 'tickets')
    expect(again).toMatchObject({ code: 0, lines: [{ rows: count, created: 0, already_there: count, rejected: 0 }] })
  })

  it('they are found in their own script, and every seal holds', async () => {
    const service = await serve(dataDir)
    try {
      const token = await freshTokenHere(dataDir, credentials.user_id)
      for (const [index, language] of languages.entries()) {
        const expected = made.meant.filter(
          (meant, at) => at % languages.length === index && meant.description.includes(language.word),
        ).length
        const found = await getJson(
          service,
          credentials,
          token,
          `/v1/cases?size=1&q=${encodeURIComponent(language.word)}`,
        )
        expect([language.word, found.pagination.total]).toEqual([language.word, expected])
      }
    } finally {
      await service.stop()
    }
    const verified = await runHere('verify', dataDir)
    expect(verified.lines.at(-1)).toMatchObject({ verdict: 'intact', cases: count })
    expect(verified.code).toBe(0)
  })

  it('the run is sealed in the chain of the workspace, without the name of the file, and leaves no copy of it', async () => {
    const opened = await openReadOnly(dataDir, systemEnv(createLog('silent')))
    if (!opened.ok) throw new Error(opened.error.message)
    const entries = await opened.value.db.selectFrom('entries').select('payload').where('chain', '=', 0).execute()
    opened.value.close()
    const payloads = entries
      .map((entry) => JSON.parse(entry.payload.toString()) as { type: string; pub: unknown })
      .filter((payload) => payload.type === 'import.completed')
    const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex')
    expect(payloads.map((payload) => payload.pub)).toEqual([
      {
        source: 'tickets',
        file_sha256: sha256,
        file_bytes: statSync(file).size,
        outcome: 'complete',
        ...counts,
        created: count,
        already_there: 0,
        origin: { by: 'import', kind: 'cases', sha256 },
      },
    ])
    expect(JSON.stringify(payloads)).not.toContain('tickets.csv')
    expect(readdirSync(path.join(dataDir, 'staging'))).toEqual([])
  })
})

describe('an import whose service is killed', { timeout: 240_000 }, () => {
  it('goes on behind what it had done: every case exactly once', async () => {
    const { dataDir } = await freshWorkspaceHere()
    const rows = tries('FIELDSEAL_IMPORT_KILLED', { everyday: 400, full: 1_500 })
    const file = inScratch('long.csv')
    const made = foreignExport(rows)
    writeFileSync(file, made.text)
    // It dies in the midst of the rows: at a commit, not at a time.
    const service = await serve(dataDir, {
      NODE_OPTIONS: `--import=${path.resolve('test/support/die-at-commit.ts')}`,
      DIE_AT_COMMIT: '9',
    })
    const died = once(service.process, 'exit')
    const run = spawnCli('import', 'cases', file, '--data', dataDir, '--source', 'tickets')
    expect(await died).toEqual([null, 'SIGKILL'])
    expect((await run.ended).code).toBe(1)
    const rerun = await runHere('import', 'cases', file, '--data', dataDir, '--source', 'tickets')
    expect(rerun.code).toBe(0)
    const { created, already_there: alreadyThere } = rerun.lines[0] as { created: number; already_there: number }
    expect(alreadyThere).toBeGreaterThan(0)
    expect(alreadyThere).toBeLessThan(rows)
    expect(created + alreadyThere).toBe(rows)
    expect(await exportAll(dataDir, 'after-kill.csv')).toEqual(byReference(made.meant))
    expect((await runHere('verify', dataDir)).code).toBe(0)
  })
})

describe('files of other encodings', { timeout: 240_000 }, () => {
  let dataDir = ''
  beforeAll(async () => {
    ;({ dataDir } = await freshWorkspaceHere())
  })
  const lines =
    'Referenz;Titel;Erstellt am;Bearbeiter\r\nA-1;Fälschung für 5 €;29.03.2026 02:30;niemand\r\nA-2;Größere Lücke;29.03.2026 03:30;Administrator\r\n'
  it.each([
    ['windows-1252', Buffer.from(lines.replace('€', '\u0080'), 'latin1'), 'a'],
    ['utf-16le', Buffer.from(`\ufeff${lines}`, 'utf16le'), 'b'],
  ])(
    '%s is recognised; a local time that does not exist is refused with its reason',
    async (encoding, bytes, source) => {
      const file = inScratch(`${source}.csv`)
      writeFileSync(file, bytes)
      const run = await runHere(
        'import',
        'cases',
        file,
        '--data',
        dataDir,
        '--source',
        source,
        '--time-zone',
        'Europe/Berlin',
      )
      expect(run).toMatchObject({ code: 0, lines: [{ encoding, rows: 2, created: 1, rejected: 1 }] })
      expect(run.stderr).toMatch(/line 2, Erstellt am: “[^”]+” does not exist in Europe\/Berlin/)
      expect(await exportAll(dataDir, `${source}-out.csv`)).toContainEqual(
        expect.objectContaining({ reference: 'A-2', title: 'Größere Lücke', createdAt: Date.UTC(2026, 2, 29, 1, 30) }),
      )
    },
  )
  it('a file without a column that looks like a title is refused as bad usage, naming its columns', async () => {
    const file = inScratch('numbers.csv')
    writeFileSync(file, 'a,b\n1,2\n')
    const run = await runHere('import', 'cases', file, '--data', dataDir)
    expect(run.code).toBe(2)
    expect(run.stderr).toMatch(/--mapping COLUMN=title.*a, b/)
  })
})
