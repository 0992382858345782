import { describe, expect, it } from 'vitest'
import { invitationLink, readInvitationLink } from '../../../../shared/protocol/invitation.ts'

describe('an invitation', () => {
  it('is a link that gives address and code back, whatever is in them', () => {
    for (const invitation of [
      { url: 'https://hub.example', code: 'K7QD2MXA9RTB5VHN' },
      { url: 'http://10.0.0.4:8443/fieldseal', code: 'a.b~c_d-e' },
      { url: 'https://höhe.example/?x=1&code=other', code: 'K7QD&hub=https://evil.example' },
    ]) {
      expect(readInvitationLink(invitationLink(invitation))).toEqual(invitation)
    }
  })

  it('is read with space around it, and with or without the two slashes', () => {
    expect(readInvitationLink('  fieldseal://enroll?hub=https%3A%2F%2Fhub.example&code=K7QD2MXA\n')).toEqual({
      url: 'https://hub.example',
      code: 'K7QD2MXA',
    })
    expect(readInvitationLink('fieldseal:enroll?hub=https%3A%2F%2Fhub.example&code=K7QD2MXA')).toEqual({
      url: 'https://hub.example',
      code: 'K7QD2MXA',
    })
  })

  it.each([
    '',
    'K7QD2MXA',
    'https://hub.example/enroll?hub=a&code=b',
    'fieldseal://open?hub=a&code=b',
    'fieldseal://enroll?hub=a',
    'fieldseal://enroll?code=b',
    'javascript:alert(1)',
  ])('is not made of %j', (text) => {
    expect(readInvitationLink(text)).toBeNull()
  })
})
