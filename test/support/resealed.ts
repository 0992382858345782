import type { BundleContents, BundledChain } from '../../main/bundle/contents.ts'
import type { DeviceKey } from '../../main/platform/key-files.ts'
import { canonicalBytes, type JsonValue } from '../../main/seal/canonical.ts'
import { signCheckpoint } from '../../main/seal/checkpoint.ts'
import { entryDigests, entryPae, type EntryPayload } from '../../main/seal/entry.ts'
import { toHex } from '../../main/seal/hash.ts'
import { treeRoot } from '../../main/seal/merkle.ts'
import { signMessage } from '../../main/seal/signature.ts'

/** Seals every entry of a chain anew with another key, in the old one's place, with a checkpoint that fits. */
const reseal = (
  chain: BundledChain,
  key: DeviceKey,
  change: (payload: EntryPayload) => EntryPayload,
): { chain: BundledChain; ids: Map<string, string> } => {
  const ids = new Map<string, string>()
  const entries = chain.entries.map((entry) => {
    const old = change(JSON.parse(Buffer.from(entry.payload).toString()) as EntryPayload)
    const pub: Readonly<Record<string, JsonValue>> =
      old.type === 'key.enrolled'
        ? { ...old.pub, kid: key.kid, spki: Buffer.from(key.spki).toString('base64url') }
        : old.pub
    const newId = (id: string): string => ids.get(id) ?? id
    const payload = canonicalBytes({
      ...old,
      pub,
      kid: key.kid,
      prev: old.prev === null ? null : newId(old.prev),
      refs: old.refs.map(newId),
    })
    const sig = signMessage(entryPae(payload), key.privateKey)
    const id = toHex(entryDigests(payload, sig).leaf)
    ids.set(entry.id, id)
    return { position: entry.position, id, kid: key.kid, payload, sig }
  })
  const [origin = ''] = chain.checkpoint.split('\n', 1)
  const root = treeRoot(entries.map(({ id }) => Buffer.from(id, 'hex')))
  const checkpoint = signCheckpoint(
    { origin, size: entries.length, root },
    { name: origin, privateKey: key.privateKey, publicKeyRaw: key.publicKeyRaw },
  )
  return { chain: { uid: chain.uid, entries, checkpoint, earlierCheckpoints: [] }, ids }
}

/**
 * The work of a thorough forger: every key exchanged for his own, every entry changed as he likes and sealed anew,
 * every digest, proof and checkpoint made to fit. Nothing within such a bundle speaks against it.
 */
export const resealed = (
  contents: BundleContents,
  key: DeviceKey,
  change: (payload: EntryPayload) => EntryPayload,
): BundleContents => {
  const own = reseal(contents.workspaceChain, key, (payload) => payload)
  const { chain, ids } = reseal(contents.chain, key, change)
  const idOf = (id: string): string => ids.get(id) ?? id
  return {
    ...contents,
    workspaceChain: own.chain,
    chain,
    keys: contents.keys.map((known) => ({ ...known, kid: key.kid, spki: key.spki })),
    disclosures: contents.disclosures.map((disclosure) => ({ ...disclosure, entry: idOf(disclosure.entry) })),
    nameDisclosures: contents.nameDisclosures.map((one) => ({ ...one, entry: own.ids.get(one.entry) ?? one.entry })),
    evidence: contents.evidence.map((piece) => ({
      ...piece,
      item: { ...piece.item, entry_id: idOf(piece.item.entry_id) },
    })),
    export: { ...contents.export, entryId: idOf(contents.export.entryId) },
  }
}
