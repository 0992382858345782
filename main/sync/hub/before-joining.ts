import { erasureType } from '../../../shared/entries/evidence-erasure.ts'
import type { EntryPayload } from '../../seal/entry.ts'
import { hubTypes, rolesFor } from './type-roles.ts'
import { broughtKey } from './workspace-head.ts'
import type { WorkspaceHead } from './workspace-head.ts'

/** The chain into which a folder brings what it sealed before it joined, as the entries so far left it. */
export interface ChainBefore {
  /**
   * Who opened the case, and with which of their numbers over all cases; null where nobody has, and of the workspace
   * chain.
   */
  readonly opened: { readonly deviceId: string; readonly dseq: number } | null
  /** The last number over all cases that the folder's device has in this chain; 0 where it has none. */
  readonly lastDseq: number
  /** Whether anybody but whoever opened the case, and the hub, has written in it. */
  readonly isShared: boolean
  /** The one device that placed the hold in force; null where there is none, or not one alone has. */
  readonly holder: string | null
  /**
   * The entry of this chain that the one to be judged is about (`namedBy`); null where it is about none that is here.
   */
  readonly named: Pick<EntryPayload, 'dev' | 'dseq' | 'type' | 'actor' | 'subject' | 'pub'> | null
}

/** What is asked of an entry that was sealed before its folder joined. */
export interface JoiningFacts {
  readonly workspace: Pick<WorkspaceHead, 'users' | 'apiKeys'>
  readonly hub: { readonly origin: string }
  /** The last `dseq` that the folder had sealed when it asked to join. */
  readonly joinedDseq: number
  readonly chain: ChainBefore
}

/** The key with which the folder itself began is in its chain, and enrols nothing. */
const isOwnKey = (payload: EntryPayload): boolean => {
  const brought = payload.type === 'key.enrolled' && payload.case === 'workspace' ? broughtKey(payload) : null
  return brought?.kid === payload.kid && brought.deviceId === payload.dev
}

/** Whoever acts is of the folder: nobody who came to the workspace by another way, and none of its API keys. */
const isOfFolder = ({ actor, dev }: EntryPayload, { users, apiKeys }: JoiningFacts['workspace']): boolean => {
  const user = Object.hasOwn(users, actor) ? users[actor] : undefined
  return !Object.hasOwn(apiKeys, actor) && (user === undefined || user.folder === dev)
}

/** Whether a case is the folder's own: its device opened it, before it joined. */
const isOwnCase = ({ dev, type }: EntryPayload, { chain: { opened }, joinedDseq }: JoiningFacts): boolean =>
  opened === null ? type === 'case.opened' : opened.deviceId === dev && opened.dseq <= joinedDseq

/**
 * The entry that an entry is about: the one whose values it erases, or the proposal or version on which it says a
 * second person's word.
 */
export const namedBy = ({ type, refs, pub }: Pick<EntryPayload, 'type' | 'refs' | 'pub'>): string | null => {
  const id = type === 'redaction.applied' ? pub['entry'] : refs[0]
  return typeof id === 'string' ? id : null
}

/** Types that say a second person's word on what another entry proposed. */
const secondWords: ReadonlySet<string> = new Set([
  'decision.approved',
  'decision.refused',
  'report.approved',
  erasureType,
])

/**
 * Whether what takes a role does nothing to what others did, whoever has written meanwhile: over a slow line a case of
 * years comes in many parts, and others see the first of them.
 */
const isOwnMatter = (
  { type, dev, subject, pub }: EntryPayload,
  { chain: { holder, named }, joinedDseq }: JoiningFacts,
): boolean => {
  if (type === 'hold.placed') return true
  if (type === 'hold.released') return holder === dev
  if (named?.dev !== dev || named.dseq > joinedDseq) return false
  return (
    type === 'redaction.applied' ||
    (secondWords.has(type) && named.subject === subject && named.pub['version'] === pub['version'])
  )
}

/**
 * Y-30: why an entry that is numbered as one from before its folder joined may not stand; null where it may. Roles are
 * not asked for: the workspace knows none that the folder's users had then. What an
 * entry may do is bounded instead: it speaks for the folder's own people, about the folder's own cases, and where
 * others have written since it does nothing that takes a role to what they did.
 */
export const beforeJoiningFault = (payload: EntryPayload, facts: JoiningFacts): string | null => {
  const { type, anchor } = payload
  const { hub, joinedDseq, chain, workspace } = facts
  if (anchor?.origin.startsWith(`${hub.origin}/`) === true)
    return 'The entry is numbered as one from before its folder joined, and names a checkpoint of this hub.'
  if (chain.lastDseq > joinedDseq)
    return 'The entry is numbered as one from before its folder joined, and follows one that was sealed after.'
  if ((hubTypes.has(type) || type === 'key.rotated') && !isOwnKey(payload))
    return 'A folder that joins brings no keys, no grants and no words of a hub along.'
  if (!isOfFolder(payload, workspace))
    return 'What was sealed before a folder joined is of the folder’s own people, and of nobody of this workspace.'
  if (payload.case === 'workspace') return null
  if (!isOwnCase(payload, facts))
    return 'What was sealed before a folder joined has its place in the cases of that folder alone.'
  return chain.isShared && rolesFor(type) !== null && !isOwnMatter(payload, facts)
    ? 'Others have written in this case since its folder joined: what needs a role, and is not about the folder’s own steps alone, now needs one that this workspace gave.'
    : null
}
