import { hubUrl } from '../../shared/api/sync.ts'
import { encodeCode, readCode } from '../../shared/protocol/enrolment-code.ts'
import { readInvitationLink } from '../../shared/protocol/invitation.ts'
import type { Invitation } from '../../shared/protocol/invitation.ts'

/** The scheme of the links that the system hands to the application. */
export const linkScheme = 'fieldseal'

const maxLength = 2_000

/**
 * An enrolment link that came from outside, in its parts: null for whatever is not wholly one. Anyone can make the
 * system open such a link, so nothing of it is passed on but an address that can be a hub's and a code that is one, and
 * nothing is done with them here.
 */
export const readOpenedLink = (text: string): Invitation | null => {
  const link = text.length > maxLength ? null : readInvitationLink(text)
  const url = hubUrl.safeParse(link?.url)
  const code = link === null || link.code.length > 200 ? null : readCode(link.code)
  return !url.success || code === null ? null : { url: url.data, code: encodeCode(code.secret, code.fingerprint) }
}

/** The link among the arguments with which the application, or a second instance of it, was started. */
export const invitationAmong = (args: readonly string[]): Invitation | null => {
  const given = args.filter((arg) => arg.startsWith(`${linkScheme}:`))
  return given.length === 1 ? readOpenedLink(given[0] as string) : null
}
