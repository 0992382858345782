import { readFileSync } from 'node:fs'
import type { Outward } from '../../sync/link/way.ts'

type Variables = Readonly<Record<string, string | undefined>>

const caFile = 'FIELDSEAL_CA_FILE'

const named = (variables: Variables, name: string): string | undefined => {
  const value = variables[name.toLowerCase()] ?? variables[name]
  return value === '' ? undefined : value
}

/** An address as programs take it in these variables, where a host and port alone mean HTTP. */
const proxyAddress = (text: string): string | undefined => {
  const address = text.includes('://') ? text : `http://${text}`
  return URL.canParse(address) && /^https?:$/u.test(new URL(address).protocol) ? address : undefined
}

/**
 * What the environment says of connections to others: `FIELDSEAL_CA_FILE`, `HTTPS_PROXY` and `NO_PROXY` (the last two in capitals or not). A proxy whose address cannot be read is none.
 *
 * @throws where the file of certificates cannot be read
 */
export const outwardOf = (variables: Variables): Outward => {
  const file = variables[caFile]
  const proxy = proxyAddress(named(variables, 'HTTPS_PROXY') ?? '')
  const except = named(variables, 'NO_PROXY')
  return {
    ...(file === undefined || file === '' ? {} : { ca: readFileSync(file, 'utf8') }),
    ...(proxy === undefined ? {} : { proxy: { HTTPS_PROXY: proxy, ...(except === undefined ? {} : { NO_PROXY: except }) } }),
  }
}
