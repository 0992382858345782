import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { freshWorkspaceHere, runHere } from '../../support/command-here.ts'
import { runCli } from '../../support/live-service.ts'

const scratch = mkdtempSync(path.join(tmpdir(), 'fieldseal-rules-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const fileOf = (text: string): string => {
  const file = path.join(scratch, 'rules.json')
  writeFileSync(file, text)
  return file
}

describe('rules check', () => {
  it('passes a set that can run', () => {
    const rule = {
      key: 'large',
      name: 'Large',
      why: 'A test.',
      logic: { above: [{ var: 'event.amount' }, 500] },
      signal: 'large',
      weight: 0.1,
      reason: '{event.amount}',
    }
    const run = runCli(
      'rules',
      'check',
      fileOf(JSON.stringify({ format: 'fieldseal-rules', version: 1, rules: [rule] })),
    )
    expect(run).toMatchObject({ code: 0, lines: [{ verdict: 'ok', kind: 'set', faults: 0, hints: 0 }] })
  })

  it('prints each fault with its pointer and place, and exits 1', () => {
    const run = runCli(
      'rules',
      'check',
      fileOf(
        '{\n  "and": [\n    {"abuve": [1, 2]},\n    {"<": [{"var": "event.amount"}, 5]},\n    {"var": "event.amont"}\n  ]\n}\n',
      ),
    )
    expect(run.code).toBe(1)
    expect(run.lines).toMatchObject([
      { severity: 'fault', pointer: '/and/0', line: 3, column: 5 },
      { severity: 'fault', pointer: '/and/2/var', line: 5, column: 13 },
      { severity: 'hint', pointer: '/and/1/</0', line: 4 },
      { verdict: 'faults', kind: 'logic', faults: 2, hints: 1 },
    ])
  })

  it('tells where a file stops being JSON, and takes no file that is none', async () => {
    expect((await runHere('rules', 'check', fileOf('{"and": [1,'))).lines).toMatchObject([
      { severity: 'fault', line: 1, column: 12 },
      { verdict: 'faults' },
    ])
    expect(await runHere('rules', 'check', path.join(scratch, 'absent.json'))).toMatchObject({ code: 2, lines: [] })
    expect(await runHere('rules', 'check', fileOf('1'), '--kind', 'novel')).toMatchObject({ code: 2, lines: [] })
  })

  it('asks a workspace for its lists and rules where one is named', async () => {
    const { dataDir } = await freshWorkspaceHere()
    const file = fileOf('{"and": [{"rule": ["card_burst"]}, {"in_list": [{"var": "event.ip"}, "nowhere"]}]}')
    expect((await runHere('rules', 'check', file, '--data', dataDir)).lines).toMatchObject([
      { pointer: '/and/1/in_list/1' },
      { verdict: 'faults' },
    ])
  })
})

describe('import list-values', () => {
  it('puts each value of a file on a list once, and tells the rows that it cannot take', async () => {
    const { dataDir } = await freshWorkspaceHere()
    const file = fileOf(
      'DE1,Named in a case\n"GB, 2"\nDE1,Named in a case\nFR3,,2031-01-01T00:00:00Z\n\n,nothing\nNL4,,soon\nNL5,,31.12.2030\nNL6,,2030-02-30\nBE7,,2030-12-31\n',
    )
    const load = () =>
      runHere('import', 'list-values', file, '--data', dataDir, '--list', 'mule_accounts', '--reason', 'From the file')
    const first = await load()
    expect(first).toMatchObject({
      code: 1,
      lines: [{ list: 'mule_accounts', added: 4, already_there: 1, rejected: 4 }],
    })
    expect(first.stderr).toMatch(/line 6: .*\n.*line 7: the third column is no time/u)
    expect((await load()).lines).toMatchObject([{ added: 0, already_there: 5 }])
    expect(
      (await runHere('import', 'list-values', file, '--data', dataDir, '--list', 'absent', '--reason', 'x')).code,
    ).toBe(1)
  })
})
