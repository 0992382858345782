import { logSince, pullRequest, syncLimits, timeSince } from '../../../shared/protocol/sync.ts'
import type { PullRequest } from '../../../shared/protocol/sync.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { CarriedEntry } from '../entry.ts'
import { decodeJson } from '../wire.ts'
import type { FeedItem } from '../wire.ts'
import { refuseCall, refuseMessage, versionRefusal } from './answer.ts'
import type { CallRefusal } from './answer.ts'
import { activeDevice } from './core.ts'
import type { HubCore } from './core.ts'
import { endedBy } from './ended.ts'
import { grantedSince } from './grants.ts'
import { endDropped } from './refusals.ts'
import { leaseOf } from './slots.ts'
import { tellLog } from './tell-log.ts'
import type { HubChange, HubDevice, HubEntry } from './records.ts'
import type { HubReader } from './store.ts'

/** Chains that one page speaks about at most. */
const chainsAtOnce = 500
/** Bytes of entries at which a page ends: lines cost less than this counts for each. */
const pageBytes = syncLimits.bytes / 2
const entriesAtOnce = 256
/** Bytes of an entry's line besides payload and disclosures. */
const lineBytes = 256

/** What there is to tell of a chain. */
type Story = Pick<HubChange, 'case' | 'kind' | 'size'> & {
  /** The feed number that is read once the chain was told; null: none. */
  readonly feed: number | null
  /** Where to begin; null: at the first entry of a feed number above `since`. */
  readonly from: number | null
}

/** What a page still has room for. */
interface Room {
  entries: number
  bytes: number
}

const sizeOf = (entry: HubEntry): number =>
  entry.payload.length + entry.disclosures.reduce((sum, one) => sum + one.length, 0) + lineBytes

/** The position of the first entry above a feed number: found from the end, where what is new stands. */
const firstAfter = async (tx: HubReader, name: string, size: number, since: number): Promise<number> => {
  if (since === 0) return 0
  let [low, high] = [0, size]
  for (let step = 1; high > low; step *= 2) {
    const at = Math.max(0, size - step)
    const feed = await tx.feedAt(name, at)
    if (feed !== null && feed <= since) {
      low = at + 1
      break
    }
    high = at
  }
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const feed = await tx.feedAt(name, middle)
    if (feed !== null && feed <= since) low = middle + 1
    else high = middle
  }
  return low
}

/** Entries as a device gets them: others' in runs of one device, its own as their ids (Y-24). */
const itemsOf = (entries: readonly HubEntry[], own: (entry: HubEntry) => boolean): FeedItem[] => {
  const items: FeedItem[] = []
  for (const entry of entries) {
    const last = items.at(-1)
    const { case: name, pos, deviceId, kid, id, payload, sig, disclosures } = entry
    const carried: CarriedEntry = { id, payload, kid, sig, disclosures }
    if (own(entry)) {
      if (last?.k === 'own') last.ids.push(id)
      else items.push({ k: 'own', case: name, pos, ids: [id] })
    } else if (last?.k === 'entries' && last.deviceId === deviceId && last.kid === kid) {
      ;(last.entries as CarriedEntry[]).push(carried)
    } else {
      items.push({ k: 'entries', case: name, deviceId, kid, pos, entries: [carried] })
    }
  }
  return items
}

interface Told {
  readonly items: readonly FeedItem[]
  readonly whole: boolean
}

const readEntries = async (
  tx: HubReader,
  name: string,
  from: number,
  size: number,
  room: Room,
): Promise<HubEntry[]> => {
  const entries: HubEntry[] = []
  while (from + entries.length < size && room.entries > 0 && room.bytes > 0) {
    const read = await tx.entriesOf(
      name,
      from + entries.length,
      Math.min(entriesAtOnce, room.entries, size - from - entries.length),
    )
    if (read.length === 0) break
    for (const entry of read) {
      // A page holds at least one entry, however large.
      if (room.bytes < sizeOf(entry) && room.bytes < pageBytes) {
        room.bytes = 0
        return entries
      }
      entries.push(entry)
      room.entries -= 1
      room.bytes -= sizeOf(entry)
    }
  }
  return entries
}

