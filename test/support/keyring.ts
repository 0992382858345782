import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { hasProgram } from '../../scripts/lib/run.ts'

/** A session bus with an unlocked Secret Service (gnome-keyring) of its own. */
export interface Keyring {
  /** The environment of programs that are to find it. */
  readonly env: Readonly<Record<string, string>>
  stop(): void
}

/**
 * Whether this machine has what a keychain needs. A container may have the daemon and not the right to start it, which
 * locks memory.
 */
export const canHaveKeyring = (): boolean =>
  process.platform === 'linux' &&
  hasProgram('dbus-run-session') &&
  spawnSync('gnome-keyring-daemon', ['--version']).status === 0

const script =
  'printf test | gnome-keyring-daemon --unlock --components=secrets --daemonize >/dev/null 2>&1; echo "$DBUS_SESSION_BUS_ADDRESS"; cat >/dev/null'

/** Starts a keychain whose content lies in `folder`. It ends when it is stopped, or with this process. */
export const startKeyring = async (folder: string): Promise<Keyring> => {
  const [data, runtime] = [path.join(folder, 'data'), path.join(folder, 'run')]
  for (const dir of [data, runtime]) mkdirSync(dir, { recursive: true, mode: 0o700 })
  const env = { XDG_DATA_HOME: data, XDG_RUNTIME_DIR: runtime }
  const session = spawn('dbus-run-session', ['--', 'sh', '-c', script], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const address = await new Promise<string>((resolve, reject) => {
    createInterface({ input: session.stdout }).once('line', resolve)
    session.once('exit', (code) => reject(new Error(`the session bus ended with ${String(code)}`)))
  })
  return { env: { ...env, DBUS_SESSION_BUS_ADDRESS: address }, stop: () => session.stdin.end() }
}
