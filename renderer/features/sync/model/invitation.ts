import { hubUrl } from '../../../../shared/api/sync.ts'
import { encodeCode, fingerprintOfCode, readCode } from '../../../../shared/protocol/enrolment-code.ts'
import { readInvitationLink } from '../../../../shared/protocol/invitation.ts'

/** What was typed or pasted in the place of a code: `url` only where it was a link that names the hub. */
export type Typed =
  | { readonly kind: 'empty' }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'code'; readonly code: string; readonly fingerprint: string; readonly url: string | null }

/** Reads what a person typed or pasted: the code, in groups or not, or the link that holds code and address. */
export const readTyped = (text: string): Typed => {
  const trimmed = text.trim()
  if (trimmed === '') return { kind: 'empty' }
  const link = readInvitationLink(trimmed)
  const given = link === null ? trimmed : link.code
  const read = given.length > 200 ? null : readCode(given)
  const fingerprint = read === null ? null : fingerprintOfCode(given)
  if (read === null || fingerprint === null) return { kind: 'wrong' }
  return { kind: 'code', code: encodeCode(read.secret, read.fingerprint), fingerprint, url: link?.url ?? null }
}

/** Whether an address can be a hub's. */
export const isHubUrl = (text: string): boolean => hubUrl.safeParse(text.trim()).success

/** Whether what travels to this address can be read on the way: plain HTTP to another machine. */
export const isReadableOnTheWay = (text: string): boolean => {
  if (!isHubUrl(text)) return false
  const { protocol, hostname } = new URL(text.trim())
  return protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}
