import type { OwnershipDataset } from '../../../shared/schema/kyb.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { dayMs } from '../../../shared/text/days.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { DatasetRow } from './tables.ts'

/** From so many days on what ownership data says may have changed: companies confirm theirs once a year. */
const staleDays = 365

/** Days since a data set's newest statement, or where it bears no dates since it was imported. */
export const datasetAge = (
  { dated, imported_ms: imported }: Pick<DatasetRow, 'dated' | 'imported_ms'>,
  nowMs: number,
): number =>
  Math.max(
    0,
    Math.floor((nowMs - (dated === null ? imported : Math.min(Date.parse(`${dated}T00:00:00Z`), nowMs))) / dayMs),
  )

/** A version as it is shown. */
export const datasetView = (
  row: DatasetRow,
  nowMs: number,
  nameOf: (userUid: string) => string | null,
): OwnershipDataset => {
  const age = datasetAge(row, nowMs)
  return {
    key: row.key,
    version: row.version,
    in_force: row.in_force === 1,
    file_name: row.file_name,
    format: row.format,
    sha256: row.sha256,
    imported_at: toTimestamp(row.imported_ms),
    imported_by: nameOf(row.imported_by),
    dated: row.dated,
    age_days: age,
    stale: age > staleDays,
    parties: row.parties,
    companies: row.companies,
    interests: row.interests,
  }
}

/** Every version that was read to its end, the one in force of each data set first. */
export const readDatasets = (sql: SyncStatements): readonly DatasetRow[] =>
  sql.all<DatasetRow>('select * from ownership_datasets where complete = 1 order by key, in_force desc, version desc')

/** Those in force. */
export const datasetsInForce = (sql: SyncStatements): readonly DatasetRow[] =>
  sql.all<DatasetRow>('select * from ownership_datasets where in_force = 1 order by key')

export const datasetInForce = (sql: SyncStatements, key: string): DatasetRow | undefined =>
  sql.get<DatasetRow>('select * from ownership_datasets where key = ? and in_force = 1', key)
