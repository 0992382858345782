import type { Kysely } from 'kysely'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Team } from '../../../shared/schema/team.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { LedgerTx } from '../ledger/ledger.ts'
import type { Database } from '../schema.ts'
import type { AccessStore } from './access-store.ts'
import type { CommandParts } from './commands.ts'
import { teamChanged } from './drafts.ts'
import type { TeamsTable } from './tables.ts'

type Teams = Pick<AccessStore, 'listTeams' | 'addTeam' | 'changeTeam'>

const nameTaken = refusal('already_done', 'A team with this name exists already.')
const noMember = refusal('unknown_reference', 'One of the members is not an active user.')

/** Members who are users here, by their names. */
const viewOf = async (db: Kysely<Database>, row: TeamsTable): Promise<Team> => {
  const uids = JSON.parse(row.members) as string[]
  const members =
    uids.length === 0
      ? []
      : await db.selectFrom('users').select('id').where('uid', 'in', uids).orderBy('name').orderBy('id').execute()
  return { id: row.uid, name: row.name, members: members.map(({ id }) => id), changed_at: toTimestamp(row.changed_at) }
}

/** The uids of members by their ids; of those who are in the team already also the inactive. */
const uidsOf = async (
  tx: LedgerTx,
  ids: readonly number[],
  before: readonly string[],
): Promise<Result<readonly string[], Refusal>> => {
  const wanted = [...new Set(ids)]
  const rows =
    wanted.length === 0
      ? []
      : await tx.db.selectFrom('users').select(['uid', 'active']).where('id', 'in', wanted).execute()
  const usable = rows.filter(({ uid, active }) => active === 1 || before.includes(uid))
  return usable.length === wanted.length ? ok(usable.map(({ uid }) => uid)) : fail(noMember)
}

const isTaken = async (tx: LedgerTx, name: string, uid: string): Promise<boolean> =>
  (await tx.db
    .selectFrom('teams')
    .select('uid')
    .where('name', '=', name)
    .where('uid', '!=', uid)
    .executeTakeFirst()) !== undefined

const seal = async (
  tx: LedgerTx,
  team: { readonly uid: string; readonly name: string; readonly members: readonly string[] },
): Promise<Team> => {
  await tx.append(teamChanged(team))
  return await viewOf(
    tx.db,
    await tx.db.selectFrom('teams').selectAll().where('uid', '=', team.uid).executeTakeFirstOrThrow(),
  )
}

/** Commands on teams. */
export const createTeamCommands = ({ db, env, write }: Pick<CommandParts, 'db' | 'env' | 'write'>): Teams => ({
  listTeams: async () => {
    const rows = await db.selectFrom('teams').selectAll().orderBy('name').orderBy('uid').execute()
    return await Promise.all(rows.map((row) => viewOf(db, row)))
  },
  addTeam: (input, actor) =>
    write(actor, async (tx) => {
      const uid = env.random.uuidv7(tx.nowMs)
      if (await isTaken(tx, input.name, uid)) return fail(nameTaken)
      const members = await uidsOf(tx, input.members, [])
      return members.ok ? ok(await seal(tx, { uid, name: input.name, members: members.value })) : members
    }),
  changeTeam: (uid, input, actor) =>
    write(actor, async (tx) => {
      const row = await tx.db.selectFrom('teams').selectAll().where('uid', '=', uid).executeTakeFirst()
      if (row === undefined) return fail(refusal('not_found', 'There is no team with this id.'))
      const name = input.name ?? row.name
      if (await isTaken(tx, name, uid)) return fail(nameTaken)
      const before = JSON.parse(row.members) as string[]
      const members = input.members === undefined ? ok(before) : await uidsOf(tx, input.members, before)
      return members.ok ? ok(await seal(tx, { uid, name, members: members.value })) : members
    }),
})
