import type { Session } from '../../shared/ipc/supervisor.ts'
import type { Role } from '../../shared/schema/user.ts'
import type { Workspace } from '../storage/ledger/workspace.ts'
import type { Tokens } from './auth/tokens.ts'

/** The person at this computer: whom the hub's enrolment names, else the first active admin; undefined where neither is here yet. */
const personHere = async (db: Workspace['db']): Promise<{ id: number; uid: string; role: Role } | undefined> => {
  const active = db.selectFrom('users').select(['users.id', 'users.uid', 'users.role']).where('users.active', '=', 1)
  const enrolled = await active.innerJoin('hub', 'hub.user_uid', 'users.uid').executeTakeFirst()
  return enrolled ?? (await active.where('users.role', '=', 'admin').orderBy('users.id').executeTakeFirst())
}

/** Sessions of the person at this computer, by a key that lives as long as this process. */
export const createLocalSession = ({ db }: Pick<Workspace, 'db'>, tokens: Tokens, institutionKey: string, fetchPeople: () => Promise<unknown>) => async (): Promise<Session> => {
  const known = await personHere(db)
  // A folder that has just joined a hub knows the person whom the hub named after the first round alone.
  if (known === undefined) await fetchPeople()
  const user = known ?? (await personHere(db))
  if (user === undefined) throw new Error('nobody of this workspace may work on this computer yet: its hub has to be reached once')
  return {
    access_token: await tokens.mint({ userUid: user.uid, role: user.role, origin: 'desktop', family: null }),
    institution_key: institutionKey,
    user_id: String(user.id),
  }
}
