import type { VerificationReport } from '../../../shared/api/workspace.ts'
import { foundMax } from '../../../shared/schema/certificate.ts'
import type { CertifiedPiece, CertifiedRecord } from '../../../shared/schema/certificate.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { People } from '../cases/people.ts'
import { acquisitionOf } from '../evidence/read-evidence.ts'
import type { EvidenceTable } from '../evidence/tables.ts'
import { placesOf } from '../ledger/order.ts'
import type { PlaceOf } from '../ledger/order.ts'
import type { EntriesTable, KeysTable } from '../ledger/tables.ts'
import type { Vault } from '../ledger/vault.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { createCaseProofs } from '../sync/case-proofs.ts'

/** What the record of a certificate is read from. */
export interface CertifiedRecordParts {
  readonly sql: SyncStatements
  readonly vault: Vault
  readonly people: People
  readonly nowMs: number
  /** The program and its version. */
  readonly program: string
}

/** The uids of the pieces of a case, in the order of their acquisition on this device. */
export const pieceUids = (sql: SyncStatements, caseId: number): readonly string[] =>
  sql.all<{ uid: string }>('select uid from evidence where case_id = ? order by id', caseId).map(({ uid }) => uid)

const pieceOf = (
  { sql, vault, people }: CertifiedRecordParts,
  row: EvidenceTable,
  placeOf: PlaceOf,
): CertifiedPiece | null => {
  const entry = sql.get<Pick<EntriesTable, 'n' | 'pos' | 'id' | 'payload' | 'hub_pos'> & { device: string | null }>(
    'select e.n, e.pos, e.id, e.payload, e.hub_pos, k.name as device from entries e left join keys k on k.kid = e.kid where e.n = ?',
    row.n,
  )
  const facts = entry === undefined ? null : acquisitionOf(sql, vault, entry)
  if (entry === undefined || facts === null) return null
  const { source, serial, method, tool, tool_version, write_blocker, acquired_by, started_at, ended_at } = facts
  return {
    uid: row.uid,
    entry_id: entry.id.toString('hex'),
    number: placeOf(entry) + 1,
    name: row.name,
    path: row.path,
    size: row.size,
    sha256: row.sha256,
    source,
    serial,
    method,
    tool,
    tool_version,
    write_blocker,
    acquired_by,
    taken_in_by: people.get(row.acquired_by)?.name ?? row.acquired_by,
    started_at,
    ended_at,
    sealed_at: toTimestamp(row.acquired_at),
    source_sha256: facts.source_sha256,
    image_hashes: facts.image_hashes,
    device: entry.device ?? 'unknown',
    custody:
      sql.get<{ total: number }>('select count(*) as total from evidence_custody where evidence_id = ?', row.id)
        ?.total ?? 0,
  }
}

const devicesOf = (sql: SyncStatements, caseId: number): CertifiedRecord['devices'] =>
  sql
    .all<Pick<KeysTable, 'kid' | 'name' | 'enrolled_at' | 'revoked_at'> & { entries: number }>(
      `select k.kid, k.name, k.enrolled_at, k.revoked_at, count(*) as entries from entries e join keys k on k.kid = e.kid
       where e.chain = ? group by k.kid order by k.device_number, k.enrolled_at`,
      caseId,
    )
    .map(({ kid, name, enrolled_at: enrolled, revoked_at: revoked, entries }) => ({
      name,
      kid,
      enrolled_at: toTimestamp(enrolled),
      revoked_at: revoked === null ? null : toTimestamp(revoked),
      entries,
    }))

const proofOf = (sql: SyncStatements, caseId: number): CertifiedRecord['proof'] => {
  const row = sql.get<{ uid: string; entries: number; witnessed: number | null; hub: string | null }>(
    `select c.uid, ch.size as entries, s.anchor_size as witnessed, (select origin from hub) as hub
     from cases c join chains ch on ch.id = c.id left join standings s on s.uid = c.uid where c.id = ?`,
    caseId,
  )
  if (row === undefined) return { entries: 0, witnessed: 0, hub: null, cosigned: null, stamped: null }
  const { cosigned, time_stamped: stamped } = createCaseProofs(sql)(row.uid)
  return { entries: row.entries, witnessed: row.witnessed ?? 0, hub: row.hub, cosigned, stamped }
}

/**
 * What the sealed record of a case says of chosen pieces, and how far it is proven; what this device does not have of
 * them is not told.
 *
 * @param check of the case, made right before
 */
export const readCertifiedRecord = (
  parts: CertifiedRecordParts,
  caseId: number,
  pieces: readonly string[],
  check: VerificationReport,
): CertifiedRecord => {
  const { sql } = parts
  const placeOf = placesOf(sql, caseId)
  return {
    drafted_at: toTimestamp(parts.nowMs),
    program: parts.program,
    proof: proofOf(sql, caseId),
    check: {
      at: check.finished_at,
      conclusion: check.conclusion,
      entries: check.entries,
      signatures: check.signatures,
      disclosures: check.disclosures,
      checkpoints: check.checkpoints,
      findings: check.findings_total,
      told: [...new Set(check.findings.map(({ message }) => message))].slice(0, foundMax),
    },
    devices: devicesOf(sql, caseId),
    pieces: pieces.flatMap((uid) => {
      const row = sql.get<EvidenceTable>('select * from evidence where uid = ? and case_id = ?', uid, caseId)
      return (row === undefined ? null : pieceOf(parts, row, placeOf)) ?? []
    }),
  }
}
