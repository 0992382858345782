import { buildActorDirectory } from '../../seal/actors.ts'
import type { ActorDirectory } from '../../seal/actor-directory.ts'
import { buildKeyDirectory } from '../../seal/keys.ts'
import type { KeyRecord } from '../../seal/verify-types.ts'
import { bundlePaths, caseFolders, workspaceFolders } from '../format/layout.ts'
import type { FiledRecords } from './contents-of.ts'
import type { BundleFindings } from './findings.ts'
import { hubKeysOf, inEffect, readFiledHub, reportSilentHub, withPlaces } from './hub.ts'
import type { FiledHub } from './hub.ts'
import { readDisclosures, readFiledChain, readProofs } from './read-chain.ts'
import type { FiledChain } from './read-chain.ts'
import type { BundleSource } from './source.ts'

/** The records of a bundle as they were read, with the keys and people that its workspace enrols. */
export interface ReadRecords extends FiledRecords {
  readonly proofs: Awaited<ReturnType<typeof readProofs>>
  readonly keys: ReadonlyMap<string, KeyRecord>
  readonly actors: ActorDirectory
  /** Keys of the hub that the bundle names; none where it holds nothing of one. */
  readonly hubKeys: readonly KeyRecord[]
}

/**
 * B-94: the key that is named as the hub's is one that the workspace enrols for it, and the order has a place for each
 * entry.
 */
const checkOrder = (
  { order }: FiledHub,
  hubKeys: readonly KeyRecord[],
  chain: FiledChain,
  workspace: FiledChain,
  findings: BundleFindings,
): void => {
  const file = bundlePaths.hubOrder
  if (!hubKeys.some(({ kid }) => kid === order.kid))
    findings.add('bundle_key_mismatch', 'it names a key that the workspace never enrolled for its hub', { file })
  for (const [places, { entries }] of [
    [order.case, chain],
    [order.workspace, workspace],
  ] as const) {
    const last = entries.at(-1)?.number ?? -1
    if (places.length !== last + 1)
      findings.add('bundle_facts_differ', 'it does not have a place for each entry, and for nothing else', { file })
  }
}

/** Reads the records, and checks that what they say of a hub and of its order fits together (B-30 to B-52, B-90 to B-95). */
export const readRecords = async (source: BundleSource, findings: BundleFindings): Promise<ReadRecords> => {
  const hub = await readFiledHub(source, findings)
  const workspace = withPlaces(
    await readFiledChain(source, workspaceFolders, findings),
    hub?.order.workspace_signed ?? hub?.order.workspace,
  )
  const chain = withPlaces(
    await readFiledChain(source, caseFolders, findings),
    hub?.order.case_signed ?? hub?.order.case,
  )
  const { keys } = buildKeyDirectory(inEffect(workspace.entries, hub?.order.workspace).map(({ entry }) => entry))
  const actors = buildActorDirectory(
    workspace.entries.map(({ entry }) => entry),
    keys,
  )
  const hubKeys = hub === null ? [] : hubKeysOf(keys, hub.order)
  if (hub !== null) checkOrder(hub, hubKeys, chain, workspace, findings)
  reportSilentHub(keys, hub, findings)
  const disclosed = await readDisclosures(source, caseFolders.disclosures, findings)
  const names = await readDisclosures(source, workspaceFolders.disclosures, findings)
  const proofs = await readProofs(source, caseFolders.proofs ?? '', findings)
  return { hub, workspace, chain, keys, actors, hubKeys, disclosed, names, proofs }
}
