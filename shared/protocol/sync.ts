import { z } from 'zod'
import { uid } from '../schema/text.ts'

/**
 * Versions of the protocol that this release speaks, the newest first (Y-27). Version 2 adds what is proven of the
 * hub's log: `log` of a pull, and the lines `log` and `proof`. Version 3 adds `former` of a run: what a hub that was
 * restored had signed for.
 */
export const protocolVersions = [3, 2, 1] as const
/**
 * What is written to be carried: nobody can agree on a version with a file, so it is the oldest that is spoken, which
 * every release beside this one understands.
 */
export const carriedVersion = 1
/** The first version whose pull tells of the hub's log. */
export const logSince = 2
/** The first version whose push says what the hub had signed for (Y-84). */
export const formerSince = 3
/**
 * The first version whose pull tells the hub's time (Y-86): devices of every release that speaks it pass over lines
 * that they do not know.
 */
export const timeSince = 3
export const protocolVersion = z.int().min(1).max(1_000)

/** Bounds of one message (Y-28). */
export const syncLimits = {
  /** Entries of one push or one page of a pull. */
  entries: 2_000,
  /** Bytes of one message, uncompressed. */
  bytes: 8 * 1_048_576,
  /**
   * JSON values of one push. Half of `bytes`, which an honest device keeps to, holds so many only where each takes four
   * bytes, or, with a name, seventeen.
   */
  values: 1_000_000,
  /** Cases of one pull for which proofs in the hub's log are asked. */
  proofs: 200,
} as const

const hex32 = z.string().regex(/^[0-9a-f]{64}$/)
const base64url = z.string().regex(/^[A-Za-z0-9_-]*$/)
const count = z.int().min(0)
/** More than any folder has sealed by itself: a folder that joins states no more (Y-14). */
const mostSealed = 100_000_000
/** The uid of a case, or `workspace`. */
const chainName = z.union([uid, z.literal('workspace')])
const deviceId = z.string().min(1).max(255)

const isPlainObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)
const isDisclosureTriple = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 3 && typeof value[0] === 'string' && typeof value[1] === 'string'

/**
 * An entry on its way. `p` is the payload: its exact text, or, as an object, its members without what the context gives
 * back (Y-28). `s` is the signature, `d` the disclosures that come along: encoded, or, as an array, the `[salt, name,
 * value]` whose plain JSON gives the encoded text back.
 */
export const wireEntry = z.strictObject({
  p: z.union([z.string(), z.custom<Readonly<Record<string, unknown>>>(isPlainObject)]),
  s: base64url.max(128),
  d: z
    .array(z.union([base64url, z.custom<readonly [string, string, unknown]>(isDisclosureTriple)]))
    .max(1_000)
    .optional(),
})
export type WireEntry = z.infer<typeof wireEntry>

/** A DSSE envelope of a receipt (Y-23), as its JSON form; and what its payload says. */
export const wireReceipt = z.strictObject({
  payload: z.string().max(4_096),
  payloadType: z.literal('application/vnd.fieldseal.receipt.v1+json'),
  signatures: z.array(z.strictObject({ keyid: z.string(), sig: z.string() })).length(1),
})
export const receiptPayload = z.strictObject({
  v: z.literal(1),
  hub: z.string(),
  case: chainName,
  first: count,
  size: z.int().min(1),
  root: hex32,
  at: z.iso.datetime({ precision: 3 }),
})
export type WireReceipt = z.infer<typeof wireReceipt>
export type ReceiptPayload = z.infer<typeof receiptPayload>

/* Push: the header line, then for each run of one device in one case a `run` line and its entries. */

export const pushHeader = z.strictObject({ protocol: protocolVersion, runs: count })
/**
 * Where the entries of a run stood in an order that the hub signed for and lost (Y-84): a checkpoint of it, and for
 * each entry its place with its inclusion proof (RFC 9162; base64url).
 * Since version 3.
 */
