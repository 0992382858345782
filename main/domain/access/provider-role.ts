import type { SignInProvider } from '../../../shared/schema/sign-in-provider.ts'
import { loginName } from '../../../shared/schema/user.ts'
import type { Role } from '../../../shared/schema/user.ts'

/** The role that somebody's groups give: that of the first entry which names one of them; null where none does. */
export const roleOfGroups = ({ roles }: Pick<SignInProvider, 'roles'>, groups: readonly string[]): Role | null =>
  roles.find(({ group }) => groups.includes(group))?.role ?? null

/**
 * The login name that a provider's name for somebody comes to: in small letters, of an address the part before the at
 * sign, anything that a login name cannot hold as a dot. Null where none comes of it.
 */
export const loginNameOf = (named: string): string | null => {
  const [local = ''] = named.split('@')
  const plain = local
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/gu, '.')
    .replaceAll(/^[._-]+|[._-]+$/gu, '')
  return loginName.safeParse(plain).success ? plain : null
}
