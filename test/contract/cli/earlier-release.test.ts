import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshWorkspaceHere, runHere } from '../../support/command-here.ts'
import { serve } from '../../support/live-service.ts'
import { openRaw } from '../../support/raw-database.ts'

let scratch: string
let dataDir: string
const at = (name: string): string => path.join(scratch, name)

const change = (dir: string, ...statements: readonly string[]): void => {
  const db = openRaw(dir)
  for (const statement of statements) db.exec(statement)
  db.close()
}

beforeAll(async () => {
  scratch = mkdtempSync(path.join(tmpdir(), 'fieldseal-earlier-'))
  ;({ dataDir } = await freshWorkspaceHere())
})
afterAll(() => {
  rmSync(scratch, { recursive: true, force: true })
  rmSync(dataDir, { recursive: true, force: true })
})

const toOpenOnce = (dir: string) => expect.stringMatching(new RegExp(`earlier release.*fieldseal serve --data ${dir}`, 's')) as string

describe('a folder of another release', { timeout: 120_000 }, () => {
  test('that is earlier is checked once it was opened: verify, doctor and the restore of its backup say so, and it is so', async () => {
    change(dataDir, 'drop table case_relations', 'drop index entity_cases_case', "delete from migrations where name = '0042_case_relations'")
    expect(await runHere('verify', dataDir)).toMatchObject({ code: 1, stderr: toOpenOnce(dataDir) })
    expect((await runHere('doctor', '--data', dataDir)).lines).toContainEqual(expect.objectContaining({ check: 'seals', state: 'fault', detail: toOpenOnce(dataDir) }))
    expect(await runHere('backup', '--data', dataDir, '--out', at('b.db'), '--with-keys')).toMatchObject({ code: 0 })
    expect(await runHere('restore', at('b.db'), '--data', at('restored'))).toMatchObject({ code: 0, stderr: toOpenOnce(at('restored')) })
    const service = await serve(at('restored'))
    await service.stop()
    expect((await runHere('verify', at('restored'))).lines.at(-1)).toMatchObject({ verdict: 'intact' })
    expect((await runHere('backup', '--data', at('restored'), '--out', at('now.db'), '--with-keys')).code).toBe(0)
    expect((await runHere('restore', at('now.db'), '--data', at('of-now'))).stderr).not.toContain('earlier release')
  })

  test('that is later is refused by words that do not call it earlier', async () => {
    change(at('restored'), "insert into migrations (name, applied_at) values ('9999_of_tomorrow', '2040-01-01T00:00:00.000Z')")
    const { code, stderr } = await runHere('verify', at('restored'))
    expect([code, stderr]).toEqual([1, expect.stringContaining('written by a newer release of Fieldseal; update this one')])
  })
})
