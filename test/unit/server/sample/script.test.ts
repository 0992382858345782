import { describe, expect, it } from 'vitest'
import { caseDescription, casePriorities, caseStatuses, caseTitle, rationale } from '../../../../shared/schema/case.ts'
import { sampleSteps, type SampleAct } from '../../../../main/server/sample/script.ts'

const nowMs = Date.UTC(2026, 10, 21, 12)
const steps = sampleSteps(nowMs)
const ofKind = <Kind extends SampleAct['kind']>(kind: Kind) =>
  steps.flatMap(({ act }) => (act.kind === kind ? [act as Extract<SampleAct, { kind: Kind }>] : []))

describe('the sample', () => {
  it('opens sixty cases of every priority and ends in every state', () => {
    const opened = ofKind('open')
    expect(opened).toHaveLength(60)
    expect(new Set(opened.map((act) => act.priority))).toEqual(new Set(casePriorities))
    expect(new Set(opened.map((act) => act.title)).size).toBe(60)
    const last = new Map<number, string>()
    for (const { caseIndex, act } of steps) {
      if (act.kind === 'open') last.set(caseIndex, 'open')
      if (act.kind === 'status') last.set(caseIndex, act.status)
    }
    expect(new Set(last.values())).toEqual(new Set(caseStatuses))
  })

  it('is told in the order of time, over weeks, and ends before now', () => {
    const times = steps.map((step) => step.atMs)
    expect(times).toEqual(times.toSorted((left, right) => left - right))
    expect(nowMs - (times[0] ?? nowMs)).toBeGreaterThan(21 * 86_400_000)
    expect(times.at(-1)).toBeLessThan(nowMs)
    expect(new Set(steps.filter((step) => step.act.kind === 'open').map((step) => step.caseIndex))).toHaveLength(60)
  })

  it('never moves a case to the state that it has, and starts each case by opening it', () => {
    const status = new Map<number, string>()
    for (const { caseIndex, act } of steps) {
      if (act.kind === 'open') {
        expect(status.has(caseIndex)).toBe(false)
        status.set(caseIndex, 'open')
      } else expect(status.has(caseIndex)).toBe(true)
      if (act.kind === 'status') {
        expect(status.get(caseIndex)).not.toBe(act.status)
        status.set(caseIndex, act.status)
      }
    }
  })

  it('keeps the limits of the interface and is the same every time', () => {
    for (const act of ofKind('open')) {
      expect(caseTitle.safeParse(act.title).success && caseDescription.safeParse(act.description).success).toBe(true)
    }
    for (const act of ofKind('status')) expect(rationale.safeParse(act.notes).success).toBe(true)
    for (const act of ofKind('note')) expect(rationale.safeParse(act.text).success).toBe(true)
    expect(sampleSteps(nowMs)).toEqual(steps)
  })
})
