import { execFileSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import path from 'node:path'
import { expect, test } from 'vitest'

const awakeFile = pathToFileURL(path.resolve(import.meta.dirname, '../../../main/platform/awake.ts')).href

test('work that waits for nothing but timers which let the process end is waited for', () => {
  const wait = "() => new Promise((resolve) => setTimeout(() => resolve('waited'), 20).unref())"
  const run = (expression: string): string =>
    execFileSync(
      process.execPath,
      ['--input-type=module', '-e', `import { awake } from ${JSON.stringify(awakeFile)}\nconsole.log(${expression})`],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    )
  expect(run(`await awake(${wait})`)).toBe('waited\n')
  // An await that nothing ends is Node's exit code 13.
  expect(() => run(`await (${wait})()`)).toThrow(expect.objectContaining({ status: 13 }))
})
