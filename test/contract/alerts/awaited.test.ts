import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { defaultDetectionPolicy } from '../../../shared/schema/detection-policy.ts'
import type { DetectionPolicy } from '../../../shared/schema/detection-policy.ts'
import { startBench } from '../api/support.ts'
import type { Bench } from '../api/support.ts'
import { judged, payment, takeIn } from './support.ts'

/** Subscribers are told when a decision is asked for. */

let bench: Bench
let n = 0
const now = Date.UTC(2031, 2, 4, 2)
const medium = 0.5
const critical = 0.95

const actor = () => ({ userId: bench.admin.id, userUid: bench.admin.uid, role: 'admin' as const })
const setPolicy = async (decisions: Partial<DetectionPolicy['decisions']>): Promise<void> => {
  const set = await bench.service.workspace.alerts.changePolicy(
    { ...defaultDetectionPolicy, decisions: { ...defaultDetectionPolicy.decisions, ...decisions } },
    actor(),
  )
  if (!set.ok && set.error.code !== 'already_done') throw new Error(set.error.message)
}

/** Activities of a customer, at the same time. */
const act = (customer: string, ...scores: readonly number[]) =>
  takeIn(
    bench.service.workspace,
    actor(),
    scores.map((score) => {
      n += 1
      return { event: payment(`act-${n}`, now, { customer_id: customer }), assessment: judged(score) }
    }),
  )
const decide = async (id: number): Promise<{ id: string }> =>
  (await bench.ask('POST', '/v1/decisions', { body: { alert_id: id, outcome: 'approve', reason: 'Looked at.' } })).data

/** What was asked for during a step. */
const askedBy = async <T>(
  step: () => Promise<T>,
): Promise<{ answer: T; asked: Readonly<Record<string, unknown>>[] }> => {
  const { newest } = bench.service.workspace.events.bounds()
  const answer = await step()
  return {
    answer,
    asked: bench.service.workspace.events
      .after(newest, 50)
      .filter(({ type }) => type === 'decision.requested')
      .map(({ data }) => data),
  }
}

beforeAll(async () => {
  bench = await startBench()
})
beforeEach(() => setPolicy({}))
afterAll(() => bench.close())

describe('a decision is asked for', () => {
  test('once of an alert that awaits a person, with the case that it is in', async () => {
    const {
      answer: [one],
      asked,
    } = await askedBy(() => act('A', medium, medium))
    expect(asked).toEqual([{ decision_id: null, alert_id: one?.id, case_id: null, needs: 'decision' }])
    expect((await askedBy(() => act('A', medium))).asked).toEqual([])
    const grave = await askedBy(() => act('B', critical))
    expect(grave.answer[0]?.caseId).toEqual(expect.any(Number))
    expect(grave.asked).toEqual([
      { decision_id: null, alert_id: grave.answer[0]?.id, case_id: grave.answer[0]?.caseId, needs: 'decision' },
    ])
  })

  test('again of one that has become worse than what was decided of, and not of more of the like', async () => {
    const [alert] = await act('C', medium)
    const id = alert?.id ?? 0
    await decide(id)
    expect((await askedBy(() => act('C', medium))).asked).toEqual([])
    const { asked } = await askedBy(() => act('C', critical))
    expect(asked).toMatchObject([{ decision_id: null, alert_id: id, needs: 'decision' }])
    expect((await askedBy(() => act('C', critical))).asked).toEqual([])
  })

  test('of none that the policy leaves to itself, until it grows beyond that', async () => {
    await setPolicy({ from_action: 'challenge' })
    const {
      answer: [alert],
      asked,
    } = await askedBy(() => act('D', medium))
    expect(asked).toEqual([])
    expect((await askedBy(() => act('D', critical))).asked).toMatchObject([{ alert_id: alert?.id, needs: 'decision' }])
    expect((await askedBy(() => act('E', medium, critical))).asked).toHaveLength(1)
  })

  test('of a second person where four eyes are asked for', async () => {
    await setPolicy({ four_eyes: { outcomes: ['approve'], from_level: 'low' } })
    const [alert] = await act('F', medium)
    const { answer: proposal, asked } = await askedBy(() => decide(alert?.id ?? 0))
    expect(asked).toEqual([{ decision_id: proposal.id, alert_id: alert?.id, case_id: null, needs: 'second_person' }])
  })

  test('of the alerts of another system as well', async () => {
    const external = { atMs: now, accountId: 'other', reasons: ['Mule account'], transactionIds: [] }
    const { asked } = await askedBy(() =>
      bench.service.workspace.alerts.takeExternal(actor(), 'tm', [
        { ...external, externalId: '1', severity: 'medium' },
        { ...external, externalId: '2', severity: 'low' },
      ]),
    )
    const { id } = await bench.service.workspace.db
      .selectFrom('alerts')
      .select('id')
      .where('source_reference', '=', '1')
      .executeTakeFirstOrThrow()
    expect(asked).toEqual([{ decision_id: null, alert_id: id, case_id: null, needs: 'decision' }])
  })
})
