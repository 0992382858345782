import { describe, expect, it } from 'vitest'
import { openedAmong } from '../../../main/app/opened.ts'
import { encodeCode } from '../../../shared/protocol/enrolment-code.ts'
import { invitationLink } from '../../../shared/protocol/invitation.ts'

const code = encodeCode(Buffer.alloc(15, 7), Buffer.alloc(10, 9))
const file = (path: string) => ({ kind: 'carried-file', path })

describe('what the system hands over with a start', () => {
  it('is one file to carry, by a path of any form or an address', () => {
    for (const [given, found] of [
      ['/media/stick/a.fieldseal', '/media/stick/a.fieldseal'],
      ['a.fieldseal', '/media/stick/a.fieldseal'],
      ['../b/A.FIELDSEAL', '/media/b/A.FIELDSEAL'],
      ['file:///media/stick/to%20carry.fieldseal', '/media/stick/to carry.fieldseal'],
    ] as const)
      expect(openedAmong(['/opt/fieldseal', '--disable-gpu', given], '/media/stick')).toEqual(file(found))
  })

  it('is nothing where it is another file, several, an option, or an address elsewhere', () => {
    for (const given of [
      ['/a.zip'],
      ['/a.fieldseal', '/b.fieldseal'],
      ['--x=/a.fieldseal'],
      ['file://server/share/a.fieldseal'],
      ['/a\0.fieldseal'],
      [`/${'a'.repeat(5_000)}.fieldseal`],
      [],
    ])
      expect(openedAmong(['/opt/fieldseal', ...given], '/'), String(given)).toBeNull()
  })

  it('is not the program itself', () => {
    expect(openedAmong(['/home/ada/my.fieldseal'], '/')).toBeNull()
  })

  it('is a link, where one came', () => {
    const link = invitationLink({ url: 'https://hub.example', code })
    expect(openedAmong(['/opt/fieldseal', link], '/')).toEqual({
      kind: 'invitation',
      invitation: { url: 'https://hub.example', code },
    })
  })
})
