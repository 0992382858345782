import { sealingFault } from '../../domain/entries/sealing-forms.ts'
import { withheldRefusal } from '../../domain/entries/withheld.ts'
import { makeDisclosure, saltLength } from '../../seal/disclosure.ts'
import { sealEntry } from '../../seal/entry.ts'
import type { Anchor, EntryPayload, Signer } from '../../seal/entry.ts'
import { appendLeaf, decodeFrontier, emptyFrontier, encodeFrontier } from '../../seal/frontier.ts'
import { encodeHlc, parseHlc, tick, zeroHlc } from '../../seal/hlc.ts'
import type { Hlc } from '../../seal/hlc.ts'
import type { Env } from '../../platform/env.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { AppendedEntry, EntryDraft, OpenedDisclosure, OpenedEntry } from './ledger.ts'
import { openedEntry } from './open-entry.ts'
import type { ChainsTable, DeviceTable } from './tables.ts'
import { SealingRefused } from './seal-gate.ts'
import type { Vault } from './vault.ts'

/** What sealing needs besides the tables. */
export interface SealingParts {
  readonly sql: SyncStatements
  readonly env: Env
  readonly vault: Vault
  readonly signer: Signer
  /**
   * Of a device with a hub: the last checkpoint of a chain that was verified (S-24), and the note that no hub has the
   * entry yet.
   */
  readonly hub?:
    | {
        readonly anchorOf: (chainUid: string) => Anchor | null
        readonly keepPending: (n: number, chainId: number) => void
      }
    | undefined
}

/** How far this device has counted; in memory, written once a group of commits. */
export interface DeviceCount {
  dseq: number
  hlc: Hlc
  /** The last arrival number. */
  n: number
}

type Chain = Pick<ChainsTable, 'size' | 'frontier' | 'seq' | 'head' | 'others'>

const newChain: Chain = {
  size: 0,
  frontier: Buffer.from(encodeFrontier(emptyFrontier)),
  seq: 0,
  head: null,
  others: '[]',
}

/** The id and uid of a draft's chain. */
export const chainOf = (draft: EntryDraft): { readonly id: number; readonly uid: string } =>
  draft.case === 'workspace' ? { id: 0, uid: 'workspace' } : draft.case

/** Reads where this device's count stands. Throws where the folder has no device. */
export const readCount = (sql: SyncStatements): DeviceCount & { readonly deviceId: string } => {
  const device = sql.get<DeviceTable>('select * from device where id = 1')
  if (device === undefined) throw new Error('the data folder has no device')
  const last = sql.get<{ n: number | null }>('select max(n) as n from entries')
  return { dseq: device.dseq, hlc: parseHlc(device.hlc) ?? zeroHlc, n: last?.n ?? 0, deviceId: device.device_id }
}

/** Makes and stores the disclosures of a draft; answers them by name and their digests. */
const withhold = (
  { sql, env, vault }: SealingParts,
  n: number,
  withheld: EntryDraft['withheld'],
): { byName: Record<string, OpenedDisclosure>; digests: string[] } => {
  const byName: Record<string, OpenedDisclosure> = {}
  const digests: string[] = []
  for (const [name, value] of Object.entries(withheld ?? {})) {
    const disclosure = makeDisclosure(name, value, env.random.bytes(saltLength))
    const { sealed, wrappedKey } = vault.seal(disclosure.digest, disclosure.encoded)
    sql.run(
      'insert into disclosures (digest, entry, name, sealed, wrapped_key) values (?, ?, ?, ?, ?)',
      disclosure.digest,
      n,
      name,
      sealed,
      wrappedKey,
    )
    byName[name] = { digest: disclosure.digest, value }
    digests.push(disclosure.digest)
  }
  // RFC 9901 section 4.2.4.1: their order must not tell which is which.
  return { byName, digests: digests.sort() }
}

const storeChain = (
  sql: SyncStatements,
  { id, uid }: { id: number; uid: string },
  chain: Chain,
  isNew: boolean,
): void => {
  if (isNew) {
    sql.run(
      'insert into chains (id, uid, size, frontier, seq, head, others, checkpoint_size) values (?, ?, ?, ?, ?, ?, ?, 0)',
      id,
      uid,
      chain.size,
      chain.frontier,
      chain.seq,
      chain.head,
      chain.others,
    )
  } else {
    sql.run(
      'update chains set size = ?, frontier = ?, seq = ?, head = ?, others = ? where id = ?',
      chain.size,
      chain.frontier,
      chain.seq,
      chain.head,
      chain.others,
      id,
    )
  }
}

/**
 * Seals a draft at the end of its chain and stores it; the caller projects it.
 *
 * @param count this device's count, moved on by one
 * @param nowMs the time that the entry states
 * @throws SealingRefused where a withheld value is missing or not of its form; TypeError where the public values are
 * not of the form by which they are read: what is sealed so has no effect anywhere, and stays
 */
export const sealDraft = (
  parts: SealingParts,
  deviceId: string,
  count: DeviceCount,
  draft: EntryDraft & { readonly actor: string },
  nowMs: number,
): { readonly opened: OpenedEntry; readonly appended: AppendedEntry } => {
  const { sql, env, signer } = parts
  const fault = sealingFault(draft.type, draft.pub)
  if (fault !== null) throw new TypeError(fault)
  const refused = withheldRefusal(draft)
  if (refused !== null) throw new SealingRefused(refused)
  const chainId = chainOf(draft)
  const known = sql.get<Chain>('select size, frontier, seq, head, others from chains where id = ?', chainId.id)
  const chain = known ?? newChain
  count.n += 1
  count.dseq += 1
  count.hlc = tick(count.hlc, nowMs)
  const { byName, digests } = withhold(parts, count.n, draft.withheld)
  const payload: EntryPayload = {
    v: 1,
    case: chainId.uid,
    type: draft.type,
    dev: deviceId,
    kid: signer.kid,
    actor: draft.actor,
    seq: chain.seq + 1,
    dseq: count.dseq,
    prev: chain.head,
    seen: JSON.parse(chain.others) as string[],
    at: new Date(nowMs).toISOString(),
    hlc: encodeHlc(count.hlc),
    boot: env.clock.bootId,
    mono: Math.floor(env.clock.monoMs()),
    anchor: parts.hub?.anchorOf(chainId.uid) ?? null,
    subject: draft.subject,
    refs: draft.refs ?? [],
    pub: draft.pub,
    _sd: digests,
    _sd_alg: 'sha-256',
  }
  const sealed = sealEntry(payload, signer)
  const id = Buffer.from(sealed.id, 'hex')
  sql.run(
    'insert into entries (n, chain, pos, id, kid, payload, sig, pae_sha256) values (?, ?, ?, ?, ?, ?, ?, ?)',
    count.n,
    chainId.id,
    chain.size,
    id,
    sealed.kid,
    sealed.payload,
    sealed.sig,
    sealed.paeSha256,
  )
  parts.hub?.keepPending(count.n, chainId.id)
  const frontier = appendLeaf(decodeFrontier(chain.frontier), id)
  const grown = {
    size: frontier.size,
    frontier: Buffer.from(encodeFrontier(frontier)),
    seq: payload.seq,
    head: sealed.id,
    others: chain.others,
  }
  storeChain(sql, chainId, grown, known === undefined)
  const position = chain.size
  return {
    opened: openedEntry({ id: sealed.id, n: count.n, position }, payload, byName),
    appended: { id: sealed.id, n: count.n, position, atMs: nowMs },
  }
}
