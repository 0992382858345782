import { refusal } from '../../../shared/api/errors.ts'
import { defaultAges, type ListAge, type ListRemoval, type Watchlist } from '../../../shared/schema/lists.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { ageOfList } from '../../domain/lists/age.ts'
import type { ListedEntry } from '../../domain/lists/entry.ts'
import type { Env } from '../../platform/env.ts'
import { systemActor, type Ledger } from '../ledger/ledger.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { listConfigured, listInForce } from './appliers.ts'
import { countChanges, readChanges } from './compare.ts'
import { contentsDigest } from './contents-digest.ts'
import { createListDraft } from './draft.ts'
import { entryOver } from './entry-history.ts'
import { forgetVersion } from './forget.ts'
import type { ListInForce, ListParts, ListStore } from './list-store.ts'
import { removeVersionTx, versionsInUse } from './remove.ts'
import { shownEntry, shownVersion } from './shown.ts'
import type {
  WatchlistActivationsTable,
  WatchlistSettingsTable,
  WatchlistsTable,
  WatchlistVersionsTable,
} from './tables.ts'

export interface ListStoreParts {
  readonly ledger: Ledger
  /** Reads what is committed. */
  readonly sql: SyncStatements
  readonly env: Pick<Env, 'clock' | 'log'>
  readonly deviceId: string
}

const noList = refusal('not_found', 'There is no list for screening with this key.')
const noVersion = refusal('unknown_reference', 'The list has no such version on this device.')
const walkedAtOnce = 2_000

type Settings = Pick<WatchlistSettingsTable, 'title' | 'warn_days' | 'stale_days'>

