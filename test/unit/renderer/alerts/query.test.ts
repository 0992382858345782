import { describe, expect, it } from 'vitest'
import { draftOf } from '../../../../renderer/features/alerts/dialogs/draftOf.ts'
import { filtersOfAlerts, nextAlertSort, shownSort, alertSort } from '../../../../renderer/features/alerts/query.ts'
import { listAlerts } from '../../../../shared/api/alerts.ts'
import type { AlertItem } from '../../../../shared/schema/alerts.ts'

describe('the filters of the alerts in the address', () => {
  it('what is kept, the interface takes; the rest is dropped', () => {
    const query = filtersOfAlerts({
      status: 'new,escalated',
      level: 'critical',
      entity_kind: 'account',
      entity_id: 'سحب',
      min_score: '0.5',
      colour: 'red',
      q: '',
    })
    expect(query).toEqual({
      status: 'new,escalated',
      level: 'critical',
      entity_kind: 'account',
      entity_id: 'سحب',
      min_score: '0.5',
    })
    expect(listAlerts.query.safeParse(query).success).toBe(true)
  })

  it('the order is the address’s, else the one last chosen, else by score', () => {
    expect(alertSort({ sort: 'due' }, 'oldest')).toBe('due')
    expect(alertSort({ sort: 'sideways' }, 'oldest')).toBe('oldest')
    expect(alertSort({}, 'nothing')).toBe('score')
  })

  it('a press on the age turns it round; the heads show what the order is', () => {
    expect(nextAlertSort('score', 'age')).toBe('newest')
    expect(nextAlertSort('newest', 'age')).toBe('oldest')
    expect(['score', 'newest', 'oldest', 'due'].map((sort) => shownSort(sort as 'score'))).toEqual([
      '-score',
      'age',
      '-age',
      'due',
    ])
  })
})

const alert = (more: Partial<AlertItem>): AlertItem => ({
  id: 1,
  uid: '018f3a7c-0000-7000-8000-000000000001',
  title: 'Five transfers',
  status: 'new',
  risk_level: 'critical',
  score: 0.9,
  recommended_action: 'block',
  signals: [],
  entity: { kind: 'customer', id: '40217' },
  proposed_role: 'victim',
  transaction_count: 5,
  totals: [],
  reason: null,
  counterparties: [],
  first_at: '',
  last_at: '',
  raised_at: '',
  updated_at: '',
  due_at: null,
  overdue: false,
  assignee_id: null,
  assignee_name: null,
  case_id: null,
  case_number: null,
  source: 'detection',
  seen_here: true,
  revision: 0,
  ...more,
})

describe('the draft of a case that alerts are handed up to', () => {
  it('says the reasons of one alert, takes the priority of its level, and links a customer that is a number', () => {
    expect(draftOf([alert({})], [{ signal: 's', text: 'A new payee.', share: 1, source: 'rule' }])).toEqual({
      title: 'Five transfers',
      description: 'Five transfers\n- A new payee.',
      priority: 'urgent',
      customer: 40_217,
      account: null,
    })
  })

  it('of several the riskiest gives the title; an identifier that is no number is not linked', () => {
    const draft = draftOf(
      [alert({ title: 'Mild', score: 0.4, risk_level: 'medium' }), alert({ entity: { kind: 'account', id: 'DE89' } })],
      [],
    )
    expect(draft).toMatchObject({ title: 'Five transfers', priority: 'urgent', customer: null, account: null })
    expect(draft.description).toBe('Five transfers\n- Mild\n- Five transfers')
  })

  it('an identifier beyond what a number holds is not linked wrongly', () => {
    expect(draftOf([alert({ entity: { kind: 'customer', id: '9999999999999999' } })], []).customer).toBeNull()
  })
})
