import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type {
  BundleContents,
  BundledChain,
  BundledDisclosure,
  BundledEvidence,
  BundledKey,
} from '../../main/bundle/contents.ts'
import { namesProven } from '../../main/bundle/format/people-names.ts'
import { readNames } from '../../main/bundle/read/read-names.ts'
import { writeBundle } from '../../main/bundle/write/write-bundle.ts'
import type { BundleOptions, WrittenBundle } from '../../main/bundle/write/write-bundle.ts'
import type { Actor } from '../../main/domain/access/actor.ts'
import { systemEnv } from '../../main/platform/env.ts'
import { createLog } from '../../main/platform/log.ts'
import type { DeviceKey } from '../../main/platform/key-files.ts'
import type { JsonValue } from '../../main/seal/canonical.ts'
import { openWorkspace } from '../../main/storage/ledger/open-workspace.ts'
import type { Workspace } from '../../main/storage/ledger/workspace.ts'
import type { Result } from '../../shared/schema/result.ts'
import { paperVersions } from '../../shared/schema/papers.ts'
import { toTimestamp } from '../../shared/schema/text.ts'
import { type WorkedWorkspace, workedWorkspace } from './worked-workspace.ts'

/** A piece of evidence that a test makes up. */
export interface MadePiece {
  readonly name: string
  readonly content: Uint8Array | (() => AsyncIterable<Uint8Array>)
  /** Of streamed content, what was sealed; of bytes, computed. */
  readonly sealed?: { readonly size: number; readonly sha256: string }
  readonly kind?: BundledEvidence['item']['kind']
  readonly label?: string
  readonly path?: string
  /** Whether the recipient gets the hash alone. */
  readonly hashOnly?: boolean
}

/** A bundle's contents, and the key that signs it. */
export interface MadeContents {
  readonly contents: BundleContents
  readonly key: DeviceKey
  readonly worked: WorkedWorkspace
}

const granted = <T>(result: Result<T, { readonly code: string; readonly message: string }>): T => {
  if (!result.ok) throw new Error(`refused: ${result.error.code}: ${result.error.message}`)
  return result.value
}

const open = async (dataDir: string): Promise<Workspace> =>
  granted(await openWorkspace(dataDir, systemEnv(createLog('silent'))))

const sealedAs = (piece: MadePiece): { size: number; sha256: string } => {
  if (piece.sealed !== undefined) return piece.sealed
  if (!(piece.content instanceof Uint8Array)) throw new Error('streamed content needs its sealed size and hash')
  return { size: piece.content.length, sha256: createHash('sha256').update(piece.content).digest('hex') }
}

async function* inParts(content: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += 65_536) yield await Promise.resolve(content.subarray(at, at + 65_536))
}