/** Makes the store. Lists are read by a connection that sees what is committed. */
export const createListStore = ({ ledger, sql, env, deviceId }: ListStoreParts): ListStore => {
  const listeners = new Set<(key: string) => void>()
  const tell = (key: string): void => {
    for (const listener of listeners) {
      try {
        listener(key)
      } catch (error) {
        env.log.error({ err: error }, 'what follows from a change of a list failed')
      }
    }
  }
  const draftParts = { ledger, sql, onPut: tell }

  const settingsOf = (key: string): Settings =>
    sql.get<Settings>('select title, warn_days, stale_days from watchlist_settings where key = ?', key) ?? {
      title: key,
      ...defaultAges,
    }
  const stateOf = (key: string): WatchlistsTable | undefined =>
    sql.get<WatchlistsTable>('select * from watchlists where key = ?', key)
  const versionOf = (key: string, version: number): WatchlistVersionsTable | undefined =>
    sql.get<WatchlistVersionsTable>('select * from watchlist_versions where list = ? and version = ?', key, version)
  const inForceOf = (key: string): WatchlistVersionsTable | undefined =>
    sql.get<WatchlistVersionsTable>(
      'select v.* from watchlists w join watchlist_versions v on v.id = w.in_force where w.key = ?',
      key,
    )
  const nameOf = (userUid: string): string =>
    sql.get<{ name: string }>('select name from users where uid = ?', userUid)?.name ?? userUid

  /** Lists that are here, and those that another device has. */
  const keys = (): readonly string[] =>
    sql
      .all<{ key: string }>(
        'select key from watchlists union select key from watchlist_settings union select list from watchlist_activations order by 1',
      )
      .map(({ key }) => key)

  const elsewhereOf = (
    key: string,
    here: WatchlistVersionsTable | undefined,
    since: number | null,
  ): Watchlist['elsewhere'] => {
    const last = sql.get<WatchlistActivationsTable>(
      'select * from watchlist_activations where list = ? order by at desc, entry desc limit 1',
      key,
    )
    if (last === undefined || last.device === deviceId || last.sha256 === here?.sha256 || last.at < (since ?? 0))
      return null
    return {
      sha256: last.sha256,
      published_at: last.published_at === null ? null : toTimestamp(last.published_at),
      since: toTimestamp(last.at),
    }
  }

  const ageIn = (
    row: WatchlistVersionsTable | undefined,
    { warn_days: warnDays, stale_days: staleDays }: Settings,
  ): ListAge =>
    ageOfList(
      row === undefined ? null : { publishedAtMs: row.published_at, importedAtMs: row.imported_at },
      { warnDays, staleDays },
      env.clock.nowMs(),
    )

  const view = (key: string): Watchlist => {
    const settings = settingsOf(key)
    const row = inForceOf(key)
    const since = stateOf(key)?.since ?? null
    return {
      key,
      ...settings,
      versions:
        sql.get<{ count: number }>(
          'select count(*) as count from watchlist_versions where list = ? and version is not null',
          key,
        )?.count ?? 0,
      age: ageIn(row, settings),
      in_force: row === undefined ? null : shownVersion(row, true, nameOf),
      in_force_since: since === null ? null : toTimestamp(since),
      elsewhere: elsewhereOf(key, row, since),
    }
  }

  function* walk(versionId: number): Generator<ListedEntry> {
    let after = ''
    for (;;) {
      const rows = sql.all<{ entry_id: string; content: string }>(
        'select m.entry_id, c.content from watchlist_members m join watchlist_contents c on c.n = m.n where m.version_id = ? and m.entry_id > ? order by m.entry_id limit ?',
        versionId,
        after,
        walkedAtOnce,
      )
      for (const { content } of rows) yield JSON.parse(content) as ListedEntry
      const last = rows.at(-1)
      if (last === undefined || rows.length < walkedAtOnce) return
      after = last.entry_id
    }
  }

  return {
    inForce: () =>
      sql
        .all<WatchlistVersionsTable>(
          'select v.* from watchlists w join watchlist_versions v on v.id = w.in_force order by w.key',
        )
        .map((row): ListInForce => ({
          key: row.list,
          title: settingsOf(row.list).title,
          version: row.version ?? 0,
          published: row.published_at,
          imported: row.imported_at,
          entries: row.entries,
          sha256: row.sha256,
        })),
    *entries(key) {
      const row = inForceOf(key)
      if (row !== undefined) yield* walk(row.id)
    },
    entry: (key, id, version) => {
      const row = version === undefined ? inForceOf(key) : versionOf(key, version)
      const found =
        row === undefined
          ? undefined
          : sql.get<{ content: string }>(
              'select c.content from watchlist_members m join watchlist_contents c on c.n = m.n where m.version_id = ? and m.entry_id = ?',
              row.id,
              id,
            )
      return found === undefined ? null : (JSON.parse(found.content) as ListedEntry)
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    list: () => keys().map(view),
    read: (key) => {
      if (!keys().includes(key)) return fail(noList)
      const inForce = inForceOf(key)?.id
      const rows = sql.all<WatchlistVersionsTable>(
        'select * from watchlist_versions where list = ? and version is not null order by version desc',
        key,
      )
      return ok({ ...view(key), history: rows.map((row) => shownVersion(row, row.id === inForce, nameOf)) })
    },
    configure: async (key, settings, actor) => {
      if (!keys().includes(key)) return fail(noList)
      const before = settingsOf(key)
      if (
        before.title === settings.title &&
        before.warn_days === settings.warn_days &&
        before.stale_days === settings.stale_days
      )
        return fail(refusal('already_done', 'The list already says this. Nothing was changed.'))
      const written = await ledger.write(actor, async (tx) => ok(await tx.append(listConfigured(key, settings))))
      return written.ok ? ok(view(key)) : written
    },
    putInForce: async (key, version, reason, actor) => {
      if (!keys().includes(key)) return fail(noList)
      const row = versionOf(key, version)
      if (row === undefined) return fail(noVersion)
      const before = inForceOf(key)
      if (before?.id === row.id) return fail(refusal('already_done', 'This version is in force already.'))
      const changes = before === undefined ? null : countChanges(sql, before.id, row.id)
      const contentsSha256 = await contentsDigest(sql, row.id)
      const written = await ledger.write(actor, async (tx) => {
        await tx.sql.run(
          'insert into watchlists (key, in_force, since) values (?, ?, ?) on conflict (key) do update set in_force = excluded.in_force, since = excluded.since',
          key,
          row.id,
          tx.nowMs,
        )
        const { sha256, bytes, format, published_at: publishedAtMs, entries, names, skipped, file_name: fileName } = row
        const parts = JSON.parse(row.parts) as ListParts
        await tx.append(
          listInForce({
            key,
            version,
            previousVersion: before?.version ?? null,
            sha256,
            parts,
            bytes,
            format,
            publishedAtMs,
            entries,
            names,
            skipped,
            contentsSha256,
            changes,
            fileName,
            reason,
          }),
        )
        return ok(undefined)
      })
      if (!written.ok) return written
      tell(key)
      return ok(view(key))
    },
    diff: (key, { from, to, change, page, size }) => {
      if (!keys().includes(key)) return fail(noList)
      const later = to === undefined ? inForceOf(key) : versionOf(key, to)
      if (later === undefined) return fail(noVersion)
      const earlier =
        from === undefined
          ? sql.get<WatchlistVersionsTable>(
              'select * from watchlist_versions where list = ? and version < ? order by version desc limit 1',
              key,
              later.version,
            )
          : versionOf(key, from)
      if (earlier === undefined)
        return fail(
          from === undefined ? refusal('unknown_reference', 'There is no version before this one.') : noVersion,
        )
      const counts = countChanges(sql, earlier.id, later.id)
      const total = change === undefined ? counts.added + counts.removed + counts.changed : counts[change]
      const items = readChanges(sql, { from: earlier.id, to: later.id }, change ?? null, size, (page - 1) * size)
      return ok({ from: earlier.version ?? 0, to: later.version ?? 0, counts, items, total })
    },
    page: (key, { version, id, page, size }) => {
      if (!keys().includes(key)) return fail(noList)
      const row = version === undefined ? inForceOf(key) : versionOf(key, version)
      if (row === undefined) return fail(noVersion)
      const where =
        'from watchlist_members m join watchlist_contents c on c.n = m.n where m.version_id = ? and (? is null or m.entry_id = ?)'
      const values = [row.id, id ?? null, id ?? null]
      const total =
        id === undefined
          ? row.entries
          : (sql.get<{ count: number }>(`select count(*) as count ${where}`, ...values)?.count ?? 0)
      const found = sql.all<{ content: string }>(
        `select c.content ${where} order by m.entry_id limit ? offset ?`,
        ...values,
        size,
        (page - 1) * size,
      )
      return ok({ items: found.map(({ content }) => shownEntry(JSON.parse(content) as ListedEntry)), total })
    },
    open: (key, version) => {
      if (!keys().includes(key)) return fail(noList)
      const row = version === undefined ? inForceOf(key) : versionOf(key, version)
      return row === undefined
        ? fail(noVersion)
        : ok({ id: row.id, version: row.version ?? 0, count: row.entries, entries: walk(row.id) })
    },
    entryOver: (key, id, version) => {
      if (!keys().includes(key)) return fail(noList)
      const row = version === undefined ? inForceOf(key) : versionOf(key, version)
      return row === undefined ? fail(noVersion) : ok(entryOver(sql, row, id))
    },
    inUse: async (key) => (keys().includes(key) ? ok(await versionsInUse(sql, key)) : fail(noList)),
    remove: async (key, versions, reason, actor) => {
      if (!keys().includes(key)) return fail(noList)
      const removed: number[] = []
      const kept: ListRemoval['kept'] = []
      for (const version of [...new Set(versions)].sort((a, b) => a - b)) {
        const done = await ledger.write(actor, (tx) => removeVersionTx(tx, key, version, reason))
        if (!done.ok) return done
        if ('because' in done.value) {
          kept.push({ version, because: done.value.because })
          continue
        }
        removed.push(version)
        await forgetVersion(ledger, systemActor, done.value.id)
      }
      return ok({ removed, kept })
    },
    begin: async (version, actor) => {
      const { list, format, fileName, bytes, sha256, parts } = version
      const begun = await ledger.write(actor, async (tx) => {
        const made = await tx.sql.get<{ id: number }>(
          'insert into watchlist_versions (list, format, file_name, bytes, sha256, parts, imported_at, imported_by) values (?, ?, ?, ?, ?, ?, ?, ?) returning id',
          list,
          format,
          fileName,
          bytes,
          sha256,
          JSON.stringify(parts),
          tx.nowMs,
          actor.userUid,
        )
        if (made === undefined) throw new Error('a version that was just begun has no id')
        return ok(made.id)
      })
      return begun.ok ? ok(createListDraft(draftParts, begun.value, version, actor)) : begun
    },
    thinOut: async () => {
      const left = sql.all<{ id: number }>('select id from watchlist_versions where version is null')
      for (const { id } of left) await forgetVersion(ledger, systemActor, id)
    },
  }
}
