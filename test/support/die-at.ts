import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import Database from 'better-sqlite3-multiple-ciphers'

/**
 * Preloaded into a process, this kills it (SIGKILL) at the n-th step that changes a file, DIE_AT, before that step is
 * made. A step is a call of node:fs that changes something or of SQLite that could. Without DIE_AT the process says at
 * its end how many steps there were.
 */

const dieAt = Number(process.env['DIE_AT'] ?? 0)
let steps = 0

const counted = <Call extends (...given: never[]) => unknown>(call: Call): Call =>
  function (this: unknown, ...given: never[]) {
    steps += 1
    if (steps === dieAt) process.kill(process.pid, 'SIGKILL')
    return call.apply(this, given)
  } as Call

const changing = ['renameSync', 'unlinkSync', 'rmSync', 'writeSync', 'fsyncSync', 'chmodSync'] as const
for (const name of changing) Object.assign(fs, { [name]: counted(fs[name] as (...given: never[]) => unknown) })
syncBuiltinESMExports()

const calls = Database.prototype as unknown as Record<string, (...given: never[]) => unknown>
for (const name of ['exec', 'pragma', 'close']) {
  const call = calls[name]
  if (call !== undefined) Object.defineProperty(calls, name, { value: counted(call) })
}

process.on('exit', () => process.stdout.write(`steps ${steps}\n`))
