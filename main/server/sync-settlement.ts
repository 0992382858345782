import { refusal } from '../../shared/api/errors.ts'
import { fail, ok } from '../../shared/schema/result.ts'
import type { Workspace } from '../storage/ledger/workspace.ts'
import type { ConflictSettlement } from '../sync/settlement.ts'

const noConflict = fail(refusal('not_found', 'There is no conflict with this id.'))
const otherKind = fail(
  refusal('unknown_reference', 'A conflict about the status is settled by a status, one about the owner by an owner.'),
)

/** Settles conflicts by the case’s own commands: workflow, four eyes and owners are judged as for any change. */
export const settlementOf = ({ cases, db }: Pick<Workspace, 'cases' | 'db'>): ConflictSettlement => ({
  settle: async (conflictId, decision, actor) => {
    const conflict = await db
      .selectFrom('conflicts')
      .select(['case_id', 'kind'])
      .where('loser', '=', conflictId)
      .executeTakeFirst()
    if (conflict === undefined) return noConflict
    const { case_id: id, kind } = conflict
    const answered = (entryId: string) => ok({ case_id: id, entry_id: entryId })
    if (decision.how === 'keep') {
      const kept = await cases.settle(id, conflictId, decision.notes, { actor })
      return kept.ok ? answered(kept.value.entry_id) : kept
    }
    const { status, outcome, owner_id: ownerId, notes } = decision
    if (status !== undefined && kind === 'transition') {
      const changed = await cases.changeStatus(
        id,
        { status, notes, ...(outcome === undefined ? {} : { outcome }) },
        { actor, settles: conflictId },
      )
      return changed.ok ? answered(changed.value.entry_id) : changed
    }
    if (ownerId === undefined || kind !== 'assignment') return otherKind
    const assigned = await cases.assign(id, { owner_id: ownerId, notes }, { actor, settles: conflictId })
    return assigned.ok ? answered(assigned.value.entry_id) : assigned
  },
})
