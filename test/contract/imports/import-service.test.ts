import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { writeXlsx } from 'hucre/xlsx'
import { beforeEach, describe, expect, it } from 'vitest'
import { refusal, type Refusal } from '../../../shared/api/errors.ts'
import type { ImportJob } from '../../../shared/api/workspace.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { systemRandom } from '../../../main/platform/random.ts'
import { filesWith } from '../../support/files-with.ts'
import { startImportService, type ImportService, type RunInput } from '../../../main/server/imports/import-service.ts'
import type { ImportActor, ImportSummary, ImportTarget } from '../../../main/server/imports/ports.ts'

const actor: ImportActor = { userId: 1, userUid: 'u', role: 'admin' }
const input: RunInput = { mapping: { reference: 0, title: 1 }, source: 'tickets', time_zone: 'UTC', dry_run: false }

/** A workspace in memory, with a way to get between its commands. */
class FakeTarget implements ImportTarget {
  readonly opened: string[] = []
  readonly summaries: ImportSummary[] = []
  whyUnsealed: Refusal | undefined = undefined
  beforeOpen: (reference: string) => Promise<Refusal | undefined> | Refusal | undefined = () => undefined
  knownReferences(_system: string, references: readonly string[]) {
    return Promise.resolve(new Set(references.filter((reference) => this.opened.includes(reference))))
  }
  async openCase(_actor: ImportActor, _system: string, row: { reference: string }): Promise<Result<void, Refusal>> {
    const refused = await this.beforeOpen(row.reference)
    if (refused !== undefined) return fail(refused)
    this.opened.push(row.reference)
    return ok(undefined)
  }
  owners() {
    return Promise.resolve([])
  }
  sealSummary(_actor: ImportActor, summary: ImportSummary): Promise<Result<void, Refusal>> {
    if (this.whyUnsealed !== undefined) return Promise.resolve(fail(this.whyUnsealed))
    this.summaries.push(summary)
    return Promise.resolve(ok(undefined))
  }
}

