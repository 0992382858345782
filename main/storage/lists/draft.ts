import { createHash } from 'node:crypto'
import { refusal } from '../../../shared/api/errors.ts'
import { defaultAges } from '../../../shared/schema/lists.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Actor } from '../../domain/access/actor.ts'
import { mergeEntries } from '../../domain/lists/draft.ts'
import type { ListedEntry, ListedKind } from '../../domain/lists/entry.ts'
import { createNotes } from '../../domain/lists/notes.ts'
import type { Ledger, LedgerTx } from '../ledger/ledger.ts'
import type { Statements, SyncStatements } from '../sqlite/statements.ts'
import { listConfigured, listInForce } from './appliers.ts'
import { countChanges } from './compare.ts'
import { contentsDigest } from './contents-digest.ts'
import { forgetVersion } from './forget.ts'
import type { ChangeCounts, ListDraft, NewVersion } from './list-store.ts'
import type { WatchlistVersionsTable } from './tables.ts'

export interface DraftParts {
  readonly ledger: Ledger
  /** Reads what is committed. */
  readonly sql: SyncStatements
  /** Called after a version came in force. */
  readonly onPut: (key: string) => void
}

const contentNumber = async (sql: Statements, list: string, broughtBy: number, entry: ListedEntry): Promise<number> => {
  const content = JSON.stringify(entry)
  const hash = createHash('sha256').update(content).digest()
  const known = await sql.get<{ n: number }>('select n from watchlist_contents where list = ? and hash = ?', list, hash)
  if (known !== undefined) return known.n
  const names = entry.names.map(({ text }) => text.toLowerCase()).join('\n')
  const made = await sql.get<{ n: number }>(
    'insert into watchlist_contents (list, hash, brought_by, names, content) values (?, ?, ?, ?, ?) returning n',
    list,
    hash,
    broughtBy,
    names,
    content,
  )
  if (made === undefined) throw new Error('a content that was just written has no number')
  return made.n
}

/** The entries of a version while it is read, and how many they are. */
const createMembers = (list: string, id: number) => {
  const notes = createNotes()
  const kinds: Record<ListedKind, number> = { person: 0, organisation: 0, vessel: 0, aircraft: 0, other: 0 }
  let entries = 0
  let names = 0

  const add = async (tx: LedgerTx, entry: ListedEntry): Promise<void> => {
    const there = await tx.sql.get<{ n: number; content: string }>(
      'select c.n, c.content from watchlist_members m join watchlist_contents c on c.n = m.n where m.version_id = ? and m.entry_id = ?',
      id,
      entry.id,
    )
    if (there === undefined) {
      await tx.sql.run(
        'insert into watchlist_members (version_id, entry_id, n) values (?, ?, ?)',
        id,
        entry.id,
        await contentNumber(tx.sql, list, id, entry),
      )
      entries += 1
      names += entry.names.length
      kinds[entry.kind] += 1
      return
    }
    const before = JSON.parse(there.content) as ListedEntry
    const joined = mergeEntries(before, entry, notes)
    names += joined.names.length - before.names.length
    if (joined.kind !== before.kind) {
      kinds[before.kind] -= 1
      kinds[joined.kind] += 1
    }
    await tx.sql.run(
      'update watchlist_members set n = ? where version_id = ? and entry_id = ?',
      await contentNumber(tx.sql, list, id, joined),
      id,
      entry.id,
    )
  }

  return { add, counts: () => ({ entries, names, kinds }) }
}

/** What is written of a version once it was read to its end. */
interface ReadVersion extends Pick<WatchlistVersionsTable, 'entries' | 'names' | 'skipped'> {
  readonly publishedAtMs: number | null
  readonly kinds: Readonly<Record<ListedKind, number>>
  readonly changes: ChangeCounts | null
}

/** Gives a version the next number of its list, and makes it current. Answers the number. */
const numberVersion = async (
  tx: LedgerTx,
  { id, list }: { readonly id: number; readonly list: string },
  { publishedAtMs, skipped, entries, names, kinds, changes }: ReadVersion,
): Promise<number> => {
  const last = await tx.sql.get<{ version: number | null }>(
    'select max(version) as version from watchlist_versions where list = ?',
    list,
  )
  const number = (last?.version ?? 0) + 1
  await tx.sql.run(
    'update watchlist_versions set version = ?, published_at = ?, entries = ?, names = ?, kinds = ?, skipped = ?, added = ?, removed = ?, changed = ? where id = ?',
    number,
    publishedAtMs,
    entries,
    names,
    JSON.stringify(kinds),
    skipped,
    changes?.added ?? null,
    changes?.removed ?? null,
    changes?.changed ?? null,
    id,
  )
  await tx.sql.run(
    'insert into watchlists (key, in_force, since) values (?, ?, ?) on conflict (key) do update set in_force = excluded.in_force, since = excluded.since',
    list,
    id,
    tx.nowMs,
  )
  return number
}

/** A version that is being read, behind a row that is there. */
export const createListDraft = (
  { ledger, sql, onPut }: DraftParts,
  id: number,
  version: NewVersion,
  actor: Actor,
): ListDraft => {
  const { list } = version
  const members = createMembers(list, id)
  let isOver = false

  const inForceRow = (): WatchlistVersionsTable | undefined =>
    sql.get<WatchlistVersionsTable>(
      'select v.* from watchlists w join watchlist_versions v on v.id = w.in_force where w.key = ?',
      list,
    )

  return {
    add: (added) =>
      ledger.write(actor, async (tx) => {
        for (const entry of added) await members.add(tx, entry)
        return ok(undefined)
      }),
    counts: () => {
      const { entries, names } = members.counts()
      return { entries, names }
    },
    compare: (): ChangeCounts | null => {
      const before = inForceRow()
      return before === undefined ? null : countChanges(sql, before.id, id)
    },
    inForce: () => {
      const row = inForceRow()
      if (row === undefined) return null
      return {
        entries: row.entries,
        publishedAtMs: row.published_at,
        isSameFile:
          row.sha256 === version.sha256 && row.parts === JSON.stringify(version.parts) && row.format === version.format,
      }
    },
    putInForce: async ({ publishedAtMs, skipped, title }) => {
      const before = inForceRow()
      const changes = before === undefined ? null : countChanges(sql, before.id, id)
      const contentsSha256 = await contentsDigest(sql, id)
      const put = await ledger.write(actor, async (tx) => {
        const current = await tx.sql.get<{ in_force: number | null }>(
          'select in_force from watchlists where key = ?',
          list,
        )
        if ((current?.in_force ?? undefined) !== before?.id)
          return fail(
            refusal('in_progress', 'Another version of the list was activated in the meantime. Run the import again.'),
          )
        const { entries, names, kinds } = members.counts()
        const number = await numberVersion(tx, { id, list }, { publishedAtMs, skipped, entries, names, kinds, changes })
        const settings = await tx.sql.get('select key from watchlist_settings where key = ?', list)
        if (settings === undefined) await tx.append(listConfigured(list, { title, ...defaultAges }))
        const { sha256, parts, bytes, format, fileName } = version
        await tx.append(
          listInForce({
            key: list,
            version: number,
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
            reason: null,
          }),
        )
        return ok(number)
      })
      if (put.ok) {
        isOver = true
        onPut(list)
      }
      return put
    },
    drop: async () => {
      if (isOver) return
      isOver = true
      await forgetVersion(ledger, actor, id)
    },
  }
}
