import { describe, expect, it } from 'vitest'
import { standingOf } from '../../../../renderer/features/decisions/standing.ts'
import type { ManualDecision } from '../../../../shared/schema/decisions.ts'

const proposal = (id: number | null): ManualDecision => ({
  id: '018f3a7c-0000-7000-8000-000000000001',
  subject: 'alert',
  alert_id: 1,
  transaction_id: null,
  assessment_id: null,
  case_id: null,
  case_number: null,
  outcome: 'decline',
  state: 'proposed',
  reason: 'r',
  score: null,
  risk_level: null,
  decided_by: { id, name: 'n', kind: id === null ? 'api_key' : 'user' },
  decided_at: '',
  replaces: null,
  second: null,
  entry_id: 'ab',
})

describe('where a person stands towards what awaits a decision', () => {
  it('whoever writes decides; an auditor reads', () => {
    const item = { needs: 'decision', proposal: null, may_decide: true } as const
    expect(standingOf(item, 1, 'investigator')).toBe('decide')
    expect(standingOf(item, 1, 'auditor')).toBe('read_only')
  })

  it('nobody approves what he proposed himself, whatever his role', () => {
    for (const role of ['investigator', 'supervisor', 'admin'] as const)
      expect(standingOf({ needs: 'second_person', proposal: proposal(7), may_decide: false }, 7, role)).toBe(
        'own_proposal',
      )
  })

  it('the second person is a supervisor or administrator', () => {
    const item = { needs: 'second_person', proposal: proposal(7), may_decide: true } as const
    expect(standingOf(item, 8, 'investigator')).toBe('needs_supervisor')
    expect(standingOf(item, 8, 'supervisor')).toBe('settle')
  })

  it('what the service refuses is never offered, even where nothing here speaks against it', () => {
    expect(standingOf({ needs: 'second_person', proposal: proposal(null), may_decide: false }, 8, 'admin')).toBe(
      'not_yours',
    )
    expect(standingOf({ needs: 'decision', proposal: null, may_decide: false }, 8, 'admin')).toBe('not_yours')
  })
})