/** Seals the acquisition of a piece as the service does, and tells it as a bundle takes it. */
const acquire = async (
  workspace: Workspace,
  { actor, name }: { readonly actor: Actor; readonly name: string },
  target: { id: number; uid: string },
  piece: MadePiece,
  n: number,
): Promise<BundledEvidence> => {
  const uid = randomUUID()
  const { size, sha256 } = sealedAs(piece)
  const startedAt = '2026-11-20T08:00:00.000Z'
  const endedAt = '2026-11-20T08:00:07.000Z'
  const pub: Record<string, JsonValue> = {
    evidence_id: n,
    size,
    sha256,
    method: 'logical_copy',
    tool: 'Fieldseal',
    tool_version: '0.1.0',
    started_at: startedAt,
    ended_at: endedAt,
    kind: piece.kind ?? 'other',
    media_type: 'application/octet-stream',
    write_blocker: 'Tableau T8u',
  }
  const withheld: Record<string, JsonValue> = {
    name: piece.name,
    source: 'Laptop of the branch manager',
    serial: 'SN-1',
    acquired_by: 'Ada Morgan',
    ...(piece.path === undefined ? {} : { path: piece.path }),
  }
  const entry = granted(
    await workspace.ledger.write(actor, async (tx) => ({
      ok: true,
      value: await tx.append({ case: target, type: 'evidence.acquired', subject: uid, pub, withheld }),
    })),
  )
  const mark: Record<string, JsonValue> = piece.label === undefined ? {} : { label: piece.label }
  const change: Record<string, JsonValue> = { ...mark, tags: ['seized'] }
  const edited = { evidence_id: n, fields: Object.keys(change).sort() }
  granted(
    await workspace.ledger.write(actor, async (tx) => ({
      ok: true,
      value: await tx.append({
        case: target,
        type: 'evidence.edited',
        subject: uid,
        pub: edited,
        withheld: change,
      }),
    })),
  )
  const { content } = piece
  return {
    item: {
      id: n,
      uid,
      case_id: target.id,
      name: piece.name,
      path: piece.path ?? null,
      kind: piece.kind ?? 'other',
      media_type: 'application/octet-stream',
      size,
      sha256,
      label: piece.label ?? null,
      tags: ['seized'],
      notes: 0,
      relations: 0,
      acquired_at: toTimestamp(entry.atMs),
      acquired_by: { id: actor.userId, name },
      same_bytes: [],
      known: [],
      bytes: 'here' as const,
      entry_id: entry.id,
    },
    facts: {
      source: 'Laptop of the branch manager',
      serial: 'SN-1',
      method: 'logical_copy',
      tool: 'Fieldseal',
      tool_version: '0.1.0',
      write_blocker: 'Tableau T8u',
      acquired_by: 'Ada Morgan',
      started_at: toTimestamp(Date.parse(startedAt)),
      ended_at: toTimestamp(Date.parse(endedAt)),
      source_sha256: null,
      image_hashes: null,
      description: null,
    },
    bytes: piece.hashOnly === true ? null : () => (content instanceof Uint8Array ? inParts(content) : content()),
  }
}

const readChain = async ({ db }: Workspace, id: number, uid: string): Promise<BundledChain> => {
  const rows = await db
    .selectFrom('entries')
    .select(['pos', 'id', 'kid', 'payload', 'sig'])
    .where('chain', '=', id)
    .orderBy('pos')
    .execute()
  const notes = await db
    .selectFrom('checkpoints')
    .select('note')
    .where('chain', '=', id)
    .orderBy('size', 'desc')
    .execute()
  const [newest, ...earlier] = notes.map(({ note }) => note)
  if (newest === undefined) throw new Error('the chain has no checkpoint')
  const entries = rows.map((row) => ({
    position: row.pos,
    id: row.id.toString('hex'),
    kid: row.kid,
    payload: row.payload,
    sig: row.sig,
  }))
  return { uid, entries, checkpoint: newest, earlierCheckpoints: earlier }
}

const readDisclosures = async (
  { cases }: Workspace,
  caseId: number,
  chain: BundledChain,
): Promise<BundledDisclosure[]> => {
  const found: BundledDisclosure[] = []
  for (const { id } of chain.entries) {
    const { disclosures } = granted(await cases.entry(caseId, id))
    for (const encoded of disclosures) {
      const [, name] = JSON.parse(Buffer.from(encoded, 'base64url').toString()) as [string, string, unknown]
      found.push({ digest: createHash('sha256').update(encoded).digest('base64url'), entry: id, name, encoded })
    }
  }
  return found
}

const readKeys = async ({ db }: Workspace): Promise<BundledKey[]> =>
  (await db.selectFrom('keys').selectAll().execute()).map((row) => ({
    kid: row.kid,
    deviceId: row.device_id,
    deviceNumber: row.device_number,
    name: row.name,
    spki: row.spki,
    enrolledAtMs: row.enrolled_at,
    revokedAtMs: row.revoked_at,
    revokedFromDseq: row.revoked_from_dseq,
  }))

