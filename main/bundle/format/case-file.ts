import { z } from 'zod'
import { sealedFacts } from '../../../shared/schema/evidence.ts'
import { timestamp, toTimestamp } from '../../../shared/schema/text.ts'
import { toHex } from '../../seal/hash.ts'
import { treeRoot } from '../../seal/merkle.ts'
import type { BundleContents, BundledChain } from '../contents.ts'
import { hubFacts, hubFactsOf } from './hub-facts.ts'
import { bundleFormat, bundleVersion, caseFolders, checkpointName, workspaceFolders } from './layout.ts'
import { sshFingerprint } from './sshsig.ts'

const ids = z.array(z.number())

const chainFacts = z.object({
  uid: z.string(),
  size: z.int().min(0),
  root: z.string().describe('Root of the tree over all entries, lower-case hex.'),
  entries: z.string().describe('The folder of the entries.'),
  checkpoint: z.string().describe('The newest checkpoint.'),
})

const evidenceFacts = z.object({
  uid: z.string(),
  id: z.number(),
  entry: z.string().describe('Id of the sealed `evidence.acquired`.'),
  file: z.string().nullable().describe('null: the recipient gets the hash alone.'),
  name: z.string(),
  path: z.string().nullable(),
  label: z.string().nullable(),
  tags: z.array(z.string()),
  kind: z.string(),
  media_type: z.string(),
  size: z.int().min(0),
  sha256: z.string(),
  acquired_at: timestamp,
  acquired_by: z.string(),
  facts: sealedFacts,
})
export type EvidenceFacts = z.infer<typeof evidenceFacts>

/** `data/case.json` (B-40). */
export const caseFile = z.object({
  format: z.literal(bundleFormat),
  version: z.literal(bundleVersion),
  software: z.object({ name: z.string(), version: z.string() }),
  exported: z.object({ at: timestamp, by: z.string(), reason: z.string(), entry: z.string() }),
  signing_key: z.object({ kid: z.string(), device_id: z.string(), ssh_fingerprint: z.string() }),
  workspace: z.object({ uid: z.string(), institution: z.string(), name: z.string() }),
  case: z.object({
    uid: z.string(),
    id: z.number(),
    number: z.string(),
    title: z.string().nullable(),
    description: z.string().nullable(),
    priority: z.string(),
    status: z.string(),
    owner: z.string().nullable(),
    created_at: timestamp,
    updated_at: timestamp,
    sla_due_at: timestamp,
    finished_at: timestamp.nullable(),
    outcome: z.string().nullable().optional().describe('Absent in bundles of releases that knew none.'),
    on_legal_hold: z.boolean(),
    alert_ids: ids,
    customer_ids: ids.nullable(),
    account_ids: ids.nullable(),
  }),
  chains: z.object({ case: chainFacts, workspace: chainFacts }),
  hub: hubFacts.optional().describe('Absent: the workspace has no hub.'),
  people: z.record(z.string(), z.string()),
  evidence: z.array(evidenceFacts),
})
export type CaseFile = z.infer<typeof caseFile>

/** The file of the bundle in which each piece stands, by its uid; null where the recipient gets its hash alone. */
export type EvidenceFiles = ReadonlyMap<string, string | null>

/** The key that signs a bundle, and whose it is. */
export interface SigningKeyFacts {
  readonly kid: string
  readonly deviceId: string
  readonly spki: Uint8Array
}

const chainOf = (chain: BundledChain, folders: typeof caseFolders): CaseFile['chains']['case'] => ({
  uid: chain.uid,
  size: chain.entries.length,
  root: toHex(treeRoot(chain.entries.map(({ id }) => Buffer.from(id, 'hex')))),
  entries: folders.entries,
  checkpoint: `${folders.checkpoints}${checkpointName(chain.entries.length, 1)}`,
})

const evidenceOf = ({ item, facts }: BundleContents['evidence'][number], files: EvidenceFiles): EvidenceFacts => ({
  uid: item.uid,
  id: item.id,
  entry: item.entry_id,
  file: files.get(item.uid) ?? null,
  name: item.name,
  path: item.path,
  label: item.label,
  tags: item.tags,
  kind: item.kind,
  media_type: item.media_type,
  size: item.size,
  sha256: item.sha256,
  acquired_at: item.acquired_at,
  acquired_by: item.acquired_by.name,
  facts,
})

/** B-40: the facts of a case as the bundle states them. */
export const caseFileOf = (contents: BundleContents, files: EvidenceFiles, key: SigningKeyFacts): CaseFile => {
  const told = contents.case
  const hub = hubFactsOf(contents)
  return {
    format: bundleFormat,
    version: bundleVersion,
    software: { name: 'Fieldseal', version: contents.softwareVersion },
    exported: {
      at: toTimestamp(contents.export.atMs),
      by: contents.export.byName,
      reason: contents.export.reason,
      entry: contents.export.entryId,
    },
    signing_key: { kid: key.kid, device_id: key.deviceId, ssh_fingerprint: sshFingerprint(key.spki) },
    workspace: contents.workspace,
    case: {
      uid: told.uid,
      id: told.id,
      number: told.number,
      title: told.title,
      description: told.description,
      priority: told.priority,
      status: told.status,
      owner: told.ownerName,
      created_at: toTimestamp(told.createdAtMs),
      updated_at: toTimestamp(told.updatedAtMs),
      sla_due_at: toTimestamp(told.slaDueAtMs),
      finished_at: told.finishedAtMs === null ? null : toTimestamp(told.finishedAtMs),
      outcome: told.outcome,
      on_legal_hold: told.onLegalHold,
      alert_ids: [...told.alertIds],
      customer_ids: told.customerIds === null ? null : [...told.customerIds],
      account_ids: told.accountIds === null ? null : [...told.accountIds],
    },
    chains: {
      case: chainOf(contents.chain, caseFolders),
      workspace: chainOf(contents.workspaceChain, workspaceFolders),
    },
    ...(hub === undefined ? {} : { hub }),
    people: Object.fromEntries([...contents.people].sort(([a], [b]) => (a < b ? -1 : 1))),
    evidence: contents.evidence.map((piece) => evidenceOf(piece, files)),
  }
}
