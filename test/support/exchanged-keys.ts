import { generateKeyPairSync } from 'node:crypto'
import type { BundleContents, BundledChain, BundledEntry } from '../../main/bundle/contents.ts'
import { deviceKeyOf } from '../../main/platform/key-files.ts'
import type { DeviceKey } from '../../main/platform/key-files.ts'
import { canonicalBytes } from '../../main/seal/canonical.ts'
import { signCheckpoint } from '../../main/seal/checkpoint.ts'
import { entryDigests, entryPae } from '../../main/seal/entry.ts'
import type { EntryPayload } from '../../main/seal/entry.ts'
import { toHex } from '../../main/seal/hash.ts'
import { inHubOrder } from '../../main/seal/hub-order.ts'
import { treeRoot } from '../../main/seal/merkle.ts'
import { signReceipt } from '../../main/seal/receipt.ts'
import { signMessage } from '../../main/seal/signature.ts'

const note = (origin: string, entries: readonly BundledEntry[], { privateKey, publicKeyRaw }: DeviceKey): string =>
  signCheckpoint(
    { origin, size: entries.length, root: treeRoot(entries.map(({ id }) => Buffer.from(id, 'hex'))) },
    { name: origin, privateKey, publicKeyRaw },
  )

/**
 * What an exporter who has only their own key can do to a bundle that is checked by hand: puts a fresh key into the
 * file of everybody else's, under the old name, and seals every entry of theirs anew, changed at will. Chains, trees,
 * proofs, and what the hub signed fit. The key ids stay as they are.
 *
 * @param own of the exporting device
 */
export const withExchangedKeys = (
  contents: BundleContents,
  own: DeviceKey,
  change: (payload: EntryPayload) => EntryPayload,
): BundleContents => {
  const fresh = new Map(
    contents.keys.map(({ kid }) => [
      kid,
      kid === own.kid ? own : deviceKeyOf(generateKeyPairSync('ed25519').privateKey),
    ]),
  )
  const keyOf = (kid: string): DeviceKey => fresh.get(kid) as DeviceKey
  const ids = new Map<string, string>()
  const idOf = (id: string): string => ids.get(id) ?? id
  const sealAnew = (entry: BundledEntry): BundledEntry => {
    const old = change(JSON.parse(Buffer.from(entry.payload).toString()) as EntryPayload)
    const payload = canonicalBytes({
      ...old,
      prev: old.prev === null ? null : idOf(old.prev),
      refs: old.refs.map(idOf),
      seen: old.seen.map(idOf).sort(),
      anchor: null,
    })
    const sig = signMessage(entryPae(payload), keyOf(entry.kid).privateKey)
    const id = toHex(entryDigests(payload, sig).leaf)
    ids.set(entry.id, id)
    return { ...entry, payload, sig, id }
  }
  const { hub } = contents
  const chainAnew = (chain: BundledChain): BundledChain => {
    // An entry names what came before it, which stands before it in the order of the hub.
    const sealed = new Map(
      inHubOrder(chain.entries, ({ hubPosition }) => hubPosition).map((entry) => [entry.position, sealAnew(entry)]),
    )
    const entries = chain.entries.map(({ position }) => sealed.get(position) as BundledEntry)
    const [origin = ''] = chain.checkpoint.split('\n', 1)
    const received = inHubOrder(entries, ({ hubPosition }) => hubPosition).filter(
      ({ hubPosition }) => typeof hubPosition === 'number',
    )
    const root = toHex(treeRoot(received.map(({ id }) => Buffer.from(id, 'hex'))))
    const at = new Date(contents.export.atMs).toISOString()
    const signed =
      hub === undefined
        ? {}
        : {
            hub: {
              checkpoint: note(`${hub.origin}/case/${chain.uid}`, received, keyOf(hub.kid)),
              receipts: [
                {
                  first: 0,
                  size: received.length,
                  at,
                  envelope: JSON.stringify(
                    signReceipt(
                      { v: 1, hub: hub.origin, case: chain.uid, first: 0, size: received.length, root, at },
                      { kid: hub.kid, privateKey: keyOf(hub.kid).privateKey },
                    ),
                  ),
                },
              ],
            },
          }
    return { uid: chain.uid, entries, checkpoint: note(origin, entries, own), earlierCheckpoints: [], ...signed }
  }
  const workspaceChain = chainAnew(contents.workspaceChain)
  const chain = chainAnew(contents.chain)
  return {
    ...contents,
    workspaceChain,
    chain,
    keys: contents.keys.map((known) => ({ ...known, spki: keyOf(known.kid).spki })),
    disclosures: contents.disclosures.map((disclosure) => ({ ...disclosure, entry: idOf(disclosure.entry) })),
    nameDisclosures: contents.nameDisclosures.map((one) => ({ ...one, entry: idOf(one.entry) })),
    evidence: contents.evidence.map((piece) => ({
      ...piece,
      item: { ...piece.item, entry_id: idOf(piece.item.entry_id) },
    })),
    export: { ...contents.export, entryId: idOf(contents.export.entryId) },
    ...(hub === undefined
      ? {}
      : {
          hub: {
            ...hub,
            conflicts: hub.conflicts.map((one) => ({ ...one, loser: idOf(one.loser), winner: idOf(one.winner) })),
          },
        }),
  }
}

/**
 * What an exporter can do who keeps back all that the hub signed: takes a step of a colleague's out, and makes the tree
 * over what is left.
 *
 * @param own of the exporting device
 */
export const withoutStep = (
  { hub: _hub, ...contents }: BundleContents,
  own: DeviceKey,
  isTaken: (payload: EntryPayload) => boolean,
): BundleContents => {
  const { hub: _case, ...chain } = contents.chain
  const { hub: _workspace, ...workspaceChain } = contents.workspaceChain
  const at = chain.entries.findIndex(({ payload }) =>
    isTaken(JSON.parse(Buffer.from(payload).toString()) as EntryPayload),
  )
  if (at < 0) throw new Error('there is no such step')
  const taken = chain.entries[at]?.id
  const entries = chain.entries.filter(({ id }) => id !== taken).map((entry, position) => ({ ...entry, position }))
  const [origin = ''] = chain.checkpoint.split('\n', 1)
  return {
    ...contents,
    workspaceChain,
    chain: { ...chain, entries, checkpoint: note(origin, entries, own), earlierCheckpoints: [] },
    disclosures: contents.disclosures.filter(({ entry }) => entry !== taken),
  }
}
