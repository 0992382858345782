import type { EnrolmentProof } from '../../sync/entry.ts'
import type { SyncStatements } from '../sqlite/statements.ts'

const ofType = (type: string): string =>
  `select payload, sig from entries where chain = 0 and json_valid(cast(payload as text))
   and json_extract(cast(payload as text), '$.type') = '${type}'`

const enrolledSql = `${ofType('key.enrolled')}
  and json_extract(cast(payload as text), '$.pub.device_id') = (select device_id from device where id = 1)
  and kid in (select kid from hub) order by n limit 1`

const rotatedSql = `${ofType('key.rotated')}
  and json_extract(cast(payload as text), '$.dev') = (select device_id from device where id = 1)
  order by json_extract(cast(payload as text), '$.dseq')`

interface SealedRow {
  readonly payload: Buffer
  readonly sig: Buffer
}

/** Y-105: the hub's sealed word that enrolled this device, and all rotations of its key since. */
export const ownEnrolment = (sql: SyncStatements): EnrolmentProof => ({
  enrolled: sql.get<SealedRow>(enrolledSql) ?? null,
  rotations: sql.all<SealedRow>(rotatedSql),
})
