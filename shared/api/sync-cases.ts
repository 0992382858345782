import { z } from 'zod'
import { caseSync, chainName, evidencePlace, takeableCase } from '../schema/sync.ts'
import { idText, lineOfText, uid } from '../schema/text.ts'
import { everyone, writers } from './case-parts.ts'
import { defineOperation, envelope, pageEnvelope } from './operation.ts'
import { syncPage, syncSize, syncTag } from './sync-parts.ts'

export const caseSyncSorts = ['waiting', 'number', '-number', 'title', 'size'] as const

export const listCaseSync = defineOperation({
  id: 'listCaseSync',
  method: 'GET',
  path: '/v1/sync/cases',
  tag: syncTag,
  summary: 'List the cases of this device',
  description:
    'Where each case stands with the hub. `filter=stuck`: those of which the hub refused something; `filter=waiting`: those with entries that no hub has. `sort=waiting` puts stuck cases first, then those with the most to send.',
  access: everyone,
  query: z.strictObject({
    filter: z.enum(['stuck', 'waiting']).optional(),
    q: lineOfText(200).optional(),
    sort: z.enum(caseSyncSorts).default('waiting'),
    page: syncPage,
    size: syncSize,
  }),
  answer: pageEnvelope(caseSync),
})

const ofCase = z.strictObject({ id: idText.describe('The internal case identifier.') })

export const readCaseSync = defineOperation({
  id: 'readCaseSync',
  method: 'GET',
  path: '/v1/cases/{id}/sync',
  tag: syncTag,
  summary: 'Read where a case stands with the hub',
  description: 'What waits, what the hub has witnessed, what is stuck, and how much of its evidence is on this device.',
  access: everyone,
  params: ofCase,
  answer: envelope(caseSync.extend({ open_conflicts: z.int() })),
  refusals: ['not_found'],
})

export const listEvidencePlaces = defineOperation({
  id: 'listEvidencePlaces',
  method: 'GET',
  path: '/v1/cases/{id}/sync/evidence',
  tag: syncTag,
  summary: 'List which evidence is on this device',
  description: 'The pieces of a case, oldest first, and whether their bytes are here.',
  access: everyone,
  params: ofCase,
  query: z.strictObject({ page: syncPage, size: syncSize }),
  answer: pageEnvelope(evidencePlace),
  refusals: ['not_found'],
})

export const takeCaseOffline = defineOperation({
  id: 'takeCaseOffline',
  method: 'PUT',
  path: '/v1/sync/cases/{case_uid}/offline',
  tag: syncTag,
  summary: 'Take a case offline, or give it back',
  description:
    '`true` asks the hub for a case that was given back, or fetches all evidence of one that is here, to be worked on without a network. `false` sends what waits, then removes the case from this device: its rows, entries, keys and bytes. Nothing is removed while anything of it exists only here.',
  access: writers,
  atComputer: true,
  params: z.strictObject({ case_uid: uid }),
  body: z.strictObject({ offline: z.boolean() }),
  answer: envelope(z.object({ case_uid: uid, offline: z.boolean() })),
  refusals: [
    'not_found',
    'not_joined',
    'not_a_device',
    'hub_unreachable',
    'sync_halted',
    'entries_waiting',
    'storage_full',
    'unavailable',
  ],
})

export const listTakeable = defineOperation({
  id: 'listTakeable',
  method: 'GET',
  path: '/v1/sync/takeable',
  tag: syncTag,
  summary: 'List the cases that this device may take',
  description: 'Asks the hub for the cases that are granted to this device and that it gave back, at most 10000.',
  access: writers,
  atComputer: true,
  answer: envelope(z.array(takeableCase)),
  refusals: ['not_joined', 'hub_unreachable', 'sync_halted'],
})

export const retryCaseSync = defineOperation({
  id: 'retryCaseSync',
  method: 'POST',
  path: '/v1/sync/cases/{case_uid}/retry',
  retry: 'again',
  tag: syncTag,
  summary: 'Try a stuck case again',
  description:
    'Sends again what the hub refused of the case, or, with `workspace`, of what belongs to no case. If the reason still holds, it is stuck again; nothing is lost.',
  access: writers,
  atComputer: true,
  params: z.strictObject({ case_uid: chainName }),
  answer: envelope(z.object({ case_uid: chainName })),
  refusals: ['not_found', 'not_joined', 'hub_unreachable', 'sync_halted', 'already_done'],
})

export const fetchEvidence = defineOperation({
  id: 'fetchEvidence',
  method: 'POST',
  path: '/v1/cases/{id}/sync/evidence/{evidence_id}/fetch',
  retry: 'again',
  tag: syncTag,
  summary: 'Fetch the bytes of a piece of evidence',
  description: 'Brings the bytes from the hub to this device and checks their hash; answers when they are here.',
  access: writers,
  atComputer: true,
  params: z.strictObject({ id: idText, evidence_id: idText }),
  answer: envelope(evidencePlace),
  refusals: [
    'not_found',
    'not_joined',
    'hub_unreachable',
    'sync_halted',
    'hash_mismatch',
    'evidence_elsewhere',
    'evidence_erased',
    'storage_full',
  ],
})
