import { z } from 'zod'
import { rationale } from '../schema/case.ts'
import { entryId, idText, integerId, integerText, timestamp } from '../schema/text.ts'
import { timelineEntry } from '../schema/timeline.ts'
import { caseIdParams, changed, everyone, tag, writers } from './case-parts.ts'
import { defineOperation, envelope, pageEnvelope } from './operation.ts'

export const addNote = defineOperation({
  id: 'addNote',
  method: 'POST',
  path: '/v1/cases/{id}/notes',
  retry: 'key',
  tag,
  summary: 'Add note',
  description: 'Seals a note into the timeline.',
  access: writers,
  status: 201,
  params: caseIdParams,
  body: z.strictObject({ text: rationale }),
  answer: envelope(changed),
  refusals: ['not_found'],
})

export const caseNote = z.object({
  entry_id: entryId,
  at: timestamp,
  author_id: integerId,
  author_name: z.string(),
  about: z.string().describe('Type of the entry that carries it, for example `note.added` or `status.changed`.'),
  text: z.string(),
})

export const listNotes = defineOperation({
  id: 'listNotes',
  method: 'GET',
  path: '/v1/cases/{id}/notes',
  tag,
  summary: 'List notes',
  description: 'The notes and rationales of the case, newest first.',
  access: everyone,
  params: caseIdParams,
  query: z.strictObject({
    page: integerText({ min: 1, max: 10_000_000 }).default(1),
    size: integerText({ min: 1, max: 100 }).default(20),
  }),
  answer: pageEnvelope(caseNote),
  refusals: ['not_found'],
})

export const readTimeline = defineOperation({
  id: 'readTimeline',
  method: 'GET',
  path: '/v1/cases/{id}/timeline',
  tag,
  summary: 'Read timeline',
  description:
    'The sealed entries of the case in the order of the hub, then what has no place there yet in order of arrival; of a folder without a hub all of them so (`order=newest`: the other way). The seal of every entry on the page is checked as it is read.',
  access: everyone,
  params: caseIdParams,
  query: z.strictObject({
    order: z.enum(['oldest', 'newest']).default('oldest'),
    page: integerText({ min: 1, max: 10_000_000 }).default(1),
    size: integerText({ min: 1, max: 100 }).default(50),
  }),
  answer: pageEnvelope(timelineEntry),
  refusals: ['not_found'],
})

export const readEntry = defineOperation({
  id: 'readEntry',
  method: 'GET',
  path: '/v1/cases/{id}/entries/{entry_id}',
  tag,
  summary: 'Read one sealed entry',
  description:
    'The entry as its DSSE envelope, its disclosures, the public key that signed it, the newest checkpoint with the key that signed that, and the inclusion proof: enough to check it by hand.',
  access: everyone,
  params: z.strictObject({ id: idText, entry_id: entryId }),
  answer: envelope(
    z.object({
      entry: timelineEntry,
      envelope: z.object({
        payload: z.string(),
        payloadType: z.string(),
        signatures: z.array(z.object({ keyid: z.string(), sig: z.string() })),
      }),
      payload: z.record(z.string(), z.unknown()),
      disclosures: z.array(z.string()).describe('Encoded disclosures (RFC 9901) that still exist.'),
      public_key_pem: z.string().describe('The key that sealed the entry.'),
      checkpoint: z
        .string()
        .describe('Signed by the device that answers, which need not be the one that sealed the entry.'),
      checkpoint_key_pem: z.string().describe('The key that signed the checkpoint.'),
      inclusion_proof: z.object({ leaf_index: z.int(), tree_size: z.int(), hashes: z.array(z.string()) }),
    }),
  ),
  refusals: ['not_found'],
})

export const readCheckpoint = defineOperation({
  id: 'readCheckpoint',
  method: 'GET',
  path: '/v1/cases/{id}/checkpoint',
  tag,
  summary: 'Read checkpoint',
  description:
    'The newest C2SP tlog-checkpoint of the case, signed by this device; one is signed first if entries have come since. Beside it the newest of the hub, where there is one: it can be held against the folder of every device, this device’s against its own alone.',
  access: everyone,
  params: caseIdParams,
  answer: envelope(
    z.object({
      checkpoint: z.string(),
      origin: z.string(),
      size: z.int(),
      root: z.string(),
      hub_checkpoint: z.string().nullable(),
    }),
  ),
  refusals: ['not_found'],
})
