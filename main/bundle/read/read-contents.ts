import type { ExportChoice } from '../../../shared/api/exports.ts'
import type { SealedFacts } from '../../../shared/schema/evidence.ts'
import type { BlobStore } from '../../blobs/file-store.ts'
import { openTimestamp } from '../../seal/timestamp.ts'
import { readLinks } from '../../storage/cases/links.ts'
import { disclosedText } from '../../storage/cases/read-case.ts'
import type { CasesTable, ConflictsTable } from '../../storage/cases/tables.ts'
import { readPiece } from '../../storage/evidence/read-evidence.ts'
import type { EvidenceReadParts } from '../../storage/evidence/read-evidence.ts'
import { readDirectoryOfKeys } from '../../storage/ledger/key-directory.ts'
import type { WorkspaceFacts } from '../../storage/ledger/workspace.ts'
import { readDisclosure } from '../../storage/ledger/open-entry.ts'
import type { CheckpointsTable, DisclosuresTable, EntriesTable, KeysTable } from '../../storage/ledger/tables.ts'
import type { SyncStatements } from '../../storage/sqlite/statements.ts'
import { formerPlaces } from '../../storage/sync/former-places.ts'
import { readHub } from '../../storage/sync/hub-relation.ts'
import { proofsOf } from '../../storage/sync/log-proofs.ts'
import type { HubTable, ReceiptsTable } from '../../storage/sync/tables.ts'
import { hidesOf } from './left-out.ts'
import type { Hides } from './left-out.ts'
import { namedPeople } from './named-people.ts'
import type { NamedPeople } from './named-people.ts'
import { readNames } from './read-names.ts'
import type {
  BundleContents,
  BundledCase,
  BundledChain,
  BundledConflict,
  BundledDisclosure,
  BundledEvidence,
  BundledHub,
  BundledKey,
  BundledLogProof,
  HubProofs,
} from '../contents.ts'

/** What reading the contents of a bundle stands on. */
export interface ContentsParts extends EvidenceReadParts {
  /** The key of a piece; asked when its bytes are read, when the moment has passed. */
  readonly blobKey: (sha256: string, caseId: number) => Promise<Uint8Array | null>
  readonly blobs: BlobStore
  readonly facts: WorkspaceFacts
  readonly softwareVersion: string
}

/** The export whose contents are read. */
export interface SealedExport {
  readonly caseId: number
  readonly choice: Pick<ExportChoice, 'evidence' | 'disclosures' | 'reason'>
  readonly entryId: string
  readonly atMs: number
  readonly byUid: string
}

/** The bytes of a piece cannot be read as they were sealed. */
export class UnreadableEvidence extends Error {}

/** The folder has a hub and does not know the keys of its workspace yet: nobody could check a bundle of it. */
export class UnknownKeys extends Error {}

const stampOf = (token: Uint8Array, head: string): BundledLogProof['stamp'] => {
  const opened = openTimestamp(token, Buffer.from(head, 'utf8'))
  return opened.ok ? { atMs: opened.value.atMs, signer: opened.value.signer } : null
}

/** What is proven of a case in the hub's log (Y-53, Y-54). */
const readLogProofs = (sql: SyncStatements, uid: string): BundledLogProof[] => {
  const witnesses = sql.all<{ key: string }>('select key from trusted_witnesses order by name').map(({ key }) => key)
  return proofsOf(sql, uid).map(({ proof, head }) => ({
    stamp: head.token === null ? null : stampOf(Buffer.from(head.token, 'base64'), head.note),
    kind: proof.kind,
    head: head.note,
    headSize: head.size,
    leaf: proof.note,
    index: proof.index,
    hashes: proof.hashes,
    token: head.token === null ? null : Buffer.from(head.token, 'base64'),
    witnesses,
  }))
}

/** What the hub signed about a chain. */
const readHubProofs = (sql: SyncStatements, uid: string): HubProofs => ({
  checkpoint:
    sql.get<{ note: string }>('select note from hub_checkpoints where uid = ? order by size desc limit 1', uid)?.note ??
    null,
  receipts: sql
    .all<ReceiptsTable>('select * from receipts where uid = ? order by size, first', uid)
    .map(({ first, size, at, receipt }) => ({ first, size, at, envelope: receipt })),
  ...(uid === 'workspace' ? {} : { log: readLogProofs(sql, uid) }),
})

const readChain = (sql: SyncStatements, id: number, uid: string, hub: HubTable | undefined): BundledChain => {
  const notes = sql.all<Pick<CheckpointsTable, 'note' | 'size'>>(
    'select note, size from checkpoints where chain = ? order by size desc',
    id,
  )
  const [newest, ...earlier] = notes
  if (newest === undefined) throw new Error('the chain has no checkpoint')
  const rows = sql.all<EntriesTable>('select * from entries where chain = ? and pos < ? order by pos', id, newest.size)
  const former = hub === undefined ? null : formerPlaces(sql, id)
  return {
    uid,
    entries: rows.map((row) => ({
      position: row.pos,
      id: row.id.toString('hex'),
      kid: row.kid,
      payload: row.payload,
      sig: row.sig,
      ...(former === null ? {} : { hubPosition: row.hub_pos, formerPosition: former.get(row.n) ?? null }),
    })),
    checkpoint: newest.note,
    earlierCheckpoints: earlier.map(({ note }) => note),
    ...(hub === undefined ? {} : { hub: readHubProofs(sql, uid) }),
  }
}

