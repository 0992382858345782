import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import type { ClientRequest, RequestOptions } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { getCACertificates } from 'node:tls'

/** What an institution's network asks of a connection that leaves it. */
export interface Outward {
  /** Certificates (PEM) that are trusted besides the system's, of an authority of the institution's own. */
  readonly ca?: string
  /** The proxy through which HTTPS goes, and the hosts that are reached without it, as `HTTPS_PROXY` and `NO_PROXY` name them. */
  readonly proxy?: { readonly HTTPS_PROXY: string; readonly NO_PROXY?: string }
}

/** The way to one address. */
export interface Way {
  /** Whether connections go through a proxy, but for hosts that are excepted. */
  readonly isProxied: boolean
  /** Begins a request; a redirection is not followed. */
  begin(address: URL, options: RequestOptions): ClientRequest
  close(): void
}

const atOnce = { keepAlive: true, maxSockets: 8 } as const
const ownComputer = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/u

/** Makes the way to an address over HTTP or HTTPS. HTTPS goes through the proxy in a tunnel (CONNECT, RFC 9110 section 9.3.6), in which the proxy sees the host's name and nothing else; this computer itself is reached without one. */
export const openWay = ({ protocol, hostname }: URL, { ca, proxy }: Outward): Way => {
  if (protocol !== 'https:') {
    const agent = new HttpAgent(atOnce)
    return { isProxied: false, begin: (address, options) => httpRequest(address, { agent, ...options }), close: () => agent.destroy() }
  }
  const through = ownComputer.test(hostname) ? undefined : proxy
  const agent = new HttpsAgent({ ...atOnce, ...(through === undefined ? {} : { proxyEnv: { ...through } }) })
  const trusted = ca === undefined ? {} : { ca: [...getCACertificates('default'), ca] }
  return { isProxied: through !== undefined, begin: (address, options) => httpsRequest(address, { agent, ...options, ...trusted }), close: () => agent.destroy() }
}
