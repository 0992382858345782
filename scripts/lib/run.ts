import { spawn, type SpawnOptions } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { inRoot } from './paths.ts'

/** How a command ended: its exit code, or 128 for a signal. */
export function run(command: string, args: readonly string[], options: SpawnOptions = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: inRoot(), stdio: 'inherit', ...options })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 128))
  })
}

/** How a command ended, and all that it said. */
export type Said = { readonly code: number; readonly text: string }

/** As `run`, but keeps what the command says instead of passing it on: for commands that run side by side. */
export function runAside(command: string, args: readonly string[]): Promise<Said> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: inRoot(), stdio: ['ignore', 'pipe', 'pipe'] })
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code: code ?? 128, text }))
  })
}

/** The JavaScript file of a tool in node_modules, to be run by this very Node whatever is first in PATH. */
export function toolFile(packageName: string, file: string): string {
  const found = inRoot('node_modules', packageName, file)
  if (!existsSync(found)) throw new Error(`${found} is missing. Run "npm ci".`)
  return found
}

/** Runs one of the repository's scripts or tools by this Node. */
export const runNode = (file: string, args: readonly string[] = [], options: SpawnOptions = {}): Promise<number> =>
  run(process.execPath, [path.resolve(inRoot(), file), ...args], options)

/** Whether a window can be opened here. */
export const hasDisplay = (): boolean =>
  process.platform !== 'linux' || Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY)

/** Chromium refuses to run as root with its sandbox. */
export const rootSwitches = (): string[] =>
  process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : []

/** Whether a program is in PATH. */
export const hasProgram = (name: string): boolean =>
  (process.env.PATH ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, name)))
