import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { caseStatuses } from '../../../../shared/schema/case.ts'
import type { CaseOutcome, CaseStatus } from '../../../../shared/schema/case.ts'
import type { CaseCommand, DecisionContext } from '../../../../main/domain/cases/commands.ts'
import { decide, decideOpening } from '../../../../main/domain/cases/decide.ts'
import type { CaseState } from '../../../../main/domain/cases/state.ts'
import { contextOf, openCommand, openedCase, person, sealed, startMs } from './support.ts'

const hour = 3_600_000

const step = (state: CaseState, command: CaseCommand, context: DecisionContext = contextOf()): CaseState => {
  const decision = decide(state, command, context)
  if (!decision.ok) throw new Error(decision.error.code)
  return decision.value.reduce((present, draft) => sealed(present, draft, context), state)
}
const codeOf = (state: CaseState, command: CaseCommand, context: DecisionContext = contextOf()): string => {
  const decision = decide(state, command, context)
  return decision.ok ? 'ok' : decision.error.code
}
const to = (status: CaseStatus, hands: readonly string[] = []): CaseCommand => ({
  kind: 'status',
  status,
  notes: 'why',
  hands: new Set(hands),
})

describe('opening', () => {
  test('L-51: personal data is withheld, the rest is sealed openly', () => {
    const decision = decideOpening(openCommand({ customerIds: [7], accountIds: [8], alertIds: [2, 1, 2] }), contextOf())
    expect(decision).toMatchObject({ ok: true })
    const draft = decision.ok ? decision.value[0] : undefined
    expect(Object.keys(draft?.withheld ?? {}).sort()).toEqual([
      'account_ids',
      'customer_ids',
      'description',
      'owner_name',
      'title',
    ])
    expect(draft?.pub).toMatchObject({
      alert_ids: [1, 2],
      status: 'open',
      owner: 'user-1',
      sla_hours: 24,
      sla_due_at: '2026-03-03T09:00:00.000+00:00',
    })
    expect(JSON.stringify(draft?.pub)).not.toMatch(/Title|Description|Person/)
  })

  test('L-42: the least-loaded investigator, ties to the lowest id; others only where there is none', () => {
    const ownerOf = (candidates: ReturnType<typeof person>[]) => openedCase({ candidates }).ownerId
    expect(
      ownerOf([
        person(3, 'investigator', 2),
        person(2, 'investigator', 1),
        person(5, 'investigator', 1),
        person(1, 'supervisor', 0),
      ]),
    ).toBe(2)
    expect(ownerOf([person(9, 'admin', 0), person(4, 'supervisor', 8), person(1, 'auditor', 0)])).toBe(4)
    const nobody = decideOpening(openCommand({ candidates: [person(1, 'auditor')] }), contextOf())
    expect(nobody).toMatchObject({ ok: false, error: { code: 'unknown_reference' } })
  })

  test('L-44: the hours of the policy are frozen in the entry', () => {
    const state = openedCase(
      { priority: 'urgent' },
      contextOf({ policy: { sla_hours: { urgent: 1.5, high: 2, medium: 3, low: 4 } } }),
    )
    expect(state.slaDueAtMs - startMs).toBe(1.5 * hour)
    expect(state.slaHours).toBe(1.5)
  })
})

