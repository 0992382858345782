import { z } from 'zod'
import { setAsideEntry, syncState } from '../schema/sync.ts'
import { entryId, integerId } from '../schema/text.ts'
import { writers } from './case-parts.ts'
import { defineOperation, envelope } from './operation.ts'
import { syncTag } from './sync-parts.ts'

/** How many entries that were set aside are listed. */
export const setAsideMax = 1_000

export const listSetAside = defineOperation({
  id: 'listSetAside',
  method: 'GET',
  path: '/v1/sync/set-aside',
  tag: syncTag,
  summary: 'List entries that were set aside',
  description:
    'What was written on this device and reached no hub before the device began a new epoch, or before the grant of its case ended, and what the hub refused: the entries with their values, the newest first, at most 1000. Nobody else has them; their author can write them again. `bytes`: evidence whose bytes are kept here and can be acquired again.',
  access: writers,
  atComputer: true,
  answer: envelope(z.array(setAsideEntry)),
})

export const restoreSetAside = defineOperation({
  id: 'restoreSetAside',
  method: 'POST',
  path: '/v1/sync/set-aside/{entry_id}/restore',
  retry: 'key',
  tag: syncTag,
  summary: 'Acquire set-aside evidence again',
  description:
    'Reads the bytes kept with an `evidence.acquired` that was set aside, checks its hash, and seals a new `evidence.acquired` with the former facts and times, which names the former entry. It goes into the case of that entry, or into `case_id`. ' +
    'The set-aside entry then leaves the list. What the hub refused can only be taken into another case, and stays where it is.',
  access: writers,
  status: 201,
  params: z.strictObject({ entry_id: entryId }),
  body: z.strictObject({ case_id: integerId.optional() }),
  answer: envelope(z.object({ case_id: integerId, evidence_id: integerId, entry_id: entryId })),
  refusals: [
    'not_found',
    'unknown_reference',
    'entries_waiting',
    'evidence_elsewhere',
    'evidence_damaged',
    'storage_full',
  ],
})

export const forgetSetAside = defineOperation({
  id: 'forgetSetAside',
  method: 'DELETE',
  path: '/v1/sync/set-aside/{entry_id}',
  tag: syncTag,
  summary: 'Remove an entry that was set aside',
  description:
    'Destroys the text of an entry that left its case before any hub had it, and the bytes kept with it. Use it once the entry was written or acquired again, or is no longer needed. What the hub refused is in its case and stays.',
  access: writers,
  params: z.strictObject({ entry_id: entryId }),
  answer: envelope(z.object({ entry_id: z.string() })),
  refusals: ['not_found', 'storage_full'],
})

export const trustRestoredHub = defineOperation({
  id: 'trustRestoredHub',
  method: 'POST',
  path: '/v1/sync/hub/trust-restored',
  retry: 'again',
  tag: syncTag,
  summary: 'Trust a hub that was restored from a backup',
  description:
    'Continues with a hub that is behind what this device verified, and sends again what it lost, others’ entries too. Use it only if the hub’s operator confirms the restore. On a restored hub: says that what was written in its own window after the backup has come back from the laptops, or never will, so that the window may write again.',
  access: writers,
  whileLocked: true,
  atComputer: true,
  body: z.strictObject({ confirm: z.literal('the hub was restored') }),
  answer: envelope(syncState),
  refusals: ['not_joined', 'already_done', 'hub_unreachable', 'sync_halted', 'storage_full'],
})

export const askHubAgain = defineOperation({
  id: 'askHubAgain',
  method: 'POST',
  path: '/v1/sync/hub/ask-again',
  retry: 'again',
  tag: syncTag,
  summary: 'Ask a hub again after a refused answer',
  description:
    'Continues with a hub that is not trusted because an answer did not verify, for example after a network fault. Nothing is accepted unless it verifies now. If the hub shows less than before, or something else, only a restore explains it, and this is refused.',
  access: writers,
  whileLocked: true,
  atComputer: true,
  body: z.strictObject({ confirm: z.literal('ask the hub again') }),
  answer: envelope(syncState),
  refusals: ['not_joined', 'already_done', 'sync_halted', 'storage_full'],
})

export const beginNewEpoch = defineOperation({
  id: 'beginNewEpoch',
  method: 'POST',
  path: '/v1/sync/epoch',
  retry: 'again',
  tag: syncTag,
  summary: 'Begin a new epoch of this device',
  description:
    'For a folder that the hub found copied or restored (`forked`): gives it a new device id and key, and opens it again at the same address, which ends all sessions. Entries that no hub has are set aside and can be written again. An interrupted attempt can be repeated. The folder on which a hub stands, asked where the hub runs, stays the device that it is, and no session ends: what the hub does not have is set aside, and it goes on from what the hub has.',
  access: writers,
  whileLocked: true,
  atComputer: true,
  body: z.strictObject({ confirm: z.literal('this folder is the one to go on with') }),
  answer: envelope(z.object({ device_number: z.int() })),
  refusals: ['not_joined', 'not_a_hub', 'already_done', 'hub_unreachable', 'enrolment_refused', 'storage_full'],
})

export const rotateKey = defineOperation({
  id: 'rotateKey',
  method: 'POST',
  path: '/v1/sync/rotate',
  retry: 'anew',
  tag: syncTag,
  summary: 'Give this device another key',
  description:
    'Seals `key.rotated`: the present key names the new one, which proves itself, and signs nothing more. The service opens the folder again at the same address, which ends all sessions. What was sealed before stays valid; the hub learns of it at the next contact.',
  access: writers,
  body: z.strictObject({ confirm: z.literal('this device gets another key') }),
  answer: envelope(z.object({ kid: z.string() })),
  refusals: ['not_joined', 'not_a_device', 'sync_halted', 'entries_waiting', 'storage_full'],
})
