import { defaultPolicy } from '../../../../shared/schema/policy.ts'
import type { Policy } from '../../../../shared/schema/policy.ts'
import type { Role } from '../../../../shared/schema/user.ts'
import type { CaseDraft, DecisionContext, OpenCommand } from '../../../../main/domain/cases/commands.ts'
import { decideOpening } from '../../../../main/domain/cases/decide.ts'
import { apply } from '../../../../main/domain/cases/evolve.ts'
import type { OwnerCandidate } from '../../../../main/domain/cases/owners.ts'
import type { CaseState } from '../../../../main/domain/cases/state.ts'

export const startMs = Date.parse('2026-03-02T09:00:00.000Z')

export const person = (id: number, role: Role = 'investigator', unfinished = 0): OwnerCandidate => ({
  id,
  uid: `user-${id}`,
  name: `Person ${id}`,
  role,
  unfinished,
})

export const contextOf = (
  given: { nowMs?: number; by?: number; role?: Role; policy?: Partial<Policy> } = {},
): DecisionContext => ({
  nowMs: given.nowMs ?? startMs,
  actor: { userUid: `user-${given.by ?? 1}`, role: given.role ?? 'investigator' },
  policy: { ...defaultPolicy, ...given.policy },
})

export const openCommand = (given: Partial<OpenCommand> = {}): OpenCommand => ({
  id: 1,
  number: 'CASE-ACME-20260302-00001',
  title: 'Title',
  description: 'Description',
  priority: 'high',
  customerIds: [],
  accountIds: [],
  alertIds: [],
  owner: null,
  candidates: [person(1)],
  ...given,
})

/** Applies a draft as the ledger would: digests stand for the withheld values. */
export const sealed = (state: CaseState | null, draft: CaseDraft, context: DecisionContext): CaseState =>
  apply(state, {
    id: `entry of ${draft.type} at ${context.nowMs}`,
    refs: draft.refs ?? [],
    type: draft.type,
    caseUid: 'case-1',
    atMs: context.nowMs,
    actor: context.actor.userUid,
    pub: draft.pub,
    disclosures: Object.fromEntries(
      Object.entries(draft.withheld ?? {}).map(([name, value]) => [
        name,
        { digest: `digest of ${name} ${JSON.stringify(value)}`, value },
      ]),
    ),
  })

/** A case just opened. */
export const openedCase = (given: Partial<OpenCommand> = {}, context = contextOf()): CaseState => {
  const decision = decideOpening(openCommand(given), context)
  if (!decision.ok || decision.value[0] === undefined) throw new Error('the case was not opened')
  return sealed(null, decision.value[0], context)
}
