import { erasesPiece } from '../../../shared/entries/evidence-erasure.ts'
import type { EntryPayload } from '../../seal/entry.ts'
import type { Applier, OpenedEntry } from '../ledger/ledger.ts'
import type { Statements } from '../sqlite/statements.ts'
import { touchCase } from '../cases/projection.ts'
import { keepCustody, pieceOf } from './piece-of-entry.ts'
import { isErased } from './erased-pieces.ts'
import type { EvidenceErasuresTable } from './tables.ts'

/** A request, for a piece of the case, to erase its bytes. */
const requested: Applier = async ({ sql }, entry) => {
  const piece = await pieceOf(sql, entry)
  if (piece === null) return
  const { legal_basis: legalBasis, reference } = entry.payload.pub
  await sql.run(
    `insert into evidence_erasures (request, case_id, evidence_id, n, requested_at, requested_by, legal_basis, reference, state)
     values (?, ?, ?, ?, ?, ?, ?, ?, 'waiting') on conflict do nothing`,
    entry.id,
    piece.caseId,
    piece.id,
    entry.n,
    entry.atMs,
    entry.payload.actor,
    typeof legalBasis === 'string' ? legalBasis : 'other_law',
    typeof reference === 'string' ? reference : '',
  )
  await keepCustody(sql, entry, piece.caseId, piece.id)
  await touchCase(sql, piece.caseId, entry.atMs)
}

const requestOf = async (
  sql: Statements,
  { refs }: EntryPayload,
  evidenceId: number,
): Promise<EvidenceErasuresTable | undefined> =>
  await sql.get<EvidenceErasuresTable>(
    'select * from evidence_erasures where request = ? and evidence_id = ?',
    refs[0] ?? '',
    evidenceId,
  )

const decide = async (
  sql: Statements,
  entry: OpenedEntry,
  request: EvidenceErasuresTable,
  state: 'declined' | 'erased',
): Promise<void> => {
  await sql.run(
    'update evidence_erasures set state = ?, decided_n = ?, decided_entry = ?, decided_at = ?, decided_by = ? where request = ?',
    state,
    entry.n,
    entry.id,
    entry.atMs,
    entry.payload.actor,
    request.request,
  )
}

const declined: Applier = async ({ sql }, entry) => {
  const piece = await pieceOf(sql, entry)
  if (piece === null) return
  const request = await requestOf(sql, entry.payload, piece.id)
  // The first word holds; bytes that went do not come back by a later one.
  if (request?.state === 'waiting') await decide(sql, entry, request, 'declined')
  await keepCustody(sql, entry, piece.caseId, piece.id)
  await touchCase(sql, piece.caseId, entry.atMs)
}

/** Nobody has the bytes any more, unless a piece of the case that is not erased has the same. */
const forgetReceived =
  'update evidence set received = 0 where case_id = ? and sha256 = ? and not exists ' +
  `(select 1 from evidence e where e.case_id = ? and e.sha256 = ? and not ${isErased('e')})`

const erased: Applier = async ({ sql }, entry) => {
  const piece = await pieceOf(sql, entry)
  if (piece === null) return
  const request = await requestOf(sql, entry.payload, piece.id)
  const { payload } = entry
  const asked = request && { type: 'evidence.erasure_requested', actor: request.requested_by, subject: payload.subject }
  await keepCustody(sql, entry, piece.caseId, piece.id)
  await touchCase(sql, piece.caseId, entry.atMs)
  if (request === undefined || request.state === 'erased' || !erasesPiece(payload, asked)) return
  await decide(sql, entry, request, 'erased')
  const row = await sql.get<{ sha256: string }>('select sha256 from evidence where id = ?', piece.id)
  if (row !== undefined) await sql.run(forgetReceived, piece.caseId, row.sha256, piece.caseId, row.sha256)
}

/** What the entries about erasing bytes do to the tables; the bytes themselves end in `endErasedBytes`. */
export const erasureAppliers: Readonly<Record<string, Applier>> = {
  'evidence.erasure_requested': requested,
  'evidence.erasure_declined': declined,
  'evidence.erased': erased,
}
