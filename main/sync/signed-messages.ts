const lines = (...parts: readonly string[]): Uint8Array =>
  Buffer.from(parts.map((part) => `${part}\n`).join(''), 'utf8')

/** What a device signs to open a session (Y-12). */
export const sessionMessage = (challenge: string): Uint8Array => lines('fieldseal session v1', challenge)

/**
 * What the old key of a folder that was cloned signs, so that the folder may begin a new epoch (Y-15). @param spki of
 * the new key, as base64url
 */
export const epochMessage = (deviceId: string, spki: string): Uint8Array => lines('fieldseal epoch v1', deviceId, spki)
