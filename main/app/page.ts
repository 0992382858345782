/** The window's own address. Nothing else is ever loaded into it. */
export const scheme = 'app'
export const pageOrigin = `${scheme}://fieldseal`

/**
 * Whether an address belongs to the window's own origin. Node gives custom schemes the origin `null`, so compare the
 * parts.
 */
export function isOwnUrl(address: string): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  return url.protocol === `${scheme}:` && url.host === 'fieldseal' && url.username === '' && url.password === ''
}

/** Whether an address is a page of the window, as against the service's API behind the same origin. */
export const isOwnPage = (address: string): boolean => isOwnUrl(address) && !isApiPath(new URL(address).pathname)

/** Whether an address is what the window may save: an answer of the API, or a text that its own page made. */
export const isOwnDownload = (address: string): boolean =>
  address.startsWith(`blob:${pageOrigin}/`) || (isOwnUrl(address) && isApiPath(new URL(address).pathname))

/** Paths that are forwarded to the service. */
export const isApiPath = (pathname: string): boolean => pathname === '/api' || pathname.startsWith('/api/')
