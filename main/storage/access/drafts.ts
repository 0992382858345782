import type { Policy } from '../../../shared/schema/policy.ts'
import type { Role } from '../../../shared/schema/user.ts'
import type { EntryDraft } from '../ledger/ledger.ts'
import { secretHash } from './secrets.ts'

/** A user joins. Names are personal data, so the entry binds them by digest only. */
export const userAdded = (user: {
  id: number
  uid: string
  loginName: string
  name: string
  role: Role
  /** Of a person whom a sign-in provider names: SHA-256 over issuer and subject (L-123). */
  identity?: string
}): EntryDraft => ({
  case: 'workspace',
  type: 'user.added',
  subject: user.uid,
  pub: { id: user.id, role: user.role, ...(user.identity === undefined ? {} : { identity: user.identity }) },
  withheld: { login_name: user.loginName, name: user.name },
})

/** What changes of a user; only what is given. */
export interface UserChanges {
  readonly name?: string
  readonly role?: Role
  readonly active?: boolean
  /** By whom a password was set; the password itself is never sealed. */
  readonly password?: 'reset' | 'changed'
  /** What was done with the second factor; its key is never sealed. */
  readonly secondFactor?: 'set' | 'removed' | 'reset'
}

export const userChanged = (uid: string, changes: UserChanges): EntryDraft => ({
  case: 'workspace',
  type: 'user.changed',
  subject: uid,
  pub: {
    ...(changes.role === undefined ? {} : { role: changes.role }),
    ...(changes.active === undefined ? {} : { active: changes.active }),
    ...(changes.password === undefined ? {} : { password: changes.password }),
    ...(changes.secondFactor === undefined ? {} : { second_factor: changes.secondFactor }),
  },
  ...(changes.name === undefined ? {} : { withheld: { name: changes.name } }),
})

/** A key is made. The digest of 256 random bits gives nothing of them away; a label may name a person. */
export const apiKeyCreated = (key: {
  id: string
  kind: 'api' | 'institution'
  scopes: readonly string[]
  label: string
  secret: string
}): EntryDraft => ({
  case: 'workspace',
  type: 'api_key.created',
  subject: key.id,
  pub: { kind: key.kind, scopes: key.scopes, secret_sha256: secretHash(key.secret) },
  withheld: { label: key.label },
})

export const apiKeyRevoked = (id: string): EntryDraft => ({
  case: 'workspace',
  type: 'api_key.revoked',
  subject: id,
  pub: {},
})

export const policyChanged = (policy: Policy): EntryDraft => ({
  case: 'workspace',
  type: 'policy.changed',
  subject: 'policy',
  pub: policy,
})

/** A team as it is from now on. Its name may say something of people, so the entry binds it by digest only. */
export const teamChanged = (team: { uid: string; name: string; members: readonly string[] }): EntryDraft => ({
  case: 'workspace',
  type: 'team.changed',
  subject: team.uid,
  pub: { members: [...team.members].sort() },
  withheld: { name: team.name },
})

/** S-116: by how much the clock of a device was off, and how somebody knows. */
export const clockAttested = (
  deviceId: string,
  stated: { readonly from: string; readonly to: string; readonly ahead_ms: number; readonly how: string },
  notes: string,
): EntryDraft => ({
  case: 'workspace',
  type: 'clock.attested',
  subject: deviceId,
  pub: { device_id: deviceId, ...stated },
  withheld: { notes },
})

/** A device's key counts for no entry from `fromDseq` on. */
export const keyRevoked = (device: {
  deviceId: string
  kid: string
  fromDseq: number
  reason: string
}): EntryDraft => ({
  case: 'workspace',
  type: 'key.revoked',
  subject: device.deviceId,
  pub: { kid: device.kid, from_dseq: device.fromDseq },
  withheld: { reason: device.reason },
})