const value = <T>(result: Result<T, Refusal>): T => {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`)
  return result.value
}
const codeOf = (result: Result<unknown, Refusal>): string => (result.ok ? 'ok' : result.error.code)

const csv = (rows: number): string =>
  `ref,title\n${Array.from({ length: rows }, (_, row) => `R-${row},Case ${row}\n`).join('')}`
const body = (text: string): Readable => Readable.from([Buffer.from(text)])

describe('the import service', () => {
  let dataDir = ''
  let target: FakeTarget
  let service: ImportService
  let failures: unknown[]
  const staging = (): string[] => readdirSync(path.join(dataDir, 'staging'))
  const start = async (): Promise<void> => {
    let ids = 0
    failures = []
    const newId = (): string => `00000000-0000-7000-8000-${String((ids += 1)).padStart(12, '0')}`
    service = await startImportService(target, {
      dataDir,
      random: systemRandom(),
      nowMs: () => Date.UTC(2026, 0, 1),
      newId,
      onFailure: (error) => failures.push(error),
    })
  }
  const ended = async (id: string): Promise<ImportJob> => {
    for (;;) {
      const job = value(service.read(id))
      if (job.state !== 'running') return job
      await setImmediate()
    }
  }
  const textOf = async (rows: AsyncIterable<string>): Promise<string> => {
    let text = ''
    for await (const piece of rows) text += piece
    return text
  }

  beforeEach(async () => {
    dataDir = mkdtempSync(path.join(tmpdir(), 'fieldseal-staging-'))
    mkdirSync(path.join(dataDir, 'staging'))
    target = new FakeTarget()
    await start()
  })

  it('stages a file that only its owner can read, hashed, with columns, sample and guess', async () => {
    const job = value(await service.stage('a.csv', body('Key;Summary\n1;x\n2;y\n')))
    expect(job).toMatchObject({
      state: 'staged',
      file_name: 'a.csv',
      bytes: 20,
      encoding: 'utf-8',
      delimiter: ';',
      columns: ['Key', 'Summary'],
      guess: { reference: 0, title: 1 },
      rows: 2,
      sample: [
        ['1', 'x'],
        ['2', 'y'],
      ],
    })
    expect(job.sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(statSync(path.join(dataDir, 'staging', staging()[0] ?? '')).mode & 0o777).toBe(0o600)
  })

  it('refuses what is no CSV in words, and keeps nothing of it', async () => {
    const workbook = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(26), Buffer.from('xl/workbook.xml')])
    const refused = await service.stage('cases.csv', Readable.from([workbook]))
    expect(refused).toMatchObject({
      ok: false,
      error: {
        message: expect.stringMatching(/^the file is a workbook that cannot be read.+Nothing was imported/u) as string,
      },
    })
    expect(staging()).toEqual([])
  })

  it('runs no file whose encoding is only guessed, until it is named', async () => {
    const czech = Buffer.from([...Buffer.from('reference;title\n1;Kova'), 0xe8, ...Buffer.from('evi'), 0xe6, 0x0a])
    const guessed = value(await service.stage('a.csv', Readable.from([czech])))
    expect(guessed).toMatchObject({
      encoding_sure: false,
      encoding_line: expect.stringMatching(/^1;Kova.evi.$/u) as string,
    })
    for (const dry of [true, false]) {
      const refused = service.run(actor, guessed.id, { ...input, dry_run: dry })
      expect(refused).toMatchObject({
        ok: false,
        error: { code: 'unknown_reference', details: [{ path: 'query.encoding' }] },
      })
    }
    const named = value(await service.stage('a.csv', Readable.from([czech]), { encoding: 'windows-1250' }))
    expect(named).toMatchObject({
      encoding: 'windows-1250',
      encoding_sure: true,
      encoding_line: '1;Kovačević',
      sample: [['1', 'Kovačević']],
    })
    value(service.run(actor, named.id, input))
    expect(await ended(named.id)).toMatchObject({ state: 'done', created: 1 })
  })

  it('has nothing of a file or of its rejects in the clear, and takes no altered one', async () => {
    const { id } = value(await service.stage('a.csv', body(`${csv(100)}R-7,Vermögensbetrug\nSchwester Agathe,\n`)))
    value(service.run(actor, id, { ...input, dry_run: true }))
    expect(await ended(id)).toMatchObject({ state: 'done', rejected: 1 })
    expect(staging()).toHaveLength(2)
    expect(await textOf(value(service.rejects(id)).rows)).toContain('Schwester Agathe')
    expect(filesWith(dataDir, ['Vermögensbetrug', 'Schwester Agathe', 'ref,title', 'Case 42', 'reason'])).toEqual([])

    const file = path.join(dataDir, 'staging', `${id}.csv`)
    const content = readFileSync(file)
    content[200] = (content[200] ?? 0) ^ 1
    writeFileSync(file, content)
    value(service.run(actor, id, input))
    expect(await ended(id)).toMatchObject({ state: 'failed', created: 0 })
    expect(failures).toEqual([expect.objectContaining({ message: expect.stringMatching(/altered/) as string })])
  })

  it('finds a header below other lines, takes the line that is named, and counts what stands above', async () => {
    const text = 'Export of the tracker\nmade by A. Example\n\nref,title\nR-1,One\n'
    const found = value(await service.stage('a.csv', body(text)))
    expect(found).toMatchObject({
      header_line: 4,
      columns: ['ref', 'title'],
      rows: 1,
      left_out: { above: 2, blank: 0, header: 0, total: 0, comment: 0, pending: 0 },
    })
    const named = value(await service.stage('a.csv', body(`${text}who,what\nX,Y\n`), { headerLine: 6 }))
    expect(named).toMatchObject({ header_line: 6, columns: ['who', 'what'], rows: 1, sample: [['X', 'Y']] })
    expect(codeOf(await service.stage('a.csv', body(text), { headerLine: 9 }))).toBe('invalid_request')
  })

  it('opens cases from a sheet of a workbook, by the types of its cells', async () => {
    const bytes = await writeXlsx({
      sheets: [
        { name: 'Empty', rows: [] },
        {
          name: 'Tickets',
          rows: [
            ['Key', 'Title', 'Created', 'Note'],
            ['W-1', 'One', new Date(Date.UTC(2024, 2, 1, 9, 30))],
            ['W-2', 'Two'],
          ],
        },
      ],
    })
    const found = value(await service.stage('a.xlsx', Readable.from([Buffer.from(bytes)])))
    expect(found).toMatchObject({
      format: 'xlsx',
      delimiter: null,
      sheet: 'Tickets',
      sheets: [
        { name: 'Empty', rows: 0 },
        { name: 'Tickets', rows: 3 },
      ],
      rows: 2,
      sample: [
        ['W-1', 'One', '2024-03-01T09:30:00', ''],
        ['W-2', 'Two', '', ''],
      ],
    })
    value(service.run(actor, found.id, { ...input, mapping: found.guess }))
    expect(await ended(found.id)).toMatchObject({ state: 'done', created: 2, rejected: 0 })
    expect(codeOf(await service.stage('a.xlsx', Readable.from([Buffer.from(bytes)]), { sheet: 'No' }))).toBe(
      'invalid_request',
    )
  })

  it('refuses a file without a header, and keeps nothing of it', async () => {
    expect(codeOf(await service.stage('a.csv', body('')))).toBe('invalid_request')
    expect(codeOf(await service.stage('a.csv', body('"never closed,a\n1,2')))).toBe('invalid_request')
    expect(staging()).toEqual([])
  })

  it('keeps nothing of an upload that breaks off', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('a,b\n')
        await setImmediate()
        throw new Error('the client went away')
      })(),
    )
    await expect(service.stage('a.csv', broken)).rejects.toThrow('went away')
    expect(staging()).toEqual([])
  })

  it('seals a run that opened something, deletes the staged file, and cannot run it twice', async () => {
    const { id, sha256 } = value(await service.stage('a.csv', body(`${csv(100)}R-0,again\nR-X,\n,\nref,title\n`)))
    value(service.run(actor, id, input))
    const job = await ended(id)
    expect(job).toMatchObject({
      state: 'done',
      left_out: { above: 0, blank: 1, header: 1, total: 0, comment: 0, pending: 0 },
      rows: 102,
      created: 100,
      duplicates: 1,
      rejected: 1,
      problems: [{ line: 103, column: 'title' }],
    })
    expect(target.summaries).toEqual([
      expect.objectContaining({
        sha256,
        source: 'tickets',
        outcome: 'complete',
        created: 100,
        duplicates: 1,
        rejected: 1,
      }),
    ])
    expect(staging()).toEqual([`${id}.rejects.csv`])
    expect(await textOf(value(service.rejects(id)).rows)).toBe(
      '\ufeffline,reason,ref,title\r\n103,title: must not be empty or only white space,R-X,\r\n',
    )
    expect(codeOf(service.run(actor, id, input))).toBe('unknown_reference')
    value(await service.discard(id))
    expect(staging()).toEqual([])
    expect(codeOf(service.read(id))).toBe('not_found')
  })

  it('a dry run opens and seals nothing, and the file can be run afterwards', async () => {
    const { id } = value(await service.stage('a.csv', body(csv(10))))
    value(service.run(actor, id, { ...input, dry_run: true }))
    expect(await ended(id)).toMatchObject({ dry_run: true, created: 10 })
    expect([target.opened, target.summaries]).toEqual([[], []])
    value(service.run(actor, id, input))
    expect(await ended(id)).toMatchObject({ dry_run: false, created: 10 })
    expect(target.opened).toHaveLength(10)
  })

  it('opens a few cases at a time and lets other work through between them', async () => {
    let turns = 0
    const started: number[] = []
    target.beforeOpen = () => {
      started.push(turns)
      return undefined
    }
    const { id } = value(await service.stage('a.csv', body(csv(320))))
    value(service.run(actor, id, input))
    while (value(service.read(id)).state === 'running') {
      turns += 1
      await setImmediate()
    }
    const perTurn = started.reduce(
      (counts, turn) => counts.set(turn, (counts.get(turn) ?? 0) + 1),
      new Map<number, number>(),
    )
    expect(Math.max(...perTurn.values())).toBeLessThanOrEqual(32)
  })

  it('a running import refuses a second run, and stops when it is discarded', async () => {
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>()
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
    target.beforeOpen = async () => {
      reach()
      await gate
      return undefined
    }
    const { id } = value(await service.stage('a.csv', body(csv(500))))
    value(service.run(actor, id, input))
    await reached
    expect(codeOf(service.run(actor, id, input))).toBe('in_progress')
    expect(codeOf(service.rejects(id))).toBe('not_found')
    const discarded = service.discard(id)
    openGate()
    value(await discarded)
    expect(target.opened).toHaveLength(32)
    expect(target.summaries).toMatchObject([{ outcome: 'cancelled', created: target.opened.length }])
    expect(staging()).toEqual([])
  })

  it('a refusal that would meet every row ends the run as failed; a later run goes on behind it', async () => {
    target.beforeOpen = (reference) =>
      reference === 'R-40'
        ? refusal('storage_full', 'The disk is full. Nothing of the request was kept; free space and try again.')
        : undefined
    const { id } = value(await service.stage('a.csv', body(csv(100))))
    value(service.run(actor, id, input))
    const first = await ended(id)
    expect(first).toMatchObject({
      state: 'failed',
      error: 'the disk is full. What was taken before stays; free space and run it again, which goes on behind that',
    })
    expect(first.created).toBeGreaterThan(0)
    target.beforeOpen = () => undefined
    value(service.run(actor, id, input))
    expect(await ended(id)).toMatchObject({ state: 'done', created: 100 - first.created, already_there: first.created })
    expect(new Set(target.opened).size).toBe(100)
    expect(target.opened).toHaveLength(100)
  })

  it('says that rows were taken whose summary could not be sealed, whether the run itself ended well or not', async () => {
    const full = refusal('storage_full', 'The disk is full. Nothing of the request was kept; free space and try again.')
    target.whyUnsealed = full
    const whole = value(await service.stage('a.csv', body(csv(3))))
    value(service.run(actor, whole.id, input))
    expect(await ended(whole.id)).toMatchObject({
      state: 'failed',
      created: 3,
      error:
        'the disk is full. What was taken before stays; free space and run it again, which goes on behind that. That this run took 3 rows could not be sealed',
    })
    target.beforeOpen = (reference) => (reference === 'R-40' ? full : undefined)
    const cut = value(await service.stage('b.csv', body(csv(100))))
    value(service.run(actor, cut.id, input))
    const { created, error } = await ended(cut.id)
    expect(created).toBeGreaterThan(0)
    expect(error).toContain(`That this run took ${created} rows could not be sealed`)
  })

  it('a refusal of one row rejects that row with its reason', async () => {
    target.beforeOpen = (reference) =>
      reference === 'R-1' ? refusal('unknown_reference', 'There is no active user who may own a case.') : undefined
    const { id } = value(await service.stage('a.csv', body(csv(3))))
    value(service.run(actor, id, input))
    expect(await ended(id)).toMatchObject({
      state: 'done',
      created: 2,
      rejected: 1,
      problems: [{ line: 3, column: null, reason: 'There is no active user who may own a case.' }],
    })
  })

  it('an unexpected failure is logged, and the job says that it failed', async () => {
    target.beforeOpen = () => {
      throw new Error('bug')
    }
    const { id } = value(await service.stage('a.csv', body(csv(3))))
    value(service.run(actor, id, input))
    expect((await ended(id)).state).toBe('failed')
    expect(failures).toHaveLength(1)
  })

  it('refuses an unknown zone and a mapping that does not fit the file', async () => {
    const { id } = value(await service.stage('a.csv', body(csv(3))))
    expect(codeOf(service.run(actor, id, { ...input, time_zone: 'Middle/Earth' }))).toBe('unknown_reference')
    expect(codeOf(service.run(actor, id, { ...input, mapping: { title: 9 } }))).toBe('unknown_reference')
    expect(codeOf(service.run(actor, id, { ...input, mapping: { reference: 0 } }))).toBe('unknown_reference')
  })

  it('deletes what an earlier run of the service left behind, and everything when it closes', async () => {
    writeFileSync(path.join(dataDir, 'staging', 'left.csv'), 'personal data')
    await start()
    expect(staging()).toEqual([])
    value(await service.stage('a.csv', body(csv(3))))
    await service.close()
    expect(staging()).toEqual([])
    expect(existsSync(path.join(dataDir, 'staging'))).toBe(true)
  })
})
