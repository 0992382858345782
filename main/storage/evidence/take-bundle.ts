import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Actor } from '../../domain/access/actor.ts'
import { bundleTaken } from '../../domain/evidence/drafts.ts'
import type { ExportFacts } from '../../domain/evidence/drafts.ts'
import type { LedgerTx } from '../ledger/ledger.ts'

/** A finished bundle that somebody takes. */
export interface TakenBundle {
  readonly caseId: number
  /** The entry of its export, lower-case hex. */
  readonly exportEntry: string
  readonly disclosures: ExportFacts['disclosures']
  readonly isEncrypted: boolean
  /** Of the bundle as it is handed out. */
  readonly sha256: string
}

const noEntry = refusal(
  'not_found',
  'The sealed entry of this export is not here any more. Nothing was handed out; make a new bundle.',
)

const takings = `select lower(hex(id)) as id from entries where chain = ? and n > ?
  and json_extract(cast(payload as text), '$.type') = 'case.exported' and json_extract(cast(payload as text), '$.actor') = ? and json_extract(cast(payload as text), '$.pub.taken') = ? limit 1`

/** The pieces that an export took, as it was sealed. */
const piecesOf = async ({ sql }: LedgerTx, caseId: number, exportN: number): Promise<ExportFacts['evidence']> => {
  const ids = (
    await sql.all<{ id: number }>(
      'select evidence_id as id from evidence_custody where n = ? order by evidence_id',
      exportN,
    )
  ).map(({ id }) => id)
  if (ids.length === 0) return 'none'
  const all = await sql.get<{ pieces: number }>('select count(*) as pieces from evidence where case_id = ?', caseId)
  return all?.pieces === ids.length ? 'all' : ids
}

/**
 * Seals that somebody takes a finished bundle: once for each actor and export, into the custody of every piece that the
 * export took.
 *
 * @returns the id of the entry that says it, lower-case hex
 */
export const sealTaking = async (
  tx: LedgerTx,
  { caseId, exportEntry, disclosures, isEncrypted, sha256 }: TakenBundle,
  actor: Actor,
): Promise<Result<string, Refusal>> => {
  const found = await tx.sql.get<{ n: number; uid: string }>(
    'select n, uid from entries join cases on cases.id = chain where entries.id = ? and chain = ?',
    Buffer.from(exportEntry, 'hex'),
    caseId,
  )
  if (found === undefined) return fail(noEntry)
  const before = await tx.sql.get<{ id: string }>(takings, caseId, found.n, actor.userUid, exportEntry)
  if (before !== undefined) return ok(before.id)
  const evidence = await piecesOf(tx, caseId, found.n)
  const { id } = await tx.append({
    case: { id: caseId, uid: found.uid },
    ...bundleTaken({ caseUid: found.uid, exportEntry, evidence, disclosures, isEncrypted, sha256 }),
  })
  return ok(id)
}
