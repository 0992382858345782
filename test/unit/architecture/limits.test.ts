import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inRoot } from '../../../scripts/lib/paths.ts'
import { toolFile } from '../../../scripts/lib/run.ts'

interface Override {
  readonly files: readonly string[]
  readonly rules: Readonly<Record<string, unknown>>
}

/** Files over each limit when it was set. The numbers are lowered with the lists, and never raised. */
const most: Readonly<Record<string, number>> = { 'max-lines-per-function': 37, 'max-depth': 0, 'max-params': 2 }

const { overrides } = JSON.parse(readFileSync(inRoot('.oxlintrc.json'), 'utf8').replace(/^\s*\/\/.*$/gmu, '')) as {
  readonly overrides: readonly Override[]
}
const limits = overrides.find(({ rules }) => Array.isArray(rules['max-params']))?.rules ?? {}
const listOf = (rule: string): readonly string[] =>
  overrides.filter(({ rules }) => rules[rule] === 'off').flatMap(({ files }) => files)

type Diagnostic = { readonly code?: string; readonly filename: string }

/** What the limits say of the files that are listed, without the lists. */
const unexcused = async (folder: string): Promise<readonly Diagnostic[]> => {
  const config = path.join(folder, 'limits.json')
  writeFileSync(config, JSON.stringify({ categories: { correctness: 'off' }, rules: limits }))
  const files = [...new Set(Object.keys(most).flatMap(listOf))]
  const stdout = await new Promise<string>((resolve) => {
    // The linter ends with 1 where it finds something.
    execFile(
      process.execPath,
      [toolFile('oxlint', 'bin/oxlint'), '-c', config, '--format', 'json', ...files],
      { cwd: inRoot('.'), maxBuffer: 64 * 1_048_576 },
      (_error, said) => resolve(said),
    )
  })
  return (JSON.parse(stdout) as { diagnostics: readonly Diagnostic[] }).diagnostics
}

describe('the limits of functions', () => {
  let folder = ''
  let found: readonly Diagnostic[] = []
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'fieldseal-limits-'))
    found = await unexcused(folder)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test.each(Object.keys(most))('%s: every file that is listed is over it, and their number only falls', (rule) => {
    const over = new Set(found.filter(({ code = '' }) => code.endsWith(`(${rule})`)).map(({ filename }) => filename))
    expect(listOf(rule).filter((file) => !over.has(file))).toEqual([])
    expect(listOf(rule).length).toBeLessThanOrEqual(most[rule] ?? 0)
  })
})
