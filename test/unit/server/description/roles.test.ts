import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { reachOfRoles } from '../../../../main/server/description/roles.ts'
import { overview } from '../../../../main/server/description/overview.ts'
import { inRoot } from '../../../../scripts/lib/paths.ts'
import { operations } from '../../../../shared/api/operations.ts'
import { roles, type Role } from '../../../../shared/schema/user.ts'

/** What a role may call of that which not every role may. */
const callable = (role: Role): number =>
  operations.filter(({ access }) => typeof access !== 'string' && access.includes(role)).length

describe('who may do what', () => {
  const reach = reachOfRoles(operations)

  it('names every operation that not every role may call, once for each role that may', () => {
    for (const role of roles) {
      const named = reach.filter((one) => one.roles.includes(role)).reduce((sum, { may }) => sum + may.length, 0)
      expect(named, role).toBe(callable(role))
    }
    expect(callable('investigator')).toBeGreaterThan(50)
    // The access log, which nobody else but an admin may read, and breaking the glass.
    expect(callable('auditor')).toBe(3)
  })

  it('stands in docs/people-and-policy.md as the operations say it', () => {
    const rows = reach.map(
      ({ area, roles: who, may }) =>
        `| ${area} | ${roles.map((role) => (who.includes(role) ? 'yes' : '–')).join(' | ')} | ${may.join('; ')} |`,
    )
    const table = [
      '| area | investigator | supervisor | auditor | admin | may |',
      '|---|---|---|---|---|---|',
      ...rows,
    ].join('\n')
    const page = readFileSync(inRoot('docs/people-and-policy.md'), 'utf8')
    expect(page.split('<!-- roles -->\n')[1]?.split('\n<!-- end of roles -->')[0]).toBe(table)
  })

  it('stands in the description of the interface', () => {
    const { text = '' } = overview.find(({ title }) => title === 'Roles') ?? {}
    for (const { may } of reach) expect(text).toContain(may.join('; '))
  })
})
