import type { FastifyReply, FastifyRequest } from 'fastify'

/** Name of the window's session cookie. */
export const sessionCookie = 'fieldseal_session'

/**
 * The value of the session cookie in a Cookie header (RFC 6265 section 4.2), or null; one sent twice counts as none.
 */
export const readSessionCookie = (header: string): string | null => {
  const found = header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${sessionCookie}=`))
    .map((pair) => pair.slice(sessionCookie.length + 1))
  const [value] = found
  return found.length === 1 && value !== undefined && /^[A-Za-z0-9_-]{1,100}$/.test(value) ? value : null
}

/** The Set-Cookie header of a session; an empty value with no age ends it. */
export const writeSessionCookie = (value: string, maxAgeSeconds: number, secure: boolean): string =>
  `${sessionCookie}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`

/** Loopback is HTTP, so the cookie is Secure only where a proxy says that the client spoke HTTPS. */
export const setSessionCookie = (
  reply: FastifyReply,
  request: FastifyRequest,
  value: string,
  maxAgeSeconds: number,
): void => {
  void reply.header(
    'set-cookie',
    writeSessionCookie(value, maxAgeSeconds, request.headers['x-forwarded-proto'] === 'https'),
  )
}
