import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

/**
 * Preloaded into a process, this kills it (SIGKILL) at the n-th call of node:fs/promises that changes a file, DIE_AT,
 * before that call is made. Without DIE_AT the process says at its end how many calls there were.
 */

const dieAt = Number(process.env['DIE_AT'] ?? 0)
let steps = 0

for (const name of ['copyFile', 'chmod', 'link', 'open', 'rename', 'rm'] as const) {
  const call = fs[name] as (...given: unknown[]) => unknown
  const counted = (...given: unknown[]): unknown => {
    steps += 1
    if (steps === dieAt) process.kill(process.pid, 'SIGKILL')
    return call(...given)
  }
  Object.assign(fs, { [name]: counted })
}
syncBuiltinESMExports()

process.on('exit', () => process.stdout.write(`steps ${steps}\n`))
