import { z } from 'zod'
import { lineOfText } from '../schema/text.ts'
import { defineOperation, envelope } from './operation.ts'

const tag = 'Sync'
const writers = ['investigator', 'supervisor', 'admin'] as const

/** A witness whose cosignatures count on this device. */
export const trustedWitness = z.object({
  name: z.string(),
  /** A C2SP verifier key, as `fieldseal witness` prints it. */
  key: z.string(),
  /** `configured`: named where the service was started; it can only be taken back there. */
  source: z.enum(['person', 'configured']),
  added_at: z.string(),
})
export type TrustedWitness = z.infer<typeof trustedWitness>

export const listWitnesses = defineOperation({
  id: 'listWitnesses',
  method: 'GET',
  path: '/v1/sync/witnesses',
  tag,
  summary: 'List the witnesses that this device trusts',
  description: 'Those whose cosignatures of the hub’s log count on this device. The hub has no part in it.',
  access: 'signed_in',
  answer: envelope(z.array(trustedWitness)),
})

export const trustWitness = defineOperation({
  id: 'trustWitness',
  method: 'POST',
  path: '/v1/sync/witnesses',
  retry: 'again',
  tag,
  summary: 'Trust a witness',
  description:
    'Counts the cosignatures of this key from now on, existing ones included. Get the key from the witness’s operator, not from the hub.',
  access: writers,
  body: z.strictObject({ key: lineOfText(500) }),
  answer: envelope(z.array(trustedWitness)),
  refusals: ['unknown_reference', 'already_done'],
})

export const distrustWitness = defineOperation({
  id: 'distrustWitness',
  method: 'POST',
  path: '/v1/sync/witnesses/remove',
  retry: 'again',
  tag,
  summary: 'Stop trusting a witness',
  description: 'Its cosignatures no longer count on this device. What they are under stays.',
  access: writers,
  body: z.strictObject({ name: lineOfText(500) }),
  answer: envelope(z.array(trustedWitness)),
  refusals: ['not_found', 'forbidden'],
})
