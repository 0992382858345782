import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from '../../../scripts/lib/paths.ts'

const scripts = ['after-install', 'after-remove'].map((name) => inRoot('build/linux', `${name}.sh`))

test.runIf(process.platform === 'linux').each(['upgrade', 'failed-upgrade', 'abort-upgrade', '1', '2'])(
  'nothing is taken away in the middle of an update (%s)',
  (how) => {
    const environment = { PATH: '/nowhere' }
    expect(spawnSync('/bin/sh', [scripts[1]!, how], { encoding: 'utf8', env: environment })).toMatchObject({
      status: 0,
      stdout: '',
      stderr: '',
    })
  },
)

test('electron-builder finds nothing in the scripts to put something of its own in the place of', () => {
  for (const script of scripts) expect(readFileSync(script, 'utf8')).not.toContain('${')
})

test('no script of a package names the folder of a person’s data but to say where it stays', () => {
  const commands = scripts.flatMap((script) =>
    readFileSync(script, 'utf8')
      .split('\n')
      .filter((line) => !/^(#|echo )/u.test(line)),
  )
  expect(commands.filter((line) => /\.config|\/home|workspace/u.test(line))).toEqual([])
})
