import { createHash } from 'node:crypto'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { CaseStatus } from '../../../shared/schema/case.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { decideApplying } from '../../domain/playbooks/apply.ts'
import { playbookOf } from '../../domain/playbooks/shipped.ts'
import { uidOfHash } from '../../platform/hash-uid.ts'
import { appendAll, notFound } from '../cases/change-case.ts'
import type { CaseParts } from '../cases/parts.ts'
import { activeUser } from '../cases/people.ts'
import type { LedgerTx } from '../ledger/ledger.ts'
import type { AppliedToCase, TaskStore } from './task-store.ts'

interface Found {
  readonly id: number
  readonly uid: string
  readonly number: string
  readonly status: CaseStatus
  readonly owner_id: number
  readonly revision: number
}

const unknownPlaybook = refusal('unknown_reference', 'There is no playbook with this key. Nothing was added.', [
  { path: 'playbook', message: 'is the key of no playbook' },
])

/**
 * L-77: the uid of a task that a playbook brings into a case: a UUID of version 8 (RFC 9562, section 5.8) that is the
 * same on every device, so that a playbook that two apply apart brings its tasks once.
 */
const taskUid = (caseUid: string, playbook: string, task: string): string =>
  uidOfHash(createHash('sha256').update(`${caseUid}\n${playbook}\n${task}`).digest('hex'))

const apply = async (tx: LedgerTx, caseId: number, key: string): Promise<Result<AppliedToCase, Refusal>> => {
  const found = await tx.sql.get<Found>(
    'select id, uid, number, status, owner_id, revision from cases where id = ?',
    caseId,
  )
  if (found === undefined) return fail(notFound)
  const playbook = playbookOf(key)
  if (playbook === null) return fail(unknownPlaybook)
  const applied = await tx.sql.all<{ playbook: string }>(
    'select playbook from case_playbooks where case_id = ?',
    caseId,
  )
  const tasks = await tx.sql.get<{ n: number }>('select count(*) as n from case_tasks where case_id = ?', caseId)
  const decided = decideApplying(
    {
      number: found.number,
      status: found.status,
      tasks: tasks?.n ?? 0,
      applied: new Set(applied.map((one) => one.playbook)),
      owner: await activeUser(tx.sql, found.owner_id),
    },
    playbook,
    { nowMs: tx.nowMs, uidOf: (task) => taskUid(found.uid, playbook.key, task) },
  )
  if (!decided.ok) return decided
  const last = await appendAll(tx, found, decided.value)
  return ok({
    id: found.id,
    updated_at: toTimestamp(last.atMs),
    revision: found.revision,
    entry_id: last.id,
    tasks: playbook.tasks.length,
  })
}

/** Applies playbooks to cases, each with its tasks in one transaction. */
export const applyingPlaybooks =
  ({ ledger }: Pick<CaseParts, 'ledger'>): TaskStore['applyPlaybook'] =>
  (caseId, input, options) =>
    ledger.write(options.actor, async (tx) => {
      const result = await apply(tx, caseId, input.playbook)
      if (result.ok) await options.inTransaction?.(tx, result.value)
      return result
    })
