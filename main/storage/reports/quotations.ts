import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { Quotation } from '../../../shared/schema/quotation.ts'
import { reportForm } from '../../../shared/schema/reports.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { holdsWords, quotedBy } from '../../domain/reports/quotations.ts'
import type { Doomed } from '../../domain/reports/quotations.ts'
import type { OpenedEntry } from '../ledger/ledger.ts'
import { openDisclosures, openStored } from '../ledger/open-entry.ts'
import { hubOrderSql } from '../ledger/order.ts'
import type { EntriesTable } from '../ledger/tables.ts'
import type { Vault } from '../ledger/vault.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { CaseReportsTable, CaseReportStepsTable } from './tables.ts'

/** Values of one entry. */
interface Picked {
  readonly entry_id: string
  readonly digests: readonly string[]
}

type Version = Pick<CaseReportStepsTable, 'entry' | 'n' | 'version'> & Pick<CaseReportsTable, 'uid' | 'kind' | 'state'>

/** The values with these digests, with the entries and pieces that they are of. */
const doomedOf = (entries: readonly OpenedEntry[], digests: ReadonlySet<string>): Doomed => ({
  entryIds: new Set(entries.map(({ id }) => id)),
  evidenceIds: new Set(entries.map(({ payload }) => payload.pub['evidence_id']).filter((id) => typeof id === 'number')),
  values: entries.flatMap(({ disclosures }) =>
    Object.values(disclosures).flatMap(({ digest, value }) =>
      digests.has(digest) && value !== undefined ? [value] : [],
    ),
  ),
})

const quotationsIn = (sql: SyncStatements, vault: Vault, version: Version, doomed: Doomed): Quotation[] => {
  const { title, content } = openDisclosures(sql, vault, version.n)
  const form = reportForm.safeParse(content?.value)
  const told = {
    entry_id: version.entry,
    report_id: version.uid,
    kind: version.kind,
    version: version.version,
    report_title: typeof title?.value === 'string' ? title.value : null,
    state: version.state,
  }
  const by = form.success ? quotedBy(form.data, doomed) : []
  return [
    ...(title?.value !== undefined && holdsWords(title.value, doomed)
      ? [{ ...told, digest: title.digest, name: 'title' as const, by: ['text' as const] }]
      : []),
    ...(content === undefined || by.length === 0
      ? []
      : [{ ...told, digest: content.digest, name: 'content' as const, by: [...by] }]),
  ]
}

const openedIn = (sql: SyncStatements, vault: Vault, caseId: number, entryId: string): OpenedEntry | null => {
  const row = sql.get<Pick<EntriesTable, 'n' | 'pos' | 'id' | 'payload'>>(
    'select n, pos, id, payload from entries where id = ? and chain = ?',
    Buffer.from(entryId, 'hex'),
    caseId,
  )
  return row === undefined ? null : openStored(sql, vault, row)
}

/**
 * The values of the reports of a case that quote values of others of its entries, in the order in which they were
 * written. What is erased already quotes nothing; of a value that is erased only the naming of its entry as a source is
 * left to find. A report names sources of its own case alone, so no other case is looked at.
 */
export const quotationsOfAll = (
  sql: SyncStatements,
  vault: Vault,
  caseId: number,
  picked: readonly Picked[],
): readonly Quotation[] => {
  const entries = picked
    .map(({ entry_id: entryId }) => openedIn(sql, vault, caseId, entryId))
    .filter((entry) => entry !== null)
  if (entries.length === 0) return []
  const digests = new Set(picked.flatMap((one) => one.digests))
  const doomed = doomedOf(entries, digests)
  const versions = sql.all<Version>(
    `select s.entry, s.n, s.version, r.uid, r.kind, r.state from case_report_steps s join case_reports r on r.uid = s.report_uid join entries e on e.n = s.n
     where s.case_id = ? and s.type = 'report.drafted' order by ${hubOrderSql}`,
    caseId,
  )
  return versions
    .flatMap((version) => quotationsIn(sql, vault, version, doomed))
    .filter(({ digest }) => !digests.has(digest))
}

/** The same for values of one entry, whose own other values are none. */
export const quotationsOf = (sql: SyncStatements, vault: Vault, caseId: number, picked: Picked): readonly Quotation[] =>
  quotationsOfAll(sql, vault, caseId, [picked]).filter(({ entry_id: entryId }) => entryId !== picked.entry_id)

/** The same as an answer; refused where the case has no such entry. */
export const foundQuotations = (
  sql: SyncStatements,
  vault: Vault,
  caseId: number,
  picked: Picked,
): Result<{ also_quoted_in: Quotation[] }, Refusal> => {
  const known =
    sql.get('select n from entries where id = ? and chain = ?', Buffer.from(picked.entry_id, 'hex'), caseId) !==
    undefined
  return known
    ? ok({ also_quoted_in: [...quotationsOf(sql, vault, caseId, picked)] })
    : fail(refusal('unknown_reference', 'The case has no entry with this id.'))
}
