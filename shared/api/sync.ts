import { z } from 'zod'
import { readCode } from '../protocol/enrolment-code.ts'
import { caseNews, evidencePolicy, syncedRound, syncState } from '../schema/sync.ts'
import { integerText, lineOfText } from '../schema/text.ts'
import { everyone, writers } from './case-parts.ts'
import { defineOperation, envelope } from './operation.ts'
import { syncTag } from './sync-parts.ts'

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
  tag: syncTag,
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
  tag: syncTag,
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
  tag: syncTag,
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
  tag: syncTag,
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

export const listNews = defineOperation({
  id: 'listNews',
  method: 'GET',
  path: '/v1/sync/news',
  tag: syncTag,
  summary: 'List cases with news',
  description:
    'Cases in which entries of other devices arrived after `since`, the newest first, at most 200. `cursor` is the present end of the arrival order; without `since` nothing is listed.',
  access: everyone,
  query: z.strictObject({ since: integerText({ min: 0, max: Number.MAX_SAFE_INTEGER }).optional() }),
  answer: envelope(z.object({ cursor: z.int(), total: z.int(), cases: z.array(caseNews) })),
})
