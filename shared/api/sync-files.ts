import { z } from 'zod'
import { carriedRound, evidencePolicy } from '../schema/sync.ts'
import { uid } from '../schema/text.ts'
import { writers } from './case-parts.ts'
import { defineOperation, envelope } from './operation.ts'
import { syncTag } from './sync-parts.ts'

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
  tag: syncTag,
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
  tag: syncTag,
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
