import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import type { ClientRequest, RequestOptions } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { Socket } from 'node:net'
// By its default: the Node of an older Electron has no such member, and asks for it only where it is used.
import tls from 'node:tls'

/** What an institution's network asks of a connection that leaves it. */
export interface Outward {
  /** Certificates (PEM) that are trusted besides the system's, of an authority of the institution's own. */
  readonly ca?: string
  /**
   * The proxy through which HTTPS goes, and the hosts that are reached without it, as `HTTPS_PROXY` and `NO_PROXY` name
   * them.
   */
  readonly proxy?: ProxySetting
}

/** The proxy that the environment names; null: it names something that is no HTTP proxy. */
export interface ProxySetting {
  readonly HTTPS_PROXY: string | null
  readonly NO_PROXY?: string
}

/** The code of a connection that was not tried because the proxy's setting leads nowhere. */
export const proxySettingCode = 'ERR_PROXY_SETTING'

/** What a person does about such a setting. */
export const proxySettingWords =
  'HTTPS_PROXY does not name an HTTP proxy, and nothing goes past it. Set it to an address such as http://proxy.example:3128 (SOCKS is not supported), clear it where no proxy is needed, or name the host in NO_PROXY; then start Fieldseal again. Nothing is lost meanwhile.'

/** The way to one address. */
export interface Way {
  /** Whether connections go through a proxy, but for hosts that are excepted. */
  readonly isProxied: boolean
  /** Begins a request; a redirection is not followed. */
  begin(address: URL, options: RequestOptions): ClientRequest
  /** Closes the connections that wait for another call. */
  letGo(): void
  close(): void
}

const atOnce = { keepAlive: true, maxSockets: 8 } as const
const ownComputer = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/u

/** Whether an address is reached without a proxy, by the forms of `NO_PROXY` that Node knows too. */
const isExcepted = ({ hostname, port }: URL, list = ''): boolean =>
  list
    .toLowerCase()
    .split(',')
    .map((entry) => entry.trim().replace(/^\*(?=\.)/u, ''))
    .some(
      (entry) =>
        entry === '*' ||
        entry === hostname ||
        entry === `${hostname}:${port || '443'}` ||
        (entry.startsWith('.') && `.${hostname}`.endsWith(entry)),
    )

/**
 * Whether an address lies behind a proxy whose setting leads nowhere: a connection past it would go where the
 * institution did not want it.
 */
export const isCutOff = (address: URL, proxy: ProxySetting | undefined): boolean =>
  proxy?.HTTPS_PROXY === null &&
  address.protocol === 'https:' &&
  !ownComputer.test(address.hostname) &&
  !isExcepted(address, proxy.NO_PROXY)

const letGoOf = ({ freeSockets }: HttpAgent): void => {
  for (const socket of Object.values(freeSockets).flatMap((sockets) => sockets ?? [])) socket.destroy()
}

/** An agent that connects to nothing. */
const cutOff = (): HttpsAgent => {
  const agent = new HttpsAgent()
  agent.createConnection = (_, done) => {
    done?.(Object.assign(new Error(proxySettingWords), { code: proxySettingCode }), new Socket())
    return undefined
  }
  return agent
}

const tunnelling = (
  hostname: string,
  proxy: ProxySetting | undefined,
): { readonly isProxied: boolean; readonly agent: HttpsAgent } => {
  const address = ownComputer.test(hostname) ? null : (proxy?.HTTPS_PROXY ?? null)
  const through = address === null ? {} : { proxyEnv: { ...proxy, HTTPS_PROXY: address } }
  return { isProxied: address !== null, agent: new HttpsAgent({ ...atOnce, ...through }) }
}

/**
 * Makes the way to an address over HTTP or HTTPS. HTTPS goes through the proxy in a tunnel (CONNECT, RFC 9110 section
 * 9.3.6), in which the proxy sees the host's name and nothing else; this computer itself is reached without one.
 */
export const openWay = (to: URL, { ca, proxy }: Outward): Way => {
  if (to.protocol !== 'https:') {
    const agent = new HttpAgent(atOnce)
    return {
      isProxied: false,
      begin: (address, options) => httpRequest(address, { agent, ...options }),
      letGo: () => letGoOf(agent),
      close: () => agent.destroy(),
    }
  }
  const { isProxied, agent } = isCutOff(to, proxy)
    ? { isProxied: false, agent: cutOff() }
    : tunnelling(to.hostname, proxy)
  const trusted = ca === undefined ? {} : { ca: [...tls.getCACertificates('default'), ca] }
  return {
    isProxied,
    begin: (address, options) => httpsRequest(address, { agent, ...options, ...trusted }),
    letGo: () => letGoOf(agent),
    close: () => agent.destroy(),
  }
}
