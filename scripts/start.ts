/**
 * `npm start [-- --serve] [--data DIR] [--port N]`: builds what is missing, then opens the desktop window; without a
 * display, or with --serve, serves the same interface on loopback, prints its address and a login, and keeps running.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { findElectron } from './lib/electron.ts'
import { inRoot } from './lib/paths.ts'
import { hasDisplay, rootSwitches, runNode } from './lib/run.ts'
import { welcome } from './lib/welcome.ts'

const { values, positionals } = parseArgs({
  options: {
    serve: { type: 'boolean', default: false },
    data: { type: 'string' },
    port: { type: 'string', default: '0' },
  },
  allowPositionals: true,
})

const launcher = inRoot('bin/fieldseal.js')
const dataHome = process.env.XDG_DATA_HOME ?? path.join(homedir(), '.local/share')
const dataDir = path.resolve(values.data ?? process.env.FIELDSEAL_DATA ?? path.join(dataHome, 'fieldseal'))

function giveUp(message: string): never {
  console.error(message)
  process.exit(1)
}

type Line = Readonly<Record<string, unknown>>

/**
 * Runs a `fieldseal` command and gives the first object it prints. What it says beside that is about what it prints,
 * which is not shown here.
 */
function fieldseal(...args: string[]): Line {
  const done = spawnSync(process.execPath, [launcher, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  if (done.status !== 0) giveUp(`${done.stderr}fieldseal ${args[0] ?? ''} ended with ${done.status ?? 'a signal'}.`)
  return JSON.parse(done.stdout.split('\n')[0] ?? '{}') as Line
}

/** A login for the workspace: the one that `init` prints, or a fresh password for the first administrator. */
function login(): { name: string; password: string } {
  const isNew = !existsSync(dataDir) || readdirSync(dataDir).length === 0
  if (isNew) {
    const made = fieldseal(
      'init',
      '--data',
      dataDir,
      '--institution',
      'DEMO',
      '--name',
      'Demonstration',
      '--admin',
      'Administrator',
    )
    return { name: String(made.login_name), password: String(made.password) }
  }
  const renewed = fieldseal('user', 'password', '--data', dataDir, '--user', '1')
  return { name: String(renewed.login_name), password: String(renewed.password) }
}

/** Serves until a signal arrives; the service finishes what it has begun. */
function serve(): Promise<number> {
  const credentials = login()
  const child = spawn(process.execPath, [launcher, 'serve', '--data', dataDir, '--port', values.port], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  createInterface(child.stdout).once('line', (line) => {
    const { url } = JSON.parse(line) as { url: string }
    console.log(welcome({ ...credentials, url, dataDir, hasDisplay: hasDisplay() }))
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill('SIGTERM'))
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)))
}

async function openWindow(): Promise<number> {
  const electron = await findElectron()
  if (!electron.ok)
    giveUp(`No Electron: ${electron.error}\nWithout it, "npm start -- --serve" serves the same interface to a browser.`)
  const folder = values.data ?? process.env.FIELDSEAL_DATA
  const child = spawn(electron.value.executable, [...rootSwitches(), inRoot(), ...positionals], {
    stdio: 'inherit',
    env: { ...process.env, ...(folder === undefined ? {} : { FIELDSEAL_DATA: path.resolve(folder) }) },
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)))
}

const built = await runNode('scripts/build.ts')
if (built !== 0) process.exit(built)
process.exit(values.serve || !hasDisplay() ? await serve() : await openWindow())
