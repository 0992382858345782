import { hash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { userName } from '../../../shared/schema/user.ts'
import type { Role } from '../../../shared/schema/user.ts'
import type { Actor } from '../../domain/access/actor.ts'
import { loginNameOf, roleOfGroups } from '../../domain/access/provider-role.ts'
import { leavesNoAdmin } from '../../domain/access/rules.ts'
import { openEntry } from '../../seal/entry.ts'
import type { LedgerTx } from '../ledger/ledger.ts'
import type { Database } from '../schema.ts'
import type { CommandParts } from './commands.ts'
import { userAdded, userChanged } from './drafts.ts'
import { heldWorkFault } from './held-work.ts'
import type { NamedByProvider, ProviderPeople } from './named-by-provider.ts'
import { otherAdmins, readUser } from './users.ts'

/** What binds a person to a provider: neither a login name nor an address can stand in for it. */
const identityAt = ({ issuer, subject }: Pick<NamedByProvider, 'issuer' | 'subject'>): string =>
  hash('sha256', JSON.stringify([issuer, subject]), 'hex')

const notIn = (what: string): Result<never, Refusal> =>
  fail(refusal('provider_refused', `${what} You are not signed in, and nothing was changed.`))

const noGroup = notIn(
  'The sign-in provider names none of the groups that have a role here. Ask an administrator which group you should be in.',
)
const deactivated = notIn('You were deactivated in this workspace. Ask an administrator.')
const noLogin = notIn(
  'The sign-in provider gives no login name for you that this workspace can take. Ask an administrator to look at the claim in the settings.',
)
const taken = notIn(
  'Somebody here has your login name already, and a name alone proves nobody. Sign in with the password of that account, or ask an administrator to free the name.',
)
const nobodyAnswers = notIn(
  'The administrator who set the sign-in provider is none any more, so nobody answers for adding or changing people by it. Ask an administrator to seal the policy again.',
)

const policyType = Buffer.from('"policy.changed"')

/** Who acts where groups give a role: the administrator who set the provider answers for it, by the policy (S-27). */
const policyActor = async (db: Kysely<Database>): Promise<Actor | null> => {
  const rows = await db.selectFrom('entries').select(['id', 'payload']).where('chain', '=', 0).orderBy('n').execute()
  const changes = rows.flatMap(({ id, payload }) => {
    const entry = payload.includes(policyType) ? openEntry({ payload }) : null
    return entry?.ok === true && entry.value.type === 'policy.changed' ? [{ id, actor: entry.value.actor }] : []
  })
  const last = changes.at(-1)
  if (last === undefined) return null
  const user = await db
    .selectFrom('users')
    .select(['id', 'uid', 'role', 'active'])
    .where('uid', '=', last.actor)
    .executeTakeFirst()
  if (user?.active !== 1 || user.role !== 'admin') return null
  return {
    userId: user.id,
    userUid: user.uid,
    role: user.role,
    acting: {
      origin: {
        by: 'policy',
        policy: 'sign_in',
        version: changes.length,
        entry: last.id.toString('hex'),
        cause: { by: 'person' },
      },
    },
  }
}

const boundUser = async (db: Kysely<Database>, identity: string): Promise<number | null> => {
  const row = await db
    .selectFrom('provider_identities')
    .innerJoin('users', 'users.uid', 'provider_identities.user_uid')
    .select('users.id')
    .where('identity', '=', identity)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Makes the commands. */
export const createProviderPeople = ({ db, reading, env, write }: CommandParts): ProviderPeople => {
  const addPerson = async (tx: LedgerTx, named: NamedByProvider, role: Role): Promise<Result<string, Refusal>> => {
    const login = named.login === null ? null : loginNameOf(named.login)
    if (login === null) return noLogin
    const other = await tx.db.selectFrom('users').select('id').where('login_name', '=', login).executeTakeFirst()
    if (other !== undefined) return taken
    const id = await tx.nextId('users')
    const uid = env.random.uuidv7(tx.nowMs)
    const name = userName.safeParse(named.name).data ?? login
    await tx.append(userAdded({ id, uid, loginName: login, name, role, identity: identityAt(named) }))
    return ok(uid)
  }

  const giveRole = async (tx: LedgerTx, id: number, role: Role): Promise<Result<string, Refusal>> => {
    const user = await readUser(tx.db, reading, id)
    if (user === null) throw new Error('a person whom a provider names is no user')
    if (!user.active) return deactivated
    if (user.role === role) return ok(user.uid)
    if (leavesNoAdmin(user, { role }, await otherAdmins(tx.db, id)))
      return notIn('You are the last active administrator, and your groups give you another role.')
    const held = role === 'auditor' ? await heldWorkFault(tx.sql, user) : null
    if (held !== null) return fail(held)
    await tx.append(userChanged(user.uid, { role }))
    return ok(user.uid)
  }

  return {
    async admitByProvider(provider, named) {
      const role = roleOfGroups(provider, named.groups)
      const known = await boundUser(db, identityAt(named))
      const before = known === null ? null : await readUser(db, reading, known)
      if (before?.active === false) return deactivated
      if (role === null) return noGroup
      if (before?.role === role) return ok(before.uid)
      const actor = await policyActor(db)
      if (actor === null) return nobodyAnswers
      return await write(actor, async (tx) => {
        const id = await boundUser(tx.db, identityAt(named))
        return id === null ? await addPerson(tx, named, role) : await giveRole(tx, id, role)
      })
    },
  }
}
