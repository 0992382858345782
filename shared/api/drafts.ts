import { z } from 'zod'
import { integerId, timestamp } from '../schema/text.ts'
import { defineOperation, envelope } from './operation.ts'

const tag = 'Drafts'

/**
 * What a draft belongs to, for example `note:17`: a form and, where there is one, the thing it is about, never what was
 * typed.
 */
export const draftKey = z
  .string()
  .regex(
    /^(?=[a-z-]{1,40}(?::|$))[a-z]+(?:-[a-z]+)*(?::[^\p{C}]{1,359})?$/u,
    'must be the name of a form, such as note:17',
  )

const draft = z.object({ key: draftKey, text: z.string(), written_at: timestamp })

export const listDrafts = defineOperation({
  id: 'listDrafts',
  method: 'GET',
  path: '/v1/drafts',
  tag,
  summary: 'List own drafts',
  description: 'What you typed and have not sealed or discarded yet.',
  access: 'signed_in',
  answer: envelope(z.array(draft)),
})

export const keepDraft = defineOperation({
  id: 'keepDraft',
  method: 'PUT',
  path: '/v1/drafts/{key}',
  tag,
  summary: 'Keep draft',
  description:
    'Keeps a text that is not finished, encrypted with the workspace, on this device alone; it is in no ledger and is not synced. The same key again replaces it. It ends with an erasure in the case that it may quote, or when that case leaves this device: the case, or the one that has the piece, the alert, the conflict, the decision or the report that its key names. A draft of a form for several cases or alerts ends with any of these. All end when the device is removed. At most 2,000 a user.',
  access: 'signed_in',
  params: z.strictObject({ key: draftKey }),
  body: z.strictObject({
    text: z.string().min(1).max(300_000),
    case_id: integerId
      .nullable()
      .describe(
        'The case whose erasures end the draft, where the key names nothing of a case; null where it belongs to none.',
      ),
  }),
  answer: envelope(z.object({ kept: z.literal(true) })),
  refusals: ['unknown_reference'],
})

export const endDraft = defineOperation({
  id: 'endDraft',
  method: 'DELETE',
  path: '/v1/drafts/{key}',
  tag,
  summary: 'End draft',
  description: 'Deletes one of your drafts; its space is overwritten. A missing draft is no error.',
  access: 'signed_in',
  params: z.strictObject({ key: draftKey }),
  answer: envelope(z.object({ kept: z.literal(false) })),
})
