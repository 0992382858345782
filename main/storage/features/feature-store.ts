import { entityKinds } from '../../../shared/schema/activity.ts'
import type { EntityKind } from '../../../shared/schema/activity.ts'
import type { FeatureChanges, SavedFeatures } from '../../detection/features/feature-engine.ts'
import type { EntityState } from '../../detection/features/kind-book.ts'
import type { CountedCurrencies } from '../../detection/features/currencies.ts'
import { keptFrom } from '../../detection/features/hour-chains.ts'
import { keepMs } from '../../detection/features/windows.ts'
import type { Statements, SyncStatements } from '../sqlite/statements.ts'
import { entityOfText, entityText } from './entity-text.ts'
import type { FeatureChunkRow, FeatureEntityRow, FeatureStateRow } from './tables.ts'

/**
 * Raised when features are counted otherwise than before: what an older release saved is then counted anew from the
 * activities.
 */
const featuresVersion = 5

/** Up to where a state goes: the last row of activities, and the last finding of a person, that were counted. */
export interface FeatureCursor {
  readonly activity: number
  readonly finding: number
}

const beginning: FeatureCursor = { activity: 0, finding: 0 }

const readState = 'select * from feature_state where id = 1'
const writeState =
  'insert or replace into feature_state (id, version, clock_ms, last_activity, last_finding, currencies) values (1, ?, ?, ?, ?, ?)'
const readEntity =
  'select state from feature_entities where kind = ? and id = ? and exists (select 1 from feature_state where version = ?)'
const writeEntity = 'insert or replace into feature_entities (kind, id, state) values (?, ?, ?)'
const readChunks = 'select bytes from feature_chunks where about = ? order by n'
const writeChunk = 'insert into feature_chunks (about, until_ms, bytes) values (?, ?, ?)'
const dropChunks = 'delete from feature_chunks where until_ms < ?'
const clear = ['delete from feature_state', 'delete from feature_entities', 'delete from feature_chunks'] as const

type SavedRow = FeatureStateRow & { readonly currencies: string }

/** Reads what is saved and committed. */
export interface FeatureStore {
  /** Up to where the saved state goes; the beginning where nothing is saved, or an older release saved it. */
  cursor(): FeatureCursor
  /** What was saved of windows; null where nothing is. Read it whole before anything is saved again. */
  saved(): SavedFeatures | null
  load(kind: EntityKind, id: string): EntityState | null
}

/** Reads by a connection that sees what is committed. */
export const createFeatureStore = (sql: SyncStatements): FeatureStore => {
  const state = (): SavedRow | null => {
    const row = sql.get<FeatureStateRow>(readState)
    return row === undefined || row.version !== featuresVersion || row.currencies === null ? null : (row as SavedRow)
  }
  const chunks = (about: FeatureChunkRow['about']): Iterable<Uint8Array> =>
    (function* () {
      for (const { bytes } of sql.iterate<Pick<FeatureChunkRow, 'bytes'>>(readChunks, about)) yield bytes
    })()
  return {
    cursor: () => {
      const row = state()
      return row === null ? beginning : { activity: row.last_activity, finding: row.last_finding }
    },
    saved: () => {
      const row = state()
      return row === null
        ? null
        : {
            clock: row.clock_ms ?? Number.NEGATIVE_INFINITY,
            currencies: JSON.parse(row.currencies) as CountedCurrencies,
            activities: chunks('activities'),
            labels: chunks('labels'),
          }
    },
    load: (kind, id) => {
      const row = sql.get<Pick<FeatureEntityRow, 'state'>>(readEntity, entityKinds.indexOf(kind), id, featuresVersion)
      return row === undefined ? null : entityOfText(row.state)
    },
  }
}

/** Forgets what is saved, in a transaction: it is to be counted anew. */
export const clearFeatures = async (sql: Statements): Promise<void> => {
  for (const text of clear) await sql.run(text)
}

/** Saves what has changed, in the transaction that keeps the activities up to the cursor. */
export const saveFeatures = async (
  sql: Statements,
  { clock, currencies, activities, labels, entities }: FeatureChanges,
  { activity, finding }: FeatureCursor,
): Promise<void> => {
  const before = await sql.get<FeatureStateRow>(readState)
  if (before !== undefined && before.version !== featuresVersion) await clearFeatures(sql)
  for (const { kind, id, state } of entities)
    await sql.run(writeEntity, entityKinds.indexOf(kind), id, entityText(state))
  if (activities.rows > 0) await sql.run(writeChunk, 'activities', activities.until, activities.bytes)
  if (labels.rows > 0) await sql.run(writeChunk, 'labels', labels.until, labels.bytes)
  if (Number.isFinite(clock)) await sql.run(dropChunks, keptFrom(clock, keepMs))
  await sql.run(
    writeState,
    featuresVersion,
    Number.isFinite(clock) ? clock : null,
    activity,
    finding,
    JSON.stringify(currencies),
  )
}
