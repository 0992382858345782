import { isIP } from 'node:net'
import type { IncomingHttpHeaders } from 'node:http'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'

/** Where the service may be addressed from. */
export interface OriginRules {
  readonly role: 'local' | 'hub'
  /** Host names (without port) that are ours besides loopback. */
  readonly hosts: readonly string[]
}

const loopbackNames: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** The origin of the desktop window. */
const appOrigin = 'app://fieldseal'

const hostNameOf = (host: string): string => {
  const end = host.startsWith('[') ? host.indexOf(']') + 1 : host.indexOf(':')
  return (end <= 0 ? host : host.slice(0, end)).toLowerCase()
}

const isIpLiteral = (name: string): boolean => isIP(name.startsWith('[') ? name.slice(1, -1) : name) !== 0

/**
 * Makes the check of Host, Origin and Sec-Fetch-Site. A page that rebinds its DNS name to loopback still sends its own
 * name as Host; a page elsewhere that posts to us sends its own Origin; both are refused before any credential is
 * looked at.
 */
export const createOriginGuard = (
  rules: OriginRules,
): ((headers: IncomingHttpHeaders, navigable: boolean) => Refusal | null) => {
  const ours = new Set([...loopbackNames, ...rules.hosts.map((host) => host.toLowerCase())])
  const knownHosts = new Map<string, boolean>()

  const isOurHost = (host: string): boolean => {
    const known = knownHosts.get(host)
    if (known !== undefined) return known
    const name = hostNameOf(host)
    // A hub is reached by whatever address it has; DNS rebinding needs a name, so an IP literal is safe there.
    const accepted = ours.has(name) || (rules.role === 'hub' && isIpLiteral(name))
    if (knownHosts.size > 1_000) knownHosts.clear()
    knownHosts.set(host, accepted)
    return accepted
  }

  return (headers, navigable) => {
    const host = headers.host
    if (host === undefined || !isOurHost(host))
      return refusal('origin_refused', 'The request names a host that is not this service.')
    const origin = headers.origin
    if (origin !== undefined && !isSameOrigin(origin, host))
      return refusal('origin_refused', 'Requests from another web origin are refused.')
    const site = headers['sec-fetch-site']
    if ((site === 'cross-site' || site === 'same-site') && !navigable)
      return refusal('origin_refused', 'Requests from another web site are refused.')
    return null
  }
}

/** Whether an Origin header is this service as the Host header names it, or the desktop window. */
export const isSameOrigin = (origin: string, host: string | undefined): boolean =>
  origin === appOrigin || (host !== undefined && (origin === `http://${host}` || origin === `https://${host}`))
