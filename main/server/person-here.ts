import { sql } from 'kysely'
import type { Role } from '../../shared/schema/user.ts'
import type { Workspace } from '../storage/ledger/workspace.ts'
import { ownHubUrl } from './sync/own-hub-url.ts'

/** What of a folder the hub does not have: entries, and pieces of evidence whose bytes are here. */
interface Unsent {
  readonly entries: number
  readonly pieces: number
}

/** Who works at a computer with its folder, without signing in. */
type PersonHere =
  | { readonly state: 'active'; readonly user: { readonly id: number; readonly uid: string; readonly role: Role } }
  /** The folder is a hub's, and the person for whom it was enrolled was deactivated: it acts for nobody else (Y-19). */
  | { readonly state: 'deactivated'; readonly name: string; readonly unsent: Unsent }
  /** The workspace has nobody, or the person has not come from the hub yet. */
  | { readonly state: 'unknown' }

const unsentHere = async (db: Workspace['db']): Promise<Unsent> => {
  const { rows } = await sql<Unsent>`
    select (select count(*) from pending) as entries,
      (select count(*) from (
        select e.case_id, e.sha256 from evidence e join blob_keys b on b.case_id = e.case_id and b.sha256 = e.sha256 where e.received = 0
        union select k.case_id, k.sha256 from kept_evidence k)) as pieces`.execute(db)
  return rows[0] ?? { entries: 0, pieces: 0 }
}

/**
 * Finds the person of a folder: of one that is enrolled with a hub the person for whom it was enrolled, and nobody
 * else; of one that works alone, or of a hub's own, the one who founded it while active, else the first active admin.
 */
export const personHere = async (db: Workspace['db']): Promise<PersonHere> => {
  const users = db.selectFrom('users').select(['users.id', 'users.uid', 'users.role', 'users.name', 'users.active'])
  const enrolled = await users.innerJoin('hub', 'hub.user_uid', 'users.uid').executeTakeFirst()
  if (enrolled?.active === 1) return { state: 'active', user: enrolled }
  const hub = await db.selectFrom('hub').select('url').executeTakeFirst()
  if (hub !== undefined && hub.url !== ownHubUrl)
    return enrolled === undefined
      ? { state: 'unknown' }
      : { state: 'deactivated', name: enrolled.name, unsent: await unsentHere(db) }
  const admin = await users
    .where('users.role', '=', 'admin')
    .where('users.active', '=', 1)
    .orderBy('users.id')
    .executeTakeFirst()
  return admin === undefined ? { state: 'unknown' } : { state: 'active', user: admin }
}

const onlyHere = ({ entries, pieces }: Unsent, name: string): string =>
  entries + pieces === 0
    ? ''
    : ` The hub does not have all of it: ${entries} sealed entries and the bytes of ${pieces} pieces of evidence exist only here. Do not wipe or give away this computer before an admin knows of them: with ${name} active again, what the hub then takes goes to it at the next contact.`

/**
 * What a person is told whose computer acts for somebody who was deactivated: computers are wiped when people leave.
 */
export const deactivatedHere = ({ name, unsent }: { readonly name: string; readonly unsent: Unsent }): string =>
  `This computer was enrolled for ${name}, who was deactivated in the workspace. It acts for nobody else, so nothing was done. What is in its folder is safe.${onlyHere(unsent, name)} An admin of the hub can activate ${name} again; after the next sync this computer works as before.`
