import path from 'node:path'
import { mkdirSync } from 'node:fs'
import { createHash } from 'node:crypto'
import Database from 'better-sqlite3-multiple-ciphers'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Acted, Action, DeviceSubject, HeldEntry, HubSubject, NodeParts, RoundEnd, Subject } from './subject.ts'

/** Faults of software that a world must find; each breaks one promise of sync. */
export const plantedBugs = [
  'hub-stores-twice',
  'cursor-before-data',
  'answers-before-commit',
  'not-durable',
  'leaks-ungranted',
  'order-of-arrival',
  'believes-a-cut-page',
  'never-tries-again',
  'forgets-after-restore',
  'forgets-a-rejection',
] as const
export type PlantedBug = (typeof plantedBugs)[number]

interface Entry {
  readonly id: string
  readonly case: string
  readonly dev: string
  readonly body: string
}
interface Row extends Entry {
  readonly n: number
  readonly pos: number | null
  readonly refused: string | null
}

const json = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value))
const parsed = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(Buffer.from(bytes).toString()) as unknown
  } catch {
    return null
  }
}

const open = (dir: string, bug: PlantedBug | null): Database.Database => {
  const db = new Database(path.join(dir, 'model.db'))
  db.pragma('journal_mode = WAL')
  db.pragma(bug === 'not-durable' ? 'synchronous = OFF' : 'synchronous = FULL')
  return db
}

const atOnce = <T>(db: Database.Database, job: () => T): T => {
  db.prepare('BEGIN IMMEDIATE').run()
  try {
    const answer = job()
    db.prepare('COMMIT').run()
    return answer
  } catch (error) {
    if (db.open && db.inTransaction) db.prepare('ROLLBACK').run()
    throw error
  }
}

const foundHub = (dir: string, devices: number): void => {
  const db = open(dir, null)
  db.exec(
    'create table entry (feed integer primary key, id text, "case" text, dev text, body text, pos integer); create table granted ("case" text, dev text, feed integer, ended integer); create table device (dev text primary key, revoked integer)',
  )
  for (let n = 1; n <= devices; n++) db.prepare('insert into device values (?, 0)').run(`device-${n}`)
  db.close()
}

const foundDevice = (dir: string, dev: string): void => {
  const db = open(dir, null)
  db.exec(
    'create table entry (n integer primary key, id text unique, "case" text, dev text, body text, pos integer, refused text); create table state (dev text, since integer, halted text, cases text)',
  )
  db.prepare("insert into state values (?, 0, null, '[]')").run(dev)
  db.close()
}

type Heads = Readonly<Record<string, { readonly size: number; readonly root: string }>>

const rootOf = (rows: readonly { readonly id: string }[], size: number): string =>
  rows.length < size
    ? ''
    : createHash('sha256')
        .update(rows.map(({ id }) => id).join())
        .digest('hex')

interface Page {
  readonly granted: readonly string[]
  readonly entries: readonly (Entry & { readonly pos: number })[]
  readonly newest: number
}

