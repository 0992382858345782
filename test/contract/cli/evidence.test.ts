import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
