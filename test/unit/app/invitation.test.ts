import { describe, expect, test } from 'vitest'
import { invitationAmong, readOpenedLink } from '../../../main/app/invitation.ts'
import { encodeCode } from '../../../shared/protocol/enrolment-code.ts'
import { invitationLink } from '../../../shared/protocol/invitation.ts'

const code = encodeCode(Buffer.alloc(15, 7), Buffer.alloc(10, 9))
const url = 'https://hub.example'
const link = invitationLink({ url, code })

describe('Y-10: a link that the system hands over', () => {
  test('gives address and code, in the spelling that they have', () => {
    expect(readOpenedLink(link)).toEqual({ url, code })
    expect(readOpenedLink(invitationLink({ url, code: code.toLowerCase().replaceAll('-', ' ') }))).toEqual({
      url,
      code,
    })
  })

  test.each([
    ['another scheme', link.replace('fieldseal:', 'https:')],
    ['another action', link.replace('enroll', 'delete')],
    ['no code', `fieldseal://enroll?hub=${url}`],
    ['a code that is none', invitationLink({ url, code: 'FS1-AAAA' })],
    ['an address that runs something', invitationLink({ url: 'javascript:alert(1)', code })],
    ['an address with a password', invitationLink({ url: 'https://me:secret@hub.example', code })],
    ['an address of a file', invitationLink({ url: 'file:///etc/passwd', code })],
    ['more than anybody writes', `${link}&x=${'y'.repeat(3_000)}`],
    ['nothing', ''],
  ])('is taken for none with %s', (_what, text) => {
    expect(readOpenedLink(text)).toBeNull()
  })

  test('is found among the arguments of a start, where it is the only one', () => {
    expect(invitationAmong(['/opt/fieldseal', '--no-sandbox', link])).toEqual({ url, code })
    expect(invitationAmong(['/opt/fieldseal', '--data', '/tmp/x'])).toBeNull()
    expect(invitationAmong([link, link])).toBeNull()
  })
})