const hubOf = (db: Database.Database, bug: PlantedBug | null): HubSubject => {
  const granted = (dev: string): string[] =>
    db
      .prepare('select "case" from granted where dev = ? and ended is null')
      .all(dev)
      .map((row) => (row as { case: string }).case)
  const isRevoked = (dev: string): boolean =>
    (db.prepare('select revoked from device where dev = ?').get(dev) as { revoked: number } | undefined)?.revoked !== 0

  const take = (dev: string, entry: Entry): number | null => {
    const known = db.prepare('select pos from entry where id = ?').get(entry.id) as { pos: number } | undefined
    if (known !== undefined && bug !== 'hub-stores-twice') return known.pos
    const { size } = db.prepare('select count(*) as size from entry where "case" = ?').get(entry.case) as {
      size: number
    }
    if (size === 0)
      db.prepare('insert into granted values (?, ?, (select coalesce(max(feed), 0) from entry), null)').run(
        entry.case,
        dev,
      )
    else if (!granted(dev).includes(entry.case)) return null
    db.prepare('insert into entry (id, "case", dev, body, pos) values (?, ?, ?, ?, ?)').run(
      entry.id,
      entry.case,
      entry.dev,
      entry.body,
      size,
    )
    return size
  }

  /** Whether what a device holds is the beginning of what is here; where it is not, this hub was set back. */
  const extendsAll = (heads: Heads): boolean =>
    Object.entries(heads).every(
      ([name, { size, root }]) =>
        rootOf(
          db.prepare('select id from entry where "case" = ? order by pos limit ?').all(name, size) as { id: string }[],
          size,
        ) === root,
    )

  const push = (dev: string, body: unknown): Uint8Array => {
    const { entries, heads } = body as { entries: Entry[]; heads: Heads }
    if (bug !== 'forgets-after-restore' && !extendsAll(heads)) return json({ rolledBack: true })
    return json({
      positions: atOnce(db, () => Object.fromEntries(entries.map((entry) => [entry.id, take(dev, entry)]))),
    })
  }

  const pull = (dev: string, body: unknown): Uint8Array => {
    const { since, held, heads } = body as { since: number; held: string[]; heads: Heads }
    const mine = granted(dev)
    const wanted = db.prepare('select * from entry order by feed').all() as (Entry & { feed: number; pos: number })[]
    const newest = wanted.at(-1)?.feed ?? 0
    if (bug !== 'forgets-after-restore' && !extendsAll(heads)) return json({ rolledBack: true })
    const entries = wanted.filter(
      (entry) =>
        (bug === 'leaks-ungranted' || mine.includes(entry.case)) && (entry.feed > since || !held.includes(entry.case)),
    )
    const lines = entries.map(({ id, case: name, dev: from, body: text, pos }) =>
      JSON.stringify({ id, case: name, dev: from, body: text, pos }),
    )
    return Buffer.from([JSON.stringify({ granted: mine }), ...lines, JSON.stringify({ end: newest })].join('\n'))
  }

  return {
    handle: (call, from) => {
      if (isRevoked(from)) return Promise.resolve(fail({ kind: 'refused', code: 'revoked', message: 'revoked' }))
      const body = parsed(call.body)
      return Promise.resolve(ok(call.name === 'push' ? push(from, body) : pull(from, body)))
    },
    grant: (name, dev) => {
      if (!granted(dev).includes(name)) db.prepare('insert into granted values (?, ?, 0, null)').run(name, dev)
      return Promise.resolve()
    },
    endGrant: (name, dev) => {
      db.prepare('update granted set ended = 1 where "case" = ? and dev = ?').run(name, dev)
      return Promise.resolve()
    },
    granted: (dev) => Promise.resolve(granted(dev)),
    revoke: (dev) => {
      db.prepare('update device set revoked = 1 where dev = ?').run(dev)
      return Promise.resolve()
    },
    createCode: () => Promise.resolve('code'),
    order: () => {
      const order: Record<string, string[]> = {}
      for (const { id, case: name } of db
        .prepare('select id, "case" from entry order by "case", pos, feed')
        .all() as Entry[])
        (order[name] ??= []).push(id)
      return Promise.resolve(order)
    },
    quarantined: () => Promise.resolve([]),
    verify: () => Promise.resolve([]),
    close: () => Promise.resolve(void db.close()),
  }
}

/** A page of the model's pull; null where it was cut off. */
const readPage = (bytes: Uint8Array, bug: PlantedBug | null, since: number): Page | null => {
  const lines = Buffer.from(bytes)
    .toString()
    .split('\n')
    .map((line) => parsed(Buffer.from(line)) as Record<string, unknown> | null)
  const last = lines.at(-1)
  const entries = lines.slice(1).filter((line) => typeof line?.['id'] === 'string') as unknown as Page['entries']
  const granted = lines[0]?.['granted'] as string[] | undefined
  if (typeof last?.['end'] === 'number' && granted !== undefined) return { granted, entries, newest: last['end'] }
  return bug === 'believes-a-cut-page' && granted !== undefined
    ? { granted, entries, newest: since + entries.length + 1 }
    : null
}

