import type { Kysely } from 'kysely'
import { refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { User } from '../../../shared/schema/user.ts'
import { leavesNoAdmin } from '../../domain/access/rules.ts'
import type { LedgerTx } from '../ledger/ledger.ts'
import type { Database } from '../schema.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { AccessStore } from './access-store.ts'
import type { CommandParts } from './commands.ts'
import { userAdded, userChanged } from './drafts.ts'
import type { UserChanges } from './drafts.ts'
import { heldWorkFault } from './held-work.ts'
import { generatePassword } from './passwords.ts'
import { dropFactor, secondFactorState } from './second-factors.ts'
import type { UsersTable } from './tables.ts'

/** Unfinished cases by their owners, as far as whoever asks may know them. */
const openCasesBy = (sql: Pick<SyncStatements, 'all'>): ReadonlyMap<number, number> =>
  new Map(
    sql
      .all<{ owner_id: number; open: number }>(
        "select owner_id, sum(cases) as open from case_counts where status not in ('resolved', 'closed') group by owner_id",
      )
      .map((row) => [row.owner_id, row.open]),
  )

const toUser = (row: UsersTable, openCases: number): User => ({
  id: row.id,
  uid: row.uid,
  login_name: row.login_name,
  name: row.name,
  role: row.role,
  active: row.active === 1,
  open_cases: openCases,
  created_at: toTimestamp(row.created_at),
})

/** A user as the interface shows them. */
export const readUser = async (
  db: Kysely<Database>,
  reading: Pick<SyncStatements, 'all'>,
  id: number,
): Promise<User | null> => {
  const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
  return row === undefined ? null : toUser(row, openCasesBy(reading).get(id) ?? 0)
}

const setPassword = async (tx: LedgerTx, userUid: string, verifier: string): Promise<void> => {
  await tx.db
    .insertInto('passwords')
    .values({ user_uid: userUid, verifier, changed_at: tx.nowMs })
    .onConflict((conflict) => conflict.column('user_uid').doUpdateSet({ verifier, changed_at: tx.nowMs }))
    .execute()
}

/** How many active admins there are besides one user. */
export const otherAdmins = async (db: Kysely<Database>, id: number): Promise<number> => {
  const row = await db
    .selectFrom('users')
    .select((select) => select.fn.countAll<number>().as('admins'))
    .where('role', '=', 'admin')
    .where('active', '=', 1)
    .where('id', '!=', id)
    .executeTakeFirstOrThrow()
  return row.admins
}

const noSecondFactor = refusal('already_done', 'This person has no second factor at this service. Nothing was changed.')

type UserCommands = Pick<AccessStore, 'listUsers' | 'addUser' | 'changeUser' | 'changePassword'>

/** Commands on users. Passwords are derived before the transaction: nothing there may wait. */
export const createUserCommands = ({ db, reading, env, write, passwords, endSignIns }: CommandParts): UserCommands => ({
  listUsers: async () => {
    const rows = await db.selectFrom('users').selectAll().orderBy('name').orderBy('id').execute()
    const open = openCasesBy(reading)
    return rows.map((row) => toUser(row, open.get(row.id) ?? 0))
  },

  addUser: async (input, { actor, inTransaction }) => {
    const password = input.password ?? generatePassword(env.random)
    const verifier = await passwords.make(password)
    return await write(actor, async (tx) => {
      const taken = await tx.db
        .selectFrom('users')
        .select('id')
        .where('login_name', '=', input.login_name)
        .executeTakeFirst()
      if (taken !== undefined) return fail(refusal('already_done', 'A user with this login name exists already.'))
      const id = await tx.nextId('users')
      const uid = env.random.uuidv7(tx.nowMs)
      await tx.append(userAdded({ id, uid, loginName: input.login_name, name: input.name, role: input.role }))
      await setPassword(tx, uid, verifier)
      const row = await tx.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      const answer = { ...toUser(row, 0), ...(input.password === undefined ? { password } : {}) }
      await inTransaction?.(tx, answer)
      return ok(answer)
    })
  },

  changeUser: async (id, input, { actor, inTransaction }) => {
    const password = input.reset_password === true ? generatePassword(env.random) : null
    const verifier = password === null ? null : await passwords.make(password)
    return await write(actor, async (tx) => {
      const before = await readUser(tx.db, reading, id)
      if (before === null) return fail(refusal('not_found', 'There is no user with this id.'))
      if (leavesNoAdmin(before, input, await otherAdmins(tx.db, id))) {
        return fail(refusal('unknown_reference', 'This is the last active admin; make another user admin first.'))
      }
      const held = input.role === 'auditor' && before.role !== 'auditor' ? await heldWorkFault(tx.sql, before) : null
      if (held !== null) return fail(held)
      const reset = input.reset_second_factor === true
      if (reset && (await secondFactorState(tx.db, before.uid)).sinceMs === null) return fail(noSecondFactor)
      const changes: UserChanges = {
        ...(input.name === undefined || input.name === before.name ? {} : { name: input.name }),
        ...(input.role === undefined || input.role === before.role ? {} : { role: input.role }),
        ...(input.active === undefined || input.active === before.active ? {} : { active: input.active }),
        ...(verifier === null ? {} : { password: 'reset' }),
        ...(reset ? { secondFactor: 'reset' } : {}),
      }
      if (Object.keys(changes).length > 0) await tx.append(userChanged(before.uid, changes))
      if (verifier !== null) await setPassword(tx, before.uid, verifier)
      if (reset) await dropFactor(tx, before.uid)
      if (verifier !== null || reset || changes.active === false) await endSignIns(tx, before.uid, null)
      const answer = {
        ...before,
        name: input.name ?? before.name,
        role: input.role ?? before.role,
        active: input.active ?? before.active,
      }
      await inTransaction?.(tx, answer)
      return ok(password === null ? answer : { ...answer, password })
    })
  },

  changePassword: async (actor, input, keepFamily) => {
    const stored = await db
      .selectFrom('passwords')
      .select('verifier')
      .where('user_uid', '=', actor.userUid)
      .executeTakeFirst()
    const isTheirs =
      input.current === undefined
        ? stored === undefined
        : await passwords.check(input.current, stored?.verifier ?? null)
    if (!isTheirs) return fail(refusal('login_failed', 'The present password is wrong.'))
    const verifier = await passwords.make(input.next)
    return await write(actor, async (tx) => {
      await tx.append(userChanged(actor.userUid, { password: 'changed' }))
      await setPassword(tx, actor.userUid, verifier)
      await endSignIns(tx, actor.userUid, keepFamily)
      return ok({ changed: true as const })
    })
  },
})
