import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'

/** A network that the operator allows webhooks to reach although it is not public; plain http is taken there too. */
export type AllowedNetwork = readonly [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number]

/**
 * Where the operator says so: addresses and networks (`10.20.0.0/16`, `127.0.0.1`, `fd00::/8`), separated by commas.
 */
export const allowedVariable = 'FIELDSEAL_WEBHOOK_NETWORKS'

const parseOne = (text: string): AllowedNetwork | null => {
  const [base = ''] = text.split('/', 1)
  // The library reads `10.0.0` as 10.0.0.0, and more that is no address elsewhere.
  if (isIP(base) === 0 || base.includes('%')) return null
  if (base !== text) return ipaddr.isValidCIDR(text) ? ipaddr.parseCIDR(text) : null
  const address = ipaddr.parse(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

/**
 * Reads the networks that are allowed. One that is malformed is a fault: a service that guesses what was meant could
 * reach what must not be reached.
 */
export const parseAllowed = (text: string | undefined): Result<readonly AllowedNetwork[], string> => {
  const networks: AllowedNetwork[] = []
  for (const part of (text ?? '').split(',').map((one) => one.trim())) {
    if (part === '') continue
    const network = parseOne(part)
    if (network === null)
      return fail(`${allowedVariable} names ${JSON.stringify(part)}, which is no address and no network.`)
    networks.push(network)
  }
  return ok(networks)
}

/** Addresses that are public by their range, and yet lead to the machine's own cloud: Azure's wire server. */
const publicMetadata: ReadonlySet<string> = new Set(['168.63.129.16'])

/**
 * ::/96 was for IPv4 addresses within IPv6 (RFC 4291 section 2.5.5.1), 64:ff9b::/96 is for NAT64 (RFC 6052): the last
 * 32 bits are the address that is meant.
 */
const carriers = ['::/96', '64:ff9b::/96'].map((text) => ipaddr.IPv6.parseCIDR(text))

/**
 * All of global unicast that IANA has given to anybody to assign; the rest is reserved (RFC 4291 section 2.4), local
 * NAT64 (RFC 8215) and site-local addresses (RFC 3879) among it.
 */
const globalV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** The ranges of documentation, wherever the library counts them. */
const refusedV6 = ['2001:db8::/32', '3fff::/20'].map((text) => ipaddr.IPv6.parseCIDR(text))

/** The address that a packet would reach: an IPv4 address in whatever IPv6 form it is written. */
const meant = (address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 => {
  if (address.kind() === 'ipv4') return address
  const v6 = address as ipaddr.IPv6
  if (v6.isIPv4MappedAddress()) return v6.toIPv4Address()
  const isSpecial = v6.range() === 'loopback' || v6.range() === 'unspecified'
  return !isSpecial && carriers.some((network) => v6.match(network)) ? new ipaddr.IPv4(v6.toByteArray().slice(12)) : v6
}

const isPublic = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean => {
  if (address.range() !== 'unicast' || publicMetadata.has(address.toString())) return false
  if (address.kind() === 'ipv4') return true
  const v6 = address as ipaddr.IPv6
  return v6.match(globalV6) && !refusedV6.some((network) => v6.match(network))
}

const isWithin = (address: ipaddr.IPv4 | ipaddr.IPv6, [network, bits]: AllowedNetwork): boolean =>
  address.kind() === network.kind() &&
  (address.kind() === 'ipv4'
    ? (address as ipaddr.IPv4).match(network, bits)
    : (address as ipaddr.IPv6).match(network, bits))

/** What an address is to a webhook. */
export type AddressReach = 'public' | 'allowed' | 'refused'

/**
 * Judges an IP address as a resolver gives it. Refused are all that are not public unicast addresses: loopback,
 * private, link-local (and with it the metadata services of clouds), shared, multicast, reserved; also where they are
 * written within an IPv6 address.
 */
export const reachOf = (text: string, allowed: readonly AllowedNetwork[]): AddressReach => {
  if (!ipaddr.isValid(text)) return 'refused'
  const written = ipaddr.parse(text)
  if (written.kind() === 'ipv6' && (written as ipaddr.IPv6).zoneId !== undefined) return 'refused'
  const address = meant(written)
  if (allowed.some((network) => isWithin(address, network) || isWithin(written, network))) return 'allowed'
  return isPublic(address) ? 'public' : 'refused'
}