/**
 * Tells one chain, as far as there is room: the grant, entries, the receipts over them, and, where nothing is left of
 * it, its checkpoint.
 */
const tellChain = async (
  tx: HubReader,
  device: HubDevice,
  story: Story,
  { since, own }: Pick<PullRequest, 'since' | 'own'>,
  room: Room,
): Promise<Told> => {
  const { case: name, kind, size } = story
  if (kind === 'ended') {
    const ended = await endedBy(
      tx,
      device,
      name,
      async (chain, feed) => await firstAfter(tx, chain, (await tx.chain(chain))?.size ?? 0, feed - 1),
    )
    return { items: [{ k: 'drop', case: name, ...(ended === undefined ? {} : { ended }) }], whole: true }
  }
  const from = story.from ?? (await firstAfter(tx, name, size, kind === 'granted' ? 0 : since))
  const entries = await readEntries(tx, name, from, size, room)
  const end = Math.max(from, from + entries.length)
  const whole = end >= size
  const grantFeed = (await grantedSince(tx, name, device)) ?? Infinity
  // What the device sealed before it was granted the case anew, it dropped with the case (Y-25).
  const items: FeedItem[] = kind === 'granted' || !whole ? [{ k: 'grant', case: name, size }] : []
  items.push(
    ...itemsOf(entries, (entry) => own !== 'whole' && entry.deviceId === device.deviceId && entry.feed >= grantFeed),
  )
  const receipts = entries.length === 0 ? [] : await tx.receiptsOf(name, from)
  for (const { size: covered, receipt } of receipts) if (covered <= end) items.push({ k: 'receipt', receipt })
  const checkpoint = whole ? await tx.checkpoint(name) : null
  if (checkpoint !== null) items.push({ k: 'checkpoint', case: name, note: checkpoint.note })
  return { items: name === 'workspace' ? items.filter((item) => item.k !== 'grant') : items, whole }
}

const fromChanges = (changes: readonly HubChange[], asked: PullRequest['from']): Story[] =>
  changes.map((change) => ({
    ...change,
    from: Object.hasOwn(asked, change.case) ? Math.min(asked[change.case] ?? 0, change.size) : null,
  }))

/** Chains of which so few are asked for are looked up one by one; of more, all that are granted are read at once. */
const singlyMost = 16

/** Chains that were asked for by the device's own count, and stand in no change. */
const fromAsked = async (
  tx: HubReader,
  device: HubDevice,
  asked: PullRequest['from'],
  told: ReadonlySet<string>,
): Promise<Story[]> => {
  const stories: Story[] = []
  const names = Object.keys(asked).filter((name) => !told.has(name))
  const sizes = new Map((await tx.chains(names)).map((chain) => [chain.case, chain.size]))
  const all = names.length > singlyMost ? new Set((await tx.granted(device)).map((chain) => chain.case)) : null
  for (const name of names) {
    const granted = all?.has(name) ?? (await tx.isGranted(device, name))
    const size = sizes.get(name) ?? 0
    stories.push({
      case: name,
      kind: granted ? 'grown' : 'ended',
      size,
      feed: null,
      from: Math.min(asked[name] ?? 0, size),
    })
  }
  return stories
}

/** Y-26: everything that a device has, held against everything that is granted to it. */
const fromHeads = async (
  tx: HubReader,
  device: HubDevice,
  heads: Readonly<Record<string, number>>,
): Promise<Story[]> => {
  const granted = await tx.granted(device)
  const names = new Set(granted.map((chain) => chain.case))
  const differing = granted.filter(({ case: name, size }) => (Object.hasOwn(heads, name) ? heads[name] !== size : true))
  const dropped = Object.keys(heads).filter((name) => !names.has(name) && name !== 'workspace')
  return [
    ...dropped.map((name): Story => ({ case: name, kind: 'ended', size: 0, feed: null, from: 0 })),
    ...differing.map(({ case: name, size }): Story => ({
      case: name,
      size,
      kind: Object.hasOwn(heads, name) ? 'grown' : 'granted',
      feed: null,
      from: Math.min(heads[name] ?? 0, size),
    })),
  ]
}

