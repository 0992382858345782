/** What someone hands to whoever enrols a device: where the hub is, and the one-time code. */
export interface Invitation {
  readonly url: string
  readonly code: string
}

const scheme = 'fieldseal:'

/** Writes an invitation as the link that the desktop opens. */
export const invitationLink = ({ url, code }: Invitation): string =>
  `${scheme}//enroll?${new URLSearchParams({ hub: url, code }).toString()}`

/** Reads such a link; null for anything else. What is in it is checked where it is used. */
export const readInvitationLink = (text: string): Invitation | null => {
  const trimmed = text.trim()
  if (!URL.canParse(trimmed)) return null
  const link = new URL(trimmed)
  if (link.protocol !== scheme || !/^(\/\/)?enroll\/?$/.test(`${link.host === '' ? link.pathname : `//${link.host}`}`))
    return null
  const url = link.searchParams.get('hub')
  const code = link.searchParams.get('code')
  return url === null || code === null ? null : { url, code }
}
