import { afterEach, expect, test } from 'vitest'
import {
  countedFrom,
  deadline,
  firstFinishedRank,
  queueRank,
  slaKind,
  slaKinds,
  slaState,
} from '../../../../main/domain/cases/sla.ts'
import { openedCase, startMs } from './support.ts'

const due = openedCase().slaDueAtMs

const zone = process.env['TZ']
afterEach(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

test.each(['UTC', 'Europe/Berlin', 'America/New_York'])(
  'the hours of a deadline are hours that pass, whenever the clocks of %s are put forward or back',
  (machine) => {
    process.env['TZ'] = machine
    for (const opened of [
      '2026-03-07T20:00:00Z',
      '2026-03-28T20:00:00Z',
      '2026-10-24T20:00:00Z',
      '2026-10-31T20:00:00Z',
    ]) {
      expect(new Date(deadline(Date.parse(opened), 24, 500)).toISOString()).toBe(
        new Date(Date.parse(opened) + 86_400_500).toISOString(),
      )
    }
  },
)

test('L-44: a case is breached from its deadline on, due soon in the four hours before it', () => {
  const at = (ms: number) => slaState(slaKinds.running, due, ms)
  expect([at(due - 4 * 3_600_000), at(due - 4 * 3_600_000 + 1), at(due - 1), at(due)]).toEqual([
    'on_track',
    'due_soon',
    'due_soon',
    'breached',
  ])
})

test('finished cases met or missed their deadline, paused ones wait', () => {
  const state = openedCase()
  expect(slaKind({ ...state, status: 'closed', finishedAtMs: due })).toBe(slaKinds.met)
  expect(slaKind({ ...state, status: 'resolved', finishedAtMs: due + 1 })).toBe(slaKinds.missed)
  expect(slaKind({ ...state, status: 'pending_review', pausedAtMs: startMs })).toBe(slaKinds.paused)
  expect(slaKind({ ...state, status: 'pending_review' })).toBe(slaKinds.running)
})

test('L-60: unfinished cases come first by deadline, then finished ones, last changed first; ranks are exact integers', () => {
  const farthest = { ...openedCase(), slaDueAtMs: Date.parse('9999-12-31T23:59:59.999Z') }
  const older = { ...openedCase(), status: 'closed' as const, updatedAtMs: startMs }
  const newer = { ...older, updatedAtMs: startMs + 1 }
  const ranks = [openedCase(), farthest, newer, older].map(queueRank)
  expect(ranks).toEqual([...ranks].sort((a, b) => a - b))
  expect(new Set(ranks).size).toBe(4)
  expect(queueRank(farthest)).toBeLessThan(firstFinishedRank)
  expect(queueRank({ ...older, updatedAtMs: farthest.slaDueAtMs })).toBeGreaterThan(firstFinishedRank)
  expect(ranks.every(Number.isSafeInteger)).toBe(true)
})

test('L-44: the hours of a case count from what its present deadline was counted from, pauses aside; of an imported one, and where it is off by no more than a pause that was not known, from its opening', () => {
  const counted = {
    source: null,
    createdAtMs: due + 10 * 365 * 24 * 3_600_000,
    slaDueAtMs: due + 5_000,
    slaHours: 24,
    pausedMs: 5_000,
  }
  expect(countedFrom(counted)).toBe(due - 24 * 3_600_000)
  const unknownPause = { ...counted, createdAtMs: due - 20 * 24 * 3_600_000 }
  expect(countedFrom(unknownPause)).toBe(unknownPause.createdAtMs)
  expect(countedFrom({ ...counted, source: { system: 'core', reference: '1' } })).toBe(counted.createdAtMs)
})
