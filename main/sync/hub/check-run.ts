import { withheldFault } from '../../../shared/entries/catalogue.ts'
import { erasesPiece, erasureType } from '../../../shared/entries/evidence-erasure.ts'
import type { ErasureAct } from '../../../shared/entries/evidence-erasure.ts'
import { syncLimits } from '../../../shared/protocol/sync.ts'
import type { PushRefusalCode } from '../../../shared/protocol/sync.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { canBeVoided } from '../../domain/cases/voided.ts'
import { disclosureDigest, parseDisclosure } from '../../seal/disclosure.ts'
import type { JsonValue } from '../../seal/canonical.ts'
import type { EntryPayload } from '../../seal/entry.ts'
import { sealsFor } from '../../seal/hub-epochs.ts'
import type { Inspection } from '../../seal/judge.ts'
import type { CarriedEntry, CarriedRun } from '../entry.ts'
import { accessFault } from './case-access.ts'
import type { CaseHead } from './case-head.ts'
import { fourEyesFault } from './four-eyes.ts'
import { isRoleFault, permissionFault } from './permissions.ts'
import type { PermissionFacts } from './permissions.ts'
import { isTooDeep, valueFault } from './values.ts'
import type { HubKnownKey, WorkspaceHead } from './workspace-head.ts'

/** An entry with what was found out about it before any transaction. */
export interface PreparedEntry {
  readonly entry: CarriedEntry
  readonly inspection: Inspection
  /** Whether its signature holds with the key that it names. */
  readonly signed: boolean
}

/** Why an entry has no place in the order (Y-21). Quarantined ones are kept aside, with an alarm. */
export interface RefusedEntry {
  readonly code: PushRefusalCode
  readonly message: string
  readonly quarantined: boolean
}

/** What the hub knows where an entry is to stand. */
export interface RunKnowledge extends PermissionFacts {
  /** Of the case as the entries before this one left it; null for the workspace chain. */
  readonly caseHead: CaseHead | null
  /** The author's last entry of this chain. */
  readonly last: { readonly seq: number; readonly id: string } | null
  /** The highest `dseq` that was taken of the author. */
  readonly dseq: number
  /** The entry that an erasure of evidence names as its request; null of every other entry, and where there is none. */
  readonly request: ErasureAct | null
  /** Whether this hub signed for the entry before it was set back (Y-84). */
  readonly signedBefore: boolean
}

/**
 * What is stored already where an entry wants to stand: the author's entry of the same `seq` in this chain, and of the
 * same `dseq`.
 */
export interface TakenBefore {
  readonly bySeq: { readonly id: string; readonly pos: number } | null
  readonly byDseq: { readonly id: string } | null
}

/** `taken`: it stands already, at this position (Y-22). */
export type PlaceInChain = { readonly kind: 'new' } | { readonly kind: 'taken'; readonly pos: number }

/** Why an act has its place and no effect (Y-95). */
export interface Voided {
  readonly code: 'role' | 'second_person'
  readonly message: string
}

const payloadLimit = 1_048_576
const refuse = (code: PushRefusalCode, message: string, quarantined = false): Result<never, RefusedEntry> =>
  fail({ code, message, quarantined })

const isTooLarge = ({ payload, disclosures }: CarriedEntry): boolean =>
  payload.length > payloadLimit ||
  disclosures.length > 1_000 ||
  disclosures.reduce((sum, one) => sum + one.length, 0) > syncLimits.bytes

/** The key that an entry names, as the workspace chain enrolled it. */
export const authorOf = (workspace: Pick<WorkspaceHead, 'keys'>, kid: string): HubKnownKey | null =>
  Object.hasOwn(workspace.keys, kid) ? (workspace.keys[kid] ?? null) : null

/** Y-20, the entry by itself: canonical form, key, signature, and that it belongs to the run that it came in. */
export const checkSeal = (
  { entry, inspection, signed }: PreparedEntry,
  run: Pick<CarriedRun, 'case' | 'deviceId'>,
  workspace: WorkspaceHead,
): Result<EntryPayload, RefusedEntry> => {
  if (isTooLarge(entry)) return refuse('too_large', 'The entry is larger than a hub takes.')
  const { claim, canonical } = inspection
  if (!canonical) return refuse('non_canonical_payload', 'The entry is not written in canonical form.')
  if (claim === null) return refuse('malformed_entry', 'The entry is not of the form of a sealed entry.')
  if (claim.case !== run.case || claim.dev !== run.deviceId || claim.kid !== entry.kid)
    return refuse('malformed_entry', 'The entry is of another case, device or key than the run that it came in.')
  const key = authorOf(workspace, claim.kid)
  if (key === null || !sealsFor(key, claim.dev))
    return refuse('unknown_key', 'The entry names a key that was never enrolled for its device.', true)
  if (!signed) return refuse('edited_signature', 'The signature of the entry does not hold.', true)
  return ok(claim)
}

