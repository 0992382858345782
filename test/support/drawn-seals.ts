import type { BundleContents, BundledChain, BundledEntry } from '../../main/bundle/contents.ts'
import type { DeviceKey } from '../../main/platform/key-files.ts'
import { canonicalBytes } from '../../main/seal/canonical.ts'
import type { JsonValue } from '../../main/seal/canonical.ts'
import { signCheckpoint } from '../../main/seal/checkpoint.ts'
import { entryDigests, entryPae } from '../../main/seal/entry.ts'
import type { EntryPayload } from '../../main/seal/entry.ts'
import { toHex } from '../../main/seal/hash.ts'
import { encodeHlc } from '../../main/seal/hlc.ts'
import { inHubOrder } from '../../main/seal/hub-order.ts'
import { treeRoot } from '../../main/seal/merkle.ts'
import { signReceipt } from '../../main/seal/receipt.ts'
import { signMessage } from '../../main/seal/signature.ts'
import type { Draw } from './drawn-files.ts'

const payloadOf = ({ payload }: BundledEntry): EntryPayload =>
  JSON.parse(Buffer.from(payload).toString()) as EntryPayload

const rootOf = (entries: readonly BundledEntry[]): Uint8Array =>
  treeRoot(entries.map(({ id }) => Buffer.from(id, 'hex')))

const note = (origin: string, entries: readonly BundledEntry[], key: DeviceKey): string =>
  signCheckpoint({ origin, size: entries.length, root: rootOf(entries) }, { name: origin, ...key })

/** A drawn member of what an entry says openly, said otherwise. */
const otherwise = (payload: EntryPayload, draw: Draw): EntryPayload => {
  const texts = Object.entries(payload.pub).filter(([, value]) => ['string', 'number'].includes(typeof value))
  if (texts.length === 0 || draw.below(4) === 0)
    return { ...payload, at: new Date(Date.parse(payload.at) - 60_000 * (1 + draw.below(10_000))).toISOString() }
  const [name, value] = draw.of(texts)
  const other: JsonValue = typeof value === 'number' ? value + 1 : `${JSON.stringify(value)}x`
  return { ...payload, pub: { ...payload.pub, [name]: other } }
}

/** Seals the entries of a device anew from a drawn one on, with what points at them. */
const sealedAnew = (
  chain: BundledChain,
  key: DeviceKey,
  draw: Draw,
): { chain: BundledChain; ids: Map<string, string>; what: string } => {
  const ids = new Map<string, string>()
  const chosen = draw.of(chain.entries.filter(({ kid }) => kid === key.kid))
  const idOf = (id: string): string => ids.get(id) ?? id
  const entries = chain.entries.map((entry) => {
    const old = payloadOf(entry)
    const points = [...old.seen, ...old.refs, old.prev].some((id) => id !== null && ids.has(id))
    if (entry.kid !== key.kid || (entry !== chosen && !points)) return entry
    const said = entry === chosen ? otherwise(old, draw) : old
    const payload = canonicalBytes({
      ...said,
      prev: old.prev === null ? null : idOf(old.prev),
      refs: old.refs.map(idOf),
      seen: old.seen.map(idOf).sort(),
    })
    const sig = signMessage(entryPae(payload), key.privateKey)
    const id = toHex(entryDigests(payload, sig).leaf)
    ids.set(entry.id, id)
    return { ...entry, payload, sig, id }
  })
  const [origin = ''] = chain.checkpoint.split('\n', 1)
  return {
    chain: { ...chain, entries, checkpoint: note(origin, entries, key), earlierCheckpoints: [] },
    ids,
    what: `${payloadOf(chosen).type} (${chosen.position}) sealed anew`,
  }
}

/** A second export behind the first, with other words about it. */
const exportedAgain = (
  contents: BundleContents,
  key: DeviceKey,
  draw: Draw,
): { readonly contents: BundleContents; readonly what: string } => {
  const { chain } = contents
  const first = chain.entries.find(({ id }) => id === contents.export.entryId) as BundledEntry
  const old = payloadOf(first)
  const atMs = Date.parse(old.at) + 1_000 * (1 + draw.below(100_000))
  const withheld = draw.below(2) === 0
  const [name, value] = draw.of([
    ['names', 'none'],
    ['papers', {}],
    ['disclosures', 'none'],
    ['evidence', 'none'],
  ] as const)
  const payload = canonicalBytes({
    ...old,
    seq: old.seq + 1,
    dseq: old.dseq + 1,
    prev: first.id,
    at: new Date(atMs).toISOString(),
    hlc: encodeHlc({ ms: atMs, counter: 0 }),
    mono: old.mono + 1_000,
    pub: { ...old.pub, [name]: value },
    _sd: withheld ? old._sd : [],
  })
  const sig = signMessage(entryPae(payload), key.privateKey)
  const second = { ...first, position: chain.entries.length, payload, sig, hubPosition: null }
  const entries = [...chain.entries, { ...second, id: toHex(entryDigests(payload, sig).leaf) }]
  const [origin = ''] = chain.checkpoint.split('\n', 1)
  const isNamed = draw.below(2) === 0
  return {
    what: `a second case.exported (${entries.length - 1}) with ${name} otherwise, ${isNamed ? 'which the bundle names' : 'while the bundle names the first'}`,
    contents: {
      ...contents,
      chain: { ...chain, entries, checkpoint: note(origin, entries, key), earlierCheckpoints: [] },
      export: isNamed ? { ...contents.export, entryId: entries.at(-1)?.id ?? '', atMs } : contents.export,
    },
  }
}

