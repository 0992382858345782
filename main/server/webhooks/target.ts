import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { reachOf } from './network.ts'
import type { AllowedNetwork } from './network.ts'

/** Finds the addresses of a host name. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>

/**
 * Where a webhook's address leads, checked: what is connected to is one of these, whatever the name resolves to a
 * moment later.
 */
export interface Target {
  readonly url: URL
  readonly addresses: readonly LookupAddress[]
}

const literalOf = (hostname: string): LookupAddress | null => {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  const family = isIP(bare)
  return family === 0 ? null : { address: bare, family }
}

const resolveHost = async (hostname: string, resolve: Resolve): Promise<readonly LookupAddress[] | null> => {
  const literal = literalOf(hostname)
  if (literal !== null) return [literal]
  try {
    return await resolve(hostname)
  } catch {
    return null
  }
}

/** Why a webhook's address cannot be posted to, with half a sentence for people. */
export interface TargetFault {
  readonly kind: 'unknown_host' | 'refused'
  readonly message: string
}

const unknownHost: TargetFault = { kind: 'unknown_host', message: 'names a host that is not known' }
const notPublic: TargetFault = {
  kind: 'refused',
  message: 'leads to an address that is not public, and that the operator of this service has not allowed',
}
const notHttps: TargetFault = {
  kind: 'refused',
  message: 'must be https: plain http is for networks that the operator has allowed',
}

/**
 * Resolves a webhook's address once and judges every address that it has: one that must not be reached is enough to
 * refuse it.
 */
export const findTarget = async (
  address: string,
  resolve: Resolve,
  allowed: readonly AllowedNetwork[],
): Promise<Result<Target, TargetFault>> => {
  const url = new URL(address)
  const addresses = await resolveHost(url.hostname, resolve)
  if (addresses === null || addresses.length === 0) return fail(unknownHost)
  const reaches = addresses.map((one) => reachOf(one.address, allowed))
  if (reaches.includes('refused')) return fail(notPublic)
  if (url.protocol !== 'https:' && reaches.includes('public')) return fail(notHttps)
  return ok({ url, addresses })
}
