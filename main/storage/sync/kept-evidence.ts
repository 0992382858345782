import type { LedgerTx } from '../ledger/ledger.ts'
import type { Statements, SyncStatements } from '../sqlite/statements.ts'
import type { KeptEvidenceTable } from './tables.ts'

/**
 * Bytes that stay on this device though their entry has left its case here (Y-76, Y-78): how many pieces there are, and
 * how long they are together.
 */
export interface KeptTotals {
  readonly pieces: number
  readonly bytes: number
}

/** An `evidence.acquired` as it is set aside. */
export interface AcquiredAside {
  readonly entryId: string
  readonly uid: string
  readonly caseId: number
  readonly number: string
  readonly sha256: string
  readonly size: number
}

/** The hashes of a case whose bytes the hub has, as its own entries in hub order say (Y-61). */
export const receivedHashes = `select json_extract(cast(r.payload as text), '$.pub.sha256') from entries r
  where r.chain = ? and r.hub_pos is not null and json_extract(cast(r.payload as text), '$.type') = 'evidence.received'`

const insert = `insert into kept_evidence (entry_id, uid, case_id, case_number, sha256, size, at_hub, at) values (?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`

const isHere = (sql: SyncStatements, caseId: number, sha256: string): boolean =>
  sql.get('select 1 from blob_keys where case_id = ? and sha256 = ?', caseId, sha256) !== undefined

/**
 * Keeps the bytes of an entry that is set aside with it, where they are here; until a person takes them in again or
 * lets them go (Y-78).
 */
export const keepAside = (
  sql: SyncStatements,
  { entryId, uid, caseId, number, sha256, size }: AcquiredAside,
  nowMs: number,
): void => {
  if (isHere(sql, caseId, sha256)) sql.run(insert, entryId, uid, caseId, number, sha256, size, 0, nowMs)
}

interface AcquiredRow {
  readonly id: Buffer
  readonly sha256: string
  readonly size: number
}

/**
 * Of each hash the entry that the hub has and this device sealed, where there is one: it speaks for the bytes (Y-76).
 */
const onlyHereSql = `select id, sha256, size, max(rank) from
    (select e.id, json_extract(cast(e.payload as text), '$.pub.sha256') as sha256, json_extract(cast(e.payload as text), '$.pub.size') as size,
       2 * (e.hub_pos is not null) + (json_extract(cast(e.payload as text), '$.dev') = ?) as rank
     from entries e where e.chain = ? and json_extract(cast(e.payload as text), '$.type') = 'evidence.acquired') a
  where sha256 in (select sha256 from blob_keys where case_id = ?) and sha256 not in (${receivedHashes})
    and (rank >= 2 or sha256 not in (select sha256 from kept_evidence where case_id = ?))
  group by sha256`

/** Keeps what of a case no hub has sealed as received, and is not set aside with its entry already. */
export const keepOnlyHere = (
  sql: SyncStatements,
  {
    uid,
    caseId,
    number,
    deviceId,
  }: { readonly uid: string; readonly caseId: number; readonly number: string; readonly deviceId: string },
  nowMs: number,
): void => {
  for (const { id, sha256, size } of sql.all<AcquiredRow>(onlyHereSql, deviceId, caseId, caseId, caseId, caseId))
    sql.run(insert, id.toString('hex'), uid, caseId, number, sha256, size, 1, nowMs)
}

const isOfCase =
  'exists (select 1 from evidence e where e.case_id = kept_evidence.case_id and e.sha256 = kept_evidence.sha256)'

/** Bytes for the hub alone: of a case that is not here. One that came back has them as its own. */
export const forHub = `at_hub = 1 and not ${isOfCase}`

/** What of cases that are here again is the case's own once more. */
export const giveToCases = (sql: SyncStatements): void =>
  void sql.run(`delete from kept_evidence where at_hub = 1 and ${isOfCase}`)

export const waitingForHub = (sql: SyncStatements): KeptTotals =>
  sql.get<KeptTotals>(
    `select count(*) as pieces, coalesce(sum(size), 0) as bytes from kept_evidence where ${forHub}`,
  ) ?? { pieces: 0, bytes: 0 }

/** The alarm that says so. */
export const evidenceWaits = 'evidence_waits'

const alarmText = (number: string, { pieces, bytes }: KeptTotals): string =>
  `The bytes of ${pieces === 1 ? 'one piece' : `${pieces} pieces`} of evidence (${bytes} bytes) of ${number === '' ? 'a case' : number} exist only on this device: the case was taken from it before the hub had received them. They are kept, encrypted, and go to the hub by themselves. Keep this device and its folder until then, and let it reach the hub.`

/** Says of each case that is not here any more what of it waits for the hub; takes back what is not so any longer. */
export const tellWaits = async (tx: Pick<LedgerTx, 'sql' | 'nowMs' | 'emit'>): Promise<void> => {
  const rows = await tx.sql.all<KeptTotals & { readonly number: string }>(
    `select case_number as number, count(*) as pieces, sum(size) as bytes from kept_evidence where ${forHub} group by uid, case_number order by case_number`,
  )
  const before = new Set(
    (await tx.sql.all<{ message: string }>('select message from sync_alarms where code = ?', evidenceWaits)).map(
      ({ message }) => message,
    ),
  )
  const texts = new Set(rows.map(({ number, ...totals }) => alarmText(number, totals)))
  for (const message of before)
    if (!texts.has(message))
      await tx.sql.run('delete from sync_alarms where code = ? and message = ?', evidenceWaits, message)
  for (const message of texts) {
    if (before.has(message)) continue
    await tx.sql.run('insert into sync_alarms (code, message, at) values (?, ?, ?)', evidenceWaits, message, tx.nowMs)
    if (before.size === 0) tx.emit({ type: 'sync.alarm_raised', data: { code: evidenceWaits } }, null)
  }
}

/**
 * Forgets a kept piece, within a write.
 *
 * @returns whether its bytes are nobody's any more, so that the file may go; null where there is no such piece
 */
export const letGo = async (
  sql: Statements,
  entryId: string,
): Promise<{ readonly sha256: string; readonly orphan: boolean } | null> => {
  const row = await sql.get<Pick<KeptEvidenceTable, 'case_id' | 'sha256'>>(
    'select case_id, sha256 from kept_evidence where entry_id = ?',
    entryId,
  )
  if (row === undefined) return null
  const { case_id: caseId, sha256 } = row
  await sql.run('delete from kept_evidence where entry_id = ?', entryId)
  await sql.run(
    `delete from blob_keys where case_id = ? and sha256 = ? and not exists (select 1 from evidence where case_id = ? and sha256 = ?)
       and not exists (select 1 from kept_evidence where case_id = ? and sha256 = ?)`,
    caseId,
    sha256,
    caseId,
    sha256,
    caseId,
    sha256,
  )
  await sql.run(
    `delete from case_keys where case_id = ? and not exists (select 1 from chains where id = ?) and ${unneeded}`,
    caseId,
    caseId,
  )
  return { sha256, orphan: (await sql.get('select 1 from blob_keys where sha256 = ? limit 1', sha256)) === undefined }
}

/** A case's key that wraps nothing: no stored file, and no file that was being taken in. */
export const unneeded = `not exists (select 1 from blob_keys b where b.case_id = case_keys.case_id)
  and not exists (select 1 from acquisitions a join partial_blobs p on p.acquisition_id = a.id where a.case_id = case_keys.case_id)`
