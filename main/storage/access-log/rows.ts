import type { AccessKind, AccessResult, AccessTerms, AccessVia } from '../../../shared/schema/access-log.ts'
import type { CaseRelationOfReader } from '../../../shared/schema/access-log.ts'
import type { JsonValue } from '../../seal/canonical.ts'
import { canonicalJson } from '../../seal/canonical.ts'
import { rowHash } from '../../seal/access-log.ts'
import type { ChainedRow } from '../../seal/access-log.ts'
import { makeDisclosure, saltLength } from '../../seal/disclosure.ts'
import type { Random } from '../../platform/random.ts'
import { readDisclosure } from '../ledger/open-entry.ts'
import type { DisclosureReading } from '../ledger/open-entry.ts'
import type { Vault } from '../ledger/vault.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { AccessLogTable, AccessLogTermsTable } from './tables.ts'

/** A row before it has its place. */
export interface RowDraft {
  readonly at: number
  readonly who: string
  readonly via: AccessVia
  readonly kind: AccessKind
  readonly operation: string
  readonly caseUid?: string | null
  readonly relation?: CaseRelationOfReader | null
  readonly terms?: SealedTerms | null
  readonly result: AccessResult
  readonly detail?: JsonValue
}

/** What was searched for, bound to its row by digest and encrypted under a key of its own. */
export interface SealedTerms {
  readonly digest: string
  readonly sealed: Buffer
  readonly wrappedKey: Buffer
}

/** Under this name what was searched for is withheld. */
const termsName = 'terms'

/** Encrypts what was searched for. */
export const sealTerms = (vault: Vault, random: Pick<Random, 'bytes'>, terms: AccessTerms): SealedTerms => {
  const { digest, encoded } = makeDisclosure(termsName, terms, random.bytes(saltLength))
  return { digest, ...vault.seal(digest, encoded) }
}

/** The last row: what the next one continues. */
export const lastRow = (sql: SyncStatements): Pick<AccessLogTable, 'n' | 'hash'> | undefined =>
  sql.get<Pick<AccessLogTable, 'n' | 'hash'>>('select n, hash from access_log order by n desc limit 1')

/** L-92: writes a row after the last one, within a transaction; answers its number. */
export const appendRow = (sql: SyncStatements, draft: RowDraft): number => {
  const last = lastRow(sql)
  const { at, who, via, kind, operation, caseUid = null, relation = null, terms = null, result, detail = {} } = draft
  const row = {
    n: (last?.n ?? 0) + 1,
    at,
    who,
    via,
    kind,
    operation,
    case_uid: caseUid,
    relation,
    terms_digest: terms?.digest ?? null,
    result,
    detail,
  }
  const prev = last?.hash ?? null
  sql.run(
    'insert into access_log (n, at, who, via, kind, operation, case_uid, relation, terms_digest, result, detail, prev, hash) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    row.n,
    at,
    who,
    via,
    kind,
    operation,
    caseUid,
    relation,
    row.terms_digest,
    result,
    canonicalJson(detail),
    prev,
    Buffer.from(rowHash(row, prev?.toString('hex') ?? null), 'hex'),
  )
  if (terms !== null)
    sql.run(
      'insert into access_log_terms (n, sealed, wrapped_key) values (?, ?, ?)',
      row.n,
      terms.sealed,
      terms.wrappedKey,
    )
  return row.n
}

/** What a row says of itself; of one that is no JSON any more its text, which its hash does not fit. */
export const logDetailOf = (detail: string): JsonValue => {
  try {
    return JSON.parse(detail) as JsonValue
  } catch {
    return detail
  }
}

/** A stored row as its hash covers it. */
export const chainedRow = ({ prev, hash, detail, ...rest }: AccessLogTable): ChainedRow => ({
  ...rest,
  detail: logDetailOf(detail),
  prev: prev?.toString('hex') ?? null,
  hash: hash.toString('hex'),
})

/** What is known of the terms of a row: present, erased, or altered. */
export const readTerms = (
  vault: Vault,
  digest: string,
  stored: Pick<AccessLogTermsTable, 'sealed' | 'wrapped_key'>,
): DisclosureReading => readDisclosure(vault, { digest, name: termsName, ...stored })
