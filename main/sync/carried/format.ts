import { z } from 'zod'
import { syncLimits, wireRotations, wireWord } from '../../../shared/protocol/sync.ts'
import { sha256, toHex } from '../../seal/hash.ts'

/**
 * The form of a file that is carried between a device and its hub (Y-70, docs/decisions/exchange-files.md):
 *
 *     fieldseal exchange v1
 *     {"from":"<key id>","to":"<key id>","bytes":        1234}
 *     <age file of so many bytes, encrypted to `to`>
 *
 * and within it a header line, messages each with a line before it, a line that ends them, and the line of the
 * signature by `from` over everything before it. A message is one of the protocol (`main/sync/wire.ts`), as it would go
 * over the network.
 */

/** The first line of a file. */
export const exchangeMagic = 'fieldseal exchange v1\n'

const kid = z.string().regex(/^[A-Za-z0-9_-]{43}$/)

/** The second line: what can be told without a key. Nothing of it counts before the signed header says the same. */
export const exchangeLabel = z.strictObject({ from: kid, to: kid, bytes: z.int().min(0) })
export type ExchangeLabel = z.infer<typeof exchangeLabel>

/** Digits of the size in the label, so that it can be put in once it is known. */
const sizeDigits = 16

/** The label as it is written; always as long. */
export const labelLine = ({ from, to, bytes }: ExchangeLabel): string =>
  `{"from":"${from}","to":"${to}","bytes":${String(bytes).padStart(sizeDigits)}}\n`

/** Bytes of everything before the age file. */
export const labelEnd = exchangeMagic.length + labelLine({ from: 'x'.repeat(43), to: 'x'.repeat(43), bytes: 0 }).length

/** What a file is, signed. */
export const exchangeHeader = z.strictObject({
  v: z.literal(1),
  /** Which way it goes. */
  way: z.enum(['to_hub', 'to_device']),
  from: kid,
  to: kid,
  /** The hub's origin, and the device at the other end. */
  hub: z.string().max(300),
  device: z.string().min(1).max(255),
  /** Names this file; what answers it names it too. */
  id: z.uuid(),
  /** By the clock of whoever wrote it; shown, never relied on. */
  at: z.iso.datetime({ precision: 3 }),
  /** The rotations that lead to the key of a device (Y-13); the hub may not have had them yet, or have forgotten them. */
  rotations: wireRotations.optional(),
  /** The hub's own `key.enrolled` of the device, for a hub that was restored and has forgotten it (Y-105). */
  enrolled: wireWord.optional(),
})
export type ExchangeHeader = z.infer<typeof exchangeHeader>

/**
 * The messages of a file: pushes and the request of a pull on the way to a hub; on the way to a device what the hub
 * refused of such pushes, pages of the feed, or the word that it answers this device no more. Where evidence goes with
 * it (Y-75), runs of bytes come after them either way, and on the way to a hub what the device lacks.
 */
export const messageNames = ['push', 'pull', 'refused', 'page', 'ended', 'lacks', 'bytes'] as const
export type MessageName = (typeof messageNames)[number]

/** The line before a message: how many bytes follow, compressed with zstd. */
export const messageLine = z.strictObject({
  message: z.enum(messageNames),
  bytes: z
    .int()
    .min(1)
    .max(2 * syncLimits.bytes),
})

/**
 * The line after the last message. `until`: the feed number that a device has read with this file; null on the way to a
 * hub.
 */
export const endLine = z.strictObject({ messages: z.int().min(0), until: z.int().min(0).nullable() })
export type ExchangeEnd = z.infer<typeof endLine>

/** The last line. */
export const signatureLine = z.strictObject({ sig: z.string().regex(/^[A-Za-z0-9_-]{86}$/) })

/** Lines of a file are short; the header alone may bring rotations. */
export const lineMax = 2_048
export const headerMax = 65_536

/** What the sender signs: the hash of everything before the line of the signature. */
export const exchangeMessage = (digest: Uint8Array): Uint8Array =>
  Buffer.from(`${exchangeMagic}${toHex(digest)}\n`, 'utf8')

/** How two readings of one message are held against each other. */
export const messageDigest = (packed: Uint8Array): string => toHex(sha256(packed))
