import { cpSync, existsSync, mkdirSync, rmSync, truncateSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3-multiple-ciphers'

/** What will go wrong with a disk. `commits` and the like count from now: 1 is the next. */
export type DiskFault =
  | { readonly kind: 'crash'; readonly when: 'before' | 'after'; readonly commits: number; readonly power: boolean }
  | { readonly kind: 'full'; readonly commits: number }

/** The code of the node found that the machine under it has stopped. */
export class NodeIsGone extends Error {
  override readonly name = 'NodeIsGone'
}

/** The disk of one node: real files, and faults that a world plans. */
export interface Disk {
  /** The folder of the present incarnation. */
  dir(): string
  plan(fault: DiskFault): void
  /** Takes back what was planned. */
  forgive(): void
  /** Every write that needs another page fails as SQLite's own SQLITE_FULL, until space is freed. */
  fill(): void
  free(): void
  /**
   * Ends the machine now: its connections are dead, its files as they are (or, without power, as they were last
   * durable) are what the next incarnation finds.
   */
  crash(power: boolean): void
  /** Puts other files in the place of this node's; its connections must be gone. */
  replace(from: string): void
  /** A copy of the files as they are now. */
  copy(to: string): void
  /** Whether a crash has ended the incarnation; `start` begins the next. */
  readonly down: () => boolean
  start(): void
  /** Called at the moment of a crash that was planned. */
  onCrash(listener: (power: boolean) => void): void
  commits(): number
  remove(): void
}

type Connection = Database.Database
type Call = (this: unknown, ...given: unknown[]) => unknown

interface Handlers {
  alive(): boolean
  opened(db: Connection): void
  beforeCommit(db: Connection): void
  afterCommit(db: Connection): void
}

/** Which node's folder a database lies in. */
const owners = new Map<string, Handlers>()

const ownerOf = (db: Connection): Handlers | undefined => {
  for (let dir = path.dirname(path.resolve(db.name)); dir !== path.dirname(dir); dir = path.dirname(dir)) {
    const owner = owners.get(dir)
    if (owner !== undefined) return owner
  }
  return undefined
}

const known = new WeakMap<Connection, { readonly owner: Handlers | undefined }>()
const ownedBy = (db: Connection): Handlers | undefined => {
  const found = known.get(db)
  if (found !== undefined) return found.owner
  const owner = ownerOf(db)
  known.set(db, { owner })
  owner?.opened(db)
  return owner
}

const isCommit = (text: string): boolean => /^\s*(commit|end)\b/i.test(text)

const guarded = (db: Connection, owner: Handlers, text: string, call: () => unknown): unknown => {
  if (!owner.alive()) throw new NodeIsGone('the machine has stopped')
  // Without a transaction of its own a statement that writes is one.
  const commits = isCommit(text) || (!db.inTransaction && /^\s*(insert|update|delete|replace)\b/i.test(text))
  if (!commits) return call()
  owner.beforeCommit(db)
  const answer = call()
  owner.afterCommit(db)
  return answer
}

const guardedStatement = <S extends Record<'run' | 'get' | 'all' | 'iterate', Call>>(
  db: Connection,
  owner: Handlers,
  text: string,
  statement: S,
): S => {
  for (const name of ['run', 'get', 'all', 'iterate'] as const) {
    const call = statement[name]
    Object.defineProperty(statement, name, {
      value: (...given: unknown[]) => guarded(db, owner, text, () => call.apply(statement, given)),
    })
  }
  return statement
}

let installed = false

/**
 * Stands between the SQLite driver and everyone who uses it in this process; databases outside of simulated disks are
 * untouched.
 */
const install = (): void => {
  if (installed) return
  installed = true
  const prototype = Database.prototype as unknown as Record<'prepare' | 'exec' | 'pragma', Call>
  const { prepare, exec, pragma } = prototype
  prototype.prepare = function (this: Connection, text: unknown) {
    const statement = prepare.call(this, text) as Record<'run' | 'get' | 'all' | 'iterate', Call>
    const owner = ownedBy(this)
    return owner === undefined ? statement : guardedStatement(this, owner, String(text), statement)
  } as Call
  prototype.exec = function (this: Connection, text: unknown) {
    const owner = ownedBy(this)
    return owner === undefined ? exec.call(this, text) : guarded(this, owner, String(text), () => exec.call(this, text))
  } as Call
  prototype.pragma = function (this: Connection, ...given: unknown[]) {
    const owner = ownedBy(this)
    if (owner !== undefined && !owner.alive()) throw new NodeIsGone('the machine has stopped')
    return pragma.apply(this, given)
  } as Call
}

const noSpace = (): Error => new Database.SqliteError('database or disk is full', 'SQLITE_FULL')

/** Whether what this connection committed would outlive a power cut: the log is written through at each commit. */
const isDurable = (db: Connection): boolean => Number(db.pragma('synchronous', { simple: true })) >= 2

/** Where simulated disks lie: in memory where the system offers it, so that a thousand worlds are affordable. */
export const simulatedDisks = (): string => (existsSync('/dev/shm') ? '/dev/shm' : (process.env['TMPDIR'] ?? '/tmp'))

const copyFiles = (from: string, to: string): void => {
  mkdirSync(to, { recursive: true })
  cpSync(from, to, { recursive: true, filter: (source) => !source.endsWith('-shm') })
}

/** A disk is full when the database can grow no more; SQLite itself then fails, with all that follows. */
const noLimit = 1_073_741_823

/** Makes the disk of a node below `base`; the folder of its first incarnation is empty. */
export const createDisk = (base: string): Disk => {
  install()
  const connections = new Set<Connection>()
  const listeners: ((power: boolean) => void)[] = []
  let incarnation = 1
  let isDown = false
  let full = false
  let planned: DiskFault[] = []
  let count = 0
  const dirOf = (n: number): string => path.join(base, `life-${n}`)
  const dir = (): string => dirOf(incarnation)

  const limit = (db: Connection): void => {
    if (!db.open || db.readonly || db.name.endsWith('lock.db')) return
    const pages = full ? Number(db.pragma('page_count', { simple: true })) : noLimit
    db.pragma(`max_page_count = ${pages}`)
  }

  const endConnections = (): void => {
    for (const db of connections) {
      try {
        if (db.open) db.close()
      } catch {
        // A walk over rows is open on it; it ends with the process.
      }
    }
    connections.clear()
  }

  const crash = (power: boolean): void => {
    if (isDown) return
    const lost = power
      ? [...connections].filter((db) => db.open && !db.readonly && !isDurable(db)).map((db) => path.basename(db.name))
      : []
    const next = dirOf(incarnation + 1)
    copyFiles(dir(), next)
    for (const name of lost)
      if (existsSync(path.join(next, `${name}-wal`))) truncateSync(path.join(next, `${name}-wal`), 0)
    isDown = true
    planned = []
    endConnections()
    owners.delete(dir())
    rmSync(dir(), { recursive: true, force: true })
    incarnation += 1
    for (const listener of listeners) listener(power)
  }

  const due = (when: 'before' | 'after'): DiskFault | undefined => {
    const found = planned.find(
      (fault) => (fault.kind === 'full' ? when === 'before' : fault.when === when) && fault.commits <= count,
    )
    if (found !== undefined) planned = planned.filter((fault) => fault !== found)
    return found
  }

  const meet = (when: 'before' | 'after'): void => {
    const fault = due(when)
    if (fault === undefined) return
    if (fault.kind === 'full') throw noSpace()
    crash(fault.power)
    throw new NodeIsGone(`the machine stopped ${when} a commit`)
  }

  const start = (): void => {
    isDown = false
    const mine = incarnation
    owners.set(dir(), {
      alive: () => !isDown && incarnation === mine,
      opened: (db) => {
        if (!db.name.endsWith('lock.db')) connections.add(db)
      },
      beforeCommit: (db) => {
        if (db.name.endsWith('lock.db')) return
        count += 1
        meet('before')
      },
      afterCommit: (db) => {
        if (!db.name.endsWith('lock.db')) meet('after')
      },
    })
  }

  mkdirSync(dir(), { recursive: true })
  start()
  return {
    dir,
    plan: (fault) => planned.push({ ...fault, commits: count + fault.commits }),
    forgive: () => {
      planned = []
    },
    fill: () => {
      full = true
      for (const db of connections) limit(db)
    },
    free: () => {
      full = false
      for (const db of connections) limit(db)
    },
    crash,
    replace: (from) => {
      if (!isDown) throw new Error('only the files of a stopped node can be replaced')
      rmSync(dir(), { recursive: true, force: true })
      copyFiles(from, dir())
    },
    copy: (to) => copyFiles(dir(), to),
    down: () => isDown,
    start,
    onCrash: (listener) => listeners.push(listener),
    commits: () => count,
    remove: () => {
      isDown = true
      endConnections()
      owners.delete(dir())
      rmSync(base, { recursive: true, force: true })
    },
  }
}
