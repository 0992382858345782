import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemEnv } from '../../../main/platform/env.ts'
import { createLog } from '../../../main/platform/log.ts'
import { openWorkspace } from '../../../main/storage/ledger/open-workspace.ts'
import { runHere } from '../../support/command-here.ts'
import { someOf } from '../../support/tries.ts'

const support = path.resolve('test/support')
const env = systemEnv(createLog('silent'))

let scratch: string
beforeAll(() => {
  scratch = mkdtempSync(path.join(tmpdir(), 'fieldseal-init-killed-'))
})
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** Kills `init --sample` at that commit. */
const killedAt = (dir: string, commit: number): NodeJS.Signals | null =>
  spawnSync(
    process.execPath,
    ['--import', path.join(support, 'die-at-commit.ts'), path.join(support, 'make-sample-once.ts'), dir],
    {
      env: { ...process.env, NODE_COMPILE_CACHE: path.join(scratch, 'compiled'), DIE_AT_COMMIT: String(commit) },
    },
  ).signal

describe('L-1, L-9: a sample workspace whose making is killed', () => {
  test.each(
    someOf(
      [
        ['between its people', 4],
        ['in the midst of its cases', 60],
      ] as const,
      2,
    ),
  )('%s is none: that is said, and it is made again whole', { timeout: 120_000 }, async (_, commit) => {
    const dir = path.join(scratch, String(commit))
    expect(killedAt(dir, commit)).toBe('SIGKILL')
    expect(existsSync(path.join(dir, 'fieldseal.db'))).toBe(false)

    const asked = await runHere('token', '--user', '1', '--data', dir)
    expect([asked.code, asked.stderr]).toEqual([
      2,
      expect.stringMatching(/was being set up in .* broken off before its end.*Set it up again/) as string,
    ])

    const again = await runHere('init', '--sample', '--institution', 'ACME', '--data', dir)
    expect([again.code, again.stderr]).toEqual([
      0,
      expect.stringContaining('An earlier attempt to set up a workspace in this folder was broken off') as string,
    ])
    expect(again.lines[0]).toMatchObject({
      login_name: expect.any(String) as string,
      password: expect.any(String) as string,
    })

    const opened = await openWorkspace(dir, env)
    if (!opened.ok) throw new Error(opened.error.message)
    const cases = await opened.value.db.selectFrom('cases').select('id').execute()
    await opened.value.close()
    expect(cases.length).toBeGreaterThan(10)
    expect((await runHere('verify', dir)).lines.at(-1)).toMatchObject({ verdict: 'intact' })
    expect(readdirSync(dir).filter((name) => /\.new|unfinished/.test(name))).toEqual([])
  })
})
