import type {
  approveErasure,
  declineErasure,
  listErasures,
  requestErasure,
} from '../../../shared/api/evidence-erasure.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { AnswerOf, BodyOf, QueryOf } from '../../../shared/api/operation.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Actor } from '../../domain/access/actor.ts'
import { erased, erasureDeclined, erasureRequested } from '../../domain/evidence/drafts.ts'
import type { EvidenceDraft } from '../../domain/evidence/drafts.ts'
import { erasureApprovalFault, declineFault, requestFault } from '../../domain/evidence/erasure.ts'
import type { ErasureSetting } from '../../domain/evidence/erasure.ts'
import type { Log } from '../../platform/log.ts'
import { readPeople } from '../cases/people.ts'
import { scrubLog } from '../cases/redaction.ts'
import type { OwnedLedger } from '../ledger/create-ledger.ts'
import type { LedgerTx } from '../ledger/ledger.ts'
import type { EndCopies } from '../ledger/set-aside-ends.ts'
import type { Vault } from '../ledger/vault.ts'
import type { Connection } from '../sqlite/connection.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { endErasedBytes } from './end-erased-bytes.ts'
import { isErased } from './erased-pieces.ts'
import { erasureItem, erasureOf } from './read-erasure.ts'
import { noPiece } from './read-evidence.ts'
import type { EvidenceErasuresTable, EvidenceTable } from './tables.ts'

type Answer<T> = Promise<Result<T, Refusal>>
type Changed = AnswerOf<typeof requestErasure>['data']
type Approved = AnswerOf<typeof approveErasure>['data']
type Listed = AnswerOf<typeof listErasures>['data']

/** What erasing evidence stands on. */
export interface ErasureParts {
  readonly ledger: OwnedLedger
  readonly writer: Connection
  /** Reads what is committed. */
  readonly sql: SyncStatements
  readonly vault: Vault
  readonly endCopies: EndCopies
  readonly log: Log
}

/** Erasing the bytes of evidence by order: asked for by one, approved by another (L-130 to L-134). */
export interface ErasureStore {
  request(caseId: number, evidenceId: number, asked: BodyOf<typeof requestErasure>, actor: Actor): Answer<Changed>
  /**
   * Seals the erasure in the transaction in which the keys of the bytes go. Files without a key are removed after it by
   * `sweepBlobs`, and by the next start.
   */
  approve(caseId: number, evidenceId: number, said: BodyOf<typeof approveErasure>, actor: Actor): Answer<Approved>
  decline(caseId: number, evidenceId: number, said: BodyOf<typeof declineErasure>, actor: Actor): Answer<Changed>
  /** Requests of all cases here, the newest first. */
  list(query: QueryOf<typeof listErasures>): Promise<Listed>
}

type PieceRow = EvidenceTable & {
  readonly case_uid: string
  readonly revision: number
  readonly hold_at: number | null
}

const pieceSql = `select e.*, c.uid as case_uid, c.revision, c.hold_at from evidence e join cases c on c.id = e.case_id
  where e.id = ? and e.case_id = ?`

const sameSql = `select o.id from evidence o where o.case_id = ? and o.sha256 = ? and o.id <> ? and not ${isErased('o')}
  order by o.id limit 100`

const bundlesSql = "select count(*) as n from exports where case_id = ? and state in ('running', 'done')"

const listSql = `select x.*, c.number, e.name, e.size, e.sha256 from evidence_erasures x join evidence e on e.id = x.evidence_id
  join cases c on c.id = x.case_id where ? is null or x.state = ? order by x.n desc limit 500`

const settingOf = (sql: SyncStatements, piece: PieceRow): ErasureSetting => {
  const row = erasureOf(sql, piece.id)
  return {
    uid: piece.uid,
    onHold: piece.hold_at !== null,
    newest: row === undefined ? null : { request: row.request, state: row.state, requestedBy: row.requested_by },
  }
}

/** Makes the store. */
export const createErasureStore = ({ ledger, writer, sql, vault, endCopies, log }: ErasureParts): ErasureStore => {
  /** Within a write it reads by the writing connection. */
  const writing = ledger.sql

  const onPiece = <T>(
    [caseId, evidenceId]: readonly [number, number],
    actor: Actor,
    fault: (setting: ErasureSetting) => Refusal | null,
    job: (tx: LedgerTx, piece: PieceRow) => Promise<T>,
  ): Answer<T> =>
    ledger.write(actor, async (tx) => {
      const piece = await tx.sql.get<PieceRow>(pieceSql, evidenceId, caseId)
      if (piece === undefined) return fail(noPiece)
      const refused = fault(settingOf(writing, piece))
      return refused === null ? ok(await job(tx, piece)) : fail(refused)
    })

  const seal = async (tx: LedgerTx, piece: PieceRow, draft: EvidenceDraft): Promise<Changed> => {
    const { id } = await tx.append({ case: { id: piece.case_id, uid: piece.case_uid }, ...draft })
    return { id: piece.id, entry_id: id, revision: piece.revision }
  }

  const count = (text: string, caseId: number): number => writing.get<{ n: number }>(text, caseId)?.n ?? 0

  const approve: ErasureStore['approve'] = async (caseId, evidenceId, { request, reason }, actor) => {
    const done = await onPiece(
      [caseId, evidenceId],
      actor,
      (setting) => erasureApprovalFault(setting, request, actor.userUid),
      async (tx, piece) => {
        const asked = erasureOf(writing, piece.id)
        if (asked === undefined) throw new Error('a request was found, and is gone')
        const bundles = count(bundlesSql, caseId)
        const ordered = { ...piece, legalBasis: asked.legal_basis, reference: asked.reference }
        const changed = await seal(tx, piece, erased(ordered, request, reason))
        endErasedBytes(writing, caseId)
        return {
          ...changed,
          kept_for: writing.all<{ id: number }>(sameSql, caseId, piece.sha256, piece.id).map(({ id }) => id),
          exports_discarded: bundles - count(bundlesSql, caseId),
        }
      },
    )
    if (!done.ok) return done
    await endCopies()
    if (!(await ledger.between(() => scrubLog(writer))))
      log.warn('another process reads the database: the log will be cut at the next checkpoint')
    return done
  }

  return {
    request: (caseId, evidenceId, { legal_basis: legalBasis, reference, reason }, actor) =>
      onPiece([caseId, evidenceId], actor, requestFault, (tx, piece) =>
        seal(tx, piece, erasureRequested({ ...piece, legalBasis, reference }, reason)),
      ),
    approve,
    decline: (caseId, evidenceId, { request, reason }, actor) =>
      onPiece(
        [caseId, evidenceId],
        actor,
        (setting) => declineFault(setting, request),
        (tx, piece) => seal(tx, piece, erasureDeclined(piece, request, reason)),
      ),
    list: async ({ state = null }) => {
      const people = await readPeople(sql)
      return sql
        .all<EvidenceErasuresTable & { number: string; name: string; size: number; sha256: string }>(
          listSql,
          state,
          state,
        )
        .map((row) => ({
          case_id: row.case_id,
          case_number: row.number,
          evidence_id: row.evidence_id,
          name: row.name,
          size: row.size,
          sha256: row.sha256,
          ...erasureItem({ sql, vault, people }, row),
        }))
    },
  }
}
