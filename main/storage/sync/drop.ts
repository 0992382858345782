import { idRange } from '../../platform/ids.ts'
import type { LedgerTx } from '../ledger/ledger.ts'
import { disclosureRows, readDisclosure } from '../ledger/open-entry.ts'
import { copiesAreDue } from '../ledger/set-aside-ends.ts'
import type { EntriesTable } from '../ledger/tables.ts'
import type { Vault } from '../ledger/vault.ts'
import { clearCase } from '../cases/projection.ts'
import { endTermsOfCase } from '../access-log/end-terms.ts'
import { endDraftsOfCase } from '../access/drafts-of-case.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { notRead } from '../evidence-text/schema.ts'
import { keepAside, keepOnlyHere, tellWaits, unneeded } from './kept-evidence.ts'
import { chainIdOf } from './standings.ts'
import type { SetAsideTable } from './tables.ts'

/** What giving up a case stands on. */
export interface DropParts {
  readonly sql: SyncStatements
  readonly vault: Vault
  readonly deviceId: string
  readonly deviceNumber: number
}

type StoredEntry = Pick<EntriesTable, 'n' | 'id' | 'kid' | 'payload' | 'sig'>

interface Payload {
  readonly dev: string
  readonly type: string
  readonly pub: Readonly<Record<string, unknown>>
}

const payloadOf = ({ payload }: StoredEntry): Payload => JSON.parse(payload.toString('utf8')) as Payload

const encodedOf = (sql: SyncStatements, vault: Vault, n: number): string[] =>
  disclosureRows(sql, n).flatMap((row) => {
    const reading = readDisclosure(vault, row)
    return reading.state === 'present' ? [reading.encoded] : []
  })

/** Bytes that an entry states stay with it. */
const keepBytes = (sql: SyncStatements, row: StoredEntry, uid: string, number: string, nowMs: number): void => {
  const { type, pub } = payloadOf(row)
  const { sha256, size } = pub
  const caseId = chainIdOf(sql, uid)
  if (type !== 'evidence.acquired' || caseId === null || typeof sha256 !== 'string' || typeof size !== 'number') return
  keepAside(sql, { entryId: row.id.toString('hex'), uid, caseId, number, sha256, size }, nowMs)
}

const numberOf = (sql: SyncStatements, uid: string): string =>
  sql.get<{ number: string }>('select number from cases where uid = ?', uid)?.number ?? ''

/** Puts an own entry that no hub has aside, encrypted as disclosures are; bytes that it states stay here with it. */
export const setEntryAside = (
  { sql, vault }: DropParts,
  row: StoredEntry,
  uid: string,
  reason: SetAsideTable['reason'],
  nowMs: number,
): void => {
  const id = row.id.toString('hex')
  const number = numberOf(sql, uid)
  const carried = {
    kid: row.kid,
    payload: row.payload.toString('base64'),
    sig: row.sig.toString('base64'),
    disclosures: encodedOf(sql, vault, row.n),
  }
  const { sealed, wrappedKey } = vault.seal(`set aside ${id}`, JSON.stringify(carried))
  sql.run(
    'insert into set_aside (id, uid, case_number, reason, sealed, wrapped_key, at) values (?, ?, ?, ?, ?, ?, ?) on conflict do nothing',
    id,
    uid,
    number,
    reason,
    sealed,
    wrappedKey,
    nowMs,
  )
  keepBytes(sql, row, uid, number, nowMs)
}

/** The highest ids that this device gave out stay used, though their rows go. */
const keepUsedIds = ({ sql, deviceNumber }: DropParts, caseId: number): void => {
  const { first, last } = idRange(deviceNumber)
  for (const [kind, column] of [
    ['cases', 'id'],
    ['evidence', 'case_id'],
  ] as const) {
    const highest =
      sql.get<{ highest: number | null }>(
        `select max(id) as highest from ${kind} where ${column} = ? and id between ? and ?`,
        caseId,
        first,
        last,
      )?.highest ?? null
    if (highest !== null)
      sql.run(
        'insert into used_ids (kind, highest) values (?, ?) on conflict (kind) do update set highest = max(highest, excluded.highest)',
        kind,
        highest,
      )
  }
}

/** What can be gone on with stays: the case may come back. */
const ended = "state in ('done', 'cancelled')"

const ofChain = [
  'delete from disclosures where entry in (select n from entries where chain = ?)',
  'delete from pending where chain = ?',
  'delete from entries where chain = ?',
  'delete from checkpoints where chain = ?',
  'delete from chains where id = ?',
  `delete from acquisition_files where acquisition_id in (select id from acquisitions where case_id = ? and ${ended})`,
  `delete from partial_blobs where acquisition_id in (select id from acquisitions where case_id = ? and ${ended})`,
  `delete from acquisitions where case_id = ? and ${ended}`,
  'delete from exports where case_id = ?',
  'delete from blob_keys where case_id = ? and not exists (select 1 from kept_evidence k where k.case_id = blob_keys.case_id and k.sha256 = blob_keys.sha256)',
  'delete from evidence_fetches where case_id = ?',
  'delete from evidence_text_files where case_id = ?',
  'delete from evidence_texts where case_id = ? and not exists (select 1 from blob_keys k where k.case_id = evidence_texts.case_id and k.sha256 = evidence_texts.sha256)',
  // Bytes that are kept are read anew where their case comes back.
  `update evidence_texts set ${notRead} where case_id = ?`,
  `delete from case_keys where case_id = ? and ${unneeded}`,
] as const

const ofStanding = ['standings', 'device_heads', 'receipts', 'hub_checkpoints', 'log_proofs', 'former_orders'] as const

/**
 * Gives up a case (Y-25): rows, entries, disclosures and keys go; own entries that no hub has are set aside. Bytes that
 * no hub has sealed as received stay with their keys, out of people's reach (Y-76),
 * and so do acquisitions that can be gone on with.
 *
 * @returns the hashes of the files that no case here holds any more
 */
export const dropCase = async (tx: LedgerTx, parts: DropParts, uid: string): Promise<readonly string[]> => {
  const { sql } = parts
  const chainId = chainIdOf(sql, uid)
  for (const table of ofStanding) sql.run(`delete from ${table} where uid = ?`, uid)
  if (chainId === null || chainId === 0) return []
  const unsent = sql.all<StoredEntry>(
    'select e.n, e.id, e.kid, e.payload, e.sig from pending p join entries e on e.n = p.n where p.chain = ? order by p.place, p.n',
    chainId,
  )
  for (const row of unsent)
    if (payloadOf(row).dev === parts.deviceId) setEntryAside(parts, row, uid, 'dropped', tx.nowMs)
  keepOnlyHere(sql, { uid, caseId: chainId, number: numberOf(sql, uid), deviceId: parts.deviceId }, tx.nowMs)
  keepUsedIds(parts, chainId)
  const files = sql.all<{ sha256: string }>('select sha256 from blob_keys where case_id = ?', chainId)
  // Which alerts the case has is known until it is cleared.
  sql.run(endDraftsOfCase('?'), chainId, chainId)
  endTermsOfCase(sql, uid, tx.nowMs)
  await clearCase(tx, chainId)
  for (const text of ofChain) sql.run(text, chainId)
  copiesAreDue(sql)
  await tellWaits(tx)
  return files.flatMap(({ sha256 }) =>
    sql.get('select case_id from blob_keys where sha256 = ? limit 1', sha256) === undefined ? [sha256] : [],
  )
}
