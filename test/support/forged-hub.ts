import { generateKeyPairSync } from 'node:crypto'
import type { BundleContents, BundledChain, BundledEntry } from '../../main/bundle/contents.ts'
import { deviceKeyOf } from '../../main/platform/key-files.ts'
import type { DeviceKey } from '../../main/platform/key-files.ts'
import { signCheckpoint } from '../../main/seal/checkpoint.ts'
import { sealEntry } from '../../main/seal/entry.ts'
import type { EntryPayload } from '../../main/seal/entry.ts'
import { toHex } from '../../main/seal/hash.ts'
import { treeRoot } from '../../main/seal/merkle.ts'
import { signReceipt } from '../../main/seal/receipt.ts'

const payloadOf = ({ payload }: BundledEntry): EntryPayload =>
  JSON.parse(Buffer.from(payload).toString()) as EntryPayload

const rootOf = (entries: readonly BundledEntry[]): Uint8Array =>
  treeRoot(entries.map(({ id }) => Buffer.from(id, 'hex')))

/** An entry of the workspace chain in which a device enrols a key of its own making as a hub's. */
const enrolment = (
  { workspaceChain, chain }: BundleContents,
  key: DeviceKey,
  hub: DeviceKey,
  hubUid: string,
): BundledEntry => {
  const own = (entries: readonly BundledEntry[]): BundledEntry[] => entries.filter(({ kid }) => kid === key.kid)
  const newest = [...own(workspaceChain.entries), ...own(chain.entries)]
    .map(payloadOf)
    .sort((a, b) => b.dseq - a.dseq)[0] as EntryPayload
  const before = own(workspaceChain.entries).at(-1)
  const [clock = '', counter = ''] = newest.hlc.split('-')
  const sealed = sealEntry(
    {
      ...newest,
      case: 'workspace',
      type: 'key.enrolled',
      seq: before === undefined ? 1 : payloadOf(before).seq + 1,
      prev: before?.id ?? null,
      dseq: newest.dseq + 1,
      seen: [],
      hlc: `${clock}-${(Number.parseInt(counter, 16) + 1).toString(16).padStart(4, '0')}`,
      mono: newest.mono + 1,
      anchor: null,
      subject: `hub:${hubUid}`,
      refs: [],
      _sd: [],
      pub: {
        kid: hub.kid,
        spki: Buffer.from(hub.spki).toString('base64url'),
        device_id: `hub:${hubUid}`,
        device_number: 0,
        role: 'hub',
      },
    },
    key,
  )
  return {
    position: workspaceChain.entries.length,
    id: sealed.id,
    kid: sealed.kid,
    payload: sealed.payload,
    sig: sealed.sig,
    hubPosition: null,
  }
}

/**
 * What the owner of one laptop can do: enrols a key of their own as a hub's in the workspace chain, throws away
 * whatever the hub has signed, and has that key vouch for every entry, at a time of their choice.
 *
 * @param key of the exporting device
 * @param hubUid in whose name the hub stands
 */
export const withOwnHub = (contents: BundleContents, key: DeviceKey, hubUid = 'FAKE'): BundleContents => {
  const hub = deviceKeyOf(generateKeyPairSync('ed25519').privateKey)
  const origin = `hub/${hubUid}`
  const at = new Date(contents.export.atMs + 1_000).toISOString()
  const note = (name: string, entries: readonly BundledEntry[], by: DeviceKey): string =>
    signCheckpoint(
      { origin: name, size: entries.length, root: rootOf(entries) },
      { name, privateKey: by.privateKey, publicKeyRaw: by.publicKeyRaw },
    )
  const vouchedFor = (chain: BundledChain, isWitnessed: boolean): BundledChain => {
    let last = Math.max(-1, ...chain.entries.map(({ hubPosition }) => hubPosition ?? -1))
    const entries = chain.entries.map((entry): BundledEntry => ({
      ...entry,
      hubPosition: entry.hubPosition ?? (last += 1),
    }))
    const ordered = [...entries].sort((a, b) => (a.hubPosition as number) - (b.hubPosition as number))
    const receipt = signReceipt(
      { v: 1, hub: origin, case: chain.uid, first: 0, size: ordered.length, root: toHex(rootOf(ordered)), at },
      hub,
    )
    const receipts = isWitnessed ? [{ first: 0, size: ordered.length, at, envelope: JSON.stringify(receipt) }] : []
    return { ...chain, entries, hub: { checkpoint: note(`${origin}/case/${chain.uid}`, ordered, hub), receipts } }
  }
  const entries = [...contents.workspaceChain.entries, enrolment(contents, key, hub, hubUid)]
  const [own = ''] = contents.workspaceChain.checkpoint.split('\n', 1)
  const { workspaceChain, chain, keys } = contents
  return {
    ...contents,
    hub: { origin, kid: hub.kid, conflicts: contents.hub?.conflicts ?? [] },
    chain: vouchedFor(chain, true),
    workspaceChain: vouchedFor(
      {
        ...workspaceChain,
        entries,
        checkpoint: note(own, entries, key),
        earlierCheckpoints: [workspaceChain.checkpoint, ...workspaceChain.earlierCheckpoints],
      },
      false,
    ),
    keys: [
      ...keys,
      {
        kid: hub.kid,
        deviceId: `hub:${hubUid}`,
        deviceNumber: 0,
        name: 'Hub',
        spki: hub.spki,
        enrolledAtMs: Date.parse(payloadOf(entries.at(-1) as BundledEntry).at),
        revokedAtMs: null,
        revokedFromDseq: null,
      },
    ],
  }
}
