import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { utcDay } from '../../../shared/text/days.ts'
import { decideOpening } from '../../domain/cases/decide.ts'
import { numberDay, formatCaseNumber, nextHeldSequence, nextSequence } from '../../domain/cases/numbers.ts'
import type { SlotUse } from '../../domain/cases/numbers.ts'
import type { OwnerCandidate } from '../../domain/cases/owners.ts'
import { clockAheadMs, clockPoint, hubTimeNow, tellFromMs } from '../../domain/clock/hub-time.ts'
import type { Clock } from '../../platform/clock.ts'
import { attachAlerts } from '../alerts/attach.ts'
import type { LedgerTx } from '../ledger/ledger.ts'
import { hubTimeOf, hubTimeSql } from '../sync/hub-time.ts'
import type { HubTimeTable } from '../sync/tables.ts'
import type { CommandOptions, CreatedCase, NewCase } from './case-store.ts'
import type { CaseParts } from './parts.ts'
import { activeUser, activeUsers } from './people.ts'
import type { CasesTable } from './tables.ts'

type Opening = Pick<CaseParts, 'env' | 'institution' | 'deviceNumber' | 'policy'>

const noneLeft = refusal('case_numbers_exhausted', 'This device has no case number left for that day.')
const noSlot = refusal(
  'case_numbers_exhausted',
  'The case numbers that the hub gave this device for that day are used up. Connect to the network and let it sync once: it gets new ones then. Everything else goes on without.',
)
const leaseEnded = (lastContactMs: number | null, nowMs: number): Refusal => {
  const last = lastContactMs === null ? 'none is known' : `on ${utcDay(lastContactMs)}`
  return refusal(
    'case_numbers_exhausted',
    `By the clock of this computer it is ${utcDay(nowMs)}, and the last contact with the hub (${last}) is so long ago that the case numbers of this device may be given to others. If that date is wrong, set the clock of this computer right. Else connect to the network and let it sync once, then open the case. Everything else goes on without.`,
  )
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
 * Y-92: from when a deadline counts that this computer's clock would put years off: the hub's time, where it is known
 * and the clock differs from it by as much as its user is told of.
 */
const hubTimeForDeadline = async (tx: LedgerTx, clock: Clock): Promise<number | undefined> => {
  const known = hubTimeOf(await tx.sql.get<HubTimeTable>(hubTimeSql))
  const point = clockPoint(clock)
  return known === null || Math.abs(clockAheadMs(known, point)) < tellFromMs
    ? undefined
    : Math.round(hubTimeNow(known, point))
}

/**
 * The next case number of a day: of the slots that the hub lent this device (Y-16), or, where it works alone, of all in
 * order. Whether they still count is not asked.
 */
export const nextNumber = async (
  tx: LedgerTx,
  { institution, deviceNumber }: Pick<Opening, 'institution' | 'deviceNumber'>,
  atMs: number,
): Promise<Result<string, Refusal>> => {
  const day = numberDay(atMs)
  const hub = await tx.sql.get<{ slots: string }>('select slots from hub where id = 1')
  const uses = await tx.sql.all<SlotUse>(
    'select slot, last from number_slots where day = ? and device_number = ? order by slot desc',
    day,
    deviceNumber,
  )
  const sequence =
    hub === undefined ? nextSequence(uses[0] ?? null) : nextHeldSequence(uses, JSON.parse(hub.slots) as number[])
  if (sequence === null) return fail(hub === undefined ? noneLeft : noSlot)
  return ok(formatCaseNumber({ institution, day, sequence }))
}

const isImported = async (tx: LedgerTx, { imported }: NewCase): Promise<boolean> =>
  imported !== undefined &&
  (await tx.sql.get(
    'select id from cases where source_system = ? and source_reference = ?',
    imported.system,
    imported.reference,
  )) !== undefined

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
  const ended = await leaseFault(tx, parts.env.clock)
  if (ended !== null) return fail(ended)
  const number = await nextNumber(tx, parts, imported?.createdAtMs ?? tx.nowMs)
  if (!number.ok) return number
  const id = await tx.nextId('cases')
  const owner = await askedOwner(tx, input)
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
      candidates: owner === null ? await activeUsers(tx.sql) : [],
      ...(imported === undefined ? {} : { source: { system: imported.system, reference: imported.reference } }),
      createdAtMs: imported?.createdAtMs,
      countedFromMs: imported?.createdAtMs === undefined ? await hubTimeForDeadline(tx, parts.env.clock) : undefined,
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