describe('changes of state', () => {
  test('L-43: any state but the present one may follow, without a policy', () => {
    for (const from of caseStatuses) {
      const state = { ...openedCase(), status: from }
      expect(caseStatuses.map((status) => codeOf(state, to(status)))).toEqual(
        caseStatuses.map((status) => (status === from ? 'already_done' : 'ok')),
      )
    }
  })

  test('L-67: an outcome goes with a finished state, stays while it is finished, and goes with its reopening', () => {
    const finish = (state: CaseState, status: CaseStatus, outcome?: CaseOutcome) =>
      step(state, {
        kind: 'status',
        status,
        notes: 'why',
        hands: new Set(),
        ...(outcome === undefined ? {} : { outcome }),
      })
    const resolved = finish(openedCase(), 'resolved', 'inconclusive')
    expect(resolved.outcome).toBe('inconclusive')
    expect(finish(resolved, 'closed').outcome).toBe('inconclusive')
    expect(finish(resolved, 'closed', 'duplicate').outcome).toBe('duplicate')
    expect(finish(resolved, 'resolved', 'duplicate')).toMatchObject({
      status: 'resolved',
      outcome: 'duplicate',
      finishedAtMs: resolved.finishedAtMs,
    })
    expect(finish(finish(resolved, 'open'), 'closed').outcome).toBeNull()
    for (const status of ['open', 'investigating', 'pending_review', 'escalated'] as const)
      expect(
        codeOf(openedCase(), { ...to(status === 'open' ? 'escalated' : status), outcome: 'not_fraud' } as CaseCommand),
      ).toBe('invalid_request')
  })

  test('L-67: a correction asks no workflow, and the outcome that the policy requires may stand already', () => {
    const workflow = contextOf({ policy: { workflow: { open: ['closed'] } } })
    const closed = step(openedCase(), { ...to('closed'), outcome: 'not_fraud' } as CaseCommand, workflow)
    expect(codeOf(closed, { ...to('closed'), outcome: 'duplicate' } as CaseCommand, workflow)).toBe('ok')
    expect(codeOf(closed, { ...to('closed'), outcome: 'not_fraud' } as CaseCommand, workflow)).toBe('already_done')
    const required = contextOf({ policy: { outcome_required: ['closed'] } })
    expect(codeOf(openedCase(), to('closed'), required)).toBe('invalid_request')
    expect(codeOf(openedCase(), to('resolved'), required)).toBe('ok')
    expect(codeOf({ ...openedCase(), status: 'resolved', outcome: 'duplicate' }, to('closed'), required)).toBe('ok')
  })

  describe('L-78: required tasks that are open', () => {
    const asking = (passed_by: 'supervisors' | 'nobody', role: 'investigator' | 'supervisor' = 'supervisor') => ({
      ...contextOf({ policy: { tasks_required: { before: ['closed'], passed_by } } }),
      actor: { userUid: 'user-2', role },
    })
    const closing = (openTasks: number, leavesTasks = false) =>
      ({ ...to('closed'), openTasks, leavesTasks }) as CaseCommand

    test('keep a case from the states that the policy names, and from no other', () => {
      expect(codeOf(openedCase(), closing(2), asking('supervisors'))).toBe('tasks_open')
      expect(codeOf(openedCase(), closing(0), asking('supervisors'))).toBe('ok')
      expect(codeOf(openedCase(), { ...to('resolved'), openTasks: 2 } as CaseCommand, asking('nobody'))).toBe('ok')
      expect(codeOf(openedCase(), closing(2), contextOf())).toBe('ok')
    })

    test('are left open by a supervisor who says so, where the policy lets one', () => {
      expect(codeOf(openedCase(), closing(2, true), asking('supervisors', 'investigator'))).toBe('tasks_open')
      expect(codeOf(openedCase(), closing(2, true), asking('nobody'))).toBe('tasks_open')
      const decided = decide(openedCase(), closing(2, true), asking('supervisors'))
      expect(decided.ok && decided.value[0]?.pub['tasks_left']).toBe(2)
      const none = decide(openedCase(), closing(0, true), asking('supervisors'))
      expect(none.ok && none.value[0]?.pub).not.toHaveProperty('tasks_left')
    })

    test('do not stand against a correction of the outcome', () => {
      const closed = step(openedCase(), { ...to('closed'), outcome: 'not_fraud' } as CaseCommand)
      expect(codeOf(closed, { ...closing(2), outcome: 'duplicate' } as CaseCommand, asking('nobody'))).toBe('ok')
    })
  })

  test('L-67: an entry of an unfinished state gives no outcome, whatever it says', () => {
    const state = step(openedCase(), { ...to('closed'), outcome: 'not_fraud' } as CaseCommand)
    expect(
      sealed(state, { type: 'status.changed', pub: { from: 'closed', to: 'open', outcome: 'not_fraud' } }, contextOf())
        .outcome,
    ).toBeNull()
  })

  test('L-46: a workflow permits what it names and nothing else', () => {
    const context = contextOf({ policy: { workflow: { open: ['investigating'] } } })
    const state = openedCase()
    expect(codeOf(state, to('investigating'), context)).toBe('ok')
    expect(codeOf(state, to('closed'), context)).toBe('transition_forbidden')
    expect(codeOf({ ...state, status: 'investigating' }, to('open'), context)).toBe('transition_forbidden')
  })

  test('L-47: four eyes ask for a supervisor or admin in whose hands the case was not', () => {
    const policy = { four_eyes: ['closed' as const] }
    const state = openedCase()
    const by = (id: number, role: 'investigator' | 'supervisor' | 'admin') =>
      codeOf(state, to('closed', ['user-1', 'user-2']), contextOf({ by: id, role, policy }))
    expect(by(3, 'investigator')).toBe('four_eyes_required')
    expect(by(1, 'supervisor')).toBe('four_eyes_required')
    expect(by(2, 'admin')).toBe('four_eyes_required')
    expect(by(3, 'supervisor')).toBe('ok')
    expect(by(3, 'admin')).toBe('ok')
    expect(codeOf(state, to('resolved', ['user-1']), contextOf({ by: 1, policy }))).toBe('ok')
  })

  test('L-48: a pause in review moves the deadline by its length, and the entry says so', () => {
    const policy = { sla_pauses_in_pending_review: true }
    const state = openedCase()
    const paused = step(state, to('pending_review'), contextOf({ nowMs: startMs + hour, policy }))
    expect(paused).toMatchObject({ pausedAtMs: startMs + hour, slaDueAtMs: state.slaDueAtMs })
    // The policy may change meanwhile: what was sealed counts.
    const back = step(paused, to('investigating'), contextOf({ nowMs: startMs + 3 * hour }))
    expect(back).toMatchObject({ pausedAtMs: null, pausedMs: 2 * hour, slaDueAtMs: state.slaDueAtMs + 2 * hour })
    const urgent = step(
      back,
      { kind: 'priority', priority: 'urgent', notes: 'why' },
      contextOf({ nowMs: startMs + 4 * hour }),
    )
    expect(urgent.slaDueAtMs).toBe(startMs + 4 * hour + 2 * hour)
  })

  test('without the pause, review moves nothing', () => {
    const state = openedCase()
    const back = step(step(state, to('pending_review')), to('open'), contextOf({ nowMs: startMs + 9 * hour }))
    expect(back).toMatchObject({ slaDueAtMs: state.slaDueAtMs, pausedAtMs: null, pausedMs: 0 })
  })
})

