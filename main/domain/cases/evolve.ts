import { isFinished, redactedText } from '../../../shared/schema/case.ts'
import type { CaseOutcome, CasePriority, CaseStatus } from '../../../shared/schema/case.ts'
import { supersededBy } from './contest.ts'
import type { ContestedValues } from './contest.ts'
import type { CaseState } from './state.ts'

/** A sealed entry as the rules read it. */
export interface CaseFact {
  /** The entry's id, lower-case hex. */
  readonly id: string
  readonly type: string
  readonly caseUid: string
  /** Unix milliseconds. */
  readonly atMs: number
  /** The acting user's uid. */
  readonly actor: string
  readonly refs: readonly string[]
  readonly pub: Readonly<Record<string, unknown>>
  /** Withheld values by name; `value` is undefined where it was erased. */
  readonly disclosures: Readonly<Record<string, { readonly digest: string; readonly value: unknown }>>
}

const timeOf = (value: unknown, fallback: number): number => (typeof value === 'string' ? Date.parse(value) : fallback)

const textOf = (fact: CaseFact, name: string): string => {
  const value = fact.disclosures[name]?.value
  return typeof value === 'string' ? value : redactedText
}

/**
 * L-67: the outcome after a move. A finished case keeps its own where the move names none, and one that is opened again
 * loses it.
 */
const outcomeAfter = (before: CaseOutcome | null, to: CaseStatus, { pub }: CaseFact): CaseOutcome | null =>
  isFinished(to) ? ((pub['outcome'] as CaseOutcome | undefined) ?? before) : null

const digestOf = (fact: CaseFact, name: string): string => fact.disclosures[name]?.digest ?? ''

const opened = (fact: CaseFact): CaseState => {
  const { pub } = fact
  const status = pub['status'] as CaseStatus
  const source = pub['source'] as { system: string; reference: string } | undefined
  return {
    id: pub['case_id'] as number,
    uid: fact.caseUid,
    number: pub['case_number'] as string,
    title: textOf(fact, 'title'),
    titleDigest: digestOf(fact, 'title'),
    descriptionDigest: digestOf(fact, 'description'),
    priority: pub['priority'] as CasePriority,
    status,
    outcome: outcomeAfter(null, status, fact),
    statusBy: fact.actor,
    statusEntry: fact.id,
    ownerId: pub['owner_id'] as number,
    ownerUid: pub['owner'] as string,
    ownerEntry: fact.id,
    slaHours: pub['sla_hours'] as number,
    slaDueAtMs: timeOf(pub['sla_due_at'], fact.atMs),
    pausedAtMs: pub['sla_paused'] === true ? fact.atMs : null,
    pausedMs: 0,
    createdAtMs: timeOf(pub['created_at'], fact.atMs),
    createdBy: fact.actor,
    updatedAtMs: fact.atMs,
    finishedAtMs: isFinished(status) ? fact.atMs : null,
    hold: null,
    source: source === undefined ? null : { system: source.system, reference: source.reference },
    revision: 1,
  }
}

const moved = (state: CaseState, fact: CaseFact): Partial<CaseState> => {
  const to = fact.pub['to'] as CaseStatus
  const pausedFor = fact.pub['sla_paused_ms']
  return {
    status: to,
    outcome: outcomeAfter(state.outcome, to, fact),
    statusBy: fact.actor,
    statusEntry: fact.id,
    slaDueAtMs: timeOf(fact.pub['sla_due_at'], state.slaDueAtMs),
    pausedAtMs: fact.pub['sla_paused'] === true ? fact.atMs : null,
    pausedMs: Math.min(
      Number.MAX_SAFE_INTEGER,
      state.pausedMs + (typeof pausedFor === 'number' ? Math.round(pausedFor) : 0),
    ),
    finishedAtMs: isFinished(to) ? (state.finishedAtMs ?? fact.atMs) : null,
  }
}

/**
 * What an entry changes of a case, its time and revision aside. Types that this release does not know change nothing.
 */
const changeOf = (state: CaseState, fact: CaseFact): Partial<CaseState> => {
  switch (fact.type) {
    case 'status.changed':
      return moved(state, fact)
    case 'case.edited':
      return {
        ...(fact.disclosures['title'] === undefined
          ? {}
          : { title: textOf(fact, 'title'), titleDigest: digestOf(fact, 'title') }),
        ...(fact.disclosures['description'] === undefined ? {} : { descriptionDigest: digestOf(fact, 'description') }),
      }
    case 'case.renumbered':
      return { number: fact.pub['to'] as string }
    case 'priority.changed':
      return {
        priority: fact.pub['to'] as CasePriority,
        slaHours: fact.pub['sla_hours'] as number,
        slaDueAtMs: timeOf(fact.pub['sla_due_at'], state.slaDueAtMs),
      }
    case 'owner.assigned':
      return { ownerUid: fact.pub['to_uid'] as string, ownerId: fact.pub['to_id'] as number, ownerEntry: fact.id }
    case 'hold.placed':
      return { hold: { atMs: fact.atMs, by: fact.actor, digest: digestOf(fact, 'reason') } }
    case 'hold.released':
      return { hold: null }
    default:
      return {}
  }
}

/** What of a case only one can set at a time. */
export const holdingOf = ({ status, statusEntry, ownerUid, ownerEntry }: CaseState): ContestedValues => ({
  status,
  statusEntry,
  ownerUid,
  ownerEntry,
})

/**
 * The case after one more entry; `null` is a case before its first, which must be `case.opened`. An entry that was
 * overtaken (Y-42) changes nothing but that it is there.
 */
export const apply = (state: CaseState | null, fact: CaseFact): CaseState => {
  if (state === null) {
    if (fact.type !== 'case.opened') throw new Error('the first entry of a case opens it')
    return opened(fact)
  }
  const change = supersededBy(holdingOf(state), fact) === null ? changeOf(state, fact) : {}
  return { ...state, ...change, updatedAtMs: fact.atMs, revision: state.revision + 1 }
}
