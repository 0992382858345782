import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { UsableKey } from '../../seal/judge.ts'
import { buildKeyDirectory } from '../../seal/keys.ts'
import { publicKeyFromSpki } from '../../seal/signature.ts'
import type { KeyRecord } from '../../seal/verify-types.ts'
import type { CarriedEntry } from '../entry.ts'
import type { FeedPage } from '../wire.ts'
import { acceptCase } from './accept-case.ts'
import type { CaseItem, CaseReplica, OwnEntries } from './accept-case.ts'
import { createExamination } from './examination.ts'
import type { ExaminationParts } from './examination.ts'
import type { LogItem } from './accept-log.ts'
import { judgeDrop } from './drop-proof.ts'
import type { Drop } from './drop-proof.ts'
import type { HubFault } from './hub-fault.ts'
import type { KnownHub } from './proofs.ts'
import { nothingToTake } from './replica.ts'
import type { CaseIntake, DeviceReplica, HubRelation, Intake } from './replica.ts'

export interface AcceptContext extends Omit<ExaminationParts, 'keyOf'> {
  readonly relation: KnownHub & Pick<HubRelation, 'rootKid' | 'since' | 'deviceId' | 'userUid'>
  readonly source: CaseReplica & Pick<DeviceReplica, 'keys'>
  /** Chains that this page was asked for from the device's own count. */
  readonly asked: ReadonlySet<string>
  /** Absent: `held`. */
  readonly own?: OwnEntries
}

/** A page that was held against all that this device knows. */
export interface AcceptedPage {
  readonly intake: Intake
  /** What it tells of the hub's log: to be held against it apart (main/sync/device/accept-log.ts). */
  readonly log: readonly LogItem[]
  /** Chains of which something is lacking: to be asked for from the device's own count (Y-24). */
  readonly gaps: readonly string[]
  /** Whether the hub has more to tell. */
  readonly more: boolean
  /** Whether the page names an entry of this device that is not here (Y-80): then nothing of it is taken in. */
  readonly lacksOwn: boolean
}

/** What a page tells of one chain since it was last dropped. */
interface CaseStory {
  readonly items: CaseItem[]
  granted: number | null
  fresh: boolean
}

interface PageStory {
  readonly cases: Map<string, CaseStory>
  readonly dropped: Map<string, Drop>
  lease: Intake['lease']
  readonly log: LogItem[]
  end: { readonly since: number; readonly more: boolean } | null
}

const storyOf = (story: PageStory, name: string): CaseStory => {
  const known = story.cases.get(name)
  if (known !== undefined) return known
  const made: CaseStory = { items: [], granted: null, fresh: story.dropped.has(name) }
  story.cases.set(name, made)
  return made
}

/** The case of a receipt, read before anything of it is believed: where it belongs is checked with its signature. */
const receiptCase = (payload: string): string | null => {
  try {
    const { case: name } = JSON.parse(Buffer.from(payload, 'base64').toString('utf8')) as { case?: unknown }
    return typeof name === 'string' ? name : null
  } catch {
    return null
  }
}

const noCase: HubFault = { code: 'receipt_invalid', case: null, entryId: null, message: 'a receipt names no case' }

/** Sorts the items of a page by chain. */
const tell = (page: FeedPage): Result<PageStory, HubFault> => {
  const story: PageStory = { cases: new Map(), dropped: new Map(), lease: null, log: [], end: null }
  for (const item of page.items) {
    switch (item.k) {
      case 'drop':
        story.cases.delete(item.case)
        story.dropped.set(item.case, item)
        break
      case 'grant':
        storyOf(story, item.case).granted = item.size
        break
      case 'lease':
        story.lease = { slots: item.slots, untilMs: Date.parse(item.until) }
        break
      case 'log':
      case 'proof':
        story.log.push(item)
        break
      case 'time':
        break
      case 'end':
        story.end = { since: item.since, more: item.more }
        break
      case 'receipt': {
        const name = receiptCase(item.receipt.payload)
        if (name === null) return fail(noCase)
        storyOf(story, name).items.push(item)
        break
      }
      default:
        storyOf(story, item.case).items.push(item)
    }
  }
  return ok(story)
}

/** The keys of the workspace, growing while its chain is read. */
const keyring = (
  start: ReadonlyMap<string, KeyRecord>,
  rootKid: string,
): { keyOf: (kid: string) => UsableKey | undefined; follow: (entry: CarriedEntry) => void } => {
  let keys = new Map(start)
  const usable = new Map<string, UsableKey>()
  const keyOf = (kid: string): UsableKey | undefined => {
    const kept = usable.get(kid)
    const record = keys.get(kid)
    if (record === undefined || kept?.record === record) return kept
    const made = { record, publicKey: publicKeyFromSpki(record.spki) }
    usable.set(kid, made)
    return made
  }
  const follow = (entry: CarriedEntry): void => {
    keys = new Map(buildKeyDirectory([entry], { before: keys, trusted: new Set([rootKid]) }).keys)
  }
  return { keyOf, follow }
}

