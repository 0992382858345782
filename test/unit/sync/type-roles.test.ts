import { describe, expect, test } from 'vitest'
import { operations } from '../../../shared/api/operations.ts'
import { isWithin, roles, writingRoles } from '../../../shared/schema/user.ts'
import type { Role } from '../../../shared/schema/user.ts'
import { hubTypes, narrowerTypes, rolesFor } from '../../../main/sync/hub/type-roles.ts'

/**
 * What each operation seals that not everyone who may write may call; what it keeps on its device alone, or has the hub
 * do, seals nothing there.
 */
const sealedBy: Readonly<Record<string, readonly string[]>> = {
  findQuotations: [],
  placeHold: ['hold.placed'],
  releaseHold: ['hold.released'],
  breakGlass: ['glass.broken'],
  redactDisclosures: ['redaction.applied'],
  approveErasure: ['evidence.erased'],
  declineErasure: ['evidence.erasure_declined'],
  createEnrolmentCode: [],
  withdrawEnrolmentCode: [],
  giveGrant: ['grant.given'],
  endGrant: ['grant.ended'],
  revokeHubDevice: ['key.revoked'],
  removeHubDevice: ['key.revoked', 'device.removed'],
  attestClock: ['clock.attested'],
  revokeDevice: ['key.revoked'],
  createWebhook: ['webhook.changed'],
  changeWebhook: ['webhook.changed'],
  removeWebhook: ['webhook.changed'],
  addWebhookSecret: ['webhook.changed'],
  retireWebhookSecret: ['webhook.changed'],
  replayWebhook: [],
  replayWebhookDelivery: [],
  testWebhook: [],
  addTeam: ['team.changed'],
  changeTeam: ['team.changed'],
  addUser: ['user.added'],
  changeUser: ['user.changed'],
  endSignInOfUser: [],
  endSignInsOfUser: [],
  createKey: ['api_key.created'],
  revokeKey: ['api_key.revoked'],
  changePolicy: ['policy.changed'],
  addRule: ['rule.changed'],
  changeRule: ['rule.changed'],
  importRules: ['rules.imported'],
  installStarterRules: ['rules.imported'],
  moveRule: ['rule.moved', 'rule.proposed'],
  putList: ['list.changed'],
  addListValues: ['list.values_added'],
  removeListValues: ['list.values_removed'],
  addModel: [],
  trainModel: [],
  cancelTraining: [],
  setModelInForce: ['model.activated'],
  changeDetectionPolicy: ['detection.policy_changed'],
  settleDecision: ['decision.approved', 'decision.refused'],
  configureWatchlist: ['screening_list.configured'],
  putVersionInForce: ['screening_list.in_force'],
  removeVersions: ['screening_list.version_removed'],
  stageList: [],
  stageListPart: [],
  runListImport: ['screening_list.in_force'],
  discardListImport: [],
  changeScreeningPolicy: ['screening.policy_changed'],
  previewScreeningPolicy: [],
  rebuildNetwork: [],
  changeReportSettings: ['report_settings.changed'],
}

/**
 * Types that no operation of narrower access seals: the beginning of a workspace, and a step among others that writers
 * may take.
 */
const sealedOtherwise: readonly string[] = ['workspace.created', 'report.approved']

const accessOf = (id: string): readonly Role[] => {
  const access = operations.find((operation) => operation.id === id)?.access
  if (access === undefined || typeof access === 'string') throw new Error(`${id} names no roles`)
  return access
}

const narrowerOperations = operations
  .filter(
    ({ access, method }) =>
      method !== 'GET' && typeof access !== 'string' && writingRoles.some((role) => !access.includes(role)),
  )
  .map(({ id }) => id)

describe('Y-31: the roles that a hub asks for', () => {
  test('every operation that not everyone who may write may call is known here with what it seals', () => {
    expect(narrowerOperations.toSorted()).toEqual(Object.keys(sealedBy).toSorted())
  })

  test.each(narrowerOperations)('%s: what it seals takes its own roles', (id) => {
    for (const type of sealedBy[id] ?? []) {
      if (hubTypes.has(type)) continue
      expect(rolesFor(type)?.toSorted(), type).toEqual(accessOf(id).toSorted())
    }
  })

  test('nothing else takes a role, so that nobody is refused what the interface lets them do', () => {
    const known = new Set([...Object.values(sealedBy).flat(), ...sealedOtherwise])
    expect(narrowerTypes.filter((type) => !known.has(type))).toEqual([])
    for (const type of ['note.added', 'network.merge_settled', 'screening.disposed', 'import.completed', 'toString'])
      expect(rolesFor(type)).toBeNull()
  })
})

/**
 * L-99: who is watched does not read who watches, and an investigator breaks no glass (L-102). The routes ask for the
 * role of the person, whatever their token says.
 */
const forThoseWhoWatch: ReadonlySet<string> = new Set(['readAccessLog', 'exportAccessLog', 'breakGlass'])

test('roles stand in a row: what one may call, each above it may call too', () => {
  for (const { id, access } of operations) {
    if (typeof access === 'string' || forThoseWhoWatch.has(id)) continue
    for (const role of access)
      for (const above of roles) if (isWithin(role, above)) expect(access, `${id}: ${above}`).toContain(above)
  }
  expect(roles.filter((role) => isWithin(role, 'investigator')).toSorted()).toEqual(['auditor', 'investigator'])
})