describe('everything else', () => {
  test('an edit seals only what it changes', () => {
    const state = openedCase()
    const edit = (given: { title?: string; description?: string }) =>
      decide(state, { kind: 'edit', presentDescription: 'Description', ...given }, contextOf())
    expect(edit({ title: 'Title', description: 'Description' })).toMatchObject({
      ok: false,
      error: { code: 'already_done' },
    })
    expect(edit({ title: 'New', description: 'Description' })).toMatchObject({
      ok: true,
      value: [{ pub: { fields: ['title'] }, withheld: { title: 'New' } }],
    })
  })

  test('links: only what is new is added, only what is there is removed', () => {
    const present = { alertIds: [1, 2], customerIds: [5], accountIds: [] }
    const sealedAt = (kind: string, id: number) => ({ digest: `${kind} ${id}`, place: 0 })
    const add = decide(
      openedCase(),
      { kind: 'link', links: { alertIds: [3, 2, 3], customerIds: [5], accountIds: [9, 8] }, present },
      contextOf(),
    )
    expect(add).toMatchObject({
      value: [{ type: 'links.added', pub: { alert_ids: [3] }, withheld: { account_ids: [8, 9] } }],
    })
    const remove = decide(
      openedCase(),
      { kind: 'unlink', links: { alertIds: [2, 7], customerIds: [5], accountIds: [] }, present, sealedAt },
      contextOf(),
    )
    expect(remove).toMatchObject({
      value: [
        {
          type: 'links.removed',
          pub: { alert_ids: [2], removed: [{ digest: 'customer 5', place: 0 }] },
          withheld: { customer_ids: [5] },
        },
      ],
    })
    expect(
      codeOf(openedCase(), { kind: 'link', links: { alertIds: [1], customerIds: [5], accountIds: [] }, present }),
    ).toBe('already_done')
  })

  test('an auditor cannot be given a case', () => {
    expect(codeOf(openedCase(), { kind: 'assign', owner: person(8, 'auditor'), presentOwnerName: 'P' })).toBe(
      'unknown_reference',
    )
    expect(codeOf(openedCase(), { kind: 'assign', owner: person(1), presentOwnerName: 'P' })).toBe('already_done')
  })

  test('L-54: a legal hold refuses a redaction, whatever is asked', () => {
    const redact: CaseCommand = {
      kind: 'redact',
      entryId: 'e',
      digests: ['d'],
      withheld: new Map([['d', 'present']]),
      legalBasis: 'court_order',
    }
    const held = step(openedCase(), { kind: 'hold', reason: 'order' })
    expect(codeOf(held, redact)).toBe('legal_hold')
    expect(codeOf(step(held, { kind: 'release', reason: 'over' }), redact)).toBe('ok')
    expect(codeOf(openedCase(), { ...redact, withheld: new Map([['d', 'erased']]) })).toBe('already_done')
    expect(codeOf(openedCase(), { ...redact, digests: ['d', 'x'] })).toBe('unknown_reference')
  })

  test('L-21: what a decision leaves does not depend on the policy of the moment it is replayed', () => {
    const commands = fc.array(
      fc.record({ status: fc.constantFrom(...caseStatuses), pauses: fc.boolean(), wait: fc.nat({ max: 1_000_000 }) }),
      { maxLength: 20 },
    )
    fc.assert(
      fc.property(commands, (steps) => {
        let state = openedCase()
        let nowMs = startMs
        let totalPause = 0
        for (const { status, pauses, wait } of steps) {
          nowMs += wait
          const context = contextOf({ nowMs, policy: { sla_pauses_in_pending_review: pauses } })
          if (codeOf(state, to(status), context) !== 'ok') continue
          if (state.pausedAtMs !== null) totalPause += nowMs - state.pausedAtMs
          state = step(state, to(status), context)
        }
        expect(state.slaDueAtMs).toBe(startMs + 24 * hour + totalPause)
        expect(state.pausedMs).toBe(totalPause)
      }),
    )
  })
})

