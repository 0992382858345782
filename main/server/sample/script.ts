import { defaultSlaHours, type Policy } from '../../../shared/schema/policy.ts'
import type { CasePriority, CaseStatus } from '../../../shared/schema/case.ts'
import { hourMs, minuteMs } from '../../../shared/text/days.ts'
import { subjects } from './people.ts'
import { stories } from './stories.ts'

/** One thing that happens to a sample case. `by` counts through the officers who may do it. */
export type SampleAct =
  | {
      readonly kind: 'open'
      readonly title: string
      readonly description: string
      readonly priority: CasePriority
      readonly customerId: number
      readonly accountId: number
      readonly alertIds: readonly number[]
    }
  | { readonly kind: 'status'; readonly status: CaseStatus; readonly notes: string }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'link'; readonly alertIds: readonly number[] }
  | { readonly kind: 'assign'; readonly notes: string }
  | { readonly kind: 'hold'; readonly reason: string }

/** An act with its case (0, 1, 2 ...) and its time in milliseconds since the epoch. */
export interface SampleStep {
  readonly caseIndex: number
  readonly atMs: number
  readonly act: SampleAct
}

const caseCount = 60

type Standing = 'on_track' | 'due_soon' | 'breached'

/** How each case stands in the end; read row by row, so that every story occurs in several states. */
const endings: readonly CaseStatus[] = [
  'investigating',
  'open',
  'resolved',
  'investigating',
  'closed',
  'escalated',
  'open',
  'investigating',
  'pending_review',
  'resolved',
  'closed',
  'investigating',
  'open',
  'escalated',
  'resolved',
  'investigating',
  'pending_review',
  'open',
  'closed',
  'investigating',
  'pending_review',
  'investigating',
  'open',
  'closed',
  'resolved',
  'investigating',
  'pending_review',
  'resolved',
  'open',
  'escalated',
]

const standings: readonly Standing[] = [
  'on_track',
  'breached',
  'on_track',
  'due_soon',
  'on_track',
  'breached',
  'due_soon',
]

/** A number from 0 to 1 that depends on the case alone, so that the sample is the same every time. */
const spread = (index: number, salt: number): number => ((index * 7_919 + salt * 104_729) % 1_000) / 1_000

const amountOf = (index: number): string =>
  `${(1_200 + Math.floor(spread(index, 1) * 84_000)).toLocaleString('en')}.00 EUR`

/** When a case was opened, so that it stands against its deadline as wanted. */
const openedAt = (index: number, status: CaseStatus, slaMs: number, nowMs: number): number => {
  if (status === 'resolved' || status === 'closed') return nowMs - (9 + 30 * spread(index, 2)) * 24 * hourMs
  const standing = standings[index % standings.length] ?? 'on_track'
  if (standing === 'breached') return nowMs - slaMs - (2 + 70 * spread(index, 3)) * hourMs
  if (standing === 'due_soon') return nowMs - slaMs + (0.5 + 3 * spread(index, 4)) * hourMs
  return nowMs - slaMs * (0.05 + 0.4 * spread(index, 5))
}

/** When its last act happened: finished cases a little before or after their deadline, others lately. */
const lastActAt = (index: number, status: CaseStatus, openedMs: number, slaMs: number, nowMs: number): number => {
  if (status !== 'resolved' && status !== 'closed') return nowMs - Math.max(minuteMs, (nowMs - openedMs) * 0.1)
  return openedMs + slaMs * (spread(index, 6) < 0.25 ? 1.4 : 0.4 + 0.5 * spread(index, 7))
}

const actsOf = (index: number, status: CaseStatus): SampleAct[] => {
  const story = stories[index % stories.length]
  if (story === undefined || status === 'open') return []
  const [first, ...later] = story.findings
  const acts: SampleAct[] = [{ kind: 'status', status: 'investigating', notes: 'Taken up; first documents requested.' }]
  if (first !== undefined) acts.push({ kind: 'note', text: first })
  if (index % 3 === 0) acts.push({ kind: 'link', alertIds: [70_000 + index, 71_000 + index] })
  if (index % 11 === 4) acts.push({ kind: 'assign', notes: 'Handed over: absence until the end of the month.' })
  if (status === 'investigating' && index % 2 === 0) return acts
  for (const text of later) acts.push({ kind: 'note', text })
  if (status === 'investigating') return acts
  if (status === 'escalated') {
    acts.push({ kind: 'status', status, notes: story.handover })
    if (index % 2 === 1)
      acts.push({ kind: 'hold', reason: 'Requested by the public prosecutor; nothing of this file may be erased.' })
    return acts
  }
  acts.push({ kind: 'status', status: 'pending_review', notes: story.handover })
  if (status === 'pending_review') return acts
  acts.push({ kind: 'status', status: 'resolved', notes: story.outcome })
  if (status === 'closed')
    acts.push({ kind: 'status', status: 'closed', notes: 'Papers complete; retention period set.' })
  return acts
}

const stepsOf = (caseIndex: number, nowMs: number, hours: Policy['sla_hours']): SampleStep[] => {
  const story = stories[caseIndex % stories.length]
  const subject = subjects[(caseIndex * 7 + Math.floor(caseIndex / stories.length)) % subjects.length]
  const status = endings[caseIndex % endings.length]
  if (story === undefined || subject === undefined || status === undefined) return []
  const slaMs = hours[story.priority] * hourMs
  const openedMs = openedAt(caseIndex, status, slaMs, nowMs)
  const lastMs = Math.max(openedMs, lastActAt(caseIndex, status, openedMs, slaMs, nowMs))
  const acts = actsOf(caseIndex, status)
  const open: SampleAct = {
    kind: 'open',
    title: story.title(subject),
    description: `${story.brief(subject, amountOf(caseIndex))}\n\nInvented sample case.`,
    priority: story.priority,
    customerId: 40_000 + caseIndex * 13,
    accountId: 900_000 + caseIndex * 17,
    alertIds: Array.from({ length: 1 + (caseIndex % 3) }, (_, alert) => 60_000 + caseIndex * 3 + alert),
  }
  const later = acts.map((act, position) => ({
    caseIndex,
    atMs: Math.round(openedMs + ((position + 1) / acts.length) * (lastMs - openedMs)),
    act,
  }))
  return [{ caseIndex, atMs: Math.round(openedMs), act: open }, ...later]
}

/**
 * The whole history of the sample, in the order of time, ending before `nowMs`: about 60 cases in every state and
 * priority.
 */
export const sampleSteps = (nowMs: number, hours: Policy['sla_hours'] = defaultSlaHours): readonly SampleStep[] =>
  Array.from({ length: caseCount }, (_, caseIndex) => stepsOf(caseIndex, nowMs, hours))
    .flat()
    .sort((left, right) => left.atMs - right.atMs || left.caseIndex - right.caseIndex)
