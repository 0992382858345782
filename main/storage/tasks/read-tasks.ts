import { redactedText } from '../../../shared/schema/case.ts'
import type { CaseStatus } from '../../../shared/schema/case.ts'
import type { CaseTask, OpenTask } from '../../../shared/schema/case-tasks.ts'
import type { AppliedPlaybook } from '../../../shared/schema/playbooks.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { notFound } from '../cases/change-case.ts'
import { hasCase } from '../cases/has-case.ts'
import type { CaseReadParts } from '../cases/parts.ts'
import { readPeople } from '../cases/people.ts'
import type { People } from '../cases/people.ts'
import { readDisclosure } from '../ledger/open-entry.ts'
import type { DisclosuresTable } from '../ledger/tables.ts'
import type { CaseTasksTable } from './tables.ts'
import type { TaskStore } from './task-store.ts'

type Parts = Pick<CaseReadParts, 'sql' | 'vault' | 'env'>

/** A withheld text of an entry: null where it withholds none of that name, the mark of an erasure where it was erased. */
const textIn = ({ sql, vault }: Parts, n: number, name: string): string | null => {
  const row = sql.get<Pick<DisclosuresTable, 'digest' | 'name' | 'sealed' | 'wrapped_key'>>(
    'select digest, name, sealed, wrapped_key from disclosures where entry = ? and name = ?',
    n,
    name,
  )
  if (row === undefined) return null
  const reading = readDisclosure(vault, row)
  return reading.state === 'present' && typeof reading.value === 'string' ? reading.value : redactedText
}

const sourceOf = ({ playbook, playbook_version: version, playbook_key: key }: CaseTasksTable): CaseTask['source'] =>
  playbook === null || version === null || key === null ? null : { playbook, version, key }

const doneFacts = (
  parts: Parts,
  row: CaseTasksTable,
  people: People,
): Pick<CaseTask, 'done_at' | 'done_by_name' | 'note'> =>
  row.state === 'open'
    ? { done_at: null, done_by_name: null, note: null }
    : {
        done_at: toTimestamp(row.state_at),
        done_by_name: people.get(row.state_by)?.name ?? '',
        note: textIn(parts, row.state_n, 'note'),
      }

const shown = (parts: Parts, row: CaseTasksTable, people: People): CaseTask => {
  const assignee = row.assignee_uid === null ? undefined : people.get(row.assignee_uid)
  return {
    uid: row.uid,
    // A title that came without its text, as after an erasure elsewhere, is erased too.
    title: textIn(parts, row.n, 'title') ?? redactedText,
    description: textIn(parts, row.n, 'description'),
    state: row.state,
    required: row.required === 1,
    note_required: row.note_required === 1,
    due_at: row.due_at === null ? null : toTimestamp(row.due_at),
    role: row.role,
    overdue: row.state === 'open' && row.due_at !== null && row.due_at <= parts.env.clock.nowMs(),
    assignee_id: assignee?.id ?? null,
    assignee_name: row.assignee_uid === null ? null : (assignee?.name ?? ''),
    source: sourceOf(row),
    added_at: toTimestamp(row.added_at),
    added_by_name: people.get(row.added_by)?.name ?? '',
    ...doneFacts(parts, row, people),
  }
}

const pagesOf = (total: number, page: number, size: number) => ({
  total,
  page,
  size,
  total_pages: Math.ceil(total / size),
})

const numberOf = (sql: Parts['sql'], query: string, ...values: readonly (number | string)[]): number =>
  sql.get<{ n: number }>(query, ...values)?.n ?? 0

/** How many required tasks of a case are open. */
export const openRequired = (sql: Parts['sql'], caseId: number): number =>
  numberOf(sql, "select count(*) as n from case_tasks where case_id = ? and required = 1 and state = 'open'", caseId)

/** Reads the tasks of a case, a page at a time. */
export const readTasks =
  (parts: Parts): TaskStore['list'] =>
  async (caseId, { page, size, state }) => {
    const { sql } = parts
    if (!hasCase(sql, caseId)) return fail(notFound)
    const chosen = state === undefined ? '' : ' and state = ?'
    const values = state === undefined ? [caseId] : [caseId, state]
    const total = numberOf(sql, `select count(*) as n from case_tasks where case_id = ?${chosen}`, ...values)
    const rows = sql.all<CaseTasksTable>(
      `select * from case_tasks where case_id = ?${chosen}
       order by state = 'done', case when state = 'open' then coalesce(due_at, 9e15) end, place limit ? offset ?`,
      ...values,
      size,
      (page - 1) * size,
    )
    const people = await readPeople(sql)
    return ok({
      data: rows.map((row) => shown(parts, row, people)),
      pagination: pagesOf(total, page, size),
      open_required: openRequired(sql, caseId),
      playbooks: sql.all<AppliedPlaybook>(
        'select playbook as key, version, name from case_playbooks where case_id = ? order by place',
        caseId,
      ),
    })
  }

type OpenRow = CaseTasksTable & {
  readonly case_number: string
  readonly case_title: string
  readonly case_status: CaseStatus
}

const ofUnfinished =
  "from case_tasks t join cases c on c.id = t.case_id where t.assignee_uid = ? and t.state = 'open' and c.status not in ('resolved', 'closed')"

/** Reads the open tasks of a user over all unfinished cases. */
export const readOpenTasks =
  (parts: Parts): TaskStore['openOf'] =>
  async (userUid, { page, size }) => {
    const { sql } = parts
    const rows = sql.all<OpenRow>(
      `select t.*, c.number as case_number, c.title as case_title, c.status as case_status ${ofUnfinished}
       order by coalesce(t.due_at, 9e15), t.added_at, t.uid limit ? offset ?`,
      userUid,
      size,
      (page - 1) * size,
    )
    const people = await readPeople(sql)
    const data = rows.map((row): OpenTask => ({
      ...shown(parts, row, people),
      case_id: row.case_id,
      case_number: row.case_number,
      case_title: row.case_title,
      case_status: row.case_status,
    }))
    return {
      data,
      pagination: pagesOf(numberOf(sql, `select count(*) as n ${ofUnfinished}`, userUid), page, size),
      overdue: numberOf(
        sql,
        `select count(*) as n ${ofUnfinished} and t.due_at <= ?`,
        userUid,
        parts.env.clock.nowMs(),
      ),
    }
  }
