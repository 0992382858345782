import type { Origin } from '../../../shared/schema/origin.ts'
import type { WireReceipt } from '../../../shared/protocol/sync.ts'
import { sealingFault } from '../../domain/entries/sealing-forms.ts'
import { withheldRefusal } from '../../domain/entries/withheld.ts'
import { makeDisclosure, saltLength } from '../../seal/disclosure.ts'
import { openEntry, sealEntry } from '../../seal/entry.ts'
import type { EntryPayload, Signer } from '../../seal/entry.ts'
import { appendLeaf, decodeFrontier, emptyFrontier } from '../../seal/frontier.ts'
import type { Frontier } from '../../seal/frontier.ts'
import { encodeHlc, parseHlc, receive, tick, zeroHlc } from '../../seal/hlc.ts'
import type { Hlc } from '../../seal/hlc.ts'
import { returnedType } from '../../seal/returned.ts'
import type { ReturnedRun } from '../../seal/returned.ts'
import type { CarriedEntry } from '../entry.ts'
import { namedBy } from './before-joining.ts'
import type { ChainBefore } from './before-joining.ts'
import { caseAfter, newCaseHead, readCaseHead } from './case-head.ts'
import type { CaseHead } from './case-head.ts'
import { hubDeviceIdOf } from './hub-key.ts'
import type { HubEnv } from './hub-key.ts'
import type { HubEntry, HubIdentity } from './records.ts'
import type { HubTx } from './store.ts'
import { isNeededIn } from './needed-bytes.ts'
import { storeChains } from './store-chains.ts'
import { currentWorkspaceHead } from './refold.ts'
import { withRun } from './returned-runs.ts'
import { rolesFor } from './type-roles.ts'
import { newWorkspaceHead, workspaceAfter } from './workspace-head.ts'
import type { WorkspaceHead } from './workspace-head.ts'

/** Whom a hub seals as. */
export interface HubSealing {
  readonly identity: HubIdentity
  readonly signer: Signer
  readonly env: HubEnv
  /** The device id under which this run of this process seals (Y-3). */
  readonly epochId: string
}

/** An entry that the hub itself is to seal. */
export interface HubDraft {
  readonly type: string
  readonly actor: string
  readonly subject: string
  readonly refs?: readonly string[]
  readonly pub: EntryPayload['pub']
  readonly withheld?: Readonly<Record<string, string>>
  /** S-27: what made it; absent: the hub by itself. */
  readonly origin?: Origin
}

/**
 * What one transaction of the hub makes of its chains: entries are put in order as they come, and stored, signed for
 * and logged at its end.
 */
export interface HubWork {
  readonly tx: HubTx
  readonly nowMs: number
  readonly hubDeviceId: string
  /**
   * The number of this change in the feed. It is the hub's time as well, in milliseconds, for all that this work seals
   * and signs: where the clock was set back it stands a little above what was signed last (Y-56).
   */
  feed(): Promise<number>
  /** By how much the clock is behind that time; 0 where nothing was sealed or stored. */
  behindMs(): number
  size(name: string): Promise<number>
  workspace(): Promise<WorkspaceHead>
  caseHead(name: string): Promise<CaseHead>
  lastOf(name: string, deviceId: string): Promise<{ readonly seq: number; readonly id: string } | null>
  /** What its chain is to an entry that a device sealed before it joined and brings along (Y-30). */
  chainBefore(payload: EntryPayload): Promise<ChainBefore>
  /** The entry of a device at a place of its count, stored or put in order by this work. */
  entryAt(at: Parameters<HubTx['entryAt']>[0]): Promise<{ readonly id: string; readonly pos: number } | null>
  /**
   * The first of these entries that a chain does not have, stored or put in order by this work; null where it has all.
   */
  lacks(name: string, entryIds: readonly string[]): Promise<string | null>
  /**
   * Puts a checked entry at the end of its chain; seals what the hub has to say about it (Y-43); answers its position.
   */
  append(name: string, entry: CarriedEntry, payload: EntryPayload): Promise<number>
  /** Seals an entry of the hub's own at the end of a chain. */
  seal(name: string, draft: HubDraft): Promise<string>
  /** Keeps in mind that entries came back which this hub had signed for before it was restored (Y-84). */
  keepReturned(name: string, run: ReturnedRun): Promise<void>
  /** Seals what is kept in mind of a chain so; nothing where there is nothing. */
  tellReturned(name: string): Promise<void>
  /** Destroys disclosures of an entry of this chain when the transaction ends. */
  erase(name: string, entryId: string, digests: readonly string[]): void
  /** Destroys bytes of a case when the transaction ends, unless a piece that is not erased has them too (Y-120). */
  eraseBytes(name: string, sha256: string): void
  /** Whether it destroyed bytes. */
  hasErasedBytes(): boolean
  /** Stores everything, signs receipts and checkpoints, and appends to the log (Y-23, Y-50). To be called once. */
  finish(): Promise<ReadonlyMap<string, WireReceipt>>
}

