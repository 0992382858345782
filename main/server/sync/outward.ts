import { readFileSync } from 'node:fs'
import type { Outward } from '../../sync/link/way.ts'

type Variables = Readonly<Record<string, string | undefined>>

const caFile = 'FIELDSEAL_CA_FILE'

const named = (variables: Variables, name: string): string | undefined =>
  [variables[name.toLowerCase()], variables[name]].find((value) => value !== undefined && value.trim() !== '')

/** What stands before a proxy's name and password has to be readable: it is sent as a header. */
const isDecodable = ({ username, password }: URL): boolean => {
  try {
    return decodeURIComponent(`${username}:${password}`) !== ''
  } catch {
    return false
  }
}

/**
 * An address as programs take it in these variables, where a host and port alone mean HTTP; null: it is none of an HTTP
 * proxy.
 */
const proxyAddress = (text: string): string | null => {
  const address = URL.parse(text.includes('://') ? text : `http://${text}`)
  return address !== null && /^https?:$/u.test(address.protocol) && isDecodable(address) ? address.href : null
}

/**
 * The proxy of `HTTPS_PROXY` and `NO_PROXY` (in capitals or not); nothing where none is named. One that is named and
 * cannot be used is told from none:
 * a connection past it would go where the institution did not want it.
 */
export const proxyOf = (variables: Variables): Pick<Outward, 'proxy'> => {
  const proxy = named(variables, 'HTTPS_PROXY')
  const except = named(variables, 'NO_PROXY')
  return proxy === undefined
    ? {}
    : { proxy: { HTTPS_PROXY: proxyAddress(proxy), ...(except === undefined ? {} : { NO_PROXY: except }) } }
}

/**
 * What the environment says of connections to others: `FIELDSEAL_CA_FILE`, `HTTPS_PROXY` and `NO_PROXY`.
 *
 * @throws where the file of certificates cannot be read
 */
export const outwardOf = (variables: Variables): Outward => {
  const file = variables[caFile]
  return { ...(file === undefined || file === '' ? {} : { ca: readFileSync(file, 'utf8') }), ...proxyOf(variables) }
}
