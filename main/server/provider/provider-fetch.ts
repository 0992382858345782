import type { CustomFetch } from 'openid-client'
import { isProviderAddress } from '../../../shared/schema/sign-in-provider.ts'

/** A provider that takes longer is down, as far as somebody who waits to sign in goes. */
const timeoutMs = 10_000
/** Keys and claims of a provider are kilobytes. */
const mostBytes = 1_048_576

const limited = async (body: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> => {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body) {
    size += part.length
    if (size > mostBytes) throw new TypeError(`the sign-in provider answered with more than ${mostBytes} bytes`)
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}

/**
 * Asks a sign-in provider: at https addresses, or on this computer, within time and size, and following no redirect
 * to anywhere else.
 *
 * @throws TypeError where the address is no such one, or the answer is larger
 */
export const providerFetch: CustomFetch = async (address, { body, ...options }) => {
  if (!isProviderAddress(address)) throw new TypeError('the sign-in provider names an address that is not https')
  const response = await fetch(address, {
    ...options,
    body: (body ?? null) as BodyInit | null,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })
  const bytes = response.body === null ? null : await limited(response.body)
  return new Response(bytes, { status: response.status, headers: response.headers })
}
