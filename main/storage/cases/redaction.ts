import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { Quotation } from '../../../shared/schema/quotation.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { CaseCommand } from '../../domain/cases/commands.ts'
import type { LedgerTx } from '../ledger/ledger.ts'
import type { Connection } from '../sqlite/connection.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { endQuotingTerms } from '../access-log/end-terms.ts'
import { eraseValue } from '../ledger/erase-value.ts'
import { projectCaseAnew } from './project-anew.ts'
import type { ProjectionParts } from './project-anew.ts'

type Redaction = Extract<CaseCommand, { kind: 'redact' }>
type Input = {
  readonly entry_id: string
  readonly digests: readonly string[]
  readonly legal_basis: Redaction['legalBasis']
  readonly reference?: string
}

/** The command of a redaction: what the entry withholds, and what of it still exists. */
export const redactionOf = async (
  tx: LedgerTx,
  caseId: number,
  input: Input,
  quotations: readonly Quotation[] = [],
): Promise<Result<CaseCommand, Refusal>> => {
  const entry = await tx.sql.get<{ n: number }>(
    'select n from entries where id = ? and chain = ?',
    Buffer.from(input.entry_id, 'hex'),
    caseId,
  )
  if (entry === undefined) return fail(refusal('unknown_reference', 'The case has no entry with this id.'))
  const rows = await tx.sql.all<{ digest: string; name: string; erased: number }>(
    'select digest, name, sealed is null as erased from disclosures where entry = ?',
    entry.n,
  )
  return ok({
    kind: 'redact',
    entryId: input.entry_id,
    digests: input.digests,
    withheld: new Map(rows.map(({ digest, erased }) => [digest, erased === 1 ? 'erased' : 'present'])),
    names: new Map(rows.map(({ digest, name }) => [digest, name])),
    quotations: quotations.map(({ entry_id: entryId, digest, name }) => ({ entryId, digest, name })),
    legalBasis: input.legal_basis,
    ...(input.reference === undefined ? {} : { reference: input.reference }),
  })
}

/** What an erasure did. */
export interface Erased {
  readonly erased: number
  readonly exports_discarded: number
}

const bundlesOf = (sql: SyncStatements, caseId: number): number =>
  sql.get<{ bundles: number }>(
    "select count(*) as bundles from exports where case_id = ? and state in ('running', 'done')",
    caseId,
  )?.bundles ?? 0

/** Destroys one disclosure with its key. Answers what it was; null where nothing was left of it. */
const destroy = (
  { sql, vault }: Pick<ProjectionParts, 'sql' | 'vault'>,
  caseId: number,
  entryId: string,
  digest: string,
): ReturnType<typeof eraseValue> => {
  const entry = sql.get<{ n: number }>(
    'select n from entries where chain = ? and id = ?',
    caseId,
    Buffer.from(entryId, 'hex'),
  )
  return entry === undefined ? null : eraseValue(sql, vault, entry.n, digest)
}

/**
 * Destroys disclosures of an entry with their keys, and what quotes them as far as it is named, then projects the case
 * anew from its entries: whatever held a text of them holds it no longer, and the tables are what a replay would make.
 * The bundles of the case go with the value (L-56).
 *
 * @returns how many values of the entry were erased, and how many bundles that lay here or were being made
 */
export const eraseDisclosures = async (
  tx: LedgerTx,
  { sql, vault, appliers }: ProjectionParts,
  caseId: number,
  input: Pick<Input, 'entry_id' | 'digests'>,
  quotations: readonly Quotation[],
): Promise<Erased> => {
  const bundles = bundlesOf(sql, caseId)
  const own = input.digests.map((digest) => destroy({ sql, vault }, caseId, input.entry_id, digest))
  const quoting = quotations.map(({ entry_id: entryId, digest }) => destroy({ sql, vault }, caseId, entryId, digest))
  await endQuotingTerms(tx, { sql, vault }, caseId, [...own, ...quoting])
  const erased = own.filter((one) => one !== null).length
  await projectCaseAnew(tx, { sql, vault, appliers }, caseId)
  return { erased, exports_discarded: bundles - bundlesOf(sql, caseId) }
}

/**
 * Overwrites what erased rows leave behind: `secure_delete` has zeroed their pages, and the log that still holds older
 * ones is written back and cut to nothing. Another process that reads at this moment can hold the log back; then the
 * next checkpoint does it.
 *
 * @returns whether the log is empty now
 */
export const scrubLog = (writer: Connection): boolean => {
  const [result] = writer.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[]
  return result?.busy === 0
}
