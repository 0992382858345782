import { isIP } from 'node:net'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { codeOf } from '../../platform/system-error.ts'

/** An address to listen on, and how a refusal speaks of it. */
export interface Listening {
  readonly host: string
  readonly port: number
  /** What would be served, for example `Metrics`. */
  readonly what: string
  /** What a person can do, for example `choose another port`. */
  readonly wayOn: string
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there',
  EADDRNOTAVAIL: 'this computer has no such address',
  EACCES: 'the system does not permit it to this user',
  ENOTFOUND: 'there is no host of that name',
}

/** A host and a port as they stand in an address. */
export const hostAndPort = (host: string, port: number): string => `${isIP(host) === 6 ? `[${host}]` : host}:${port}`

/**
 * Opens a socket; refuses an address that is taken, not permitted, or none of this computer. Any other failure is
 * thrown.
 */
export const tryListen = async (
  open: () => Promise<unknown>,
  { host, port, what, wayOn }: Listening,
): Promise<Result<void, Refusal>> => {
  try {
    await open()
    return ok(undefined)
  } catch (error) {
    const code = codeOf(error)
    const reason = reasons[code]
    if (reason === undefined) throw error
    return fail(
      refusal('unavailable', `${what} cannot be served on ${hostAndPort(host, port)}: ${reason} (${code}); ${wayOn}.`),
    )
  }
}
