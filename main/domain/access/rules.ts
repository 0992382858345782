import { needsKey } from '../../../shared/api/operation.ts'
import type { Access } from '../../../shared/api/operation.ts'
import type { Role } from '../../../shared/schema/user.ts'

/** Whether a role may call an operation. */
export const roleMay = (role: Role, access: Access): boolean =>
  access === 'public' || access === 'signed_in' || (!needsKey(access) && access.includes(role))

/** What a change of a user would leave behind. */
export interface UserChange {
  readonly role?: Role
  readonly active?: boolean
}

/**
 * Whether a change would leave the workspace without an active admin: then nobody could add users or keys again.
 *
 * @param otherActiveAdmins active admins besides the user who is changed
 */
export const leavesNoAdmin = (
  user: { readonly role: Role; readonly active: boolean },
  change: UserChange,
  otherActiveAdmins: number,
): boolean => {
  const isAdmin = user.role === 'admin' && user.active
  const staysAdmin = (change.role ?? user.role) === 'admin' && (change.active ?? user.active)
  return isAdmin && !staysAdmin && otherActiveAdmins === 0
}

export const apiKeyScopes = ['v4:read', 'v4:write'] as const

/**
 * The scopes of a new key: an institution key has the one that it is for; an API key what is asked for, by default both
 * of /v4.
 */
export const scopesOfKey = (
  kind: 'api' | 'institution',
  asked: readonly string[] | undefined,
): readonly string[] | null => {
  if (kind === 'institution')
    return asked === undefined || asked.every((scope) => scope === 'institution') ? ['institution'] : null
  const scopes = [...new Set(asked ?? apiKeyScopes)].sort()
  return scopes.length > 0 && scopes.every((scope) => (apiKeyScopes as readonly string[]).includes(scope))
    ? scopes
    : null
}

/** The scope that a method of /v4 needs unless its operation says otherwise. */
export const scopeOfMethod = (method: string): 'v4:read' | 'v4:write' =>
  method === 'GET' || method === 'HEAD' ? 'v4:read' : 'v4:write'