/**
 * Works a case in a real workspace, adds pieces of evidence and an export to it, and reads what a bundle is made from.
 *
 * @param worked default: a fresh one
 * @param states what the export says of its bundle: the writers of its papers, and that names are proven
 */
export const madeContents = async (
  pieces: readonly MadePiece[],
  worked?: WorkedWorkspace,
  states: Readonly<Record<string, JsonValue>> = { papers: paperVersions, names: namesProven },
): Promise<MadeContents> => {
  const made = worked ?? (await workedWorkspace())
  const first = await open(made.dataDir)
  const user = await first.db.selectFrom('users').select(['id', 'uid', 'name']).orderBy('id').executeTakeFirstOrThrow()
  const actor: Actor = { userId: user.id, userUid: user.uid, role: 'admin' }
  const { uid } = granted(await first.cases.read(made.caseId))
  const target = { id: made.caseId, uid }
  const evidence: BundledEvidence[] = []
  for (const [n, piece] of pieces.entries())
    evidence.push(await acquire(first, { actor, name: user.name }, target, piece, n + 1))
  const reason = 'Order of the court of Łódź'
  const exported = granted(
    await first.ledger.write(actor, async (tx) => ({
      ok: true,
      value: await tx.append({
        case: target,
        type: 'case.exported',
        subject: `case:${uid}`,
        pub: { pieces: pieces.length, evidence: 'all', ...states },
        withheld: { reason },
      }),
    })),
  )
  await first.close()
  const workspace = await open(made.dataDir)
  const full = granted(await workspace.cases.read(made.caseId))
  const chain = await readChain(workspace, made.chain, uid)
  const workspaceChain = await readChain(workspace, 0, 'workspace')
  const names = await workspace.readMoment(({ sql, vault }) => Promise.resolve(readNames(sql, vault, workspaceChain)))
  const contents: BundleContents = {
    workspace: { uid: workspace.facts.uid, institution: workspace.facts.institution, name: workspace.facts.name },
    case: {
      uid,
      id: full.id,
      number: full.case_number,
      title: full.title,
      description: full.description,
      priority: full.priority,
      status: full.status,
      ownerName: full.owner_name,
      createdAtMs: Date.parse(full.created_at),
      updatedAtMs: Date.parse(full.updated_at),
      slaDueAtMs: Date.parse(full.sla_due_at),
      finishedAtMs: full.finished_at === null ? null : Date.parse(full.finished_at),
      outcome: full.outcome,
      onLegalHold: full.hold !== null,
      alertIds: full.alert_ids,
      customerIds: full.customer_ids,
      accountIds: full.account_ids,
    },
    chain,
    workspaceChain,
    keys: await readKeys(workspace),
    disclosures: await readDisclosures(workspace, made.caseId, chain),
    people: new Map([[user.uid, user.name]]),
    nameDisclosures: states['names'] === undefined ? [] : [names.get(user.uid)?.disclosure ?? []].flat(),
    evidence,
    export: { atMs: exported.atMs, byName: user.name, reason, entryId: exported.id },
    softwareVersion: '0.1.0',
  }
  const key = workspace.keys.device
  await workspace.close()
  return { contents, key, worked: made }
}

/** A bundle on disk. */
export interface BundleFile extends WrittenBundle {
  readonly file: string
  readonly folder: string
}

/** Writes a bundle into a folder of its own. */
export const bundleFile = async (
  { contents, key }: Pick<MadeContents, 'contents' | 'key'>,
  options: Partial<BundleOptions> = {},
): Promise<BundleFile> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'fieldseal-bundle-'))
  const encrypted = (options.recipients ?? []).length > 0
  const file = path.join(folder, `${contents.case.number}.zip${encrypted ? '.age' : ''}`)
  const written = await writeBundle(contents, { signer: key, ...options }, createWriteStream(file))
  if (!written.ok) throw new Error(`refused: ${written.error.code}: ${written.error.message}`)
  return { ...written.value, file, folder }
}
