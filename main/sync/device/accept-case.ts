import type { WireReceipt } from '../../../shared/protocol/sync.ts'
import { disclosureDigest } from '../../seal/disclosure.ts'
import { appendLeaf, decodeFrontier, emptyFrontier, frontierRoot } from '../../seal/frontier.ts'
import type { Frontier } from '../../seal/frontier.ts'
import { sameBytes } from '../../seal/hash.ts'
import { judgeEntry } from '../../seal/judge.ts'
import type { EntryPayload } from '../../seal/payload.ts'
import { defaultClockToleranceMs } from '../../seal/times.ts'
import type { CarriedEntry } from '../entry.ts'
import type { FeedItem } from '../wire.ts'
import type { Examination } from './examination.ts'
import type { HubFault, HubFaultCode } from './hub-fault.ts'
import { openCheckpointOf, openReceiptOf } from './proofs.ts'
import type { KnownHub } from './proofs.ts'
import { idsAtOnce, Refused } from './refused.ts'
import type { CaseIntake, CaseStanding, DeviceReplica } from './replica.ts'

/** What the hub told of one case, in its order. */
export type CaseItem =
  | Extract<FeedItem, { k: 'entries' | 'own' | 'checkpoint' }>
  | { readonly k: 'receipt'; readonly receipt: WireReceipt }

/** What the checks of a case ask of the device's own store. */
export type CaseReplica = Pick<DeviceReplica, 'standing' | 'heads' | 'waiting' | 'ids' | 'waitingAs'>

/**
 * What the entries of this device itself are to the folder (Y-80). `held`: it has all of them, and one that it does not
 * know is its own fault; `may_lack`: one that it does not know is to be asked for;
 * `whole`: they were asked for, and come whole.
 */
export type OwnEntries = 'held' | 'may_lack' | 'whole'

export interface CaseContext {
  readonly name: string
  readonly hub: KnownHub
  readonly source: CaseReplica
  /**
   * The seals of the page's entries, by the keys that the workspace chain enrols so far. The chain `workspace` itself
   * enrols keys as it is read.
   */
  readonly seals: Pick<Examination, 'examine' | 'keysFor'>
  /** Called with each entry whose seal and place hold, in hub order. */
  readonly follow: (entry: CarriedEntry) => void
  /** Whether this device asked for the case from its own count: then a gap is the hub's fault. */
  readonly asked: boolean
  /** Whether nothing of the case counts as received: it was dropped within the same page. */
  readonly fresh: boolean
  /** Whether the page came whole; of one that was cut off, proofs may lack their entries. */
  readonly whole: boolean
  /** The device whose folder this is. */
  readonly deviceId: string
  readonly own: OwnEntries
}

/** What became of the items of a case. */
export type CaseVerdict =
  | { readonly kind: 'intake'; readonly intake: CaseIntake; readonly gap: boolean }
  | { readonly kind: 'fault'; readonly fault: HubFault }
  /**
   * The hub names an entry of this device that is not here: the page is to be asked for anew, with such entries whole
   * (Y-80).
   */
  | { readonly kind: 'lacks-own' }

class LacksOwn extends Error {}

/** A case of the page on its way in: the tree, the chains and the proofs as the items extend them. */
class CaseReader {
  readonly #context: CaseContext
  readonly #from: number
  readonly #standing: CaseStanding | null
  readonly #heads: Map<string, { readonly seq: number; readonly id: string }>
  readonly #waiting: ReadonlyMap<string, { readonly deviceId: string; readonly seq: number }>
  readonly #entries: CaseIntake['entries'][number][] = []
  readonly #ids: string[] = []
  readonly #receipts: WireReceipt[] = []
  readonly #roots = new Map<number, Uint8Array>()
  /** Proofs by their items: a signature is checked once. */
  readonly #openReceipts = new Map<CaseItem, ReturnType<typeof openReceiptOf>>()
  readonly #openCheckpoints = new Map<CaseItem, ReturnType<typeof openCheckpointOf>>()
  #tree: Frontier
  #checkpoint: CaseIntake['checkpoint'] = null
  #lastReceiptMs: number
  #gap = false

