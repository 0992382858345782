/** A user as the matching of owners needs it. */
export interface ImportOwner {
  readonly id: number
  readonly loginName: string
  readonly name: string
}

const key = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, ' ').trim()

/**
 * Makes a look-up of owners by login name, then by name, then by the part of an e-mail address before the @; a name
 * that two users bear matches nobody.
 */
export function createOwnerLookup(users: readonly ImportOwner[]): (value: string) => number | undefined {
  const logins = new Map(users.map((user) => [key(user.loginName), user.id]))
  const names = new Map<string, number | undefined>()
  for (const user of users) names.set(key(user.name), names.has(key(user.name)) ? undefined : user.id)
  return (value) => {
    const wanted = key(value)
    return logins.get(wanted) ?? names.get(wanted) ?? logins.get(wanted.split('@')[0] ?? '')
  }
}