/** Y-15, Y-20, Y-22: where the entry stands in its device's chain. */
export const checkPlace = (
  id: string,
  payload: EntryPayload,
  { last }: Pick<RunKnowledge, 'last'>,
  taken: TakenBefore,
): Result<PlaceInChain, RefusedEntry> => {
  if (taken.bySeq !== null) {
    if (taken.bySeq.id === id) return ok({ kind: 'taken', pos: taken.bySeq.pos })
    return refuse('device_fork', `The device has sealed another entry as its number ${payload.seq} of this case.`, true)
  }
  if (taken.byDseq !== null)
    return refuse(
      'device_fork',
      `The device has sealed another entry as its number ${payload.dseq} over all cases.`,
      true,
    )
  const next = (last?.seq ?? 0) + 1
  // The number after it is what a revocation names (S-33): there must be one.
  if (payload.dseq >= Number.MAX_SAFE_INTEGER)
    return refuse('invalid_values', 'The entry has the last number that there is, so that none could follow it.')
  if (payload.seq > next) return refuse('missing_entry', `Entry ${next} of the device in this case comes first.`)
  if (payload.seq < next || payload.prev !== (last?.id ?? null))
    return refuse('device_fork', 'The entry follows another one than the device’s last one here.', true)
  // Numbers may be left out where an entry of another case was refused; none is used twice.
  return ok({ kind: 'new' })
}

/** Whether what is stored has to be asked before `checkPlace`. */
export const needsTaken = (
  payload: EntryPayload,
  { last, dseq }: Pick<RunKnowledge, 'last' | 'dseq'>,
): { readonly seq: boolean; readonly dseq: boolean } => ({
  seq: payload.seq <= (last?.seq ?? 0),
  dseq: payload.dseq <= dseq,
})

/** What an entry withholds, by name, as often as it is there; or why it is not what the entry lists. */
const readWithheld = (
  disclosures: readonly string[],
  payload: EntryPayload,
): Result<readonly (readonly [name: string, value: JsonValue])[], string> => {
  const open = new Set(payload._sd)
  const values: [string, JsonValue][] = []
  for (const encoded of disclosures) {
    if (!open.delete(disclosureDigest(encoded)))
      return fail('A withheld value came along that the entry does not list.')
    const read = parseDisclosure(encoded)
    if (!read.ok || isTooDeep(read.value.value)) return fail('A withheld value is not of its form, or nests too deep.')
    values.push([read.value.name, read.value.value])
  }
  return ok(values)
}

/**
 * Y-19, Y-30 to Y-32, Y-95, L-54: who may, and what the case permits, as the hub has it now. An act that takes a
 * supervisor, by somebody who may work here, has its place without effect.
 */
const checkPermission = (
  id: string,
  payload: EntryPayload,
  author: HubKnownKey,
  known: RunKnowledge,
): Result<Voided | null, RefusedEntry> => {
  if (author.revokedFrom !== null && payload.dseq >= author.revokedFrom)
    return refuse('revoked_key', 'The key was revoked before this entry.', true)
  const permission = permissionFault(payload, known)
  const mayBeVoid = known.joining === null && canBeVoided(payload.type)
  if (permission !== null)
    return mayBeVoid && isRoleFault(payload, known)
      ? ok({ code: 'role', message: permission })
      : refuse('not_permitted', permission)
  const access = known.joining === null ? accessFault(payload, known) : null
  if (access !== null) return ok({ code: 'role', message: access })
  const another = known.joining === null || known.caseHead?.shared === true ? fourEyesFault(id, payload, known) : null
  if (another !== null)
    return mayBeVoid ? ok({ code: 'second_person', message: another }) : refuse('not_permitted', another)
  // In hub order: what a hold protects is not erased for those who have it.
  if ((payload.type === 'redaction.applied' || payload.type === erasureType) && known.caseHead?.held === true)
    return refuse('not_permitted', 'A legal hold protects this case; nothing of it can be erased.')
  if (payload.type === erasureType && !erasesPiece(payload, known.request ?? undefined))
    return refuse(
      'not_permitted',
      'The bytes of evidence are erased at the request of another person, about this piece.',
    )
  return ok(null)
}

/** Whether the hub has said already that the act has no effect: it comes back to a hub that was restored. */
const isVoided = (id: string, { case: name }: EntryPayload, { workspace, caseHead }: RunKnowledge): boolean =>
  (name === 'workspace' ? workspace.voided : (caseHead?.voided ?? [])).includes(id)

/**
 * Y-20, what the entry says: revocation, permission, values, ids, disclosures, and what the case permits. What the hub
 * has signed for needs no second permission (Y-84).
 */
export const checkEntryContent = (
  entry: Pick<CarriedEntry, 'disclosures' | 'id'>,
  payload: EntryPayload,
  known: RunKnowledge,
): Result<Voided | null, RefusedEntry> => {
  const author = authorOf(known.workspace, payload.kid)
  if (author === null) return refuse('unknown_key', 'The entry names a key that was never enrolled.', true)
  const lacking = known.caseHead !== null && known.caseHead.holding === null && payload.type !== 'case.opened'
  if (lacking) return refuse('missing_entry', 'The entry that opens this case comes first.')
  const isSettled = known.signedBefore || isVoided(entry.id, payload, known)
  const permitted = isSettled ? ok(null) : checkPermission(entry.id, payload, author, known)
  if (!permitted.ok) return permitted
  const values = valueFault(payload, author)
  if (values !== null) return refuse(values.code, values.message)
  const withheld = readWithheld(entry.disclosures, payload)
  if (!withheld.ok) return refuse('disclosure_differs', withheld.error)
  // Y-35: what the hub signed for once stands by the rule of then; of a value that was erased before the entry came
  // there is its digest alone.
  const fault = known.signedBefore
    ? null
    : withheldFault(payload.type, payload.pub, withheld.value, payload._sd.length - withheld.value.length)
  return fault === null
    ? permitted
    : refuse(
        'invalid_values',
        `What ${payload.type} withholds is not as its type asks: ${fault.path.slice(0, 100)} ${fault.message}.`,
      )
}
