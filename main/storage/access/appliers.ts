import { canonicalJson } from '../../seal/canonical.ts'
import { redactedText } from '../../../shared/schema/case.ts'
import type { JsonValue } from '../../seal/canonical.ts'
import type { Applier, Area, OpenedEntry } from '../ledger/ledger.ts'
import type { SqlValue } from '../sqlite/statements.ts'

const withheldText = (entry: OpenedEntry, name: string): string => {
  const value = entry.disclosures[name]?.value
  return typeof value === 'string' ? value : redactedText
}

const publicValue = (entry: OpenedEntry, name: string): JsonValue | undefined => entry.payload.pub[name]

const asSql = (value: JsonValue | undefined): SqlValue => (typeof value === 'string' || typeof value === 'number' ? value : null)

const userAdded: Applier = async (tx, entry) => {
  await tx.sql.run(
    'insert into users (id, uid, login_name, name, role, active, created_at) values (?, ?, ?, ?, ?, 1, ?)',
    asSql(publicValue(entry, 'id')),
    entry.payload.subject,
    // An erased login name must not collide with another erased one.
    entry.disclosures['login_name']?.value === undefined ? `${redactedText} ${entry.payload.subject}` : withheldText(entry, 'login_name'),
    withheldText(entry, 'name'),
    asSql(publicValue(entry, 'role')),
    entry.atMs,
  )
}

const userChanged: Applier = async (tx, entry) => {
  const { subject } = entry.payload
  const role = publicValue(entry, 'role')
  const active = publicValue(entry, 'active')
  if (role !== undefined) await tx.sql.run('update users set role = ? where uid = ?', asSql(role), subject)
  if (active !== undefined) await tx.sql.run('update users set active = ? where uid = ?', active === true ? 1 : 0, subject)
  if (entry.disclosures['name'] !== undefined) await tx.sql.run('update users set name = ? where uid = ?', withheldText(entry, 'name'), subject)
}

const apiKeyCreated: Applier = async (tx, entry) => {
  await tx.sql.run(
    'insert into api_keys (id, kind, label, scopes, secret_sha256, created_at, revoked_at) values (?, ?, ?, ?, ?, ?, null)',
    entry.payload.subject,
    asSql(publicValue(entry, 'kind')),
    withheldText(entry, 'label'),
    canonicalJson(publicValue(entry, 'scopes')),
    asSql(publicValue(entry, 'secret_sha256')),
    entry.atMs,
  )
}

const apiKeyRevoked: Applier = async (tx, entry) => {
  await tx.sql.run('update api_keys set revoked_at = ? where id = ? and revoked_at is null', entry.atMs, entry.payload.subject)
}

const policyChanged: Applier = async (tx, entry) => {
  await tx.sql.run(
    'insert into policy (id, policy, changed_at) values (1, ?, ?) on conflict (id) do update set policy = excluded.policy, changed_at = excluded.changed_at',
    canonicalJson(entry.payload.pub),
    entry.atMs,
  )
}

const keyRevoked: Applier = async (tx, entry) => {
  await tx.sql.run(
    'update keys set revoked_at = ?, revoked_from_dseq = ? where kid = ? and revoked_at is null',
    entry.atMs,
    asSql(publicValue(entry, 'from_dseq')),
    asSql(publicValue(entry, 'kid')),
  )
}

/** Users, API keys, policy and revoked devices, as the ledger takes them in. */
export const accessArea: Area = {
  appliers: {
    'user.added': userAdded,
    'user.changed': userChanged,
    'api_key.created': apiKeyCreated,
    'api_key.revoked': apiKeyRevoked,
    'policy.changed': policyChanged,
    'key.revoked': keyRevoked,
  },
  workspaceTables: { users: ['uid'], api_keys: ['id'], policy: ['id'] },
}
