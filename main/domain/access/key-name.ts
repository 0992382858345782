const prefix = 'key:'

/** The uid under which entries name an API key that acted. */
export const uidOfKey = (keyId: string): string => `${prefix}${keyId}`

/** The API key that a uid names; null where it is a user's. */
export const keyOfUid = (uid: string): string | null => (uid.startsWith(prefix) ? uid.slice(prefix.length) : null)

/** What an API key that acted is called. */
export const nameOfKey = (label: string): string => `API key ${label}`