const entriesIn = (items: readonly CaseItem[]): CarriedEntry[] =>
  items.flatMap((item) => (item.k === 'entries' ? item.entries : []))

/**
 * The first key of a workspace stands in the entry that it signs itself (S-31): without it no first page could be read.
 */
const rootKeyIn = (items: readonly CaseItem[], rootKid: string): ReadonlyMap<string, KeyRecord> => {
  const entries = entriesIn(items).filter((entry) => entry.kid === rootKid)
  return buildKeyDirectory(entries.slice(0, 1), { trusted: new Set([rootKid]) }).keys
}

/**
 * Holds a page of the feed against all that this device knows of its hub and its cases (Y-20 to Y-26, Y-51). Nothing of
 * a page with a fault may be taken in: a hub that shows one false entry has no claim to be believed about the others.
 */
export const acceptPage = async (
  { relation, source, asked, own = 'held', ...known }: AcceptContext,
  page: FeedPage,
): Promise<Result<AcceptedPage, HubFault>> => {
  const told = tell(page)
  if (!told.ok) return told
  const story = told.value
  if (story.end !== null && story.end.since < relation.since) {
    return fail({
      code: 'hub_rolled_back',
      case: null,
      entryId: null,
      message: `the hub’s feed ends at ${story.end.since}, and this device has read it up to ${relation.since}`,
    })
  }
  const keys = (await source.keys()).keys
  const workspace = story.cases.get('workspace')
  const root = keys.has(relation.rootKid) ? [] : rootKeyIn(workspace?.items ?? [], relation.rootKid)
  const { keyOf, follow } = keyring(new Map([...keys, ...root]), relation.rootKid)
  const hub = {
    origin: relation.origin,
    kid: relation.kid,
    spki: relation.spki,
    publicKey: publicKeyFromSpki(relation.spki),
  }
  const seals = createExamination({ ...known, keyOf })
  const cases: CaseIntake[] = []
  const gaps: string[] = []
  let lacksOwn = false
  const take = async (name: string): Promise<HubFault | null> => {
    const { items, fresh } = story.cases.get(name) as CaseStory
    if (items.length === 0) return null
    const verdict = await acceptCase(
      {
        name,
        hub,
        source,
        seals,
        follow: name === 'workspace' ? follow : () => undefined,
        asked: asked.has(name),
        fresh,
        whole: page.whole,
        deviceId: relation.deviceId,
        own,
      },
      items,
    )
    if (verdict.kind === 'fault') return verdict.fault
    if (verdict.kind === 'lacks-own') {
      lacksOwn = true
      return null
    }
    if (verdict.gap) gaps.push(name)
    if (verdict.intake.entries.length > 0 || verdict.intake.checkpoint !== null) cases.push(verdict.intake)
    return null
  }
  try {
    // The workspace's chain brings the keys that the others are checked with.
    const first = story.cases.has('workspace') ? await take('workspace') : null
    if (first !== null) return fail(first)
    // Keys of what follows may stand behind the entry that is lacking.
    if (lacksOwn) return ok({ intake: nothingToTake, log: [], gaps: [], more: true, lacksOwn })
    const names = [...story.cases.keys()].filter((name) => name !== 'workspace')
    for (const name of names) seals.begin(entriesIn(story.cases.get(name)?.items ?? []))
    for (const name of names) {
      const fault = await take(name)
      if (fault !== null) return fail(fault)
      if (lacksOwn) return ok({ intake: nothingToTake, log: [], gaps: [], more: true, lacksOwn })
    }
  } finally {
    await seals.ended()
  }
  const dropped: string[] = []
  for (const [name, drop] of story.dropped) {
    const verdict = await judgeDrop(drop, { relation, source, keyOf, keys: keys.values() })
    if (verdict.kind === 'fault') return fail(verdict.fault)
    if (verdict.kind === 'ends') dropped.push(name)
  }
  const granted = [...story.cases].flatMap(([name, { granted: size }]) => (size === null ? [] : [{ case: name, size }]))
  // The feed number never passes what was not taken in.
  const since = gaps.length > 0 || !page.whole ? null : (story.end?.since ?? null)
  return ok({
    intake: { cases, granted, dropped, lease: story.lease, since },
    log: story.log,
    gaps,
    more: story.end?.more ?? true,
    lacksOwn,
  })
}
