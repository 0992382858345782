import type { Operation } from '../../../shared/api/operation.ts'
import { roles, type Role } from '../../../shared/schema/user.ts'

/** What some roles may do in one area, and no other role. */
export interface RoleReach {
  readonly area: string
  readonly roles: readonly Role[]
  /** Summaries of the operations, by name. */
  readonly may: readonly string[]
}

const byName = (one: string, other: string): number => (one < other ? -1 : 1)

/**
 * What not every role may call, by area and by who may, as the operations say it: areas and operations by name, the
 * widest reach of an area first.
 */
export const reachOfRoles = (operations: readonly Operation[]): readonly RoleReach[] => {
  const limited = operations.flatMap(({ access, tag, summary }) =>
    typeof access === 'string' ? [] : [{ area: tag, summary, who: roles.filter((role) => access.includes(role)) }],
  )
  return [...Map.groupBy(limited, ({ area, who }) => `${area} ${who.join(' ')}`).values()]
    .map((group) => ({
      area: group[0]?.area ?? '',
      roles: group[0]?.who ?? [],
      may: group.map(({ summary }) => summary).toSorted(byName),
    }))
    .toSorted((one, other) =>
      one.area === other.area ? other.roles.length - one.roles.length : byName(one.area, other.area),
    )
}

/** A reach as one line of text: the area, by whom, and what. */
export const reachLine = ({ area, roles: who, may }: RoleReach): string =>
  `${area}, ${who.map((role) => `\`${role}\``).join(', ')}: ${may.join('; ')}.`