const formerPlaces = z.strictObject({
  note: z.string().max(4_096),
  places: z
    .array(z.strictObject({ i: count, h: z.array(base64url.length(43)).max(64) }))
    .min(1)
    .max(syncLimits.entries),
})
/** The entries that follow are of this case and device, one after another. */
export const pushRun = z.strictObject({
  case: chainName,
  device: deviceId,
  kid: z.string().max(64),
  entries: z.int().min(1).max(syncLimits.entries),
  former: formerPlaces.optional(),
})
export type PushRun = z.infer<typeof pushRun>

/** Why an entry has no place in the order (Y-21). */
export const refusalCodes = [
  'malformed_entry',
  'non_canonical_payload',
  'edited_signature',
  'unknown_key',
  'revoked_key',
  'not_granted',
  'not_permitted',
  'missing_entry',
  'invalid_values',
  'id_out_of_range',
  'id_taken',
  'number_not_leased',
  'disclosure_differs',
  'too_large',
  'device_fork',
] as const
export type PushRefusalCode = (typeof refusalCodes)[number]

/** What became of a run: the positions of the entries that stand (in the order sent), and what stopped it. */
export const pushedRun = z.strictObject({
  case: chainName,
  positions: z.array(count),
  refused: z
    .strictObject({ at: count, code: z.enum(refusalCodes), message: z.string(), quarantined: z.boolean() })
    .optional(),
  receipt: wireReceipt.optional(),
})
export type PushedRun = z.infer<typeof pushedRun>
export const pushAnswer = z.strictObject({
  runs: z.array(pushedRun),
  /** Set where the device was cloned or restored (Y-15). */
  forked: z.boolean(),
  /** The lease of case-number slots, renewed (Y-16). */
  lease: z.strictObject({ slots: z.array(count), until: z.iso.datetime({ precision: 3 }) }).optional(),
})
export type PushAnswer = z.infer<typeof pushAnswer>

/* Pull: a JSON request; the answer is lines of `feedLine`. */

/**
 * Which heads of the hub's log a device is told of: the newest that a witness has cosigned (Y-53), and the newest that
 * bears a time stamp (Y-54).
 */
export const logKinds = ['cosigned', 'timestamped'] as const
export type LogKind = (typeof logKinds)[number]
/**
 * The newest head of all comes besides: by it a device sees that its hub forks or was set back, whatever it tells of
 * the cases (Y-51).
 */
export const headKinds = ['newest', ...logKinds] as const
export type HeadKind = (typeof headKinds)[number]

/** What a device has verified of the hub's log, and of which cases it asks for the proof. */
export const logRequest = z.object({
  /** Leaves of the largest tree that it has verified; 0: none. */
  size: count,
  /** The digest of the newest head of each kind as it was told (main/sync/log-head.ts); absent: none. */
  heads: z.partialRecord(z.enum(headKinds), hex32).default({}),
  /** Cases, with the number of entries that the device has a proof for, by kind. */
  prove: z
    .record(chainName, z.partialRecord(z.enum(logKinds), count))
    .refine((cases) => Object.keys(cases).length <= syncLimits.proofs)
    .default({}),
})
export type LogRequest = z.infer<typeof logRequest>
/** Hashes of an inclusion or consistency proof (RFC 9162). */
const proofHashes = z.array(hex32).max(128)

export const pullRequest = z.strictObject({
  protocol: protocolVersion,
  /** The feed number up to which the device has read; 0 at first. */
  since: count,
  /** Cases that the device asks for from its own count, whatever the feed says (Y-24, Y-25). */
  from: z.record(chainName, count).default({}),
  /** Heads of all cases that the device holds, after a `410` (Y-26). */
  heads: z.record(chainName, count).optional(),
  /** Since version 2. */
  log: logRequest.optional(),
  /**
   * The asking device's own entries come whole, and not by their ids (Y-80). Only the folders of the hub itself ask so,
   * within its own process.
   */
  own: z.literal('whole').optional(),
})
export type PullRequest = z.infer<typeof pullRequest>

/** A sealed entry without what it withholds, as proof of what it says. */
export const sealedWord = z.strictObject({
  p: z.string().max(1_048_576),
  kid: z.string().max(64),
  s: base64url.max(128),
})
export type SealedWord = z.infer<typeof sealedWord>

