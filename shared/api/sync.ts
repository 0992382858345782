import { z } from 'zod'
import { readCode } from '../protocol/enrolment-code.ts'
import { caseOutcome, caseStatus, rationale } from '../schema/case.ts'
import {
  carriedRound,
  caseNews,
  caseSync,
  chainName,
  conflict,
  evidencePlace,
  evidencePolicy,
  setAsideEntry,
  syncedRound,
  syncState,
  takeableCase,
} from '../schema/sync.ts'
import { entryId, idText, integerId, integerText, lineOfText, uid } from '../schema/text.ts'
import { defineOperation, envelope, pageEnvelope } from './operation.ts'

const tag = 'Sync'
const everyone = 'signed_in'
const writers = ['investigator', 'supervisor', 'admin'] as const
const page = integerText({ min: 1, max: 10_000_000 }).default(1)
const size = integerText({ min: 1, max: 100 }).default(50)

/** An address of a hub: http or https, without credentials, query or fragment. */
export const hubUrl = z
  .string()
  .max(2_000)
  .refine(
    (value) => {
      const url = URL.canParse(value) ? new URL(value) : null
      return (
        url !== null &&
        /^https?:$/.test(url.protocol) &&
        url.username === '' &&
        url.password === '' &&
        url.search === '' &&
        url.hash === '' &&
        !/[\s\u0000-\u001f]/.test(value)
      )
    },
    { error: 'must be an http or https address without a user, a query or a fragment' },
  )

/** An enrolment code, as it was shown or as people type it. */
export const enrolmentCodeText = z
  .string()
  .max(200)
  .refine((value) => readCode(value) !== null, {
    error: 'is no enrolment code: one begins with FS1 and has 40 more letters and digits',
  })

export const readSyncState = defineOperation({
  id: 'readSyncState',
  method: 'GET',
  path: '/v1/sync/state',
  tag,
  summary: 'Read where sync stands',
  description: 'The state in one word and in sentences, what waits, when the hub was last reached, and the alarms.',
  access: everyone,
  whileLocked: true,
  answer: envelope(syncState),
})

export const syncNow = defineOperation({
  id: 'syncNow',
  method: 'POST',
  path: '/v1/sync/now',
  retry: 'again',
  tag,
  summary: 'Sync now',
  description: 'Runs a round now, or joins the one that runs, and answers when it has ended with what it moved.',
  access: writers,
  whileLocked: true,
  atComputer: true,
  answer: envelope(syncedRound),
  refusals: ['not_joined', 'hub_unreachable', 'sync_halted', 'storage_full'],
})

export const connectToHub = defineOperation({
  id: 'connectToHub',
  method: 'POST',
  path: '/v1/sync/connect',
  retry: 'again',
  tag,
  summary: 'Connect to a hub',
  description:
    'Enrols this device with a hub by a one-time code. The code carries a digest of the hub’s key: a hub with another key is refused whatever the network says. A folder that worked alone brings its cases, entries and evidence along; its cases get new numbers, and the old ones stay searchable.',
  access: writers,
  body: z.strictObject({ url: hubUrl, code: enrolmentCodeText, device_name: lineOfText(120) }),
  answer: envelope(z.object({ device_number: z.int() })),
  refusals: ['already_done', 'hub_unreachable', 'enrolment_refused', 'storage_full'],
})

export const changeSyncSettings = defineOperation({
  id: 'changeSyncSettings',
  method: 'PUT',
  path: '/v1/sync/settings',
  tag,
  summary: 'Change settings of sync',
  description:
    '`paused` holds back everything, `metered` bytes of evidence alone. `evidence_policy` says which bytes this device fetches by itself, `rate_cap` how many bytes of evidence a second may move each way (null: as many as go). What is left out stays.',
  access: writers,
  whileLocked: true,
  atComputer: true,
  body: z
    .strictObject({
      paused: z.boolean().optional(),
      metered: z.boolean().optional(),
      evidence_policy: evidencePolicy.optional(),
      rate_cap: z.int().min(1_024).max(1e12).nullable().optional(),
    })
    .refine((body) => Object.keys(body).length > 0, { error: 'give at least one setting' }),
  answer: envelope(syncState),
})

export const caseSyncSorts = ['waiting', 'number', '-number', 'title', 'size'] as const

export const listCaseSync = defineOperation({
  id: 'listCaseSync',
  method: 'GET',
  path: '/v1/sync/cases',
  tag,
  summary: 'List the cases of this device',
  description:
    'Where each case stands with the hub. `filter=stuck`: those of which the hub refused something; `filter=waiting`: those with entries that no hub has. `sort=waiting` puts stuck cases first, then those with the most to send.',
  access: everyone,
  query: z.strictObject({
    filter: z.enum(['stuck', 'waiting']).optional(),
    q: lineOfText(200).optional(),
    sort: z.enum(caseSyncSorts).default('waiting'),
    page,
    size,
  }),
  answer: pageEnvelope(caseSync),
})

const ofCase = z.strictObject({ id: idText.describe('The internal case identifier.') })

export const readCaseSync = defineOperation({
  id: 'readCaseSync',
  method: 'GET',
  path: '/v1/cases/{id}/sync',
  tag,
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
  tag,
  summary: 'List which evidence is on this device',
  description: 'The pieces of a case, oldest first, and whether their bytes are here.',
  access: everyone,
  params: ofCase,
  query: z.strictObject({ page, size }),
  answer: pageEnvelope(evidencePlace),
  refusals: ['not_found'],
})

export const takeCaseOffline = defineOperation({
  id: 'takeCaseOffline',
  method: 'PUT',
  path: '/v1/sync/cases/{case_uid}/offline',
  tag,
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
  tag,
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
  tag,
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
  tag,
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
    'storage_full',
  ],
})

