import { viewerOrigin } from '../../shared/preview/address.ts'

/**
 * The window's content security policy. Styles made at run time are constructed style sheets, and React sets style
 * properties through the object model, so that neither `'unsafe-inline'` nor a nonce is needed.
 */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  `frame-src ${viewerOrigin}/`,
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Answers of the API are data: should one ever be opened as a page, it can do nothing. */
export const dataPolicy = "default-src 'none'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Sent with every response of the window's origin. */
export const everywhere: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy':
    'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=(), bluetooth=(), midi=(), display-capture=(), payment=()',
}
