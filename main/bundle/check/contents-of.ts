import type { KeyRecord } from '../../seal/verify-types.ts'
import type {
  BundleContents,
  BundledCase,
  BundledChain,
  BundledDisclosure,
  BundledEvidence,
  BundledKey,
  BundledLogProof,
  HubProofs,
} from '../contents.ts'
import type { CaseFile, EvidenceFacts } from '../format/case-file.ts'
import type { FiledHub } from './hub.ts'
import type { FiledLog } from './hub-log.ts'
import { newestNote } from './hub.ts'
import type { ListedKey } from './key-list.ts'
import type { FiledChain, FiledDisclosures } from './read-chain.ts'

/** What the files of a bundle hold, once they are read. */
export interface FiledRecords {
  readonly chain: FiledChain
  readonly workspace: FiledChain
  readonly disclosed: ReadonlyMap<number, FiledDisclosures>
  /** Of the workspace's chain: what names people (B-114). */
  readonly names: ReadonlyMap<number, FiledDisclosures>
  /** null: the bundle holds nothing of a hub. */
  readonly hub: FiledHub | null
}

const size = (note: string): number => Number(note.split('\n', 2)[1])

const logProofOf = ({ kind, head, leaf, proof, token, witnessKeys }: FiledLog, stamp: Stamp): BundledLogProof => ({
  kind,
  head,
  headSize: size(head),
  leaf,
  index: proof.leaf_index,
  hashes: proof.hashes.map((hash) => Buffer.from(hash, 'hex')),
  token,
  witnesses: witnessKeys,
  stamp: kind === 'timestamped' ? stamp : null,
})

type Stamp = BundledLogProof['stamp']

const stampOf = (told: CaseFile): Stamp => {
  const stated = told.hub?.time_stamp ?? null
  return stated === null ? null : { atMs: Date.parse(stated.at), signer: stated.signer }
}

/** What the hub signed about the case, as far as a paper tells it: of receipts the time of the newest. */
const hubProofsOf = (told: CaseFile, { case: proofs, log }: FiledHub): HubProofs => {
  const last = told.hub?.last_receipt_at ?? null
  return {
    checkpoint: newestNote(proofs),
    receipts: last === null ? [] : [{ first: 0, size: 0, at: last, envelope: '' }],
    log: log.map((one) => logProofOf(one, stampOf(told))),
  }
}

const chainOf = (
  uid: string,
  filed: FiledChain,
  places: readonly (number | null)[] | undefined,
  hub: HubProofs | undefined,
): BundledChain => ({
  uid,
  entries: filed.entries.map(({ number, entry: { id, kid, payload, sig } }) => ({
    position: number,
    id,
    kid,
    payload,
    sig,
    ...(places === undefined ? {} : { hubPosition: places[number] ?? null }),
  })),
  checkpoint: filed.newestNote,
  earlierCheckpoints: [],
  ...(hub === undefined ? {} : { hub }),
})

const disclosuresOf = (
  { entries }: FiledChain,
  disclosed: ReadonlyMap<number, FiledDisclosures>,
): BundledDisclosure[] => {
  const ids = new Map(entries.map(({ number, entry }) => [number, entry.id]))
  return [...disclosed].flatMap(([number, { values }]) =>
    values.map(({ digest, name, encoded }) => ({ digest, entry: ids.get(number) ?? '', name, encoded })),
  )
}

const timeOf = (at: string | null): number | null => (at === null ? null : Date.parse(at))

const caseOf = ({ case: told }: CaseFile): BundledCase => ({
  uid: told.uid,
  id: told.id,
  number: told.number,
  title: told.title,
  description: told.description,
  priority: told.priority,
  status: told.status,
  ownerName: told.owner,
  createdAtMs: Date.parse(told.created_at),
  updatedAtMs: Date.parse(told.updated_at),
  slaDueAtMs: Date.parse(told.sla_due_at),
  finishedAtMs: timeOf(told.finished_at),
  outcome: told.outcome ?? null,
  onLegalHold: told.on_legal_hold,
  alertIds: told.alert_ids,
  customerIds: told.customer_ids,
  accountIds: told.account_ids,
})

/** No paper holds the bytes of a piece, only whether they are there. */
const bytesThere = async function* (): AsyncGenerator<Uint8Array> {}

/** A piece as papers tell it: what only the window shows of a piece is not in a bundle. */
const evidenceOf = (piece: EvidenceFacts, caseId: number): BundledEvidence => ({
  item: {
    id: piece.id,
    uid: piece.uid,
    case_id: caseId,
    name: piece.name,
    path: piece.path,
    // Held against the entry (B-110), whatever it is.
    kind: piece.kind as BundledEvidence['item']['kind'],
    media_type: piece.media_type,
    size: piece.size,
    sha256: piece.sha256,
    label: piece.label,
    tags: piece.tags,
    notes: 0,
    relations: 0,
    acquired_at: piece.acquired_at,
    acquired_by: { id: null, name: piece.acquired_by },
    same_bytes: [],
    entry_id: piece.entry,
    known: [],
    bytes: 'here',
  },
  facts: piece.facts,
  bytes: piece.file === null ? null : bytesThere,
})

const keysOf = (listed: readonly ListedKey[], keys: ReadonlyMap<string, KeyRecord>): BundledKey[] =>
  listed.flatMap((key) => {
    const record = keys.get(key.kid)
    return record === undefined
      ? []
      : [
          {
            kid: key.kid,
            deviceId: key.device_id,
            deviceNumber: key.device_number,
            name: key.name,
            spki: record.spki,
            enrolledAtMs: Date.parse(key.enrolled_at),
            revokedAtMs: timeOf(key.revoked_at),
            revokedFromDseq: key.revoked_from_dseq,
          },
        ]
  })

/**
 * What a bundle was made from, as its own files tell it, so that its papers can be made again (B-111). To be asked of a
 * bundle whose entries have no fault and whose `case.json` and `keys.json` say what they say: nothing here is checked.
 */
export const contentsOf = (
  told: CaseFile,
  { chain, workspace, disclosed, names, hub }: FiledRecords,
  listed: readonly ListedKey[],
  keys: ReadonlyMap<string, KeyRecord>,
): BundleContents => {
  const own = hub === null ? undefined : { checkpoint: newestNote(hub.workspace), receipts: [] }
  return {
    workspace: told.workspace,
    case: caseOf(told),
    chain: chainOf(told.case.uid, chain, hub?.order.case, hub === null ? undefined : hubProofsOf(told, hub)),
    ...(told.hub === undefined
      ? {}
      : { hub: { origin: told.hub.origin, kid: told.hub.kid, conflicts: told.hub.conflicts } }),
    workspaceChain: chainOf('workspace', workspace, hub?.order.workspace, own),
    keys: keysOf(listed, keys),
    disclosures: disclosuresOf(chain, disclosed),
    people: new Map(Object.entries(told.people)),
    nameDisclosures: disclosuresOf(workspace, names),
    evidence: told.evidence.map((piece) => evidenceOf(piece, told.case.id)),
    export: {
      atMs: Date.parse(told.exported.at),
      byName: told.exported.by,
      reason: told.exported.reason,
      entryId: told.exported.entry,
    },
    softwareVersion: told.software.version,
  }
}
