import { openEntry } from '../../seal/entry.ts'
import type { HubIdentity, HubChain } from './records.ts'
import type { HubTx } from './store.ts'
import { foundingHead, headForm, readWorkspaceHead, workspaceAfter } from './workspace-head.ts'
import type { WorkspaceHead } from './workspace-head.ts'

const entriesAtOnce = 256

/** What the whole workspace chain comes to by the rules of this release, from the founder's key on. */
const folded = async (
  tx: Pick<HubTx, 'entriesOf'>,
  founder: Parameters<typeof foundingHead>[0],
  hub: Pick<HubIdentity, 'kid'>,
): Promise<WorkspaceHead> => {
  let head = foundingHead(founder)
  for (let pos = 0; ; pos += entriesAtOnce) {
    const entries = await tx.entriesOf('workspace', pos, entriesAtOnce)
    for (const entry of entries) {
      const opened = openEntry(entry)
      if (opened.ok) head = workspaceAfter(head, { id: entry.id, payload: opened.value }, hub)
    }
    if (entries.length < entriesAtOnce) return head
  }
}

/**
 * The kept head of the workspace chain. One that an earlier release kept does not say all that the rules now ask: it is
 * made anew out of the chain, once, and kept.
 */
export const currentWorkspaceHead = async (
  tx: Pick<HubTx, 'entriesOf' | 'saveChain'>,
  chain: HubChain,
  { kid, rootKid }: Pick<HubIdentity, 'kid' | 'rootKid'>,
): Promise<WorkspaceHead> => {
  const kept = readWorkspaceHead(chain.head)
  const root = Object.hasOwn(kept.keys, rootKid) ? kept.keys[rootKid] : undefined
  if (kept.form === headForm || root === undefined) return kept
  const head = await folded(tx, { kid: rootKid, deviceId: root.deviceId, spki: root.spki }, { kid })
  await tx.saveChain({ ...chain, head: JSON.stringify(head) })
  return head
}