const deviceOf = (db: Database.Database, parts: NodeParts, bug: PlantedBug | null): DeviceSubject => {
  const state = (): { dev: string; since: number; halted: string | null; cases: string } =>
    db.prepare('select * from state').get() as never
  const dev = state().dev
  const rows = (): Row[] => db.prepare('select * from entry order by "case", coalesce(pos, 1000000), n').all() as Row[]
  let gaveUp = false

  const storeSomehow = (store: () => void): void => {
    try {
      if (db.open) atOnce(db, store)
    } catch {
      // A full disk: it was answered long ago.
    }
  }

  const write = (name: string, body: string): Acted => {
    const id = createHash('sha256').update(parts.env.random.bytes(16)).digest('hex')
    const store = (): void =>
      void db
        .prepare('insert into entry (id, "case", dev, body, pos, refused) values (?, ?, ?, ?, null, null)')
        .run(id, name, dev, body)
    if (bug === 'answers-before-commit') parts.scheduler.after(2_000, () => storeSomehow(store))
    else atOnce(db, store)
    return { ok: true, case: name, entries: [id] }
  }

  const act = (action: Action): Acted => {
    if (action.kind === 'open') return write(parts.env.random.uuidv7(parts.env.clock.nowMs()), `open ${action.text}`)
    if (action.kind === 'settle' || action.kind === 'policy') return { ok: false, code: 'not_found' }
    if (!rows().some((row) => row.case === action.case)) return { ok: false, code: 'not_found' }
    return write(
      action.case,
      action.kind === 'status' ? `status ${action.to} ${action.text}` : `${action.kind} ${action.text}`,
    )
  }

  const halt = (why: string): RoundEnd => {
    db.prepare('update state set halted = ?').run(why)
    return { end: 'halted', state: why }
  }

  const takePage = (page: Page): void => {
    if (bug === 'cursor-before-data') atOnce(db, () => db.prepare('update state set since = ?').run(page.newest))
    atOnce(db, () => {
      for (const entry of page.entries) {
        db.prepare(
          'insert into entry (id, "case", dev, body, pos, refused) values (?, ?, ?, ?, ?, null) on conflict (id) do update set pos = excluded.pos, refused = null',
        ).run(entry.id, entry.case, entry.dev, entry.body, entry.pos)
      }
      for (const { case: name } of db.prepare('select distinct "case" from entry where pos is not null').all() as {
        case: string
      }[]) {
        if (bug === 'leaks-ungranted' || page.granted.includes(name)) continue
        db.prepare('update entry set refused = \'rejected\' where "case" = ? and dev = ? and pos is null').run(
          name,
          dev,
        )
        db.prepare('delete from entry where "case" = ? and pos is not null').run(name)
      }
      db.prepare('update state set since = ?, cases = ?').run(page.newest, JSON.stringify(page.granted))
    })
  }

  const takePositions = (positions: Record<string, number | null>): void =>
    atOnce(db, () => {
      for (const [id, pos] of Object.entries(positions)) {
        if (pos !== null) db.prepare('update entry set pos = ? where id = ?').run(pos, id)
        else if (bug === 'forgets-a-rejection') db.prepare('delete from entry where id = ?').run(id)
        else db.prepare("update entry set refused = 'rejected' where id = ?").run(id)
      }
    })

  const headsNow = (): Heads => {
    const heads: Record<string, { size: number; root: string }> = {}
    for (const name of new Set(rows().map((row) => row.case))) {
      const received = rows().filter((row) => row.case === name && row.pos !== null)
      // Own entries may have a place beyond others that are not here yet.
      const inOrder = received.filter((row, n) => row.pos === n)
      heads[name] = { size: inOrder.length, root: rootOf(inOrder, inOrder.length) }
    }
    return heads
  }

  const round: DeviceSubject['round'] = async (link, signal) => {
    const failed: RoundEnd = { end: 'failed', retryAfterMs: 1_000 }
    if (gaveUp) return failed
    const given = async (name: 'push' | 'pull', body: unknown): Promise<Uint8Array | RoundEnd> => {
      const answer = await link.call({ name, token: '', body: json(body) }, signal)
      if (answer.ok) return answer.value
      if (answer.error.code === 'revoked') return halt('revoked')
      if (bug === 'never-tries-again' && answer.error.kind === 'refused') gaveUp = true
      return { end: 'failed', retryAfterMs: answer.error.retryAfterMs ?? 1_000 }
    }
    const pending = rows()
      .filter((row) => row.pos === null && row.refused === null)
      .sort((a, b) => a.n - b.n)
    if (pending.length > 0) {
      const answer = await given('push', { entries: pending, heads: headsNow() })
      if (!(answer instanceof Uint8Array)) return answer
      const body = parsed(answer) as { positions?: Record<string, number | null>; rolledBack?: boolean } | null
      if (body?.rolledBack === true) return halt('hub_not_trusted')
      if (body?.positions === undefined) return failed
      takePositions(body.positions)
    }
    const { since, cases } = state()
    const answer = await given('pull', { since, held: JSON.parse(cases) as string[], heads: headsNow() })
    if (!(answer instanceof Uint8Array)) return answer
    if ((parsed(answer) as { rolledBack?: boolean } | null)?.rolledBack === true) return halt('hub_not_trusted')
    const page = readPage(answer, bug, since)
    if (page === null) return failed
    takePage(page)
    return { end: 'whole', retryAfterMs: 0 }
  }

  const shown = (row: Row): string => row.body
  return {
    deviceId: dev,
    act: (action) => Promise.resolve().then(() => act(action)),
    round,
    halted: () => Promise.resolve(state().halted),
    held: () =>
      Promise.resolve(
        rows().map((row): HeldEntry => ({
          id: row.id,
          case: row.case,
          own: row.dev === dev,
          pos: row.pos,
          standing: row.refused !== null ? 'rejected' : row.pos === null ? 'waiting' : 'received',
        })),
      ),
    projection: () => {
      const seen: Record<string, string> = {}
      const order = bug === 'order-of-arrival' ? rows().sort((a, b) => a.n - b.n) : rows()
      for (const row of order) if (row.refused === null) seen[row.case] = `${seen[row.case] ?? ''}${shown(row)}\n`
      return Promise.resolve(seen)
    },
    verify: () => Promise.resolve([]),
    trustHub: () => {
      atOnce(db, () => {
        db.prepare('update entry set pos = null').run()
        db.prepare('update state set halted = null, since = 0').run()
      })
      return Promise.resolve()
    },
    newEpoch: () => Promise.resolve(),
    known: (texts) => {
      const bodies = rows().map(({ body }) => body)
      return Promise.resolve(texts.filter((text) => bodies.some((body) => body.includes(text))))
    },
    close: () => Promise.resolve(void db.close()),
  }
}

/** The model, with one fault planted or none. */
export const modelSubject = (bug: PlantedBug | null = null): Subject => ({
  found: (base, count) => {
    const hub = path.join(base, 'hub')
    const devices = Array.from({ length: count }, (_, n) => path.join(base, `device-${n + 1}`))
    for (const dir of [hub, ...devices]) mkdirSync(dir, { recursive: true })
    foundHub(hub, count)
    devices.forEach((dir, n) => foundDevice(dir, `device-${n + 1}`))
    return Promise.resolve({ hub, devices })
  },
  openHub: ({ dir }) => Promise.resolve(hubOf(open(dir, bug), bug)),
  openDevice: (parts) => Promise.resolve(deviceOf(open(parts.dir, bug), parts, bug)),
})