const conflictOf = ({ kind, loser, winner, settled, how }: ConflictsTable): BundledConflict => ({
  kind,
  loser,
  winner,
  settled: settled === null || how === null ? null : { entry: settled, how },
})

const hubOf = (sql: SyncStatements, caseId: number, { origin, kid }: HubTable): BundledHub => ({
  origin,
  kid,
  conflicts: sql
    .all<ConflictsTable>('select * from conflicts where case_id = ? order by at, loser', caseId)
    .map(conflictOf),
})

type StoredDisclosure = Pick<DisclosuresTable, 'digest' | 'name' | 'sealed' | 'wrapped_key'> & {
  readonly id: Buffer
  readonly subject: string
}

/** Every withheld value of a case with the subject of its entry. */
const disclosuresOf = (sql: SyncStatements, caseId: number): StoredDisclosure[] =>
  sql.all<StoredDisclosure>(
    `select d.digest, d.name, d.sealed, d.wrapped_key, e.id, json_extract(cast(e.payload as text), '$.subject') as subject
     from entries e cross join disclosures d on d.entry = e.n where e.chain = ? order by e.pos, d.digest`,
    caseId,
  )

/** The keys that count (S-35), and no row of a key that somebody enrolled who might not. */
const readKeys = (sql: SyncStatements): BundledKey[] => {
  const { keys } = readDirectoryOfKeys(sql)
  return sql.all<KeysTable>('select * from keys where enrolled_at >= 0 order by enrolled_at, kid').flatMap((row) => {
    const record = keys.get(row.kid)
    if (record === undefined) return []
    const { deviceId, spki, enrolledAt, revokedAt } = record
    return {
      kid: row.kid,
      deviceId,
      deviceNumber: row.device_number,
      name: row.name,
      spki,
      enrolledAtMs: Date.parse(enrolledAt),
      revokedAtMs: revokedAt === undefined ? null : Date.parse(revokedAt.at),
      revokedFromDseq: revokedAt?.dseq ?? null,
    }
  })
}

const readCase = async (
  { sql, vault }: ContentsParts,
  row: CasesTable,
  hides: Hides,
  hidden: ReadonlySet<string>,
  people: NamedPeople,
): Promise<BundledCase> => {
  const links = await readLinks(sql, row.id)
  return {
    uid: row.uid,
    id: row.id,
    number: row.number,
    title: hides(row.title_digest) ? null : row.title,
    description: hides(row.description_digest) ? null : disclosedText(sql, vault, row.id, row.description_digest),
    priority: row.priority,
    status: row.status,
    ownerName: people.names.get(row.owner_uid) ?? null,
    createdAtMs: row.created_at,
    updatedAtMs: row.updated_at,
    slaDueAtMs: row.sla_due_at,
    finishedAtMs: row.finished_at,
    outcome: row.outcome,
    onLegalHold: row.hold_at !== null,
    alertIds: links.alertIds,
    customerIds: hidden.has('customer_ids') ? null : links.customerIds,
    accountIds: hidden.has('account_ids') ? null : links.accountIds,
  }
}

const bytesOf = ({ blobs, blobKey }: ContentsParts, caseId: number, name: string, sha256: string) =>
  async function* (): AsyncGenerator<Uint8Array> {
    const key = await blobKey(sha256, caseId)
    const opened = key === null ? null : await blobs.open(sha256, key)
    if (opened?.ok !== true)
      throw new UnreadableEvidence(
        `The bytes of “${name}” are not in the store, or were altered there. Nothing was exported; verify the case.`,
      )
    try {
      for await (const part of opened.value.read(0, opened.value.length)) {
        if (!part.ok)
          throw new UnreadableEvidence(
            `The stored bytes of “${name}” were altered. Nothing was exported; verify the case.`,
          )
        yield part.value
      }
    } finally {
      await opened.value.close()
    }
  }

const hiddenFacts = (facts: SealedFacts, hidden: ReadonlySet<string>): SealedFacts => ({
  ...facts,
  source: hidden.has('source') ? null : facts.source,
  serial: hidden.has('serial') ? null : facts.serial,
  acquired_by: hidden.has('acquired_by') ? '' : facts.acquired_by,
  description: hidden.has('description') ? null : facts.description,
})

const extensionOf = (name: string): string => /\.[0-9A-Za-z]{1,10}$/.exec(name)?.[0] ?? ''

