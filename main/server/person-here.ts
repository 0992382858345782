import type { Role } from '../../shared/schema/user.ts'
import type { Workspace } from '../storage/ledger/workspace.ts'
import { ownHubUrl } from './sync/own-hub-url.ts'

/** Who works at a computer with its folder, without signing in. */
type PersonHere =
  | { readonly state: 'active'; readonly user: { readonly id: number; readonly uid: string; readonly role: Role } }
  /** The folder is a hub's, and the person for whom it was enrolled was deactivated: it acts for nobody else (Y-19). */
  | { readonly state: 'deactivated'; readonly name: string }
  /** The workspace has nobody, or the person has not come from the hub yet. */
  | { readonly state: 'unknown' }

/**
 * Finds the person of a folder: of one that is enrolled with a hub the person for whom it was enrolled, and nobody else; of one that works alone, or
 * of a hub's own, the one who founded it while active, else the first active admin.
 */
export const personHere = async (db: Workspace['db']): Promise<PersonHere> => {
  const users = db.selectFrom('users').select(['users.id', 'users.uid', 'users.role', 'users.name', 'users.active'])
  const enrolled = await users.innerJoin('hub', 'hub.user_uid', 'users.uid').executeTakeFirst()
  if (enrolled?.active === 1) return { state: 'active', user: enrolled }
  const hub = await db.selectFrom('hub').select('url').executeTakeFirst()
  if (hub !== undefined && hub.url !== ownHubUrl) return enrolled === undefined ? { state: 'unknown' } : { state: 'deactivated', name: enrolled.name }
  const admin = await users.where('users.role', '=', 'admin').where('users.active', '=', 1).orderBy('users.id').executeTakeFirst()
  return admin === undefined ? { state: 'unknown' } : { state: 'active', user: admin }
}

/** What a person is told whose computer acts for somebody who was deactivated. */
export const deactivatedHere = (name: string): string =>
  `This computer was enrolled for ${name}, who was deactivated in the workspace. It acts for nobody else, so nothing was done. What is in its folder is safe. An admin of the hub can activate ${name} again; after the next sync this computer works as before.`
