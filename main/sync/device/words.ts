import type { SyncState } from '../../../shared/schema/sync.ts'
import type { SyncMachine } from './machine.ts'

/** What besides the machine decides where sync stands. */
export interface StateFacts {
  /** Own entries that no hub has. */
  readonly waiting: number
  /** In how many cases, the workspace's own chain among them, the hub has refused something. */
  readonly refused: number
  /** Pieces of evidence of cases that are not here any more, which no hub has sealed as received (Y-76). */
  readonly kept: number
  /** Pieces of evidence whose bytes are here and not sealed as received by the hub, those kept among them (Y-85). */
  readonly unsent: number
  /** Whether bytes of evidence wait for a network that costs nothing. */
  readonly heldBack: boolean
  /** Whether the hub had no room for bytes of evidence when it was last offered some. */
  readonly hubFull: boolean
}

/** Where sync stands (docs/spec/sync.md, section 8). */
export const syncStateOf = (
  machine: SyncMachine,
  { waiting, refused, kept, unsent, heldBack, hubFull }: StateFacts,
): SyncState['state'] => {
  if (!machine.joined) return 'standalone'
  if (machine.halted !== null) return machine.halted.state
  if (machine.paused) return 'paused'
  if (machine.trouble !== null) return machine.trouble.state
  if (machine.round !== null) return 'syncing'
  if (refused > 0) return 'refused'
  if (waiting > 0) return 'waiting'
  if (hubFull && unsent > 0 && !heldBack) return 'hub_full'
  if (kept > 0) return 'evidence_waits'
  if (heldBack) return 'metered'
  return unsent > 0 ? 'evidence_waits' : 'up_to_date'
}

const safe = 'Everything is sealed and stored on this computer, and work goes on.'

const words: Readonly<Record<SyncState['state'], string>> = {
  standalone: 'This folder works alone: everything is sealed and stored on this computer, and no hub has seen it.',
  up_to_date: 'The hub has everything of this device, and this device everything that is granted to it.',
  waiting: `Some of what was done here has not reached the hub yet. ${safe} It is sent at the next contact.`,
  syncing: 'This device and the hub are exchanging what is new.',
  offline: `The hub cannot be reached. ${safe} It is tried again by itself.`,
  session_expired: `The hub does not accept this device’s session. ${safe} It is tried again by itself; if it stays so, ask the hub’s administrator.`,
  revoked:
    'The hub’s administrator has revoked this device: nothing that it seals from now on is accepted. What was done before stands. Ask the administrator.',
  removed:
    'The hub’s administrator has removed this device, and what was granted to it was wiped here. Ask the administrator if this is a mistake.',
  forked:
    'The hub knows another course of this device: the folder was copied, or restored from a backup. Nothing was lost, and nothing is sent or fetched. If it was restored, what was erased or taken from this device since the backup is shown here again: do not use or pass it on. Begin a new epoch of this device to continue: that is taken away again with the next contact, and what no hub has is set aside, to be written again.',
  hub_not_trusted:
    'The hub shows something that contradicts what it signed before. Nothing of it was accepted, and sync with it has stopped. Ask its administrator; let this device continue only if the hub was restored from a backup.',
  version: `This device and the hub speak different versions of the protocol. ${safe} Update the older of the two.`,
  disk_full:
    'The disk of this computer is full, so nothing new can be received or written. What is sealed here is safe, can be read, and is still sent to the hub. Free some space; it is tried again by itself.',
  hub_full: `The hub answers but has no room: its disk is full, or nearly so. ${safe} It is tried again by itself; tell whoever runs the hub that it needs room. Keep this device and its folder until everything is there: what the hub lacks exists only here.`,
  stuck: `Sync gets no further, and not because the hub cannot be reached. ${safe} It is tried again by itself; if it stays so, show the hub’s administrator the reason.`,
  metered: 'All entries are with the hub. Bytes of evidence wait until the network costs nothing.',
  evidence_waits:
    'The hub has all entries of this device, but not the bytes of all its evidence. They are kept here, encrypted, and are sent automatically. Keep this device and its folder until they are there, and let it reach the hub; on a metered network, allow them or find another network.',
  refused: `The hub refused something that was done here. ${safe} What follows it in the same case waits with it; everything else goes on. The list of stuck cases shows the reason: it is tried again by itself when roles, policy or the case change, and a person may try it at any time. If it will never be accepted, begin a new epoch of this device: what the hub lacks is then set aside with its text and its evidence, to be done again by a person who may.`,
  paused: `Sync is paused. ${safe} End the pause to send and fetch.`,
}

/** What a person is told of a state, without what happened in particular. */
export const wordsOfState = (state: SyncState['state']): string => words[state]

/** What of the evidence that is here no hub has sealed as received. */
export interface UnsentEvidence {
  readonly pieces: number
  readonly bytes: number
  /** How many of the pieces are of cases that are not here any more (Y-76). */
  readonly kept: number
}

const noEvidence: UnsentEvidence = { pieces: 0, bytes: 0, kept: 0 }

const piecesOf = (count: number): string => (count === 1 ? 'One piece' : `${count} pieces`)

const stillHere = (kept: number): string =>
  ` ${piecesOf(kept)} of evidence that the hub has not received ${kept === 1 ? 'is' : 'are'} kept, and ${kept === 1 ? 'goes' : 'go'} to it by ${kept === 1 ? 'itself' : 'themselves'}: keep this device and its folder until then.`

const notYetThere = ({ pieces, bytes, kept }: UnsentEvidence): string => {
  const taken =
    kept === 0
      ? ''
      : ` ${kept === pieces ? (kept === 1 ? 'It is' : 'They are') : `${kept} of them ${kept === 1 ? 'is' : 'are'}`} of a case that was taken from this device before.`
  return ` ${piecesOf(pieces)} of evidence (${bytes} bytes) ${pieces === 1 ? 'has' : 'have'} not arrived at the hub as a whole.${taken}`
}

const ofEvidence = (state: SyncState['state'], unsent: UnsentEvidence): string => {
  if (state === 'removed') return unsent.kept > 0 ? stillHere(unsent.kept) : ''
  return unsent.pieces > 0 && (state === 'evidence_waits' || state === 'metered' || state === 'hub_full')
    ? notYetThere(unsent)
    : ''
}

/** What happened, what is safe, and what to do. */
export const messageOf = (state: SyncState['state'], machine: SyncMachine, unsent = noEvidence): string => {
  const reason = machine.halted?.message ?? machine.trouble?.message ?? ''
  const said = reason === '' || words[state].includes(reason) ? words[state] : `${words[state]} (${reason})`
  return `${said}${ofEvidence(state, unsent)}`
}
