import type { Session } from '../../shared/ipc/supervisor.ts'
import type { Workspace } from '../storage/ledger/workspace.ts'
import type { Tokens } from './auth/tokens.ts'

/** Sessions of the person at this computer: the first active admin, by a key that lives as long as this process. */
export const createLocalSession = ({ db }: Pick<Workspace, 'db'>, tokens: Tokens, institutionKey: string) => async (): Promise<Session> => {
  const user = await db.selectFrom('users').select(['id', 'uid', 'role']).where('role', '=', 'admin').where('active', '=', 1).orderBy('id').executeTakeFirstOrThrow()
  return {
    access_token: await tokens.mint({ userUid: user.uid, role: user.role, origin: 'desktop', family: null }),
    institution_key: institutionKey,
    user_id: String(user.id),
  }
}
