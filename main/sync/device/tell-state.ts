import type { SyncState } from '../../../shared/schema/sync.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { numberDay, parseCaseNumber, slotOf, slotSize } from '../../domain/cases/numbers.ts'
import { toHex } from '../../seal/hash.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import { hubFingerprint } from '../hub/code.ts'
import { upToOf } from './bytes/transfers.ts'
import type { Transfers } from './bytes/transfers.ts'
import type { SyncRunner } from './runner.ts'
import type { WatchedClock } from './watched-clock.ts'
import { messageOf, stateOf } from './words.ts'

export interface TellingParts {
  readonly workspace: Pick<Workspace, 'sync' | 'env' | 'keys' | 'facts' | 'db'>
  readonly runner: Pick<SyncRunner, 'machine' | 'nextAttemptAtMs'>
  readonly transfers: Pick<Transfers, 'waiting' | 'heldBack' | 'hubFull'> | undefined
  readonly watched: WatchedClock
}

/** The hub's key as people compare it (Y-10): the first 80 bits of its SHA-256, in groups. */
const fingerprintOf = (spki: Uint8Array): string => (toHex(hubFingerprint(spki)).match(/.{4}/gu) ?? []).join(' ')

/** How many case numbers the device can still give out today by its lease, and until when it may. */
const leaseNow = async ({ workspace: { sync, env, facts, db }, watched }: TellingParts): Promise<SyncState['lease']> => {
  const lease = sync.settings.lease()
  if (lease === null) return null
  // The lease is of the hub's time; people read it by the clock of this computer.
  const untilMs = lease.untilMs + watched.aheadMs()
  const until = toTimestamp(untilMs)
  if (untilMs <= env.clock.nowMs()) return { numbers_left_today: 0, until }
  const rows = await db.selectFrom('cases').select('number').where('number', 'like', `CASE-${facts.institution}-${numberDay(env.clock.nowMs())}-%`).execute()
  const used = rows.filter(({ number }) => lease.slots.includes(slotOf(parseCaseNumber(number)?.sequence ?? 0).slot)).length
  return { numbers_left_today: Math.max(0, lease.slots.length * slotSize - used), until }
}

/** Where sync of a device stands, in the words that people read. */
export const tellState = async (parts: TellingParts): Promise<SyncState> => {
  const { workspace, runner, transfers, watched } = parts
  const { sync, keys, facts, db } = workspace
  const { replica, settings, overview } = sync
  const machine = runner.machine()
  const waiting = overview.waiting()
  const choices = settings.choices()
  const bytes = transfers?.waiting() ?? sync.transfers.waiting(upToOf(choices))
  const standing = stateOf(machine, { waiting, refused: overview.refused(), kept: bytes.kept, unsent: bytes.send, heldBack: transfers?.heldBack() === true, hubFull: transfers?.hubFull() === true })
  const relation = replica.relation()
  const nextAt = runner.nextAttemptAtMs()
  // As the workspace's chain names it; empty until the chain has brought the key.
  const named = await db.selectFrom('keys').select('name').where('kid', '=', keys.device.kid).executeTakeFirst()
  return {
    state: standing,
    message: messageOf(standing, machine, { pieces: bytes.send, bytes: bytes.sendBytes, kept: bytes.kept }),
    hub: relation === null ? null : { url: relation.url, origin: relation.origin, fingerprint: fingerprintOf(relation.spki) },
    device: { id: facts.deviceId, number: facts.deviceNumber, name: named?.name ?? '' },
    entries_waiting: waiting,
    evidence_waiting: { send: bytes.send, send_bytes: bytes.sendBytes, fetch: bytes.fetch, fetch_bytes: bytes.fetchBytes },
    evidence_kept: { pieces: bytes.kept, bytes: bytes.keptBytes },
    last_contact_at: typeof relation?.lastContactMs === 'number' ? toTimestamp(relation.lastContactMs) : null,
    next_attempt_at: nextAt === null ? null : toTimestamp(nextAt),
    paused: choices.paused,
    metered: choices.metered,
    evidence_policy: choices.evidencePolicy,
    rate_cap: choices.rateCap,
    lease: await leaseNow(parts),
    bytes: settings.bytes(),
    conflicts: overview.openConflicts(),
    alarms: settings.alarms().map(({ code, message, atMs }) => ({ code, message, at: toTimestamp(atMs) })),
    clock: watched.fault(),
  }
}
