import type { Refusal } from '../../../shared/api/errors.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { nameOfKey, uidOfKey } from '../../domain/access/key-name.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import type { NamedActor } from '../evidence/kept-acquisition.ts'
import type { Caller } from '../http/call.ts'

/** What operations of /v4 on evidence share: the head of an answer, who calls, and which case they mean. */
export const callsOfKeys = ({ env, cases, db }: Pick<Workspace, 'env' | 'cases' | 'db'>) => {
  const said = (status: string): { status: string; timestamp: string } => ({
    status,
    timestamp: toTimestamp(env.clock.nowMs()),
  })

  const named = async (caller: Caller): Promise<NamedActor> => {
    const keys = await db.selectFrom('api_keys').select(['id', 'label']).execute()
    const key = keys.find(({ id }) => uidOfKey(id) === caller.userUid)
    return { actor: caller, name: key === undefined ? caller.userUid : nameOfKey(key.label) }
  }

  /** The case that a request names; null where it names none. */
  const caseIn = async ({
    case_id: id,
    case_number: number,
  }: {
    case_id?: number | undefined
    case_number?: string | undefined
  }): Promise<Result<number | null, Refusal>> => {
    if (id === undefined && number === undefined) return ok(null)
    const found = id === undefined ? await cases.readByNumber(number ?? '') : await cases.read(id)
    return found.ok ? ok(found.value.id) : found
  }

  return { said, named, caseIn }
}
