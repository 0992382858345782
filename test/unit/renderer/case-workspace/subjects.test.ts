import { expect, it } from 'vitest'
import { rolesOf, subjectsOf } from '../../../../renderer/features/case-workspace/model/subjects.ts'

const of = (kind: 'customer' | 'account', id: string, proposed_role: 'victim' | 'mule') => ({
  entity: { kind, id },
  proposed_role,
})

it('names each subject of the alerts once, with what its riskiest alert proposes', () => {
  const subjects = subjectsOf([
    of('customer', '7', 'victim'),
    { entity: null, proposed_role: null },
    of('account', '7', 'mule'),
    of('customer', '7', 'mule'),
  ])
  expect(subjects.map(({ entity, alerts, proposed }) => [entity.kind, entity.id, alerts, proposed])).toEqual([
    ['customer', '7', 2, 'victim'],
    ['account', '7', 1, 'mule'],
  ])
  const [customer] = subjects
  expect(rolesOf(subjects, new Map([[customer?.key ?? '', 'suspect']]))).toEqual([
    { kind: 'customer', id: '7', subject_role: 'suspect' },
    { kind: 'account', id: '7', subject_role: 'mule' },
  ])
})
