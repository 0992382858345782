import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { CaseCommand, CaseDraft } from '../../domain/cases/commands.ts'
import { decide } from '../../domain/cases/decide.ts'
import { apply } from '../../domain/cases/evolve.ts'
import type { CaseState } from '../../domain/cases/state.ts'
import type { AppendedEntry, LedgerTx } from '../ledger/ledger.ts'
import type { Changed, CommandOptions } from './case-store.ts'
import type { CaseParts } from './parts.ts'
import { stateOfRow } from './rows.ts'
import type { CasesTable } from './tables.ts'

type Answer<T> = Promise<Result<T, Refusal>>

/** A case after a command. */
export interface ChangedCase {
  readonly state: CaseState
  readonly changed: Changed
}

type MadeCommand = CaseCommand | Result<CaseCommand, Refusal>

/** Why the case that a decision would make is not to be; null where it may. Asked before anything is sealed. */
export type AfterFault = (state: CaseState, tx: LedgerTx) => Promise<Refusal | null>

/** Builds the command once the case is read; a refusal of its own ends it. */
export type CommandFor = (state: CaseState, tx: LedgerTx) => Promise<MadeCommand> | MadeCommand

export const notFound = refusal('not_found', 'There is no case with this id.')

const isResult = (value: MadeCommand): value is Result<CaseCommand, Refusal> => 'ok' in value

/** Refuses what was decided on another revision of the case than it has. */
export const staleness = ({ revision }: Pick<CasesTable, 'revision'>, ifRevision: number | undefined): Refusal | null =>
  ifRevision !== undefined && ifRevision !== revision
    ? refusal('stale_revision', `The case has changed: its revision is ${revision} now.`)
    : null

/** Seals drafts into the chain of a case, one after another; answers the last entry. At least one is needed. */
export const appendAll = async (
  tx: LedgerTx,
  { id, uid }: Pick<CaseState, 'id' | 'uid'>,
  drafts: readonly CaseDraft[],
): Promise<AppendedEntry> => {
  let last: AppendedEntry | undefined
  for (const draft of drafts) last = await tx.append({ case: { id, uid }, subject: uid, ...draft })
  if (last === undefined) throw new Error('a decision made no entry')
  return last
}

/** The state after a decision, without reading it back. Withheld texts do not matter to what commands answer. */
const after = (state: CaseState, drafts: readonly CaseDraft[], atMs: number, actor: string): CaseState =>
  drafts.reduce(
    (present, { type, pub, refs = [] }) =>
      apply(present, { id: '', refs, type, caseUid: state.uid, atMs, actor, pub, disclosures: {} }),
    state,
  )

/** Runs a command on one case within a transaction: read, decide, seal, project. */
export const changeCase = async (
  tx: LedgerTx,
  parts: Pick<CaseParts, 'policy'>,
  id: number,
  commandFor: CommandFor,
  options: Pick<CommandOptions, 'actor' | 'ifRevision'> & {
    readonly afterFault?: AfterFault
    /** Whether it counts for those, too, who may not know the case: breaking its glass alone does (L-102). */
    readonly beyondRule?: true
  },
): Answer<ChangedCase> => {
  const row = await tx.sql.get<CasesTable>('select * from cases where id = ?', id)
  if (row === undefined || !(options.beyondRule === true || (await tx.mayKnow(id)))) return fail(notFound)
  const stale = staleness(row, options.ifRevision)
  if (stale !== null) return fail(stale)
  const state = stateOfRow(row)
  const made = await commandFor(state, tx)
  const command = isResult(made) ? made : ok(made)
  if (!command.ok) return command
  const decision = decide(state, command.value, { nowMs: tx.nowMs, actor: options.actor, policy: parts.policy() })
  if (!decision.ok) return decision
  const present = after(state, decision.value, tx.nowMs, options.actor.userUid)
  const fault = (await options.afterFault?.(present, tx)) ?? null
  if (fault !== null) return fail(fault)
  const appended = await appendAll(tx, state, decision.value)
  return ok({
    state: present,
    changed: { id, updated_at: toTimestamp(present.updatedAtMs), revision: present.revision, entry_id: appended.id },
  })
}
