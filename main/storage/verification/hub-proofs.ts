import type { ReceiptPayload } from '../../../shared/protocol/sync.ts'
import type { Finding } from '../../../shared/schema/findings.ts'
import { caseOrigin } from '../../seal/case-origin.ts'
import { makeFinding } from '../../seal/findings.ts'
import type { FindingChain } from '../../seal/findings.ts'
import { toHex } from '../../seal/hash.ts'
import { rootsAt } from '../../seal/heads.ts'
import { hubKeysIn } from '../../seal/key-authority.ts'
import { openReceipt } from '../../seal/receipt.ts'
import { rawFromSpki } from '../../seal/signature.ts'
import type { CheckpointKey, KeyRecord } from '../../seal/verify-types.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { HubTable, ReceiptsTable } from '../sync/tables.ts'

/**
 * What is known of a folder's hub (L-85). The row that names it is local, so it counts for what the workspace's chain
 * says of it:
 * `none`: the folder keeps no hub; `enrolled`: the chain enrols the key that is kept; `another`: it enrols another one
 * (S-35); `unconfirmed`: it enrols none, as before the workspace's chain has come to a folder that joined, and where
 * somebody wrote the row who had no hub.
 */
export type HubStanding =
  | { readonly kind: 'none' | 'another' | 'unconfirmed' }
  | { readonly kind: 'enrolled'; readonly hub: HubTable }

/** Holds the hub that a folder keeps against the keys that the workspace's chain enrols. */
export const hubStandingOf = (hub: HubTable | undefined, keys: ReadonlyMap<string, KeyRecord>): HubStanding => {
  if (hub === undefined) return { kind: 'none' }
  const enrolled = hubKeysIn(keys)
  if (enrolled.length === 0) return { kind: 'unconfirmed' }
  const isKnown = enrolled.some(
    ({ kid, spki, deviceId }) =>
      kid === hub.kid && Buffer.from(spki).equals(hub.spki) && hub.origin === deviceId.replace(':', '/'),
  )
  return isKnown ? { kind: 'enrolled', hub } : { kind: 'another' }
}

/**
 * Whether the workspace has a hub by what is sealed: only then can cases have been given back, or be on their way here.
 */
export const hasSealedHub = ({ kind }: HubStanding): boolean => kind === 'enrolled' || kind === 'another'

/** What a person must know of a hub that nothing sealed speaks of. */
export const hubFindings = ({ kind }: HubStanding, workspace: FindingChain): Finding[] => {
  const messages: Partial<Record<HubStanding['kind'], string>> = {
    unconfirmed:
      'the folder keeps a hub that the chain of the workspace does not enrol: it joined and has not heard from the hub yet, or somebody wrote the row; the hub explains nothing that is missing here',
    another: 'the folder keeps another hub than the one that the chain of the workspace enrols',
  }
  const message = messages[kind]
  return message === undefined ? [] : [makeFinding(workspace, 'hub_unconfirmed', message)]
}

/**
 * The checkpoints of the hub that are kept of a chain. Those of a hub that nothing sealed speaks of say nothing, for or
 * against.
 */
export const hubCheckpointsOf = (sql: SyncStatements, standing: HubStanding, chainUid: string): string[] =>
  hasSealedHub(standing)
    ? sql
        .all<{ note: string }>('select note from hub_checkpoints where uid = ? order by size', chainUid)
        .map(({ note }) => note)
    : []

/** The key of the hub, under the names that it signs the checkpoints of a chain with. */
export const hubCheckpointKeys = (standing: HubStanding, chainUid: string): CheckpointKey[] => {
  if (standing.kind !== 'enrolled') return []
  const { hub } = standing
  const publicKeyRaw = rawFromSpki(hub.spki)
  if (publicKeyRaw === null) return []
  return [caseOrigin(hub.origin, chainUid), hub.origin].map((name) => ({ role: 'hub', name, publicKeyRaw }))
}

/** What the kept receipts of a chain say. */
export interface KeptReceipts {
  /** When the hub received each entry (S-97), by entry id. */
  readonly times: ReadonlyMap<string, string>
  readonly problems: readonly string[]
}

const receiptOf = (hub: HubTable, row: ReceiptsTable): ReceiptPayload | null => {
  try {
    const opened = openReceipt(JSON.parse(row.receipt), { kid: hub.kid, spki: hub.spki })
    return opened.ok &&
      opened.value.hub === hub.origin &&
      opened.value.case === row.uid &&
      opened.value.first === row.first &&
      opened.value.size === row.size &&
      opened.value.at === row.at
      ? opened.value
      : null
  } catch {
    return null
  }
}

/**
 * Holds the kept receipts of a chain against the hub's key and the tree of its entries in hub order (Y-23); one that
 * does not hold says nothing of any time.
 * Where the folder keeps another key than the hub's none of them does; those of a hub that nothing sealed speaks of say
 * nothing, for or against.
 */
export const readReceipts = (
  sql: SyncStatements,
  standing: HubStanding,
  { chainId, caseUid }: { readonly chainId: number; readonly caseUid: string },
): KeptReceipts => {
  const hub = standing.kind === 'enrolled' ? standing.hub : null
  const rows = !hasSealedHub(standing)
    ? []
    : sql.all<ReceiptsTable>('select * from receipts where uid = ? order by size, first', caseUid)
  const times = new Map<string, string>()
  if (rows.length === 0) return { times, problems: [] }
  const ids = sql
    .all<{ id: Buffer }>('select id from entries where chain = ? and hub_pos is not null order by hub_pos', chainId)
    .map(({ id }) => id)
  const roots = rootsAt(ids, new Set(rows.map(({ size }) => size)))
  let failing = 0
  for (const row of rows) {
    const said = hub === null ? null : receiptOf(hub, row)
    const root = roots.get(row.size)
    if (said === null || root === undefined || toHex(root) !== said.root) {
      failing += 1
      continue
    }
    for (const id of ids.slice(said.first, said.size)) if (!times.has(toHex(id))) times.set(toHex(id), said.at)
  }
  return { times, problems: failing === 0 ? [] : [`${failing} kept receipts of the hub do not hold for the entries`] }
}
