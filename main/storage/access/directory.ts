import type { Kysely } from 'kysely'
import { defaultPolicy, policy as policySchema } from '../../../shared/schema/policy.ts'
import type { Policy } from '../../../shared/schema/policy.ts'
import type { Role } from '../../../shared/schema/user.ts'
import type { AccessTables } from './tables.ts'
import { isKey, keyIdWithin } from './secrets.ts'

/** A user as credentials need it. */
export interface DirectoryUser {
  readonly id: number
  readonly uid: string
  readonly loginName: string
  readonly name: string
  readonly role: Role
  readonly active: boolean
  readonly createdAtMs: number
}

/** A key that is not revoked. */
export interface DirectoryKey {
  readonly id: string
  readonly kind: 'api' | 'institution'
  readonly scopes: readonly string[]
  readonly secret_sha256: string
}

/** Users, live keys and policy in memory, as last committed: every request asks for them. */
export interface Directory {
  readonly users: ReadonlyMap<string, DirectoryUser>
  readonly keys: ReadonlyMap<string, DirectoryKey>
  readonly policy: Policy
  /** The users who have a password at this service. */
  readonly withPassword: ReadonlySet<string>
  /** The users who have a second factor at this service. */
  readonly withFactor: ReadonlySet<string>
}

type Reader = Kysely<AccessTables>

/** Reads the policy in force; the default one while none was set. */
export const readPolicy = async (db: Reader): Promise<Policy> => {
  const row = await db.selectFrom('policy').select('policy').where('id', '=', 1).executeTakeFirst()
  return row === undefined ? defaultPolicy : policySchema.parse(JSON.parse(row.policy))
}

/** Reads users, live keys and policy. */
export const readDirectory = async (db: Reader): Promise<Directory> => {
  const users = await db.selectFrom('users').selectAll().execute()
  const keys = await db
    .selectFrom('api_keys')
    .select(['id', 'kind', 'scopes', 'secret_sha256'])
    .where('revoked_at', 'is', null)
    .execute()
  return {
    users: new Map(
      users.map((row) => [
        row.uid,
        {
          id: row.id,
          uid: row.uid,
          loginName: row.login_name,
          name: row.name,
          role: row.role,
          active: row.active === 1,
          createdAtMs: row.created_at,
        },
      ]),
    ),
    keys: new Map(keys.map((row) => [row.id, { ...row, scopes: JSON.parse(row.scopes) as string[] }])),
    policy: await readPolicy(db),
    withFactor: new Set(
      (await db.selectFrom('second_factors').select('user_uid').where('confirmed_at', 'is not', null).execute()).map(
        (row) => row.user_uid,
      ),
    ),
    withPassword: new Set((await db.selectFrom('passwords').select('user_uid').execute()).map((row) => row.user_uid)),
  }
}

/** The live key that a presented text is, or null. The comparison takes the same time wherever it differs. */
export const keyPresented = (
  directory: Directory,
  presented: string,
  kind: 'api' | 'institution',
): DirectoryKey | null => {
  const id = keyIdWithin(presented, kind)
  const key = id === null ? undefined : directory.keys.get(id)
  return key?.kind === kind && isKey(presented, key) ? key : null
}
