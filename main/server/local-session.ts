import type { Session } from '../../shared/ipc/supervisor.ts'
import type { Role } from '../../shared/schema/user.ts'
import type { Workspace } from '../storage/ledger/workspace.ts'
import type { Tokens } from './auth/tokens.ts'

/** The person at this computer: whom the hub's enrolment names, else the first active admin. */
const personHere = async (db: Workspace['db']): Promise<{ id: number; uid: string; role: Role }> => {
  const active = db.selectFrom('users').select(['users.id', 'users.uid', 'users.role']).where('users.active', '=', 1)
  const enrolled = await active.innerJoin('hub', 'hub.user_uid', 'users.uid').executeTakeFirst()
  return enrolled ?? (await active.where('users.role', '=', 'admin').orderBy('users.id').executeTakeFirstOrThrow())
}

/** Sessions of the person at this computer, by a key that lives as long as this process. */
export const createLocalSession = ({ db }: Pick<Workspace, 'db'>, tokens: Tokens, institutionKey: string) => async (): Promise<Session> => {
  const user = await personHere(db)
  return {
    access_token: await tokens.mint({ userUid: user.uid, role: user.role, origin: 'desktop', family: null }),
    institution_key: institutionKey,
    user_id: String(user.id),
  }
}