describe('L-19: a text that its entry asks for is asked of the command, whoever gives it', () => {
  const blanks = ['', ' \n\t', '\u200b']
  const commands: readonly [path: string, of: (text: string) => CaseCommand][] = [
    ['notes', (notes) => ({ kind: 'status', status: 'investigating', notes, hands: new Set() })],
    ['notes', (notes) => ({ kind: 'priority', priority: 'urgent', notes })],
    ['notes', (notes) => ({ kind: 'assign', owner: person(2, 'investigator'), presentOwnerName: 'Person', notes })],
    ['notes', (notes) => ({ kind: 'settle', loser: 'a'.repeat(64), notes })],
    ['text', (text) => ({ kind: 'note', text })],
    ['title', (title) => ({ kind: 'edit', title, presentDescription: null })],
    ['description', (description) => ({ kind: 'edit', description, presentDescription: 'Before' })],
    ['reason', (reason) => ({ kind: 'hold', reason })],
  ]

  test.each(commands)('%s', (path, of) => {
    expect(codeOf(openedCase(), of('Because'))).toBe('ok')
    for (const blank of blanks)
      expect(decide(openedCase(), of(blank), contextOf()), JSON.stringify(blank)).toMatchObject({
        ok: false,
        error: { code: 'invalid_request', details: [{ path }] },
      })
  })

  test('a title that is only white space opens no case', () => {
    for (const blank of blanks)
      expect(decideOpening(openCommand({ title: blank }), contextOf())).toMatchObject({
        ok: false,
        error: { code: 'invalid_request', details: [{ path: 'title' }] },
      })
  })
})