export const listConflicts = defineOperation({
  id: 'listConflicts',
  method: 'GET',
  path: '/v1/sync/conflicts',
  tag,
  summary: 'List conflicts',
  description: 'Changes that were overtaken by another device’s: both sides, with who, when and why. Newest first.',
  access: everyone,
  query: z.strictObject({ state: z.enum(['open', 'settled']).default('open'), case_id: idText.optional(), page, size }),
  answer: pageEnvelope(conflict),
})

export const settleConflict = defineOperation({
  id: 'settleConflict',
  method: 'POST',
  path: '/v1/sync/conflicts/{conflict_id}/settle',
  retry: 'again',
  tag,
  summary: 'Settle a conflict',
  description:
    '`keep` keeps what holds and seals that somebody looked. `redecide` changes the status or the owner again, with notes, under the same rules as any such change, workflow and four eyes included.',
  access: writers,
  params: z.strictObject({ conflict_id: entryId }),
  body: z.discriminatedUnion('how', [
    z.strictObject({ how: z.literal('keep'), notes: rationale.optional() }),
    z
      .strictObject({
        how: z.literal('redecide'),
        status: caseStatus.optional(),
        outcome: caseOutcome.optional(),
        owner_id: integerId.optional(),
        notes: rationale,
      })
      .refine((body) => (body.status === undefined) !== (body.owner_id === undefined), {
        error: 'give either status or owner_id',
      })
      .refine((body) => body.outcome === undefined || body.status !== undefined, {
        error: 'give outcome with status alone',
        path: ['outcome'],
      }),
  ]),
  answer: envelope(z.object({ case_id: integerId, entry_id: entryId })),
  refusals: ['not_found', 'already_done', 'transition_forbidden', 'four_eyes_required', 'unknown_reference'],
})

export const listNews = defineOperation({
  id: 'listNews',
  method: 'GET',
  path: '/v1/sync/news',
  tag,
  summary: 'List cases with news',
  description:
    'Cases in which entries of other devices arrived after `since`, the newest first, at most 200. `cursor` is the present end of the arrival order; without `since` nothing is listed.',
  access: everyone,
  query: z.strictObject({ since: integerText({ min: 0, max: Number.MAX_SAFE_INTEGER }).optional() }),
  answer: envelope(z.object({ cursor: z.int(), total: z.int(), cases: z.array(caseNews) })),
})

/** How many entries that were set aside are listed. */
export const setAsideMax = 1_000

export const listSetAside = defineOperation({
  id: 'listSetAside',
  method: 'GET',
  path: '/v1/sync/set-aside',
  tag,
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
  tag,
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
  tag,
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
  tag,
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
  tag,
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
  tag,
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
  tag,
  summary: 'Give this device another key',
  description:
    'Seals `key.rotated`: the present key names the new one, which proves itself, and signs nothing more. The service opens the folder again at the same address, which ends all sessions. What was sealed before stays valid; the hub learns of it at the next contact.',
  access: writers,
  body: z.strictObject({ confirm: z.literal('this device gets another key') }),
  answer: envelope(z.object({ kid: z.string() })),
  refusals: ['not_joined', 'not_a_device', 'sync_halted', 'entries_waiting', 'storage_full'],
})

/** A path of this computer. */
const localPath = z
  .string()
  .min(1)
  .max(8_000)
  .refine((value) => !value.includes('\0'), { error: 'holds a NUL' })
  .refine((value) => value.isWellFormed() && !/[\u0001-\u001f\u007f]/.test(value), {
    error: 'holds a control character or is not valid Unicode text',
  })

export const writeExchangeFile = defineOperation({
  id: 'writeExchangeFile',
  method: 'POST',
  path: '/v1/sync/files/write',
  retry: 'again',
  tag,
  summary: 'Write an exchange file for the hub',
  description:
    'Writes what this device has for its hub (on a hub: what it has for the named device) to a file, encrypted to the receiver and signed. With `evidence` (`small`: up to 8 MiB a piece) it holds the bytes that the other end lacks too, and a device says what it lacks itself. Only the desktop and the command line of the computer’s own user may name paths. An existing file is not overwritten.',
  access: writers,
  whileLocked: true,
  atComputer: true,
  body: z.strictObject({ path: localPath, device_id: uid.optional(), evidence: evidencePolicy.default('none') }),
  answer: envelope(
    z.object({
      path: z.string(),
      entries: z.int(),
      pieces: z.int().describe('Pieces of evidence with all their bytes.'),
      bytes: z.int(),
    }),
  ),
  refusals: [
    'forbidden',
    'not_joined',
    'not_a_hub',
    'unknown_reference',
    'file_refused',
    'sync_halted',
    'storage_full',
    'unavailable',
  ],
})

export const readExchangeFile = defineOperation({
  id: 'readExchangeFile',
  method: 'POST',
  path: '/v1/sync/files/read',
  retry: 'again',
  tag,
  summary: 'Import an exchange file',
  description:
    'Takes in what a file holds, with the same checks as if it had come over the network: on a hub a device’s, on a device the hub’s. Nothing of it is taken in before the signature over all of it holds; reading it twice changes nothing the second time. Of a device that was revoked or removed a hub takes nothing in: with `into`, the path of a new folder, it opens its file there, with a verdict on each entry (`opened`).',
  access: writers,
  whileLocked: true,
  atComputer: true,
  body: z.strictObject({ path: localPath, into: localPath.optional() }),
  answer: envelope(carriedRound),
  refusals: [
    'forbidden',
    'not_joined',
    'not_a_hub',
    'not_found',
    'file_refused',
    'sync_halted',
    'storage_full',
    'unavailable',
  ],
})