export const feedLine = z.discriminatedUnion('k', [
  /** Entries of this case and device follow, from this position on. */
  z.strictObject({ k: z.literal('run'), case: chainName, device: deviceId, kid: z.string().max(64), pos: count }),
  z.strictObject({ k: z.literal('e'), ...wireEntry.shape }),
  /** The asking device's own entries, by position and id. */
  z.strictObject({ k: z.literal('own'), case: chainName, pos: count, ids: z.array(hex32) }),
  z.strictObject({ k: z.literal('receipt'), receipt: wireReceipt }),
  /**
   * A checkpoint of a case over all entries that came before this line: a signed note, with its witnesses' cosignatures
   * where there are any.
   */
  z.strictObject({ k: z.literal('checkpoint'), case: chainName, note: z.string().max(65_536) }),
  /**
   * A head of the hub's log (Y-50): a signed note, with the witnesses' cosignatures, or with the time-stamp token over
   * the note (base64). `consistency` joins it to the largest tree that the device has or was told of before; empty
   * where there is none, or the sizes are equal. Since version 2.
   */
  z.strictObject({
    k: z.literal('log'),
    kind: z.enum(headKinds),
    note: z.string().max(65_536),
    token: z.string().max(65_536).optional(),
    consistency: proofHashes,
  }),
  /**
   * That the newest checkpoint of a case in the newest head of this kind stands in it: the leaf, its index, and the
   * inclusion proof. Since version 2.
   */
  z.strictObject({
    k: z.literal('proof'),
    case: chainName,
    kind: z.enum(logKinds),
    index: count,
    note: z.string().max(4_096),
    hashes: proofHashes,
  }),
  z.strictObject({ k: z.literal('grant'), case: chainName, size: count }),
  /** The case is no longer granted; `ended` is the sealed entry that says so, without what it withholds (Y-25). */
  z.strictObject({ k: z.literal('drop'), case: chainName, ended: sealedWord.optional() }),
  /** Disclosures that a redaction destroyed; the entry that says so came as an entry. */
  z.strictObject({ k: z.literal('lease'), slots: z.array(count), until: z.iso.datetime({ precision: 3 }) }),
  /** The hub's clock when it wrote the page (Y-86). Since version 3. */
  z.strictObject({ k: z.literal('time'), at: z.iso.datetime({ precision: 3 }) }),
  /**
   * The end of a page: go on from `since` while `more`. An answer without it was cut off: what came counts, the number
   * does not move.
   */
  z.strictObject({ k: z.literal('end'), since: count, more: z.boolean() }),
])
export type FeedLine = z.infer<typeof feedLine>

/* Copies of cases on devices (Y-73). */

export const copiesRequest = z.strictObject({ protocol: protocolVersion })
/**
 * Cases that are granted to the device and that it gave back. Number and title are empty where the hub cannot say them.
 */
export const copiesAnswer = z.strictObject({
  cases: z.array(
    z.strictObject({ case: uid, size: count, number: z.string().max(200), title: z.string().max(10_000) }),
  ),
})
export type CopiesAnswer = z.infer<typeof copiesAnswer>
export const takeCopyRequest = z.strictObject({ protocol: protocolVersion, case: uid })
/** `seq`: of the last entry that the device sealed in the case; 0 where it sealed none. */
export const returnCopyRequest = z.strictObject({ protocol: protocolVersion, case: uid, seq: count })
export const copyAnswer = z.strictObject({ changed: z.boolean() })

/* Case numbers that are lent for one day (Y-94). */

const day = z.string().regex(/^\d{8}$/)
/** `want`: so many numbers of a day are asked for now; without it the device asks for its reserve alone. */
export const numbersRequest = z.strictObject({
  protocol: protocolVersion,
  want: z.strictObject({ day, count: z.int().min(1).max(99_999) }).optional(),
})
export const lentNumbers = z.object({
  segment: z.string().min(1).max(200),
  day,
  first: z.int().min(1).max(99_999),
  last: z.int().min(1).max(99_999),
})
export type LentNumbers = z.infer<typeof lentNumbers>
/**
 * `numbers`: all that the device holds from today on, and of the day that it asked for; `full`: that day has no more.
 */
export const numbersAnswer = z.object({ numbers: z.array(lentNumbers).max(100_000), full: z.boolean() })
export type NumbersAnswer = z.infer<typeof numbersAnswer>

