import { canonicalJson } from '../../../../main/seal/canonical.ts'
import { signCheckpoint } from '../../../../main/seal/checkpoint.ts'
import type { EntryPayload } from '../../../../main/seal/entry.ts'
import { appendLeaf, emptyFrontier, encodeFrontier } from '../../../../main/seal/frontier.ts'
import { toHex } from '../../../../main/seal/hash.ts'
import { buildKeyDirectory } from '../../../../main/seal/keys.ts'
import { treeRoot } from '../../../../main/seal/merkle.ts'
import { signMessage } from '../../../../main/seal/signature.ts'
import { acceptPage } from '../../../../main/sync/device/accept.ts'
import type { AcceptContext, AcceptedPage } from '../../../../main/sync/device/accept.ts'
import type { HubFault } from '../../../../main/sync/device/hub-fault.ts'
import type { CarriedEntry } from '../../../../main/sync/entry.ts'
import type { FeedItem } from '../../../../main/sync/wire.ts'
import type { WireReceipt } from '../../../../shared/protocol/sync.ts'
import type { Result } from '../../../../shared/schema/result.ts'
import { caseUid, hub, laptop, leavesOf, seal, tablet } from '../../seal/support.ts'
import type { Device, Draft } from '../../seal/support.ts'

/** What a hub tells, made by hand: an honest one, whose words a test then changes. */

export const origin = 'hub/01939b52-7b2a-7c1e-8f00-00000000aaaa'

export const carried = (device: Device, draft: Draft, disclosures: readonly string[] = []): CarriedEntry => {
  const { id, payload, kid, sig } = seal(device, draft)
  return { id, payload, kid, sig, disclosures }
}

/** A chain of one device in the case, 1-based. */
export const chainOf = (device: Device, length: number, draft: (seq: number) => Draft = () => ({})): CarriedEntry[] => {
  const entries: CarriedEntry[] = []
  for (let seq = 1; seq <= length; seq += 1)
    entries.push(carried(device, { seq, prev: entries.at(-1)?.id ?? null, ...draft(seq) }))
  return entries
}

const enrolment = (device: Device, number: number): EntryPayload['pub'] => ({
  kid: device.kid,
  spki: Buffer.from(device.spki).toString('base64url'),
  device_id: device.id,
  device_number: number,
})

const first = carried(laptop, { case: 'workspace', seq: 1, type: 'key.enrolled', pub: enrolment(laptop, 1) })
const second = carried(laptop, {
  case: 'workspace',
  seq: 2,
  prev: first.id,
  type: 'key.enrolled',
  pub: enrolment(tablet, 2),
})
/** The workspace's chain: the laptop founded it and enrolled the tablet. */
export const workspaceChain: readonly CarriedEntry[] = [first, second]

export const receiptOf = (
  entries: readonly { id: string }[],
  change: Partial<{ first: number; size: number; root: string; at: string; hub: string; case: string }> = {},
  by: Device = hub,
): WireReceipt => {
  const size = change.size ?? entries.length
  const payload = Buffer.from(
    canonicalJson({
      v: 1,
      hub: origin,
      case: caseUid,
      first: 0,
      size,
      root: toHex(treeRoot(leavesOf(entries.slice(0, size)))),
      at: '2026-03-01T12:00:00.000Z',
      ...change,
    }),
    'utf8',
  )
  const type = 'application/vnd.fieldseal.receipt.v1+json'
  const pae = Buffer.concat([Buffer.from(`DSSEv1 ${type.length} ${type} ${payload.length} `, 'utf8'), payload])
  return {
    payload: payload.toString('base64'),
    payloadType: type,
    signatures: [{ keyid: by.kid, sig: Buffer.from(signMessage(pae, by.privateKey)).toString('base64') }],
  }
}

export const checkpointOf = (
  entries: readonly { id: string }[],
  by: Device = hub,
  hubOrigin = origin,
  name = caseUid,
): string =>
  signCheckpoint(
    { origin: `${hubOrigin}/case/${name}`, size: entries.length, root: treeRoot(leavesOf(entries)) },
    { name: hubOrigin, publicKeyRaw: by.publicKeyRaw, privateKey: by.privateKey },
  )

