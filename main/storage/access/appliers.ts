import { withoutOrigin } from '../../../shared/schema/origin.ts'
import { canonicalJson } from '../../seal/canonical.ts'
import { redactedText } from '../../../shared/schema/case.ts'
import type { JsonValue } from '../../seal/canonical.ts'
import { policy as policySchema } from '../../../shared/schema/policy.ts'
import { roles } from '../../../shared/schema/user.ts'
import type { Role } from '../../../shared/schema/user.ts'
import { deviceIdsOf } from '../ledger/device-ids.ts'
import type { Applier, Area, OpenedEntry, ProjectionTx } from '../ledger/ledger.ts'
import type { Statements } from '../sqlite/statements.ts'

const withheldText = (entry: OpenedEntry, name: string): string => {
  const value = entry.disclosures[name]?.value
  // SQLite keeps a lone surrogate as the mark of one; two texts must not become one by that.
  return typeof value === 'string' ? value.toWellFormed() : redactedText
}

const publicValue = (entry: OpenedEntry, name: string): JsonValue | undefined => entry.payload.pub[name]

const isRole = (value: JsonValue | undefined): value is Role => (roles as readonly unknown[]).includes(value)

/** Whether an entry of the workspace's chain was sealed before its folder joined: of those, only users count (Y-14). */
const isBeforeJoining = async ({ sql }: ProjectionTx, entry: OpenedEntry): Promise<boolean> =>
  (await deviceIdsOf(sql, entry.payload)).beforeJoining

/**
 * A login name that nobody has: two admins who work apart can give out one, and the later in the order takes the next.
 */
const freeLoginName = async (sql: Statements, wanted: string): Promise<string> => {
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? wanted : `${wanted}.${n}`
    if ((await sql.get('select id from users where login_name = ?', name)) === undefined) return name
  }
}

const userAdded: Applier = async ({ sql }, entry) => {
  const { subject: uid } = entry.payload
  const ids = await deviceIdsOf(sql, entry.payload)
  const stated = publicValue(entry, 'id')
  const role = publicValue(entry, 'role')
  if (typeof stated !== 'number' || !Number.isSafeInteger(stated) || stated < 1 || !isRole(role)) return
  const id = ids.read(stated)
  if (!ids.mayGive(id) || (await sql.get('select id from users where id = ? or uid = ?', id, uid)) !== undefined) return
  // An erased login name must not collide with another erased one.
  const wanted =
    entry.disclosures['login_name']?.value === undefined ? `${redactedText} ${uid}` : withheldText(entry, 'login_name')
  await sql.run(
    'insert into users (id, uid, login_name, name, role, active, created_at) values (?, ?, ?, ?, ?, ?, ?)',
    id,
    uid,
    await freeLoginName(sql, wanted),
    withheldText(entry, 'name'),
    role,
    ids.beforeJoining ? 0 : 1,
    entry.atMs,
  )
  const identity = publicValue(entry, 'identity')
  // Whom a folder knew by a provider before it joined says nothing of whom this workspace's own names.
  if (typeof identity === 'string' && !ids.beforeJoining)
    await sql.run(
      'insert into provider_identities (identity, user_uid) values (?, ?) on conflict do nothing',
      identity,
      uid,
    )
}

const userChanged: Applier = async ({ sql }, entry) => {
  const { subject } = entry.payload
  const user = await sql.get<{ id: number }>('select id from users where uid = ?', subject)
  if (user === undefined) return
  const ids = await deviceIdsOf(sql, entry.payload)
  if (ids.beforeJoining && !ids.mayGive(user.id)) return
  const name = entry.disclosures['name']
  // Undefined is a name that was erased; another value is none.
  if (name !== undefined && (name.value === undefined || typeof name.value === 'string'))
    await sql.run('update users set name = ? where uid = ?', withheldText(entry, 'name'), subject)
  const role = publicValue(entry, 'role')
  if (isRole(role) && !ids.beforeJoining) await sql.run('update users set role = ? where uid = ?', role, subject)
  const active = publicValue(entry, 'active')
  if (typeof active === 'boolean' && !ids.beforeJoining)
    await sql.run('update users set active = ? where uid = ?', active ? 1 : 0, subject)
}

const isTexts = (value: JsonValue | undefined): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

const apiKeyCreated: Applier = async (tx, entry) => {
  const kind = publicValue(entry, 'kind')
  const scopes = publicValue(entry, 'scopes')
  const hash = publicValue(entry, 'secret_sha256')
  if (
    (kind !== 'api' && kind !== 'institution') ||
    !isTexts(scopes) ||
    typeof hash !== 'string' ||
    (await isBeforeJoining(tx, entry))
  )
    return
  await tx.sql.run(
    'insert into api_keys (id, kind, label, scopes, secret_sha256, created_at, revoked_at) values (?, ?, ?, ?, ?, ?, null) on conflict do nothing',
    entry.payload.subject,
    kind,
    withheldText(entry, 'label'),
    canonicalJson(scopes),
    hash,
    entry.atMs,
  )
}

const apiKeyRevoked: Applier = async (tx, entry) => {
  if (await isBeforeJoining(tx, entry)) return
  await tx.sql.run(
    'update api_keys set revoked_at = ? where id = ? and revoked_at is null',
    entry.atMs,
    entry.payload.subject,
  )
}

const policyChanged: Applier = async (tx, entry) => {
  const stated = withoutOrigin(entry.payload.pub)
  if (!policySchema.safeParse(stated).success || (await isBeforeJoining(tx, entry))) return
  await tx.sql.run(
    'insert into policy (id, policy, changed_at) values (1, ?, ?) on conflict (id) do update set policy = excluded.policy, changed_at = excluded.changed_at',
    canonicalJson(stated),
    entry.atMs,
  )
}

/** A team stands as the last entry about it says. */
const teamChanged: Applier = async (tx, entry) => {
  const members = publicValue(entry, 'members')
  if (!isTexts(members) || (await isBeforeJoining(tx, entry))) return
  const sorted = [...new Set(members)].sort()
  await tx.sql.run(
    'insert into teams (uid, name, members, changed_at) values (?, ?, ?, ?) on conflict (uid) do update set name = excluded.name, members = excluded.members, changed_at = excluded.changed_at',
    entry.payload.subject,
    withheldText(entry, 'name'),
    canonicalJson(sorted),
    entry.atMs,
  )
}

const keyRevoked: Applier = async (tx, entry) => {
  const kid = publicValue(entry, 'kid')
  const from = publicValue(entry, 'from_dseq')
  if (typeof kid !== 'string') return
  await tx.sql.run(
    'update keys set revoked_at = ?, revoked_from_dseq = ? where kid = ? and revoked_at is null',
    entry.atMs,
    typeof from === 'number' && Number.isSafeInteger(from) ? from : null,
    kid,
  )
}

/** Users, teams, API keys, policy and revoked devices, as the ledger takes them in. */
export const accessArea: Area = {
  appliers: {
    'user.added': userAdded,
    'user.changed': userChanged,
    'api_key.created': apiKeyCreated,
    'api_key.revoked': apiKeyRevoked,
    'policy.changed': policyChanged,
    'team.changed': teamChanged,
    'key.revoked': keyRevoked,
  },
}