const readPieces = async (
  parts: ContentsParts,
  caseId: number,
  chosen: SealedExport['choice']['evidence'],
  hiddenBySubject: ReadonlyMap<string, ReadonlySet<string>>,
  people: NamedPeople,
): Promise<BundledEvidence[]> => {
  const ids = parts.sql.all<{ id: number; taker: string }>(
    'select id, acquired_by as taker from evidence where case_id = ? order by id',
    caseId,
  )
  const wanted = typeof chosen === 'string' ? null : new Set(chosen)
  const pieces: BundledEvidence[] = []
  for (const { id, taker } of ids) {
    const read = await readPiece(parts, caseId, id)
    if (!read.ok) throw new UnreadableEvidence(read.error.message)
    const {
      facts,
      note_list: _notes,
      relation_list: _relations,
      custody: _custody,
      custody_total: _total,
      erasure: _erasure,
      ...item
    } = read.value
    const hidden = hiddenBySubject.get(item.uid) ?? new Set<string>()
    // Bytes that were erased by order are in no bundle: its entries say so.
    const isIn = item.bytes !== 'erased' && (chosen === 'all' || wanted?.has(id) === true)
    pieces.push({
      item: {
        ...item,
        name: hidden.has('name') ? `evidence-${id}${extensionOf(item.name)}` : item.name,
        path: hidden.has('path') ? null : item.path,
        label: hidden.has('label') ? null : item.label,
        tags: hidden.has('tags') ? [] : item.tags,
        acquired_by:
          hidden.has('acquired_by') || people.hidden.has(taker)
            ? { id: null, name: '' }
            : // B-110: the name that the bundle gives to whoever took it in.
              { id: item.acquired_by.id, name: people.names.get(taker) ?? taker },
      },
      facts: hiddenFacts(facts, hidden),
      bytes: isIn ? bytesOf(parts, caseId, item.name, item.sha256) : null,
    })
  }
  return pieces
}

/**
 * Reads all that a bundle is made from, with what the recipient may not see left out. Call it within one moment of the
 * database, after the chain and the workspace's own were signed.
 *
 * @throws UnreadableEvidence where a piece cannot be told; UnknownKeys where the folder has not heard from its hub yet
 */
export const readContents = async (parts: ContentsParts, sealed: SealedExport): Promise<BundleContents> => {
  const { sql, vault, facts } = parts
  const { caseId, choice } = sealed
  const hub = readHub(sql)
  if (hub !== undefined && sql.get('select kid from keys where kid = ? and enrolled_at >= 0', hub.kid) === undefined) {
    throw new UnknownKeys(
      'This folder has joined a hub and does not have the keys of its workspace yet. Nothing was exported; let it sync once, then export again.',
    )
  }
  const row = sql.get<CasesTable>('select * from cases where id = ?', caseId)
  if (row === undefined) throw new Error('the case of an export is gone')
  const hides = hidesOf(parts, caseId, choice.disclosures)
  const disclosures: BundledDisclosure[] = []
  const hiddenBySubject = new Map<string, Set<string>>()
  const notShown = new Map<string, Set<string>>()
  const note = (names: Map<string, Set<string>>, of: string, name: string): unknown =>
    names.set(of, (names.get(of) ?? new Set()).add(name))
  for (const stored of disclosuresOf(sql, caseId)) {
    const entry = stored.id.toString('hex')
    const isHidden = hides(stored.digest)
    const reading = isHidden ? null : readDisclosure(vault, stored)
    if (isHidden) note(hiddenBySubject, stored.subject, stored.name)
    if (reading?.state === 'present')
      disclosures.push({ digest: stored.digest, entry, name: reading.name, encoded: reading.encoded })
    else note(notShown, entry, stored.name)
  }
  const ofCase = hiddenBySubject.get(row.uid) ?? new Set<string>()
  const chain = readChain(sql, caseId, row.uid, hub)
  const workspaceChain = readChain(sql, 0, 'workspace', hub)
  const proven: ReturnType<typeof readNames> =
    choice.disclosures === 'none' ? new Map() : readNames(sql, vault, workspaceChain)
  const people = namedPeople(chain.entries, new Map([...proven].map(([uid, { name }]) => [uid, name])), notShown)
  const showsExporter = choice.disclosures !== 'none' && !people.hidden.has(sealed.byUid)
  return {
    workspace: { uid: facts.uid, institution: facts.institution, name: facts.name },
    case: await readCase(parts, row, hides, ofCase, people),
    chain,
    ...(hub === undefined ? {} : { hub: hubOf(sql, caseId, hub) }),
    workspaceChain,
    keys: readKeys(sql),
    disclosures,
    people: people.names,
    nameDisclosures: [...people.names.keys()].flatMap((uid) => proven.get(uid)?.disclosure ?? []),
    evidence: await readPieces(parts, caseId, choice.evidence, hiddenBySubject, people),
    export: {
      atMs: sealed.atMs,
      // B-110: the name that the bundle gives to whoever sealed the export.
      byName: showsExporter ? (people.names.get(sealed.byUid) ?? sealed.byUid) : '',
      reason: ofCase.has('reason') ? '' : choice.reason,
      entryId: sealed.entryId,
    },
    softwareVersion: parts.softwareVersion,
  }
}

/** Whether the newest checkpoint of each of these chains covers all that is there at this moment. */
export const isSignedWhole = (sql: SyncStatements, chains: readonly number[]): boolean =>
  chains.every((chain) => sql.get('select id from chains where id = ? and checkpoint_size < size', chain) === undefined)
