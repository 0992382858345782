import type { Refusal } from '../../shared/api/errors.ts'
import type { BodyOf } from '../../shared/api/operation.ts'
import type { settleConflict } from '../../shared/api/sync-conflicts.ts'
import type { Result } from '../../shared/schema/result.ts'
import type { Actor } from '../domain/access/actor.ts'

/**
 * Settles conflicts by entries of a person (Y-44): what is decided anew goes through the case's own commands, under the
 * same rules.
 */
export interface ConflictSettlement {
  readonly settle: (
    conflictId: string,
    decision: BodyOf<typeof settleConflict>,
    actor: Actor,
  ) => Promise<Result<{ readonly case_id: number; readonly entry_id: string }, Refusal>>
}