interface ChainWork {
  readonly name: string
  readonly sizeBefore: number
  frontier: Frontier
  head: CaseHead | WorkspaceHead
  readonly entries: HubEntry[]
  readonly lasts: Map<string, { readonly seq: number; readonly id: string }>
  /** Entries that stand in it, as far as this work has put them there or asked. */
  readonly known: Set<string>
  /** The entry that opened the case, once it was asked for. */
  opening?: Pick<HubEntry, 'deviceId' | 'dseq'>
}

/** A clock further ahead than this is a broken one; following it would leave the hub's own no room. */
const hlcLeadMs = 400 * 86_400_000

const parsedHlc = (text: string): Hlc => parseHlc(text) ?? zeroHlc

/** Begins the work of a transaction. */
export const beginWork = (tx: HubTx, { identity, signer, env, epochId }: HubSealing): HubWork => {
  const nowMs = env.clock.nowMs()
  const hubDeviceId = hubDeviceIdOf(identity.workspaceUid)
  const chains = new Map<string, ChainWork>()
  const erasures: { readonly name: string; readonly entryId: string; readonly digests: readonly string[] }[] = []
  const bytesToErase: { readonly name: string; readonly sha256: string }[] = []
  let feedNumber: number | null = null
  let count: { dseq: number; hlc: Hlc } | null = null

  const placed = new Map<string, { readonly id: string; readonly pos: number }>()
  const placeKey = (at: Parameters<HubTx['entryAt']>[0]): string =>
    JSON.stringify('dseq' in at ? [at.deviceId, at.dseq] : [at.deviceId, at.case, at.seq])

  const feed = async (): Promise<number> => (feedNumber ??= await tx.nextFeed(nowMs))

  const counting = async (): Promise<{ dseq: number; hlc: Hlc }> => {
    if (count === null) {
      const kept = await tx.count()
      count = { dseq: kept.dseq, hlc: parsedHlc(kept.hlc) }
    }
    return count
  }

  const chain = async (name: string): Promise<ChainWork> => {
    const open = chains.get(name)
    if (open !== undefined) return open
    const kept = await tx.chain(name)
    const isWorkspace = name === 'workspace'
    const head =
      kept === null
        ? isWorkspace
          ? newWorkspaceHead
          : newCaseHead
        : isWorkspace
          ? await currentWorkspaceHead(tx, kept, identity)
          : readCaseHead(kept.head)
    const frontier = kept === null ? emptyFrontier : decodeFrontier(kept.frontier)
    const made: ChainWork = {
      name,
      sizeBefore: frontier.size,
      frontier,
      head,
      entries: [],
      lasts: new Map(),
      known: new Set(),
    }
    chains.set(name, made)
    return made
  }

  const lastOf: HubWork['lastOf'] = async (name, deviceId) => {
    const known = (await chain(name)).lasts.get(deviceId)
    return known ?? (await tx.lastOf(name, deviceId))
  }

  const openingOf = async (work: ChainWork): Promise<ChainBefore['opened']> => {
    if (work.name === 'workspace') return null
    work.opening ??= work.sizeBefore === 0 ? work.entries[0] : (await tx.entriesOf(work.name, 0, 1))[0]
    return work.opening === undefined ? null : { deviceId: work.opening.deviceId, dseq: work.opening.dseq }
  }

  const entryOf = async (work: ChainWork, id: string): Promise<HubEntry | null> => {
    const entry = work.entries.findLast((one) => one.id === id) ?? (await tx.entry(id))
    return entry?.case === work.name ? entry : null
  }

  const namedIn = async (work: ChainWork, payload: EntryPayload): Promise<ChainBefore['named']> => {
    const id = rolesFor(payload.type) === null ? null : namedBy(payload)
    const entry = id === null ? null : await entryOf(work, id)
    const opened = entry === null ? null : openEntry(entry)
    return opened?.ok === true ? opened.value : null
  }

  const chainBefore: HubWork['chainBefore'] = async (payload) => {
    const work = await chain(payload.case)
    const last = await lastOf(payload.case, payload.dev)
    const lastEntry = last === null ? null : await entryOf(work, last.id)
    const of =
      'shared' in work.head
        ? { isShared: work.head.shared, holder: work.head.holder }
        : { isShared: false, holder: null }
    return { opened: await openingOf(work), lastDseq: lastEntry?.dseq ?? 0, ...of, named: await namedIn(work, payload) }
  }

  const place = async (work: ChainWork, entry: CarriedEntry, payload: EntryPayload): Promise<number> => {
    const pos = work.frontier.size
    work.entries.push({
      ...entry,
      case: work.name,
      pos,
      deviceId: payload.dev,
      seq: payload.seq,
      dseq: payload.dseq,
      feed: await feed(),
      receivedAtMs: await feed(),
    })
    work.known.add(entry.id)
    work.frontier = appendLeaf(work.frontier, Buffer.from(entry.id, 'hex'))
    work.lasts.set(payload.dev, { seq: payload.seq, id: entry.id })
    placed.set(placeKey({ deviceId: payload.dev, dseq: payload.dseq }), { id: entry.id, pos })
    placed.set(placeKey({ deviceId: payload.dev, case: work.name, seq: payload.seq }), { id: entry.id, pos })
    return pos
  }

  const follow = async (hlc: string): Promise<void> => {
    const state = await counting()
    const remote = parsedHlc(hlc)
    const atMs = await feed()
    if (remote.ms <= atMs + hlcLeadMs) state.hlc = receive(state.hlc, remote, atMs)
  }

  const seal: HubWork['seal'] = async (name, draft) => {
    const fault = sealingFault(draft.type, draft.pub) ?? withheldRefusal(draft)?.message ?? null
    if (fault !== null) throw new TypeError(fault)
    const work = await chain(name)
    const state = await counting()
    const last = await lastOf(name, epochId)
    const atMs = await feed()
    state.dseq += 1
    state.hlc = tick(state.hlc, atMs)
    const disclosures = Object.entries(draft.withheld ?? {}).map(([label, value]) =>
      makeDisclosure(label, value, env.random.bytes(saltLength)),
    )
    const payload: EntryPayload = {
      v: 1,
      case: name,
      type: draft.type,
      dev: epochId,
      kid: signer.kid,
      actor: draft.actor,
      seq: (last?.seq ?? 0) + 1,
      dseq: state.dseq,
      prev: last?.id ?? null,
      seen: Object.values(work.head.fresh).sort(),
      at: new Date(atMs).toISOString(),
      hlc: encodeHlc(state.hlc),
      boot: env.clock.bootId,
      mono: Math.floor(env.clock.monoMs()),
      anchor: null,
      subject: draft.subject,
      refs: draft.refs ?? [],
      pub: { ...draft.pub, origin: draft.origin ?? { by: 'hub' } },
      _sd: disclosures.map((one) => one.digest).sort(),
      _sd_alg: 'sha-256',
    }
    const sealed = sealEntry(payload, signer)
    await append(
      name,
      {
        id: sealed.id,
        payload: sealed.payload,
        kid: sealed.kid,
        sig: sealed.sig,
        disclosures: disclosures.map((one) => one.encoded),
      },
      payload,
    )
    return sealed.id
  }

  const append: HubWork['append'] = async (name, entry, payload) => {
    const work = await chain(name)
    if (payload.dev !== epochId) await follow(payload.hlc)
    const pos = await place(work, entry, payload)
    if (name === 'workspace') {
      work.head = workspaceAfter(work.head as WorkspaceHead, { id: entry.id, payload }, identity)
      return pos
    }
    const after = caseAfter(work.head as CaseHead, { id: entry.id, payload }, identity)
    work.head = after.head
    if (after.superseded !== null) {
      const { kind, winner } = after.superseded
      await seal(name, {
        type: `${kind}.superseded`,
        actor: hubDeviceId,
        subject: name,
        refs: [entry.id, winner],
        pub: { loser: entry.id, winner },
      })
    }
    return pos
  }

  return {
    tx,
    nowMs,
    hubDeviceId,
    feed,
    lastOf,
    chainBefore,
    append,
    seal,
    behindMs: () => Math.max(0, (feedNumber ?? nowMs) - nowMs),
    entryAt: async (at) => placed.get(placeKey(at)) ?? (await tx.entryAt(at)),
    size: async (name) => (await chain(name)).frontier.size,
    lacks: async (name, entryIds) => {
      const { head, known } = await chain(name)
      const fresh = new Set(Object.values(head.fresh))
      const asked = entryIds.filter((id) => !fresh.has(id) && !known.has(id))
      for (const id of asked.length === 0 ? [] : await tx.standing(name, asked)) known.add(id)
      return asked.find((id) => !known.has(id)) ?? null
    },
    workspace: async () => (await chain('workspace')).head as WorkspaceHead,
    caseHead: async (name) => (await chain(name)).head as CaseHead,
    keepReturned: async (name, run) => {
      const work = await chain(name)
      work.head = { ...work.head, returned: withRun(work.head.returned, run) }
    },
    tellReturned: async (name) => {
      const work = await chain(name)
      const runs = work.head.returned
      if (runs.length === 0) return
      work.head = { ...work.head, returned: [] }
      await seal(name, {
        type: returnedType,
        actor: hubDeviceId,
        subject: name,
        pub: { runs: runs.map((run) => ({ ...run })) },
      })
    },
    erase: (name, entryId, digests) => {
      erasures.push({ name, entryId, digests })
    },
    eraseBytes: (name, sha256) => {
      bytesToErase.push({ name, sha256 })
    },
    hasErasedBytes: () => bytesToErase.length > 0,
    finish: async () => {
      const grown = [...chains.values()].filter((work) => work.entries.length > 0)
      const receipts: ReadonlyMap<string, WireReceipt> =
        grown.length === 0 ? new Map() : await storeChains(tx, { identity, signer }, grown, await feed())
      for (const { name, entryId, digests } of erasures) await tx.eraseDisclosures(name, entryId, digests)
      for (const { name, sha256 } of bytesToErase)
        if (!(await isNeededIn(tx, name, sha256))) await tx.eraseBlob(name, sha256)
      if (count !== null) await tx.setCount({ dseq: count.dseq, hlc: encodeHlc(count.hlc) })
      return receipts
    },
  }
}
