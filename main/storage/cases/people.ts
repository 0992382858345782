import type { Role } from '../../../shared/schema/user.ts'
import { nameOfKey, uidOfKey } from '../../domain/access/key-name.ts'
import type { OwnerCandidate } from '../../domain/cases/owners.ts'
import type { Statements } from '../sqlite/statements.ts'

type UserRow = { id: number; uid: string; name: string; role: Role; active: 0 | 1; unfinished: number }

const unfinishedOf =
  "(select coalesce(sum(cases), 0) from case_counts where owner_id = users.id and status not in ('resolved', 'closed'))"

const candidateOf = ({ id, uid, name, role, unfinished }: UserRow): OwnerCandidate => ({
  id,
  uid,
  name,
  role,
  unfinished,
})

/** The active users with the unfinished cases that each owns. */
export const activeUsers = async (sql: Statements): Promise<OwnerCandidate[]> =>
  (
    await sql.all<UserRow>(
      `select id, uid, name, role, active, ${unfinishedOf} as unfinished from users where active = 1`,
    )
  ).map(candidateOf)

/** An active user by integer id; null where there is none. */
export const activeUser = async (sql: Statements, id: number): Promise<OwnerCandidate | null> => {
  const row = await sql.get<UserRow>(
    'select id, uid, name, role, active, 0 as unfinished from users where id = ? and active = 1',
    id,
  )
  return row === undefined ? null : candidateOf(row)
}

/** What is shown of people, by uid. */
export type People = ReadonlyMap<string, { readonly id: number | null; readonly name: string }>

/** Everyone who is or was a user, and the API keys, which have no user id. */
export const readPeople = async (sql: Statements): Promise<People> => {
  const users = await sql.all<{ uid: string; id: number; name: string }>('select uid, id, name from users')
  const keys = await sql.all<{ id: string; label: string }>("select id, label from api_keys where kind = 'api'")
  return new Map<string, { readonly id: number | null; readonly name: string }>([
    ...users.map(({ uid, id, name }) => [uid, { id, name }] as const),
    ...keys.map(({ id, label }) => [uidOfKey(id), { id: null, name: nameOfKey(label) }] as const),
  ])
}
