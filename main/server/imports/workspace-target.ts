import { ok } from '../../../shared/schema/result.ts'
import { writingRoles } from '../../../shared/schema/user.ts'
import type { ImportOwner } from '../../domain/imports/owners.ts'
import type { ImportedRow } from '../../domain/imports/row.ts'
import type { NewCase } from '../../storage/cases/case-store.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import type { ImportSummary, ImportTarget, SummarySeal } from './ports.ts'

/** What an owner that no user here bears becomes: a line of the first note, so that the name is not lost. */
const notesOf = (row: ImportedRow, system: string, ownerId: number | undefined): string | undefined => {
  const unknownOwner = row.owner !== undefined && ownerId === undefined ? `Owner in ${system}: ${row.owner}` : undefined
  const parts = [row.notes, unknownOwner].filter((part) => part !== undefined)
  return parts.length === 0 ? undefined : parts.join('\n\n')
}

/** The command that opens the case of a row. */
export const newCaseOf = (system: string, row: ImportedRow, ownerId: number | undefined): NewCase => ({
  title: row.title,
  description: row.description,
  priority: row.priority,
  related_customer_id: row.customerId,
  related_account_id: row.accountId,
  alert_ids: [...row.alertIds],
  imported: {
    system,
    reference: row.reference,
    createdAtMs: row.createdAt,
    slaDueAtMs: row.slaDueAt,
    status: row.status,
    outcome: row.outcome,
    ownerId,
    notes: notesOf(row, system, ownerId),
  },
})

const draftOf = (summary: ImportSummary) => ({
  case: 'workspace' as const,
  type: 'import.completed',
  subject: summary.jobId,
  pub: {
    // An import of cases is told as it was before there were others.
    ...(summary.kind === 'cases' ? {} : { kind: summary.kind }),
    source: summary.source,
    file_sha256: summary.sha256,
    file_bytes: summary.bytes,
    outcome: summary.outcome,
    rows: summary.rows,
    created: summary.created,
    already_there: summary.alreadyThere,
    duplicates: summary.duplicates,
    rejected: summary.rejected,
    ...(summary.labels === undefined
      ? {}
      : { labelled: summary.labels.labelled, labelled_frauds: summary.labels.frauds }),
  },
  // People put names of persons into names of files.
  withheld: { file_name: summary.fileName },
})

/** Seals summaries in a workspace's chain. */
export const summarySeal = (workspace: Pick<Workspace, 'ledger'>): SummarySeal => ({
  sealSummary: (actor, summary) =>
    workspace.ledger.write(actor, async (tx) => {
      await tx.append(draftOf(summary))
      return ok(undefined)
    }),
})

/** What an import of cases needs, out of a workspace. */
export const workspaceTarget = (workspace: Pick<Workspace, 'cases' | 'ledger' | 'db'>): ImportTarget => ({
  knownReferences: (system, references) => workspace.cases.knownReferences(system, references),
  async openCase(actor, system, row, ownerId) {
    const opened = await workspace.cases.create(newCaseOf(system, row, ownerId), { actor })
    return opened.ok ? ok(undefined) : opened
  },
  async owners(): Promise<readonly ImportOwner[]> {
    const users = await workspace.db
      .selectFrom('users')
      .select(['id', 'login_name', 'name', 'role'])
      .where('active', '=', 1)
      .execute()
    return users
      .filter((user) => writingRoles.includes(user.role))
      .map((user) => ({ id: user.id, loginName: user.login_name, name: user.name }))
  },
  ...summarySeal(workspace),
})
