import { describe, expect, test } from 'vitest'
import { workspaceInput } from '../../../../shared/ipc/supervisor.ts'
import { newWorkspace } from '../../../../shared/schema/workspace.ts'

const good = { institution: 'ACME', name: 'Acme Bank', admin: 'Ada Morgan' }

describe('a new workspace', () => {
  test('has names in any script, without white space around them', () => {
    expect(newWorkspace.parse({ ...good, name: ' بنك أكمي ', admin: '\t王磊\n' })).toEqual({
      institution: 'ACME',
      name: 'بنك أكمي',
      admin: '王磊',
    })
    expect(workspaceInput.parse({ ...good, sample: true })).toEqual({ ...good, sample: true })
  })

  test.each([
    ['institution', 'acme'],
    ['institution', ''],
    ['institution', 'A'.repeat(17)],
    ['institution', 'A\n'],
    ['name', ''],
    ['name', ' \u00a0'],
    ['name', 'Acme\u202eknaB'],
    ['name', 'Acme\nBank'],
    ['name', 'x'.repeat(201)],
    ['name', 'Acme\u0007'],
    ['admin', ''],
    ['admin', 'Ada\u0000'],
    ['admin', 'Ada\u2028Morgan'],
    ['admin', 'Ada\u2066x'],
    ['admin', 'x'.repeat(121)],
    ['admin', 'Ada \ud800'],
  ] as const)('is refused by its %s %j', (field, value) => {
    for (const schema of [newWorkspace, workspaceInput]) {
      const read = schema.safeParse({ ...good, sample: false, [field]: value })
      expect(read.success ? [] : read.error.issues.map(({ path }) => path)).toEqual([[field]])
    }
  })
})
