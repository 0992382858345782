import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../../..')

/** A command that is running. */
export interface SpawnedCommand {
  readonly process: ChildProcess
  readonly ended: Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>
}

/** Starts `fieldseal ARGS` in a process of its own, as it is built, without waiting for it. */
export const spawnCli = (...args: readonly string[]): SpawnedCommand => spawnCliIn({}, ...args)

/** The same with further variables in its environment. */
export const spawnCliIn = (env: Readonly<Record<string, string>>, ...args: readonly string[]): SpawnedCommand => {
  const child = spawn(path.join(root, 'node_modules/.bin/node'), [path.join(root, 'bin/fieldseal.js'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, stdout, stderr })),
  )
  return { process: child, ended }
}
