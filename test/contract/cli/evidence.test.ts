import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemEnv } from '../../../main/platform/env.ts'
import { createLog } from '../../../main/platform/log.ts'
import { openWorkspace } from '../../../main/storage/ledger/open-workspace.ts'
import type { Workspace } from '../../../main/storage/ledger/workspace.ts'
import { runHere } from '../../support/command-here.ts'
import { runCli } from '../../support/live-service.ts'
import { workedWorkspace, type WorkedWorkspace } from '../../support/worked-workspace.ts'

let worked: WorkedWorkspace
let folder: string
beforeAll(async () => {
  worked = await workedWorkspace()
  folder = mkdtempSync(path.join(tmpdir(), 'fieldseal-cli-evidence-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Does something with the workspace while no service works in its folder. */
const inWorkspace = async <T>(job: (workspace: Workspace) => Promise<T>): Promise<T> => {
  const opened = await openWorkspace(worked.dataDir, systemEnv(createLog('silent')))
  if (!opened.ok) throw new Error(opened.error.message)
  const done = await job(opened.value)
  await opened.value.close()
  return done
}

/** A case without a legal hold. */
const freshCase = (): Promise<number> =>
  inWorkspace(async ({ db, cases }) => {
    const { id: userId, uid: userUid } = await db.selectFrom('users').select(['id', 'uid']).executeTakeFirstOrThrow()
    const actor = { userId, userUid, role: 'admin' } as const
    const made = await cases.create({ title: 'Phone', description: 'Seized.', priority: 'medium' }, { actor })
    if (!made.ok) throw new Error(made.error.message)
    return made.value.id
  })

const pieceIn = (caseId: number): Promise<number> =>
  inWorkspace(async ({ db }) => {
    const pieces = db.selectFrom('evidence').select('id').where('case_id', '=', caseId)
    return (await pieces.executeTakeFirstOrThrow()).id
  })

describe('evidence on the command line', () => {
  test('a folder is acquired, the case exported, and the bundle verifies', async () => {
    const source = path.join(folder, 'source')
    mkdirSync(path.join(source, 'deep'), { recursive: true })
    writeFileSync(path.join(source, 'a.txt'), 'a')
    writeFileSync(path.join(source, 'deep/b.bin'), randomBytes(5_000))
    const acquired = runCli(
      'acquire',
      source,
      '--data',
      worked.dataDir,
      '--case',
      String(worked.caseId),
      '--source',
      'Laptop',
    )
    expect(acquired.lines).toMatchObject([{ state: 'done', files: 2, problems: 0 }])
    expect(acquired.code).toBe(0)
    const out = path.join(folder, 'case.zip')
    const exported = runCli('export', '--data', worked.dataDir, '--case', String(worked.caseId), '--out', out)
    expect(exported.stderr).toBe('')
    expect(exported.lines).toMatchObject([
      { file: out, pieces: 2, encrypted: false, sha256: createHash('sha256').update(readFileSync(out)).digest('hex') },
    ])
    const verified = await runHere('verify', out)
    expect(verified.lines.at(-1)).toMatchObject({ verdict: 'intact' })
    expect(verified.code, 'nothing outside vouches for its end').toBe(3)
  })

  test('the bytes of a piece are asked to be erased; nobody approves their own request, and may take it back', async () => {
    const caseId = await freshCase()
    const at = ['--data', worked.dataDir, '--case', String(caseId)] as const
    const source = path.join(folder, 'phone.bin')
    writeFileSync(source, randomBytes(2_000))
    expect((await runHere('acquire', source, ...at)).code).toBe(0)
    expect((await runHere('evidence', 'settle-erasure', ...at, '--piece', 'one')).code).toBe(2)
    const id = await pieceIn(caseId)
    const piece = ['--piece', String(id)] as const
    const none = await runHere('evidence', 'settle-erasure', ...at, ...piece)
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('no erasure of this piece waits')])
    const order = ['--reference', 'AG 12/31', '--reason', 'Seized unlawfully.'] as const
    const asked = await runHere('evidence', 'erase', ...at, ...piece, ...order)
    expect([asked.code, asked.lines[0]?.['id']], asked.stderr).toEqual([0, id])
    const waiting = await runHere('evidence', 'erasures', '--data', worked.dataDir, '--state', 'waiting')
    expect(waiting.lines).toMatchObject([{ evidence_id: id, reference: 'AG 12/31', reason: 'Seized unlawfully.' }])
    const own = await runHere('evidence', 'settle-erasure', ...at, ...piece)
    expect([own.code, own.stderr]).toEqual([1, expect.stringContaining('another person has to')])
    const declined = await runHere('evidence', 'settle-erasure', ...at, ...piece, '--decline', 'By mistake.')
    expect(declined.code, declined.stderr).toBe(0)
    expect((await runHere('evidence', 'erasures', '--data', worked.dataDir)).lines).toMatchObject([
      { state: 'declined' },
    ])
  })

  test('words are found in the text of the evidence, and what was not searched is said', async () => {
    const source = path.join(folder, 'letters')
    mkdirSync(source)
    writeFileSync(path.join(source, 'letter.txt'), 'The courier brings it to Zürich.')
    writeFileSync(path.join(source, 'noise.bin'), randomBytes(5_000))
    const at = ['--data', worked.dataDir, '--case', String(worked.caseId)] as const
    expect((await runHere('acquire', source, ...at)).code).toBe(0)
    // The worked case has an erasure in it: nothing of it is read by itself (E-42).
    const before = await runHere('evidence', 'search', 'courier', ...at)
    expect([before.code, before.stderr]).toEqual([1, expect.stringContaining('was erased')])
    expect((await runHere('evidence', 'read', ...at)).lines.at(-1)).toMatchObject({ dropped: null, waiting: 0 })
    const found = await runHere('evidence', 'search', 'zurich courier', ...at)
    expect([found.code, found.lines.length], found.stderr).toEqual([0, 1])
    expect(found.lines[0]).toMatchObject({ name: 'letter.txt', text: 'The courier brings it to Zürich.' })
    expect(found.lines[0]?.['marks']).toEqual([
      { start: 4, end: 11 },
      { start: 25, end: 31 },
    ])
    expect(found.stderr).toContain('could not be read')
    const inPiece = await runHere(
      'evidence',
      'search',
      'cour',
      ...at,
      '--now',
      '--piece',
      String(found.lines[0]?.['evidence_id']),
    )
    expect(inPiece.lines).toHaveLength(1)
    const none = await runHere('evidence', 'search', 'unicorn', ...at)
    expect([none.code, none.lines]).toEqual([1, []])
    expect((await runHere('evidence', 'search', 'x', ...at, '--piece', 'all')).code).toBe(2)

    const text = await runHere('evidence', 'text', ...at)
    expect(text.lines.find(({ name }) => name === 'noise.bin')).toMatchObject({ state: 'unreadable' })
    expect(text.lines.at(-1)).toMatchObject({ waiting: 0, dropped: null })
    expect((await runHere('evidence', 'drop', ...at)).lines.at(-1)).toMatchObject({ dropped: 'person', read: 0 })
    const dropped = await runHere('evidence', 'search', 'courier', ...at)
    expect([dropped.code, dropped.stderr]).toEqual([1, expect.stringContaining('was dropped')])
    expect((await runHere('evidence', 'read', ...at)).lines.at(-1)).toMatchObject({ dropped: null, waiting: 0 })
    expect((await runHere('evidence', 'search', 'courier', ...at)).lines).toHaveLength(1)
  })

  test('what could not be taken is told, and the exit code says so', async () => {
    const source = path.join(folder, 'odd')
    mkdirSync(source)
    writeFileSync(path.join(source, 'good.txt'), 'good')
    symlinkSync('/etc/passwd', path.join(source, 'link'))
    const run = await runHere('acquire', source, '--data', worked.dataDir, '--case', String(worked.caseId))
    expect([run.code, run.lines[0]?.['files'], run.lines[0]?.['problems']]).toEqual([1, 1, 1])
    expect(run.stderr).toContain('link: It is a symbolic link')
  })

  test('what is missing or unknown is refused in words', async () => {
    expect((await runHere('export', '--data', worked.dataDir, '--case', '1')).stderr).toContain('--out is required')
    expect(
      (
        await runHere(
          'export',
          '--data',
          worked.dataDir,
          '--case',
          'CASE-ACME-20200101-00001',
          '--out',
          path.join(folder, 'x.zip'),
        )
      ).code,
    ).toBe(1)
    expect(
      await runHere('acquire', path.join(folder, 'nowhere'), '--data', worked.dataDir, '--case', String(worked.caseId)),
    ).toMatchObject({
      code: 2,
      lines: [],
      stderr: expect.stringContaining('there is no file, folder or device') as string,
    })
  })
})