/** What the owner of the exporting device can do: seals a step of the case otherwise, and all papers with it. */
export const bySealing = (
  contents: BundleContents,
  key: DeviceKey,
  draw: Draw,
): { readonly contents: BundleContents; readonly what: string } => {
  if (draw.below(4) === 0) return exportedAgain(contents, key, draw)
  const { chain, ids, what } = sealedAnew(contents.chain, key, draw)
  const idOf = (id: string): string => ids.get(id) ?? id
  return {
    what,
    contents: {
      ...contents,
      chain,
      disclosures: contents.disclosures.map((one) => ({ ...one, entry: idOf(one.entry) })),
      evidence: contents.evidence.map((piece) => ({
        ...piece,
        item: { ...piece.item, entry_id: idOf(piece.item.entry_id) },
      })),
      export: { ...contents.export, entryId: idOf(contents.export.entryId) },
    },
  }
}

/** A case of another bundle. */
const otherCase = '01939b52-7b2a-7c1e-8f00-0000000000aa'

/** A receipt that the hub gave for another case, put among those of this one. */
const withStrangeReceipt = (
  contents: BundleContents,
  hub: DeviceKey,
  draw: Draw,
): { readonly contents: BundleContents; readonly what: string } => {
  const { chain } = contents
  const held = chain.hub as NonNullable<typeof chain.hub>
  const size = chain.entries.length + 1 + draw.below(5)
  const at = new Date(contents.export.atMs + 1_000).toISOString()
  const envelope = signReceipt(
    { v: 1, hub: contents.hub?.origin ?? '', case: otherCase, first: 0, size, root: toHex(rootOf(chain.entries)), at },
    hub,
  )
  const receipt = { first: 0, size, at, envelope: JSON.stringify(envelope) }
  const isAlone = draw.below(2) === 0
  return {
    what: `a receipt of another case put ${isAlone ? 'in the place of' : 'beside'} those of this one`,
    contents: {
      ...contents,
      chain: { ...chain, hub: { ...held, receipts: isAlone ? [receipt] : [...held.receipts, receipt] } },
    },
  }
}

/** What a hub can do together with the exporter: signs another order, another number of entries, or another time. */
export const byHub = (
  contents: BundleContents,
  hub: DeviceKey,
  draw: Draw,
): { readonly contents: BundleContents; readonly what: string } => {
  const { chain, hub: named } = contents
  if (draw.below(5) === 0) return withStrangeReceipt(contents, hub, draw)
  const places = chain.entries.map(({ hubPosition }) => hubPosition ?? null)
  const placed = places.filter((place) => place !== null).length
  const [a, b] = [draw.below(placed), draw.below(placed)]
  const swapped = (place: number | null): number | null => (place === a ? b : place === b ? a : place)
  const size = draw.below(3) === 0 ? 1 + draw.below(placed) : placed
  const entries = chain.entries.map((entry, index) => ({ ...entry, hubPosition: swapped(places[index] ?? null) }))
  const received = inHubOrder(entries, ({ hubPosition }) => hubPosition).slice(0, size)
  const at = new Date(contents.export.atMs + (draw.below(20_000) - 10_000) * 60_000).toISOString()
  const origin = named?.origin ?? ''
  const signed = signReceipt(
    { v: 1, hub: origin, case: chain.uid, first: 0, size, root: toHex(rootOf(received)), at },
    hub,
  )
  return {
    what: `the hub signs for ${size} entries, places ${a} and ${b} exchanged, received ${at}`,
    contents: {
      ...contents,
      chain: {
        ...chain,
        entries,
        hub: {
          checkpoint: note(`${origin}/case/${chain.uid}`, received, hub),
          receipts: [{ first: 0, size, at, envelope: JSON.stringify(signed) }],
          ...(draw.below(2) === 0 || chain.hub?.log === undefined ? {} : { log: chain.hub.log }),
        },
      },
    },
  }
}