/** The workspace chain comes first: it brings the keys that the others are checked with. */
const inOrder = (stories: readonly Story[]): Story[] =>
  [...stories].sort((a, b) => Number(b.case === 'workspace') - Number(a.case === 'workspace'))

const storiesOf = async (
  tx: HubReader,
  device: HubDevice,
  request: PullRequest,
): Promise<{ readonly stories: readonly Story[]; readonly more: boolean }> => {
  if (request.heads !== undefined) return { stories: inOrder(await fromHeads(tx, device, request.heads)), more: false }
  const changes = await tx.changedSince(device, request.since, chainsAtOnce)
  const more = changes.length >= chainsAtOnce
  const own = fromChanges(changes, request.from)
  // Beyond what a page speaks about, the chain of keys may have changed too.
  if (more && !own.some((story) => story.case === 'workspace')) {
    const workspace = await tx.chain('workspace')
    if (workspace !== null && workspace.feed > request.since)
      own.push({
        case: 'workspace',
        kind: 'grown',
        size: workspace.size,
        feed: null,
        from: request.from['workspace'] ?? null,
      })
  }
  const asked = await fromAsked(tx, device, request.from, new Set(own.map((story) => story.case)))
  return { stories: inOrder([...asked, ...own]), more }
}

/** Y-86. A page that is carried is of an older version: whoever reads it reads it at another time. */
const clockOf = (core: HubCore, { protocol }: PullRequest): FeedItem[] =>
  protocol < timeSince ? [] : [{ k: 'time', at: new Date(core.env.clock.nowMs()).toISOString() }]

/** Tells stories until a page is full; answers the feed number up to which everything was told. */
const tell = async (tx: HubReader, device: HubDevice, request: PullRequest): Promise<FeedItem[]> => {
  const { newest } = await tx.feed()
  const { stories, more } = await storiesOf(tx, device, request)
  const room: Room = { entries: syncLimits.entries, bytes: pageBytes }
  const items: FeedItem[] = [{ k: 'lease', ...leaseOf(device) }]
  const untold = new Set(stories)
  for (const story of stories) {
    if (room.entries <= 0 || room.bytes <= 0) break
    const told = await tellChain(tx, device, story, request, room)
    items.push(...told.items)
    // That a case asked for is none of the device's costs look-ups, too; once told, the device asks for it no more.
    if (story.kind === 'ended' && story.feed === null) room.entries -= 1
    if (!told.whole) break
    untold.delete(story)
  }
  if (untold.size === 0 && !more) {
    // Proofs speak about entries: they come when nothing is left of those.
    const proofs =
      request.log === undefined || request.protocol < logSince ? [] : await tellLog(tx, device, request.log)
    return [...items, ...proofs, { k: 'end', since: newest, more: false }]
  }
  // All below the first change that was not told in full is read; changes that share its number are not.
  const open = [...untold].map((story) => story.feed).filter((feed) => feed !== null)
  const read = stories
    .filter((story) => !untold.has(story) && story.feed !== null && story.feed < Math.min(Infinity, ...open))
    .map((story) => story.feed as number)
  const since =
    request.heads !== undefined || untold.size > open.length ? request.since : Math.max(request.since, ...read)
  return [...items, { k: 'end', since, more: true }]
}

/** Y-24 to Y-26: what is new for a device, from one moment of the store. */
export const pull = async (
  core: HubCore,
  deviceId: string,
  body: Uint8Array,
): Promise<Result<readonly FeedItem[], CallRefusal>> => {
  const version = versionRefusal(body, core.env.versions)
  if (version !== null) return version
  const read = decodeJson(pullRequest, body)
  if (!read.ok) return refuseMessage(read.error)
  const request = read.value
  const told = await core.store.reading(async (tx): Promise<Result<readonly FeedItem[], CallRefusal>> => {
    const device = await activeDevice(tx, deviceId)
    if (!device.ok) return device
    const { floor } = await tx.feed()
    if (request.heads === undefined && request.since > 0 && request.since < floor)
      return refuseCall(
        'gone',
        'The feed was compacted beyond what this device has read; it has to compare the heads of its cases.',
      )
    return ok([...clockOf(core, request), ...(await tell(tx, device.value, request))])
  })
  if (told.ok) await endDropped(core, deviceId, told.value)
  return told
}