/* Enrolment and sessions. */

export const enrolRequest = z.strictObject({
  protocol: protocolVersion,
  code: z.string().max(200),
  device_name: z.string().min(1).max(120),
  /** base64url SPKI of the device's Ed25519 key. */
  spki: base64url.max(200),
  /**
   * base64url Ed25519 signature of `fieldseal enrol v1\n<code>\n<spki>\n` by that key; with `joining` of `fieldseal
   * enrol v2\n<code>\n<spki>\n<SHA-256 of its canonical JSON, in hex>\n`.
   */
  proof: base64url.length(86),
  /**
   * Present where a folder that worked alone joins (Y-14): its device id, which is a UUID, its last `dseq` so far, and
   * how many slots of case numbers its cases need.
   */
  joining: z
    .strictObject({
      device_id: uid,
      workspace_id: uid,
      users: z.array(z.strictObject({ uid, name: z.string(), login_name: z.string() })).max(1_000),
      cases: count,
      dseq: count.max(mostSealed).default(0),
      slots: count.default(0),
    })
    .optional(),
  /**
   * Present where a folder that was cloned begins a new epoch (Y-15), without a code: `sig` is the old key's signature
   * of `fieldseal epoch v1\n<old device id>\n<spki>\n`.
   */
  epoch: z.strictObject({ device_id: deviceId, sig: base64url.length(86) }).optional(),
})
export type EnrolRequest = z.infer<typeof enrolRequest>
export const enrolAnswer = z.strictObject({
  workspace_id: uid,
  institution: z.string(),
  workspace_name: z.string(),
  hub: z.strictObject({ origin: z.string(), kid: z.string(), spki: base64url }),
  /** Key id of the first key of the workspace chain (S-31). */
  root_kid: z.string(),
  device_id: deviceId,
  device_number: z.int().min(1).max(2_097_151),
  user_uid: z.string(),
  lease: z.strictObject({ slots: z.array(count), until: z.iso.datetime({ precision: 3 }) }),
})
export type EnrolAnswer = z.infer<typeof enrolAnswer>

export const challengeRequest = z.strictObject({ device_id: deviceId })
export const challengeAnswer = z.strictObject({ challenge: z.string() })
/** `sig`: base64url Ed25519 signature of `fieldseal session v1\n<challenge>\n` by the device key. */
/** A sealed entry of the workspace's chain, on its way ahead of the push that brings it. */
export const wireWord = z.strictObject({ p: z.string().max(20_000), s: base64url.max(128) })
export type WireWord = z.infer<typeof wireWord>
/** So many rotations of one device stand in one request. */
export const rotationsMost = 16
/** The device's rotations that the hub may not have yet, in order: by them it knows the key that signed (Y-13). */
export const wireRotations = z.array(wireWord).min(1).max(rotationsMost)
export const sessionRequest = z.strictObject({
  device_id: deviceId,
  challenge: z.string().max(1_000),
  sig: base64url.length(86),
  rotations: wireRotations.optional(),
  /** The hub's own `key.enrolled` of the device, for a hub that was restored and has forgotten it (Y-105). */
  enrolled: wireWord.optional(),
  /** A session that brings bytes of evidence and does nothing else; a device that was removed gets no other (Y-77). */
  only: z.literal('evidence').optional(),
})
export type SessionRequest = z.infer<typeof sessionRequest>
export const sessionAnswer = z.strictObject({ token: z.string(), expires_in: count })

/** A refusal of any of these calls. `retry_after` in seconds. */
export const syncRefusal = z.strictObject({
  error: z.strictObject({
    code: z.enum([
      'session_expired',
      'revoked',
      'removed',
      'device_forked',
      'version',
      'gone',
      'code_invalid',
      'code_used',
      'invalid_request',
      'too_large',
      'busy',
      'storage_full',
      'unavailable',
      'not_granted',
      'not_found',
      'offset_mismatch',
      'hash_mismatch',
    ]),
    message: z.string(),
    versions: z.array(protocolVersion).optional(),
    retry_after: z.number().min(0).optional(),
  }),
})
export type SyncRefusalCode = z.infer<typeof syncRefusal>['error']['code']
