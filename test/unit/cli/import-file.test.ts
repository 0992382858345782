import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
import { importRows, type ImportCalls, type RowsImport } from '../../../main/cli/import-file.ts'
import type { Io } from '../../../main/cli/io.ts'
import { ok } from '../../../shared/schema/result.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'fieldseal-import-file-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const file = path.join(folder, 'rows.csv')
writeFileSync(file, 'a\n1\n2\n')

const ended: RowsImport = {
  id: 'job',
  file_name: 'rows.csv',
  sha256: '0',
  encoding: 'utf-8',
  encoding_sure: true,
  encoding_line: null,
  forms: [],
  left_out: { above: 0, blank: 0, header: 0, total: 0, comment: 0, pending: 0 },
  notes: { no_identifier: 0, unwrapped: 0, cleaned: 0, country_na: 0 },
  dry_run: false,
  columns: ['a'],
  header_line: null,
  error: null,
  state: 'done',
  created: 1,
  already_there: 0,
  duplicates: 0,
  rejected: 1,
  rows: 2,
  problems: [{ line: 3, column: 'a', value: '2', reason: 'is bad' }],
}

const imported = async (
  job: RowsImport,
  rejectsFile: string | undefined,
  beforeRejects: () => void = () => undefined,
) => {
  const printed: Record<string, unknown>[] = []
  const said: string[] = []
  const asked: string[] = []
  const io: Io = {
    print: (result) => void printed.push(result),
    say: (line) => void said.push(line),
    isTerminal: false,
    draw: () => undefined,
  }
  const answered = (call: string) => {
    asked.push(call)
    return Promise.resolve(ok({ data: job }))
  }
  const calls: ImportCalls<RowsImport, null> = {
    stage: async (_, content) => {
      expect(await text(content)).toBe('a\n1\n2\n')
      return answered('stage')
    },
    plan: () => ok({ body: null, columns: 'a -> x' }),
    run: () => answered('run'),
    read: () => answered('read'),
    rejects: () => {
      beforeRejects()
      return Promise.resolve(ok(new Response('line,reason,a\r\n3,a: is bad,2\r\n').body as ReadableStream<Uint8Array>))
    },
    discard: () => answered('discard'),
  }
  return { result: await importRows(file, calls, rejectsFile, io), printed, said, asked }
}

describe('an import of rows on the command line', () => {
  it('prints what came of it and keeps the rejected rows', async () => {
    const rejects = path.join(folder, 'kept.csv')
    const { result, printed, said } = await imported(ended, rejects)
    expect(result).toEqual(ok(undefined))
    expect(printed).toMatchObject([{ created: 1, rejected: 1, rejects_file: rejects }])
    expect(said).toContain('line 3, a: “2” is bad')
    expect(readFileSync(rejects, 'utf8')).toContain('3,a: is bad,2')
  })

  it('sends nothing where the file of rejected rows could not be written', async () => {
    for (const [target, reason] of [
      [path.join(folder, 'none', 'r.csv'), 'there is no such file or folder'],
      [folder, 'it is a folder'],
    ] as const) {
      const { result, printed, asked } = await imported(ended, target)
      expect(result).toEqual({
        ok: false,
        error: {
          code: 2,
          message: `the rejected rows cannot be kept in ${target}: ${reason}. Nothing was sent; name another file with --rejects`,
        },
      })
      expect([printed, asked]).toEqual([[], []])
    }
  })

  it('tells what came of it also where keeping the rejected rows fails at the end', async () => {
    const gone = path.join(mkdtempSync(path.join(folder, 'gone-')), 'r.csv')
    const { result, printed, said } = await imported(ended, gone, () => rmSync(path.dirname(gone), { recursive: true }))
    expect(printed).toMatchObject([{ created: 1, rejected: 1 }])
    expect(printed[0]).not.toHaveProperty('rejects_file')
    expect(said).toContain('line 3, a: “2” is bad')
    expect(result).toMatchObject({
      ok: false,
      error: {
        code: 1,
        message: expect.stringMatching(
          /could not be kept in .*: there is no such file or folder\. What was taken stays; importing the file again/,
        ) as string,
      },
    })
  })

  it('has failed where every row was rejected, and not where the others are there already', async () => {
    const none = await imported({ ...ended, created: 0, rejected: 2 }, undefined)
    expect(none.printed).toMatchObject([{ created: 0, rejected: 2 }])
    expect(none.result).toMatchObject({
      ok: false,
      error: { code: 1, message: expect.stringContaining('none of the 2 rows could be taken') as string },
    })
    expect((await imported({ ...ended, created: 0, already_there: 1 }, undefined)).result.ok).toBe(true)
    expect((await imported({ ...ended, created: 0, rejected: 0, rows: 0, problems: [] }, undefined)).result.ok).toBe(
      true,
    )
  })
})
