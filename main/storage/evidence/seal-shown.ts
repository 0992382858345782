import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Actor } from '../../domain/access/actor.ts'
import { shownInSearch } from '../../domain/evidence/drafts.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { EvidenceTable } from './tables.ts'

const gone = refusal(
  'not_found',
  'The case, or a piece of its evidence, is not on this device any more. Nothing of the text was shown; search again.',
)

/**
 * Seals that somebody is shown passages of pieces of a case, one look for each piece (E-43).
 *
 * @returns for each piece the id of its entry, lower-case hex
 */
export const sealShown = (
  ledger: Ledger,
  caseId: number,
  evidenceIds: readonly number[],
  actor: Actor,
): Promise<Result<ReadonlyMap<number, string>, Refusal>> =>
  ledger.write(actor, async (tx) => {
    const found = await tx.sql.get<{ id: number; uid: string }>('select id, uid from cases where id = ?', caseId)
    if (found === undefined) return fail(gone)
    const entries = new Map<number, string>()
    for (const evidenceId of evidenceIds) {
      const piece = await tx.sql.get<EvidenceTable>(
        'select * from evidence where id = ? and case_id = ?',
        evidenceId,
        caseId,
      )
      if (piece === undefined) return fail(gone)
      const { id } = await tx.append({ case: found, ...shownInSearch(piece) })
      entries.set(evidenceId, id)
    }
    return ok(entries)
  })
