import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { segmentsWith } from '../../../shared/schema/policy.ts'
import { utcDay } from '../../../shared/text/days.ts'
import { decideOpening } from '../../domain/cases/decide.ts'
import { formatCaseNumber, nextHeldSequence, nextSequence, numberDay, rangeOfSlot } from '../../domain/cases/numbers.ts'
import type { NumberRange, SlotUse } from '../../domain/cases/numbers.ts'
import type { OwnerCandidate } from '../../domain/cases/owners.ts'
import { clockAheadMs, clockPoint, hubTimeNow, tellFromMs } from '../../domain/clock/hub-time.ts'
import type { Clock } from '../../platform/clock.ts'
import { attachAlerts } from '../alerts/attach.ts'
import type { LedgerTx } from '../ledger/ledger.ts'
import { openingAccess, ownersAmong } from '../need-to-know/access-commands.ts'
import { hubTimeOf, hubTimeSql } from '../sync/hub-time.ts'
import type { HubTable, HubTimeTable } from '../sync/tables.ts'
import type { CommandOptions, CreatedCase, NewCase } from './case-store.ts'
import type { CaseParts } from './parts.ts'
import { activeUser } from './people.ts'
import type { CasesTable } from './tables.ts'

type Opening = Pick<CaseParts, 'env' | 'institution' | 'deviceNumber' | 'policy'>

const noneLeft = refusal(
  'case_numbers_exhausted',
  'All 99,999 case numbers of that day are used: a number has five digits a day. Nothing was lost, and everything else goes on. The next day has numbers again; an administrator can give the institution another segment of numbers (Settings, Policy).',
)
const noSlot = refusal(
  'case_numbers_exhausted',
  'The case numbers that the hub gave this device for that day are used up, and the hub cannot be reached to give more. Connect to the network and try again: it gets them at once. Everything else goes on without.',
)
/** Y-94: the refusal where the hub has none to give. */
export const dayIsFull = refusal(
  'case_numbers_exhausted',
  'The hub has no case number of that day left to give: all 99,999 of the day are given out, or as many as the devices of one person may have. Nothing was lost, and everything else goes on. The next day has numbers again; an administrator can give the institution another segment of numbers (Settings, Policy).',
)
const leaseEnded = (lastContactMs: number | null, nowMs: number): Refusal => {
  const last = lastContactMs === null ? 'none is known' : `on ${utcDay(lastContactMs)}`
  return refusal(
    'case_numbers_exhausted',
    `By the clock of this computer it is ${utcDay(nowMs)}, and the last contact with the hub (${last}) is so long ago that the case numbers of this device may be given to others. If that date is wrong, set the clock of this computer right. Else connect to the network and let it sync once, then open the case. Everything else goes on without.`,
  )
}

const takenOut: Readonly<Record<string, Refusal>> = {
  removed: refusal(
    'case_numbers_exhausted',
    'The hub’s administrator has removed this device, so that the hub takes nothing of it any more, and has lent its case numbers to others. No case was opened. Work on another device; ask the administrator if this is a mistake.',
  ),
  revoked: refusal(
    'case_numbers_exhausted',
    'The hub’s administrator has revoked the key of this device, so that the hub takes nothing of it any more, and has lent its case numbers to others. No case was opened. Work on another device; ask the administrator if this is a mistake.',
  ),
}

/** Why a device that its hub has taken out opens no case (Y-16); null: it was not taken out, or works alone. */
const takenOutFault = async (tx: LedgerTx): Promise<Refusal | null> => {
  const hub = await tx.sql.get<Pick<HubTable, 'halted_state'>>('select halted_state from hub where id = 1')
  return takenOut[hub?.halted_state ?? ''] ?? null
}

/**
 * Y-88: why the slots that the hub lent count no longer; null: they do, or the device works alone. The hub's time is
 * asked for, whatever the clock of this computer shows.
 */
