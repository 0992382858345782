import { z } from 'zod'
import {
  caseGrant,
  createdCode,
  endedGrant,
  enrolmentCode,
  grantSubject,
  hubDevice,
  hubLogHead,
  quarantinedEntry,
} from '../schema/hub.ts'
import { idText, integerId, integerText, lineOfText } from '../schema/text.ts'
import { defineOperation, envelope, pageEnvelope } from './operation.ts'

const tag = 'Sync'
const admins = ['admin'] as const
const paged = z.strictObject({
  page: integerText({ min: 1, max: 10_000_000 }).default(1),
  size: integerText({ min: 1, max: 100 }).default(50),
})

export const listEnrolmentCodes = defineOperation({
  id: 'listEnrolmentCodes',
  method: 'GET',
  path: '/v1/sync/hub/codes',
  tag,
  summary: 'List enrolment codes',
  description:
    'The codes that this hub gave out, newest first: for whom, until when, and whether they were used. The codes themselves are kept as hashes.',
  access: admins,
  answer: envelope(z.array(enrolmentCode)),
  refusals: ['not_a_hub'],
})

export const createEnrolmentCode = defineOperation({
  id: 'createEnrolmentCode',
  method: 'POST',
  path: '/v1/sync/hub/codes',
  retry: 'key',
  tag,
  summary: 'Create enrolment code',
  description:
    'Makes a code by which one device can join, once, within `hours`, for the user named. It is answered this once. Besides what the user is granted, the device gets the cases named, or all.',
  access: admins,
  status: 201,
  body: z.strictObject({
    user_id: integerId,
    device_name: lineOfText(120),
    cases: z.union([z.array(integerId).max(1_000), z.literal('all')]).default([]),
    hours: z
      .int()
      .min(1)
      .max(24 * 30)
      .default(48),
  }),
  answer: envelope(createdCode),
  refusals: ['not_a_hub', 'unknown_reference'],
})

export const withdrawEnrolmentCode = defineOperation({
  id: 'withdrawEnrolmentCode',
  method: 'DELETE',
  path: '/v1/sync/hub/codes/{code_id}',
  tag,
  summary: 'Withdraw enrolment code',
  description: 'The code is refused from now on. A device that used it already stays.',
  access: admins,
  params: z.strictObject({ code_id: z.string().regex(/^[A-Za-z0-9_-]{16,80}$/) }),
  answer: envelope(enrolmentCode),
  refusals: ['not_a_hub', 'not_found', 'already_done'],
})

export const listHubDevices = defineOperation({
  id: 'listHubDevices',
  method: 'GET',
  path: '/v1/sync/hub/devices',
  tag,
  summary: 'List devices of the hub',
  description:
    'Every device that was enrolled, with its state, its last contact, whether it is silent for too long, what it last told of itself (its own word, and null where it never told anything), whether its lease has ended since, and what of it was refused and is not settled: by code, in how many cases, since when. It counts at most 100 chains of a device.',
  access: admins,
  answer: envelope(z.array(hubDevice)),
  refusals: ['not_a_hub'],
})

/**
 * Any id that a device has: a release before this one enrolled some under names that are no UUID, and those must be
 * removable too.
 */
const ofDevice = z.strictObject({ device_id: lineOfText(255) })

export const revokeHubDevice = defineOperation({
  id: 'revokeHubDevice',
  method: 'POST',
  path: '/v1/sync/hub/devices/{device_id}/revoke',
  retry: 'again',
  tag,
  summary: 'Revoke device of the hub',
  description:
    'The hub refuses what the device seals from now on. What the hub has of it stands, and what the device holds stays there.',
  access: admins,
  params: ofDevice,
  body: z.strictObject({ reason: lineOfText(300) }),
  answer: envelope(hubDevice),
  refusals: ['not_a_hub', 'not_found', 'already_done', 'unknown_reference'],
})

export const removeHubDevice = defineOperation({
  id: 'removeHubDevice',
  method: 'POST',
  path: '/v1/sync/hub/devices/{device_id}/remove',
  retry: 'again',
  tag,
  summary: 'Remove device of the hub',
  description:
    'Revokes the device; at its next contact it wipes every case that was granted to it. Refused as `evidence_waits` if the hub lacks bytes of evidence that the device acquired; with `force` it is removed anyway, keeps those bytes, encrypted, and sends them to the hub if it can still reach it.',
  access: admins,
  params: ofDevice,
  body: z.strictObject({ reason: lineOfText(300), force: z.boolean().default(false) }),
  answer: envelope(hubDevice),
  refusals: ['not_a_hub', 'not_found', 'already_done', 'unknown_reference', 'evidence_waits'],
})

const ofCase = z.strictObject({ id: idText.describe('The internal case identifier.') })

export const listGrants = defineOperation({
  id: 'listGrants',
  method: 'GET',
  path: '/v1/cases/{id}/grants',
  tag,
  summary: 'List with whom a case is shared',
  description: 'The users, devices and teams to whom the case is granted explicitly. Its owner has it in any case.',
  access: 'signed_in',
  params: ofCase,
  answer: envelope(z.array(caseGrant)),
  refusals: ['not_a_hub', 'not_found'],
})

export const giveGrant = defineOperation({
  id: 'giveGrant',
  method: 'POST',
  path: '/v1/cases/{id}/grants',
  retry: 'key',
  tag,
  summary: 'Share a case',
  description:
    'Grants the case to a user on all their devices, to one device, or to a team with its present and later members. It travels whole at the next contact.',
  access: admins,
  status: 201,
  params: ofCase,
  body: grantSubject,
  answer: envelope(z.array(caseGrant)),
  refusals: ['not_a_hub', 'not_found', 'already_done', 'unknown_reference'],
})

export const endGrant = defineOperation({
  id: 'endGrant',
  method: 'POST',
  path: '/v1/cases/{id}/grants/end',
  retry: 'again',
  tag,
  summary: 'End the sharing of a case',
  description:
    'Ends the grant. At their next contact the devices remove the case; entries that no hub has are set aside and shown. Refused as `evidence_waits` if the hub lacks bytes of evidence that those devices acquired in the case; with `force` it ends anyway, and they keep those bytes, encrypted, until the hub has them.',
  access: admins,
  params: ofCase,
  body: endedGrant,
  answer: envelope(z.array(caseGrant)),
  refusals: ['not_a_hub', 'not_found', 'already_done', 'unknown_reference', 'evidence_waits'],
})

export const listQuarantined = defineOperation({
  id: 'listQuarantined',
  method: 'GET',
  path: '/v1/sync/hub/quarantine',
  tag,
  summary: 'List quarantined entries',
  description: 'Entries that the hub keeps aside because two differ where only one can be, newest first.',
  access: admins,
  query: paged,
  answer: pageEnvelope(quarantinedEntry),
  refusals: ['not_a_hub'],
})

export const readHubLog = defineOperation({
  id: 'readHubLog',
  method: 'GET',
  path: '/v1/sync/hub/log',
  tag,
  summary: 'Read the head of the hub’s log',
  description: 'The newest signed checkpoint of the log, who has cosigned it, and the fingerprint of the hub’s key.',
  access: 'signed_in',
  answer: envelope(hubLogHead),
  refusals: ['not_a_hub'],
})
