import { setImmediate as untilNextTurn } from 'node:timers/promises'
import type { Refusal } from '../../../shared/api/errors.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { digestOfEntry } from '../../domain/screening/facts.ts'
import { screenerSteps } from '../../domain/screening/screener.ts'
import type { Screener } from '../../domain/screening/screener.ts'
import { systemActor } from '../../storage/ledger/ledger.ts'
import { keepMatches, knownHits } from '../../storage/screening/keep-matches.ts'
import type { ComparedSubject } from '../../storage/screening/keep-matches.ts'
import {
  beginListRun,
  endRun,
  nextSubjects,
  noteEntries,
  noteProgress,
  noteVersion,
  openRun,
  screenedDigests,
  screenedVersions,
} from '../../storage/screening/runs.ts'
import type { ListChange, OpenRun } from '../../storage/screening/runs.ts'
import type { ScreeningStore } from '../../storage/screening/screening-store.ts'
import type { ScreeningSubjectsTable } from '../../storage/screening/tables.ts'
import { factSetsOf } from '../../storage/screening/told-names.ts'
import type { SyncStatements } from '../../storage/sqlite/statements.ts'
import { runInSlices } from './lists-at-work.ts'
import type { LoadedLists } from './lists-at-work.ts'
import { comparedWith, optionsOf, searchAgain, settingsOf } from './screen-subject.ts'

/** What a chunk of a run may take of the time of others: its transaction holds everybody up. */
const chunkMs = 40
const chunkSubjects = 500
const entriesAtOnce = 2_000

/** What re-screening stands on. */
export interface RescreeningParts {
  readonly store: ScreeningStore
  readonly isClosed: () => boolean
}

/** What changed of a list since the register was compared with it; null where it is the same version. */
const changeOf = async (
  sql: SyncStatements,
  loaded: LoadedLists,
  key: string,
  before: string | undefined,
): Promise<ListChange | null> => {
  const version = loaded.lists.find((list) => list.key === key)?.version ?? null
  if (version === (before ?? null)) return null
  const known = screenedDigests(sql, key)
  const changed = new Map<string, string>()
  let seen = 0
  for (const [id, entry] of loaded.entries(key)) {
    const digest = digestOfEntry(entry)
    if (known.get(id) !== digest) changed.set(id, digest)
    known.delete(id)
    seen += 1
    if (seen % entriesAtOnce === 0) await untilNextTurn()
  }
  return { key, version, changed, removed: [...known.keys()] }
}

/**
 * Begins a re-screening where lists have changed since the last one. The lists that are searched must be loaded
 * already: who is registered from now on is compared with them.
 */
export const beginAfterChange = async (
  { store: { sql, ledger, env } }: RescreeningParts,
  loaded: LoadedLists,
): Promise<Result<void, Refusal>> => {
  const versions = screenedVersions(sql)
  const changes: ListChange[] = []
  for (const key of new Set([...versions.keys(), ...loaded.lists.map((list) => list.key)])) {
    const change = await changeOf(sql, loaded, key, versions.get(key))
    if (change !== null) changes.push(change)
  }
  if (changes.length === 0) return ok(undefined)
  const begun = await ledger.write(systemActor, async (tx) =>
    ok(await beginListRun(tx, env.random.uuidv7(tx.nowMs), changes)),
  )
  if (!begun.ok) return begun
  for (const change of changes) {
    const entries = [...change.changed]
    for (let from = 0; from < entries.length; from += entriesAtOnce) {
      const noted = await ledger.write(systemActor, async (tx) =>
        ok(await noteEntries(tx, change.key, entries.slice(from, from + entriesAtOnce))),
      )
      if (!noted.ok) return noted
    }
    const settled = await ledger.write(systemActor, async (tx) => ok(await noteVersion(tx, change)))
    if (!settled.ok) return settled
  }
  return ok(undefined)
}

interface Comparing {
  readonly screener: Screener
  readonly wasCompared: ComparedSubject['was']
}

/** What a run compares with: only what changed, however large the lists are. */
const comparing = async (run: OpenRun, loaded: LoadedLists, monoMs: () => number): Promise<Comparing> => {
  const { scope } = run
  if (scope === null) return { screener: loaded.screener, wasCompared: () => true }
  const ids = new Map(Object.entries(scope).map(([list, changed]) => [list, new Set(changed)]))
  const lists = loaded.lists.flatMap(({ key, version }) => {
    const changed = ids.get(key)
    return changed === undefined
      ? []
      : [{ key, version, entries: [...changed].flatMap((id) => loaded.entry(key, id) ?? []) }]
  })
  return {
    screener: await runInSlices(screenerSteps(lists), monoMs),
    wasCompared: (list, id) => ids.get(list)?.has(id) === true,
  }
}

const chunk = (
  { store }: RescreeningParts,
  loaded: LoadedLists,
  run: OpenRun,
  reached: number,
  { screener, wasCompared }: Comparing,
): Promise<Result<number | null, Refusal>> => {
  const { ledger, sql, env } = store
  return ledger.write(systemActor, async (tx) => {
    const subjects = nextSubjects(sql, run, reached, chunkSubjects)
    const options = optionsOf(settingsOf(store.policy(), loaded))
    const until = env.clock.monoMs() + chunkMs
    let last = reached
    const progress = { done: 0, found: 0, gone: 0 }
    for (const n of subjects) {
      // As it stands in this transaction: it may have changed since.
      const row = await tx.sql.get<ScreeningSubjectsTable>('select * from screening_subjects where n = ?', n)
      if (row !== undefined) {
        const known = await knownHits(tx.sql, n)
        const again = known.filter(({ list, entry_id: id }) => wasCompared(list, id))
        const kept = await keepMatches(
          { tx, random: env.random, subject: row, hits: known },
          searchAgain({ loaded, screener, options }, row, await factSetsOf(tx.sql, row), again),
          comparedWith(loaded, options, wasCompared),
        )
        progress.found += kept.found
        progress.gone += kept.gone
      }
      progress.done += 1
      last = n
      if (env.clock.monoMs() > until) break
    }
    if (subjects.length === 0) {
      await endRun(tx, run.n)
      return ok(null)
    }
    await noteProgress(tx, run.n, { reached: last, ...progress })
    return ok(last)
  })
}

/**
 * Goes on with the runs that have not ended, oldest first, chunk by chunk; killed at any moment, it goes on where the
 * last chunk ended.
 */
export const continueRuns = async (
  parts: RescreeningParts,
  loaded: () => LoadedLists,
): Promise<Result<void, Refusal>> => {
  const { sql, env } = parts.store
  for (let run = openRun(sql); run !== null; run = openRun(sql)) {
    const lists = loaded()
    const with_ = await comparing(run, lists, () => env.clock.monoMs())
    for (let reached: number | null = run.reached; reached !== null;) {
      if (parts.isClosed()) return ok(undefined)
      const done = await chunk(parts, lists, run, reached, with_)
      if (!done.ok) return done
      reached = done.value
      await untilNextTurn()
    }
  }
  return ok(undefined)
}