const leaseFault = async (tx: LedgerTx, clock: Clock): Promise<Refusal | null> => {
  const hub = await tx.sql.get<{ lease_until: number; last_contact_at: number | null }>(
    'select lease_until, last_contact_at from hub where id = 1',
  )
  if (hub === undefined) return null
  const known = hubTimeOf(await tx.sql.get<HubTimeTable>(hubTimeSql))
  const point = clockPoint(clock)
  return hub.lease_until < (known === null ? point.wallMs : hubTimeNow(known, point))
    ? leaseEnded(known?.hubMs ?? hub.last_contact_at, point.wallMs)
    : null
}

/**
 * Y-92: from when a deadline counts, and the day that a case's number takes (L-41), where this computer's clock would
 * put them years off: the hub's time, where it is known and the clock differs from it by as much as its user is told
 * of.
 */
export const hubTimeWhereWrong = async (
  sql: Pick<LedgerTx['sql'], 'get'>,
  clock: Clock,
): Promise<number | undefined> => {
  const known = hubTimeOf(await sql.get<HubTimeTable>(hubTimeSql))
  const point = clockPoint(clock)
  return known === null || Math.abs(clockAheadMs(known, point)) < tellFromMs
    ? undefined
    : Math.round(hubTimeNow(known, point))
}

/** The numbers that a hub lent this device, by their segments: those of its slots, and those of the day alone. */
const heldOn = async (
  tx: LedgerTx,
  slots: readonly number[],
  institution: string,
  day: string,
): Promise<ReadonlyMap<string, readonly NumberRange[]>> => {
  const held = new Map<string, NumberRange[]>([[institution, slots.map(rangeOfSlot)]])
  const lent = await tx.sql.all<NumberRange & { segment: string }>(
    'select segment, first, last from number_ranges where day = ? order by segment, first',
    day,
  )
  for (const { segment, first, last } of lent) held.set(segment, [...(held.get(segment) ?? []), { first, last }])
  return held
}

const usesOf = async (tx: LedgerTx, segment: string, day: string, deviceNumber: number): Promise<SlotUse[]> =>
  await tx.sql.all<SlotUse>(
    'select slot, last from number_slots where segment = ? and day = ? and device_number = ? order by slot desc',
    segment,
    day,
    deviceNumber,
  )

/** The next number of a day of those that a hub lent this device (Y-16, Y-94). */
const nextHeld = async (
  tx: LedgerTx,
  { institution, deviceNumber }: Pick<Opening, 'institution' | 'deviceNumber'>,
  slots: readonly number[],
  day: string,
): Promise<string | null> => {
  for (const [segment, held] of await heldOn(tx, slots, institution, day)) {
    const sequence = nextHeldSequence(await usesOf(tx, segment, day, deviceNumber), held)
    if (sequence !== null) return formatCaseNumber({ institution: segment, day, sequence })
  }
  return null
}

/** The next number of a day for a device that works alone: of all, in order, segment by segment. */
const nextAlone = async (
  tx: LedgerTx,
  deviceNumber: number,
  segments: readonly string[],
  day: string,
): Promise<string | null> => {
  for (const segment of segments) {
    const [newest] = await usesOf(tx, segment, day, deviceNumber)
    const sequence = nextSequence(newest ?? null)
    if (sequence !== null) return formatCaseNumber({ institution: segment, day, sequence })
  }
  return null
}

/**
 * The next case number of a day: of those that the hub lent this device (Y-16, Y-94), or, where it works alone, of all
 * in order.
 *
 * @param ended why the slots count no longer (Y-88); null: they do, or nobody asks
 */
export const nextNumber = async (
  tx: LedgerTx,
  parts: Pick<Opening, 'institution' | 'deviceNumber' | 'policy'>,
  atMs: number,
  ended: Refusal | null = null,
): Promise<Result<string, Refusal>> => {
  const day = numberDay(atMs)
  const hub = await tx.sql.get<{ slots: string }>('select slots from hub where id = 1')
  if (hub !== undefined) {
    const number = await nextHeld(tx, parts, ended === null ? (JSON.parse(hub.slots) as number[]) : [], day)
    return number === null ? fail(ended ?? noSlot) : ok(number)
  }
  const segments = segmentsWith(parts.institution, parts.policy().case_number_segments)
  const number = await nextAlone(tx, parts.deviceNumber, segments, day)
  return number === null ? fail(noneLeft) : ok(number)
}

