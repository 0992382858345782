import { z } from 'zod'
import { uid } from '../schema/text.ts'
import { protocolVersion, sealedWord } from './sync.ts'

/** Where bytes of evidence go up and come down (Y-61). */
export const blobsPath = '/v1/sync/blobs'

/**
 * On the answer to an offer: bytes that may be under way beyond its `offset` in several requests. A header, since a
 * device of an earlier release reads no member that it does not know; a hub of one does not say it.
 */
export const aheadHeader = 'fieldseal-ahead'

/**
 * On a `PATCH` that brings a part while parts before it are under way (Y-103): the hub takes it in after them. A hub
 * that does so says how much it lets be under way (`aheadHeader`).
 */
export const followsHeader = 'fieldseal-follows'

/** Bytes that a hub lets be under way beyond where an upload stands: it keeps none of them before their turn. */
export const aheadMost = 33_554_432

const hex32 = z.string().regex(/^[0-9a-f]{64}$/)
const bytes = z.int().min(0)

/** Whose bytes: of a case, or, for the file of a model, of the workspace. */
const chain = z.union([uid, z.literal('workspace')])

/**
 * Which bytes of which chain; `entry` is the id of the sealed `evidence.acquired`, or `model.activated`, that states
 * their hash and size.
 */
export const blobName = z.strictObject({ case: chain, sha256: hex32, entry: hex32 })
export type BlobName = z.infer<typeof blobName>

/**
 * `POST /v1/sync/blobs`: a device offers bytes, or asks how far they came. `prove`: it does not get the case any more,
 * and wants to see the seal over their arrival.
 */
export const blobOffer = z.strictObject({
  protocol: protocolVersion,
  ...blobName.shape,
  prove: z.literal(true).optional(),
})

/**
 * `GET /v1/sync/blobs`: bytes of cases granted to the device that the hub has sealed as received and does not have (any
 * more), as after a backup that lacked them. Whoever has them offers them again. `retry_after` in seconds: the hub
 * still looks; there may be more.
 */
export const blobsLacking = z.strictObject({
  blobs: z.array(blobName.omit({ entry: true })).max(400),
  retry_after: z.number().min(0).optional(),
})
export type BlobsLacking = z.infer<typeof blobsLacking>

/**
 * How far they came. `received`: they are whole, their hash holds, and `evidence.received` (`model.received`) is
 * sealed. `retry_after` in seconds: the hub is still putting them in their place.
 * `seal`: that sealed entry, where it was asked for.
 */
export const blobState = z.strictObject({
  size: bytes,
  offset: bytes,
  received: z.boolean(),
  retry_after: z.number().min(0).optional(),
  seal: sealedWord.optional(),
})
export type BlobState = z.infer<typeof blobState>
