import { describe, expect, test } from 'vitest'
import { taskDescription, taskTitle } from '../../../../shared/schema/case-tasks.ts'
import { withheldFault } from '../../../../shared/entries/catalogue.ts'
import { playbook } from '../../../../shared/schema/playbooks.ts'
import { sealingFault } from '../../../../main/domain/entries/sealing-forms.ts'
import { decideApplying } from '../../../../main/domain/playbooks/apply.ts'
import type { PlaybookCase } from '../../../../main/domain/playbooks/apply.ts'
import { playbookOf, playbooks } from '../../../../main/domain/playbooks/shipped.ts'

const owner = { uid: 'user-ines', id: 2, name: 'Inês Prado' }
const present = (given: Partial<PlaybookCase> = {}): PlaybookCase => ({
  number: 'CASE-ACME-20260302-00001',
  status: 'open',
  tasks: 0,
  applied: new Set(),
  owner,
  ...given,
})
const applying = {
  nowMs: Date.parse('2026-03-02T09:00:00.000Z'),
  uidOf: () => '018f0000-0000-8000-8000-000000000001',
}

describe('the playbooks that ship', () => {
  test('are the ten typologies, each with a key of its own', () => {
    expect(playbooks.map(({ key }) => key)).toEqual([
      'account_takeover',
      'app_fraud',
      'money_mule',
      'card_testing',
      'invoice_redirection',
      'romance_fraud',
      'payroll_fraud',
      'loan_stacking',
      'structuring',
      'insider_fraud',
    ])
    expect(playbookOf('nothing')).toBeNull()
  })

  test.each(playbooks)('$name names its sources, and tasks that can be sealed', (one) => {
    expect(playbook.safeParse(one).error).toBeUndefined()
    expect(new Set(one.tasks.map(({ key }) => key)).size).toBe(one.tasks.length)
    expect(one.tasks.some(({ required }) => required)).toBe(true)
    for (const { title, publisher, year } of one.sources) {
      expect(title.length * publisher.length).toBeGreaterThan(0)
      expect(year).toBeGreaterThan(2000)
      expect(year).toBeLessThanOrEqual(2026)
    }
    const decided = decideApplying(present(), one, applying)
    const drafts = decided.ok ? decided.value : []
    expect(drafts).toHaveLength(one.tasks.length + 1)
    for (const { type, pub, withheld = {} } of drafts) {
      expect(sealingFault(type, pub)).toBeNull()
      expect(withheldFault(type, pub, Object.entries(withheld))).toBeNull()
    }
    for (const { withheld } of drafts.slice(1)) {
      expect(taskTitle.safeParse(withheld?.['title']).success).toBe(true)
      expect(taskDescription.safeParse(withheld?.['description']).success).toBe(true)
    }
  })
})

describe('L-77: a playbook in a case', () => {
  const takeover = playbooks[0]
  if (takeover === undefined) throw new Error('no playbook ships')

  test('says which one in which version, and gives what is an investigator’s to the owner', () => {
    const decided = decideApplying(present(), takeover, applying)
    const [applied, first, ...others] = decided.ok ? decided.value : []
    expect(applied).toEqual({
      type: 'playbook.applied',
      pub: { playbook: 'account_takeover', version: 1, name: 'Account takeover', tasks: 6 },
    })
    expect(first).toMatchObject({
      type: 'task.added',
      pub: {
        to_uid: 'user-ines',
        role: 'investigator',
        due_at: '2026-03-02T10:00:00.000+00:00',
        source: { playbook: 'account_takeover', version: 1, key: 'secure' },
      },
      withheld: { title: 'Secure the account', assignee_name: 'Inês Prado' },
    })
    expect(first?.withheld?.['description']).toContain('Questions\n- What was blocked, and at what time?')
    expect(others.at(-1)).toMatchObject({ pub: { to_uid: null, role: 'supervisor' } })
    const withoutOwner = decideApplying(present({ owner: null }), takeover, applying)
    expect(withoutOwner.ok && withoutOwner.value.every(({ pub }) => (pub['to_uid'] ?? null) === null)).toBe(true)
  })

  test('a second time, in a finished case, or past what a case may have, nothing is added', () => {
    const refusalOf = (given: Partial<PlaybookCase>) => {
      const decided = decideApplying(present(given), takeover, applying)
      return decided.ok ? null : decided.error
    }
    expect(refusalOf({ applied: new Set(['account_takeover']) })).toMatchObject({
      code: 'already_done',
      message: 'The playbook “Account takeover” was applied to CASE-ACME-20260302-00001 already. Nothing was added.',
    })
    expect(refusalOf({ status: 'closed' })?.code).toBe('task_forbidden')
    expect(refusalOf({ tasks: 494 })).toBeNull()
    expect(refusalOf({ tasks: 495 })?.code).toBe('task_forbidden')
  })
})
