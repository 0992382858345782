import type { Role } from '../../../shared/schema/user.ts'

const admins: readonly Role[] = ['admin']
const supervisors: readonly Role[] = ['supervisor', 'admin']

/**
 * Y-31: who may seal an entry of a type, where that is narrower than whoever may write. It is the word of the operations of shared/api that seal these types; a test holds the two against each other.
 */
const narrower: Readonly<Record<string, readonly Role[]>> = {
  'workspace.created': admins,
  'user.added': admins,
  'user.changed': admins,
  'policy.changed': admins,
  'team.changed': admins,
  'api_key.created': admins,
  'api_key.revoked': admins,
  'webhook.changed': admins,
  'detection.policy_changed': admins,
  'screening.policy_changed': admins,
  'rule.changed': supervisors,
  'rules.imported': supervisors,
  'rule.moved': supervisors,
  'rule.proposed': supervisors,
  'list.changed': supervisors,
  'list.values_added': supervisors,
  'list.values_removed': supervisors,
  'model.activated': supervisors,
  'screening_list.in_force': supervisors,
  'screening_list.configured': supervisors,
  'screening_list.version_removed': supervisors,
  'report_settings.changed': supervisors,
  'hold.placed': supervisors,
  'hold.released': supervisors,
  'redaction.applied': supervisors,
  'decision.approved': supervisors,
  'decision.refused': supervisors,
  'report.approved': supervisors,
}

/** The roles that may seal an entry of a type; null where every role that may write may. */
export const rolesFor = (type: string): readonly Role[] | null => (Object.hasOwn(narrower, type) ? (narrower[type] ?? null) : null)

/** Every type that not everyone who may write may seal. */
export const narrowerTypes: readonly string[] = Object.keys(narrower)

/** Types that only a hub seals (Y-3). */
export const hubTypes: ReadonlySet<string> = new Set([
  'key.enrolled', 'key.revoked', 'device.removed', 'transition.superseded', 'assignment.superseded', 'evidence.received', 'model.received', 'grant.given', 'grant.ended',
])
