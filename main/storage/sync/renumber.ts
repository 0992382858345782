import type { EnrolAnswer } from '../../../shared/protocol/sync.ts'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { defaultPolicy } from '../../../shared/schema/policy.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Actor } from '../../domain/access/actor.ts'
import type { Env } from '../../platform/env.ts'
import type { FolderKeys } from '../../platform/key-files.ts'
import { appliers } from '../areas.ts'
import { changeCase } from '../cases/change-case.ts'
import { nextNumber } from '../cases/open-case.ts'
import { createLedger } from '../ledger/create-ledger.ts'
import { createVault } from '../ledger/vault.ts'
import type { Connection } from '../sqlite/connection.ts'
import { statementsOf } from '../sqlite/statements.ts'

const tooFew = (slots: number): Refusal =>
  refusal(
    'case_numbers_exhausted',
    `The hub gave ${slots} slots of case numbers, which is too few for the cases of this folder. Nothing was changed: the folder works alone as before. Ask for a new code and join again with it: the hub is then told how many are needed.`,
  )

/** Seals a new number for each case, of the slots that the hub gave (Y-14). The numbers before stay searchable. */
export const renumberCases = async (
  writer: Connection,
  keys: FolderKeys,
  answer: EnrolAnswer,
  env: Env,
): Promise<Result<void, Refusal>> => {
  const { device_number: deviceNumber, institution } = answer
  const ledger = createLedger({
    writer,
    env,
    vault: createVault(keys.workspace, env.random),
    signer: keys.device,
    deviceNumber,
    appliers,
  })
  const actor: Actor = {
    userId: 0,
    userUid: answer.user_uid,
    role: 'admin',
    acting: { origin: { by: 'sync' } },
  }
  const cases = statementsOf(writer).all<{ id: number; created_at: number }>(
    'select id, created_at from cases order by created_at, id',
  )
  const done = await ledger.write(actor, async (tx) => {
    for (const { id, created_at: createdAtMs } of cases) {
      const number = await nextNumber(tx, { institution, deviceNumber, policy: () => defaultPolicy }, createdAtMs)
      if (!number.ok) return fail(tooFew(answer.lease.slots.length))
      const changed = await changeCase(
        tx,
        { policy: () => defaultPolicy },
        id,
        () => ({ kind: 'renumber', number: number.value }),
        { actor },
      )
      if (!changed.ok) return changed
    }
    return ok(undefined)
  })
  await ledger.close()
  return done
}