  constructor(
    context: CaseContext,
    standing: CaseStanding | null,
    heads: ReadonlyMap<string, { readonly seq: number; readonly id: string }>,
    waiting: Awaited<ReturnType<CaseReplica['waiting']>>,
  ) {
    this.#context = context
    this.#standing = standing
    this.#from = standing?.received ?? 0
    this.#tree = standing === null ? emptyFrontier : decodeFrontier(standing.frontier)
    this.#heads = new Map(heads)
    this.#waiting = new Map(waiting.map((entry) => [entry.id, entry]))
    this.#lastReceiptMs = typeof standing?.lastReceiptAt === 'string' ? Date.parse(standing.lastReceiptAt) : -Infinity
    this.#roots.set(this.#tree.size, frontierRoot(this.#tree))
  }

  /** @returns what the items give; throws `Refused` with the first fault */
  async read(items: readonly CaseItem[]): Promise<{ readonly intake: CaseIntake; readonly gap: boolean }> {
    const wanted = this.#sizesProven(items)
    for (const item of items) {
      if (this.#gap) break
      if (item.k === 'entries') await this.#readEntries(item, wanted)
      else if (item.k === 'own') await this.#readOwn(item, wanted)
      else if (item.k === 'receipt') this.#readReceipt(item)
      else await this.#readCheckpoint(item)
    }
    return {
      intake: {
        case: this.#context.name,
        from: this.#from,
        entries: this.#entries,
        receipts: this.#receipts,
        checkpoint: this.#checkpoint,
      },
      gap: this.#gap,
    }
  }

  #refuse(code: HubFaultCode, message: string, entryId: string | null = null): never {
    throw new Refused({ code, case: this.#context.name, entryId, message })
  }

  /** The sizes that proofs speak about: only there is a root worth its hashes. */
  #sizesProven(items: readonly CaseItem[]): ReadonlySet<number> {
    const { hub, name } = this.#context
    const sizes = new Set<number>()
    for (const item of items) {
      if (item.k === 'receipt') this.#openReceipts.set(item, openReceiptOf(hub, name, item.receipt))
      if (item.k === 'checkpoint') this.#openCheckpoints.set(item, openCheckpointOf(hub, name, item.note))
      const opened = this.#openReceipts.get(item) ?? this.#openCheckpoints.get(item)
      if (opened?.ok === true) sizes.add(opened.value.size)
    }
    return sizes
  }

  /**
   * Whether a position is the next one. One that is known already must hold the same entry; one beyond the next is a
   * gap (Y-24).
   */
  async #isNext(pos: number, id: string): Promise<boolean> {
    const next = this.#from + this.#ids.length
    if (pos === next) return true
    if (pos > next) {
      this.#openGap(`the hub leaves out what comes before position ${pos}`)
      return false
    }
    const known = pos >= this.#from ? this.#ids[pos - this.#from] : await this.#knownId(pos)
    if (known !== id)
      this.#refuse('reordered_entries', `the hub gives another entry for position ${pos} than it gave before`, id)
    return false
  }

  #known: { readonly from: number; readonly ids: readonly string[] } = { from: 0, ids: [] }

