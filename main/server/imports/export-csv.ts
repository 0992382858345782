import { importFields } from '../../../shared/api/workspace.ts'
import { csvLine } from '../../../shared/text/csv.ts'
import type { CaseFilters, CaseStore, ExportedCase } from '../../storage/cases/case-store.ts'

/** Columns of the export: first those that an import takes, under the same names, then the rest. */
const columns = [
  ...importFields,
  'source',
  'id',
  'case_number',
  'owner_name',
  'sla_state',
  'updated_at',
  'finished_at',
  'customer_ids',
  'account_ids',
  'parent_case_number',
  'duplicate_of_case_number',
] as const

const notesPageSize = 100

/** The notes of a case without the rationales of its changes, oldest first, separated by an empty line. */
const notesOf = async (cases: Pick<CaseStore, 'notes'>, id: number): Promise<string> => {
  const texts: string[] = []
  for (let page = 1; ; page += 1) {
    const answer = await cases.notes(id, { page, size: notesPageSize })
    if (!answer.ok) break
    texts.push(...answer.value.data.filter((note) => note.about === 'note.added').map((note) => note.text))
    if (page >= answer.value.pagination.total_pages) break
  }
  return texts.reverse().join('\n\n')
}

const text = (value: number | string | null): string => (value === null ? '' : String(value))

const cellsOf = (row: ExportedCase, notes: string, login: string): readonly string[] => {
  const cells: Record<(typeof columns)[number], string> = {
    reference: row.source_reference ?? row.case_number,
    title: row.title,
    description: row.description,
    priority: row.priority,
    status: row.status,
    outcome: text(row.outcome),
    created_at: row.created_at,
    sla_due_at: row.sla_due_at,
    owner: login,
    customer_id: text(row.related_customer_id),
    account_id: text(row.related_account_id),
    alert_ids: row.alert_ids.join(' '),
    notes,
    source: text(row.source_system),
    id: text(row.id),
    case_number: row.case_number,
    owner_name: row.owner_name,
    sla_state: row.sla_state,
    updated_at: row.updated_at,
    finished_at: text(row.finished_at),
    customer_ids: row.customer_ids.join(' '),
    account_ids: row.account_ids.join(' '),
    parent_case_number: text(row.parent_case_number),
    duplicate_of_case_number: text(row.duplicate_of_case_number),
  }
  return columns.map((column) => cells[column])
}

/**
 * The cases as CSV, one row a case: what was imported comes out as it went in, and the file can be imported again. A
 * case that was not imported has its case number as reference.
 *
 * @param logins login name by user id
 */
export async function* casesCsv(
  cases: Pick<CaseStore, 'exportRows' | 'notes'>,
  filters: CaseFilters,
  logins: ReadonlyMap<number, string>,
): AsyncGenerator<string> {
  yield csvLine(columns)
  for await (const row of cases.exportRows(filters))
    yield csvLine(cellsOf(row, await notesOf(cases, row.id), logins.get(row.owner_id) ?? ''))
}
