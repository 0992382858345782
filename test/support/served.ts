import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { existsSync } from 'node:fs'
import { chromium, type Browser } from '@playwright/test'
import { root } from '../../scripts/lib/paths.ts'

const launcher = `${root}/bin/fieldseal.js`

/** What `fieldseal init` prints. */
export type InitialWorkspace = Readonly<Record<string, string>> & {
  readonly login_name: string
  readonly password: string
  readonly user_id: string
}

/** Runs one `fieldseal` command and gives its lines of JSON; throws when it fails. */
export function fieldseal(args: readonly string[]): unknown[] {
  const run = spawnSync(process.execPath, [launcher, ...args], { encoding: 'utf8' })
  if (run.status !== 0) throw new Error(`fieldseal ${args.join(' ')}: exit ${run.status}\n${run.stdout}${run.stderr}`)
  return run.stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown)
}

/** Makes a workspace with the command line. */
export function initWorkspace(dataDir: string, extra: readonly string[] = []): InitialWorkspace {
  const [first] = fieldseal([
    'init',
    '--data',
    dataDir,
    '--institution',
    'ACME',
    '--name',
    'Acme Bank',
    '--admin',
    'Ada Morgan',
    ...extra,
  ])
  return first as InitialWorkspace
}

export type Served = { readonly url: string; readonly process: ChildProcess; stop(): Promise<void> }

/**
 * Serves a workspace on a free port of loopback, as `fieldseal serve` does for a person; `program` where it is not this
 * repository's own.
 */
export async function serveWorkspace(
  dataDir: string,
  program = launcher,
  extra: readonly string[] = [],
): Promise<Served> {
  const child = spawn(process.execPath, [program, 'serve', '--data', dataDir, '--port', '0', ...extra], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()))
  const exited = once(child, 'exit')
  const firstLine = once(createInterface(child.stdout), 'line').then(
    ([line]) => JSON.parse(String(line)) as { url: string },
  )
  const { url } = await Promise.race([
    firstLine,
    exited.then(([code]) => Promise.reject(new Error(`fieldseal serve ended with ${String(code)}\n${log}`))),
  ])
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await exited
  }
  return { url, process: child, stop }
}

/** Chromium as people have it. */
const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * Without the frame of a browser: it draws the same pages with a third less work, but keeps the frames of a page in its
 * process. Not every system has it.
 */
const shells = ['/usr/lib/chromium/chromium-headless-shell', ...browsers]

const launch = (programs: readonly string[], args: readonly string[]): Promise<Browser> => {
  const executablePath = programs.find((file) => existsSync(file))
  if (executablePath === undefined) throw new Error('No Chromium. Run scripts/desktop-deps.sh as root.')
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...args,
    ],
  })
}

/** Debian's Chromium as a person has it, quiet and offline: for what its processes keep apart. */
export const launchBrowser = (): Promise<Browser> => launch(browsers, [])

/**
 * Debian's Chromium at its cheapest; pages of one address share a process, which has compiled their scripts already.
 */
export const launchChromium = (): Promise<Browser> => launch(shells, ['--process-per-site'])