/** Runs of one device each, at the positions that they have in a list of entries. */
export const runsOf = (entries: readonly CarriedEntry[], from = 0, name = caseUid): FeedItem[] =>
  entries.slice(from).map((entry, index) => {
    const device = [laptop, tablet, hub].find(({ kid }) => kid === entry.kid) ?? laptop
    return { k: 'entries', case: name, deviceId: device.id, kid: entry.kid, pos: from + index, entries: [entry] }
  })

export const end = (since: number, more = false): FeedItem => ({ k: 'end', since, more })

/** A case that is no longer granted, and the sealed entry that says so. */
export const drop = (ended?: CarriedEntry): FeedItem => ({
  k: 'drop',
  case: caseUid,
  ...(ended === undefined
    ? {}
    : {
        ended: {
          p: Buffer.from(ended.payload).toString('utf8'),
          kid: ended.kid,
          s: Buffer.from(ended.sig).toString('base64url'),
        },
      }),
})

/** The hub's sealed end of a grant. */
export const ended = (pub: EntryPayload['pub'], change: Draft = {}, by: Device = hub): CarriedEntry =>
  carried(by, { type: 'grant.ended', seq: 1, pub, ...change })

/** What the device has of the case when the page comes: entries in hub order, and own ones that wait. */
export interface Held {
  readonly received?: readonly CarriedEntry[]
  readonly waiting?: readonly CarriedEntry[]
  readonly since?: number
  readonly asked?: readonly string[]
  readonly lastReceiptAt?: string
  readonly keys?: readonly CarriedEntry[]
  readonly whole?: boolean
  readonly own?: AcceptContext['own']
}

const claimOf = (entry: CarriedEntry): EntryPayload =>
  JSON.parse(Buffer.from(entry.payload).toString('utf8')) as EntryPayload

const sourceOf = ({
  received = [],
  waiting = [],
  lastReceiptAt,
  keys = workspaceChain,
}: Held): AcceptContext['source'] => ({
  standing: (name) =>
    Promise.resolve(
      name !== caseUid || (received.length === 0 && waiting.length === 0)
        ? null
        : {
            case: name,
            received: received.length,
            pending: waiting.length,
            frontier: encodeFrontier(leavesOf(received).reduce(appendLeaf, emptyFrontier)),
            anchor:
              received.length === 0
                ? null
                : {
                    origin: `${origin}/case/${caseUid}`,
                    size: received.length,
                    root: toHex(treeRoot(leavesOf(received))),
                  },
            refused: null,
            announced: received.length,
            lastReceiptAt: lastReceiptAt ?? null,
          },
    ),
  heads: (name) =>
    Promise.resolve(
      new Map(
        (name === caseUid ? received : []).map((entry) => [
          claimOf(entry).dev,
          { seq: claimOf(entry).seq, id: entry.id },
        ]),
      ),
    ),
  waiting: (name) =>
    Promise.resolve(
      (name === caseUid ? waiting : []).map((entry) => ({
        id: entry.id,
        deviceId: claimOf(entry).dev,
        seq: claimOf(entry).seq,
      })),
    ),
  waitingAs: (dseq) =>
    Promise.resolve(waiting.some((entry) => claimOf(entry).dev === laptop.id && claimOf(entry).dseq === dseq)),
  ids: (_, from, limit) => Promise.resolve(received.slice(from, from + limit).map(({ id }) => id)),
  keys: () => Promise.resolve(buildKeyDirectory(keys)),
})

/** Lets the device judge a page. */
export const accept = (items: readonly FeedItem[], held: Held = {}): Promise<Result<AcceptedPage, HubFault>> =>
  acceptPage(
    {
      relation: {
        origin,
        kid: hub.kid,
        spki: hub.spki,
        rootKid: laptop.kid,
        since: held.since ?? 0,
        deviceId: laptop.id,
        userUid: 'user-7',
      },
      source: sourceOf(held),
      asked: new Set(held.asked),
      ...(held.own === undefined ? {} : { own: held.own }),
    },
    { items, whole: held.whole ?? true },
  )