  async #knownId(pos: number): Promise<string | undefined> {
    const { from, ids } = this.#known
    if (pos < from || pos >= from + ids.length)
      this.#known = { from: pos, ids: await this.#context.source.ids(this.#context.name, pos, idsAtOnce) }
    return this.#known.ids[pos - this.#known.from]
  }

  #openGap(message: string): void {
    if (this.#context.asked) this.#refuse('missing_entry', `${message}, although this device asked for all of it`)
    this.#gap = true
  }

  async #readEntries(
    { pos, entries }: Extract<CaseItem, { k: 'entries' }>,
    wanted: ReadonlySet<number>,
  ): Promise<void> {
    const { seals, name, follow } = this.#context
    for (const [index, entry] of entries.entries()) {
      if (!(await this.#isNext(pos + index, entry.id))) {
        if (this.#gap) return
        continue
      }
      const { inspection, signature } = seals.examine(entry)
      const judged = judgeEntry(inspection, await signature, seals.keysFor(inspection.claim), name)
      if (judged.fault !== null) this.#refuse(judged.fault.code as HubFaultCode, judged.fault.message, entry.id)
      const claim = judged.claim as EntryPayload
      this.#checkDisclosures(entry, claim)
      if (this.#context.own !== 'held' && claim.dev === this.#context.deviceId && !this.#waiting.has(entry.id))
        await this.#checkTakenBack(claim, entry.id)
      this.#extendChain(claim.dev, claim.seq, claim.prev, entry.id)
      this.#push(
        this.#waiting.has(entry.id)
          ? { own: entry.id }
          : { ...entry, reading: { payload: claim, paeSha256: inspection.digests.paeSha256 } },
        entry.id,
        wanted,
      )
      follow(entry)
    }
  }

  /**
   * Y-80: an entry of this device's own that is not here may come back, but never beside another one under the same
   * number.
   */
  async #checkTakenBack({ dev, seq, dseq }: EntryPayload, id: string): Promise<void> {
    const isTaken = [...this.#waiting.values()].some((waiting) => waiting.deviceId === dev && waiting.seq === seq)
    if (isTaken || (await this.#context.source.waitingAs(dseq)))
      this.#refuse(
        'unknown_own_entry',
        'the hub has an entry of this device under a number that another entry has in this folder',
        id,
      )
  }

  #checkDisclosures(entry: CarriedEntry, claim: EntryPayload): void {
    const listed = new Set(claim._sd)
    for (const encoded of entry.disclosures) {
      if (!listed.delete(disclosureDigest(encoded)))
        this.#refuse('disclosure_differs', 'a withheld value came along that the entry does not list', entry.id)
    }
  }

  /** S-21: the entry follows the device's last one in this case. */
  #extendChain(deviceId: string, seq: number, prev: string | null | undefined, id: string): void {
    const head = this.#heads.get(deviceId)
    const next = (head?.seq ?? 0) + 1
    if (seq > next) this.#refuse('missing_entry', `the hub leaves out entries ${next} to ${seq - 1} of one device`, id)
    if (seq < next)
      this.#refuse(
        head?.id === prev ? 'device_fork' : 'reordered_entries',
        'an entry of a device stands after a later one of the same device',
        id,
      )
    if (prev !== undefined && prev !== (head?.id ?? null))
      this.#refuse('device_fork', 'an entry follows another than the device’s last one', id)
    this.#heads.set(deviceId, { seq, id })
  }

  #push(entry: CaseIntake['entries'][number], id: string, wanted: ReadonlySet<number>): void {
    this.#entries.push(entry)
    this.#ids.push(id)
    this.#tree = appendLeaf(this.#tree, Buffer.from(id, 'hex'))
    if (wanted.has(this.#tree.size)) this.#roots.set(this.#tree.size, frontierRoot(this.#tree))
  }

  async #readOwn({ pos, ids }: Extract<CaseItem, { k: 'own' }>, wanted: ReadonlySet<number>): Promise<void> {
    for (const [index, id] of ids.entries()) {
      if (!(await this.#isNext(pos + index, id))) {
        if (this.#gap) return
        continue
      }
      const own = this.#waiting.get(id)
      if (own === undefined && this.#context.own === 'may_lack') throw new LacksOwn()
      if (own === undefined)
        this.#refuse('unknown_own_entry', 'the hub has an entry of this device that this folder does not have', id)
      this.#extendChain(own.deviceId, own.seq, undefined, id)
      this.#push({ own: id }, id, wanted)
    }
  }

  /** The root of the first `size` entries in hub order; null where they are not all here. */
  async #rootAt(size: number): Promise<Uint8Array | null> {
    const kept = this.#roots.get(size)
    if (kept !== undefined) return kept
    if (size > this.#from) return null
    let tree = emptyFrontier
    while (tree.size < size) {
      const ids = await this.#context.source.ids(this.#context.name, tree.size, Math.min(idsAtOnce, size - tree.size))
      if (ids.length === 0) return null
      for (const id of ids) tree = appendLeaf(tree, Buffer.from(id, 'hex'))
    }
    const root = frontierRoot(tree)
    this.#roots.set(size, root)
    return root
  }

  #readReceipt(item: Extract<CaseItem, { k: 'receipt' }>): void {
    const opened = this.#openReceipts.get(item) as ReturnType<typeof openReceiptOf>
    if (!opened.ok) this.#refuse(opened.error.code, opened.error.message)
    const { size, root, at } = opened.value
    // One of entries that were here before came already, or came too late to be worth reading the whole case again.
    if (size < this.#from) return
    const here = this.#roots.get(size)
    if (here === undefined) {
      if (this.#context.whole) this.#openGap('a receipt covers entries that did not come')
      return
    }
    if (!sameBytes(here, Buffer.from(root, 'hex')))
      this.#refuse('receipt_invalid', `the entries do not give the root of the receipt over ${size} of them`)
    const atMs = Date.parse(at)
    if (atMs < this.#lastReceiptMs - defaultClockToleranceMs)
      this.#refuse('receipt_back_dated', 'a receipt says that it is older than one of earlier entries')
    this.#lastReceiptMs = Math.max(this.#lastReceiptMs, atMs)
    if (size > this.#from) this.#receipts.push(item.receipt)
  }

  async #readCheckpoint(item: Extract<CaseItem, { k: 'checkpoint' }>): Promise<void> {
    const opened = this.#openCheckpoints.get(item) as ReturnType<typeof openCheckpointOf>
    if (!opened.ok) this.#refuse(opened.error.code, opened.error.message)
    const { size, root } = opened.value
    const count = this.#from + this.#ids.length
    if (size > count) {
      if (this.#context.whole) this.#openGap(`a checkpoint covers ${size} entries and ${count} are here`)
      return
    }
    const here = await this.#rootAt(size)
    if (here === null || !sameBytes(here, root))
      this.#refuse('checkpoint_not_extending', `the first ${size} entries do not give the root of the hub’s checkpoint`)
    const proven = Math.max(this.#standing?.anchor?.size ?? 0, this.#from)
    if (size < proven)
      this.#refuse(
        'hub_rolled_back',
        `the hub’s checkpoint covers ${size} entries, and it has signed for ${proven} before`,
      )
    if (size >= (this.#checkpoint?.size ?? 0)) this.#checkpoint = opened.value
  }
}

/**
 * Holds what a hub tells of one case against what this device has of it (Y-20 to Y-25, Y-51): seals, chains, positions,
 * receipts, checkpoints.
 */
export const acceptCase = async (context: CaseContext, items: readonly CaseItem[]): Promise<CaseVerdict> => {
  const { source, name, fresh, hub } = context
  const standing = fresh ? null : await source.standing(name)
  const anchor = standing?.anchor ?? null
  if (anchor !== null && !anchor.origin.startsWith(`${hub.origin}/`)) {
    return {
      kind: 'fault',
      fault: {
        code: 'hub_origin_changed',
        case: name,
        entryId: null,
        message: 'the last checkpoint of this case is another hub’s',
      },
    }
  }
  const reader = new CaseReader(
    context,
    standing,
    fresh ? new Map() : await source.heads(name),
    fresh ? [] : await source.waiting(name),
  )
  try {
    return { kind: 'intake', ...(await reader.read(items)) }
  } catch (error) {
    if (error instanceof Refused) return { kind: 'fault', fault: error.fault }
    if (error instanceof LacksOwn) return { kind: 'lacks-own' }
    throw error
  }
}
