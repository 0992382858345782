import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Duplex } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { waitingStart } from '../../../main/app/waitingStart.ts'

let folder: string
let program: string
let said: string
let shell: string
/** The process that is to be gone first. */
let old: ChildProcess
beforeEach(() => {
  old = spawn('/bin/cat', { stdio: ['pipe', 'ignore', 'ignore'] })
  folder = mkdtempSync(path.join(tmpdir(), 'fieldseal-again-'))
  said = path.join(folder, 'said')
  program = path.join(folder, 'Field seal.AppImage')
  writeFileSync(
    program,
    `#!/bin/sh\nfor a in "$@" "$APPIMAGE_EXTRACT_AND_RUN"; do printf '<%s>' "$a"; done > '${said}'\n`,
  )
  chmodSync(program, 0o755)
})
afterEach(() => {
  old.kill()
  rmSync(folder, { recursive: true })
})

/** Begins to wait; `end` ends the input and the process, in this order as it happens. */
const waiting = (
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): { readonly child: ChildProcess; readonly left: Duplex; readonly end: () => Promise<unknown> } => {
  const start = waitingStart(old.pid ?? 0, program, args, { ...process.env, ...environment }, (file) => file === shell)
  const child = spawn(start.command, start.args, {
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    env: start.environment,
  })
  const ended = once(child, 'exit')
  const end = async (): Promise<unknown> => {
    child.stdin?.end()
    old.kill()
    return await ended
  }
  return { child, left: child.stdio[3] as Duplex, end }
}

describe.each(['/bin/bash', '/bin/sh'])('a start that waits until this process has ended, by %s', (which) => {
  beforeEach(() => {
    shell = which
  })

  test('comes only then, with every argument as it is', async () => {
    const args = ['--data=/home/ada/My cases', "it's", '$(touch nowhere)', '', '"']
    const { left, end } = waiting(args)
    // It has read its script, and waits: what came before the wait is done.
    left.resume()
    await once(left, 'end')
    expect(existsSync(said)).toBe(false)
    expect(await end()).toEqual([0, null])
    expect(readFileSync(said, 'utf8')).toBe(`${args.map((arg) => `<${arg}>`).join('')}<>`)
  })

  test('waits for the process, not for its input alone', async () => {
    const { child } = waiting([])
    const ended = once(child, 'exit')
    // The shell looks whether the process is there after its input has ended; whatever it starts then holds no input.
    child.stdin?.end()
    await expect.poll(() => readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')).toMatch(/\d/)
    expect(existsSync(said)).toBe(false)
    old.kill()
    expect(await ended).toEqual([0, null])
    expect(existsSync(said)).toBe(true)
  })

  test('holds nothing open that the runtime of the old one left, so that its folder can go', async () => {
    const { left, child, end } = waiting([])
    left.resume()
    await once(left, 'end')
    expect(child.exitCode).toBeNull()
    await end()
  })

  test('unpacks again what was unpacked, once the folder of the old one is gone', async () => {
    const opened = path.join(folder, 'appimage_extracted_0123abcd')
    mkdirSync(opened)
    const { child, end } = waiting(['--one'], { APPDIR: opened })
    const ended = end()
    await new Promise((resolve) => setImmediate(resolve))
    expect(child.exitCode).toBeNull()
    expect(existsSync(said)).toBe(false)
    rmSync(opened, { recursive: true })
    expect(await ended).toEqual([0, null])
    expect(readFileSync(said, 'utf8')).toBe('<--one><1>')
  })
})

test('bash holds none of the sockets and files that the old one had open', async () => {
  const start = waitingStart(old.pid ?? 0, program, [], process.env)
  const high = [...Array.from({ length: 27 }, () => 'ignore' as const), 'pipe' as const]
  const child = spawn(start.command, start.args, {
    stdio: ['pipe', 'ignore', 'ignore', ...high],
    env: start.environment,
  })
  const ended = once(child, 'exit')
  const left = child.stdio.at(30) as Duplex
  left.resume()
  await once(left, 'end')
  expect(child.exitCode).toBeNull()
  child.stdin?.end()
  old.kill()
  expect(await ended).toEqual([0, null])
})