/** Of cases that whoever imports may not know, one more is made: to refuse it would tell that they are there. */
const isImported = async (tx: LedgerTx, { imported }: NewCase): Promise<boolean> => {
  if (imported === undefined) return false
  const same = await tx.sql.all<{ id: number }>(
    'select id from cases where source_system = ? and source_reference = ?',
    imported.system,
    imported.reference,
  )
  for (const { id } of same) if (await tx.mayKnow(id)) return true
  return false
}

const askedOwner = async (tx: LedgerTx, { imported }: NewCase): Promise<OwnerCandidate | null> => {
  if (imported?.ownerId === undefined) return null
  const user = await activeUser(tx.sql, imported.ownerId)
  return user === null || user.role === 'auditor' ? null : user
}

const given = (value: number | undefined): number[] => (value === undefined ? [] : [value])

/** Opens a case within a transaction. */
export const openCase = async (
  tx: LedgerTx,
  parts: Opening,
  input: NewCase,
  options: CommandOptions<CreatedCase>,
): Promise<Result<CreatedCase, Refusal>> => {
  const { imported } = input
  if (await isImported(tx, input))
    return fail(refusal('already_done', 'A case with this source and reference is here already.'))
  const out = await takenOutFault(tx)
  if (out !== null) return fail(out)
  const ended = await leaseFault(tx, parts.env.clock)
  const hubMs = imported?.createdAtMs === undefined ? await hubTimeWhereWrong(tx.sql, parts.env.clock) : undefined
  const number = await nextNumber(tx, parts, imported?.createdAtMs ?? hubMs ?? tx.nowMs, ended)
  if (!number.ok) return number
  const id = await tx.nextId('cases')
  const owner = await askedOwner(tx, input)
  const access = await openingAccess(tx, input.access, options.actor)
  if (!access.ok) return access
  const decision = decideOpening(
    {
      id,
      number: number.value,
      title: input.title,
      description: input.description,
      priority: input.priority,
      customerIds: given(input.related_customer_id),
      accountIds: given(input.related_account_id),
      alertIds: input.alert_ids ?? [],
      owner,
      candidates: owner === null ? await ownersAmong(tx.sql, access.value) : [],
      ...(access.value === null ? {} : { access: access.value }),
      ...(imported === undefined ? {} : { source: { system: imported.system, reference: imported.reference } }),
      createdAtMs: imported?.createdAtMs,
      countedFromMs: hubMs,
      slaDueAtMs: imported?.slaDueAtMs,
      status: imported?.status,
      outcome: imported?.outcome,
    },
    { nowMs: tx.nowMs, actor: options.actor, policy: parts.policy() },
  )
  if (!decision.ok) return decision
  const uid = parts.env.random.uuidv7(tx.nowMs)
  for (const draft of decision.value) await tx.append({ case: { id, uid }, subject: uid, ...draft })
  if (imported?.notes !== undefined) {
    await tx.append({
      case: { id, uid },
      subject: uid,
      type: 'note.added',
      pub: {},
      withheld: { text: imported.notes },
    })
  }
  await attachAlerts(tx, { id, uid }, input.alert_ids ?? [])
  const row = await tx.sql.get<CasesTable>('select * from cases where id = ?', id)
  if (row === undefined) throw new Error('an opened case has no row')
  const answer: CreatedCase = {
    id,
    case_number: row.number,
    title: row.title,
    priority: row.priority,
    status: row.status,
    owner_id: row.owner_id,
    sla_due_at: toTimestamp(row.sla_due_at),
    created_at: toTimestamp(row.created_at),
  }
  await options.inTransaction?.(tx, answer)
  return ok(answer)
}
