import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

const root = path.resolve(import.meta.dirname, '../..')
const node = path.join(root, 'node_modules/.bin/node')
const entry = path.join(root, 'bin/fieldseal.js')

/** What `fieldseal init` prints. */
export interface Credentials {
  readonly institution: string
  readonly workspace_id: string
  readonly user_id: number
  readonly institution_key: string
  readonly api_key: string
  readonly access_token: string
  readonly device_id: string
  readonly login_name: string
  readonly password: string
}

/** A finished run of the command line. */
export interface CommandRun {
  readonly code: number | null
  readonly lines: readonly Record<string, unknown>[]
  readonly stderr: string
}

/** Runs `fieldseal ARGS` in a process of its own, as it is built, and reads its JSON lines. */
export const runCli = (...args: readonly string[]): CommandRun => {
  const run = spawnSync(node, [entry, ...args], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  const lines = run.stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  return { code: run.status, lines, stderr: run.stderr }
}

/** Where a workspace can be made, in a temporary folder of its own. */
export const newDataDir = (): string => path.join(mkdtempSync(path.join(tmpdir(), 'fieldseal-')), 'data')

/** Makes a fresh workspace in a temporary folder, by the command as it is built. */
export const freshWorkspace = (...extra: readonly string[]): { dataDir: string; credentials: Credentials } => {
  const dataDir = newDataDir()
  const run = runCli('init', '--data', dataDir, '--institution', 'ACME', '--name', 'Acme Bank', ...extra)
  if (run.code !== 0) throw new Error(`init failed: ${run.stderr}`)
  return { dataDir, credentials: run.lines[0] as unknown as Credentials }
}

/** A service in its own process, as an operator starts it. */
export interface LiveService {
  readonly url: URL
  readonly process: ChildProcess
  /** Ends it as a power cut would. */
  kill(): Promise<void>
  /** Asks it to stop and waits; answers its exit code. */
  stop(): Promise<number | null>
}

/** Starts `fieldseal serve` and waits until it answers. What it logs is told line by line to `onLog`. */
export const serve = (
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
  onLog: (line: string) => void = () => undefined,
): Promise<LiveService> =>
  new Promise((resolve, reject) => {
    const child = spawn(node, [entry, 'serve', '--data', dataDir, '--port', '0', ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    })
    const errors: string[] = []
    createInterface({ input: child.stderr }).on('line', (line) => {
      onLog(line)
      errors.push(line)
      if (errors.length > 200) errors.shift()
    })
    const exited = new Promise<number | null>((done) => child.once('exit', (code) => done(code)))
    const end = (signal: NodeJS.Signals): Promise<number | null> => {
      child.kill(signal)
      return exited
    }
    const lines = createInterface({ input: child.stdout })
    lines.once('line', (line) => {
      const { url } = JSON.parse(line) as { url: string }
      resolve({
        url: new URL(url),
        process: child,
        kill: async () => void (await end('SIGKILL')),
        stop: () => end('SIGTERM'),
      })
    })
    void exited.then((code) =>
      reject(new Error(`the service ended with ${code} before it answered:\n${errors.join('\n')}`)),
    )
  })

/** The headers of a `/v1` call. */
export const v1Headers = (credentials: Credentials, token = credentials.access_token): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  'x-api-key': credentials.institution_key,
})

/** A fresh access token, minted with the folder's key: the one from `init` ends after 15 minutes. */
export const freshToken = (dataDir: string, userId: number, ...extra: readonly string[]): string => {
  const run = runCli('token', '--data', dataDir, '--user', String(userId), ...extra)
  if (run.code !== 0) throw new Error(`token failed: ${run.stderr}`)
  return String(run.lines[0]?.['access_token'])
}
