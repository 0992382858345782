import { expect, test } from 'vitest'
import { epochMessage, sessionMessage } from '../../../main/sync/signed-messages.ts'

test('Y-12, Y-15: what is signed is these bytes, so that devices and hubs of other releases agree', () => {
  expect(Buffer.from(sessionMessage('a challenge')).toString('latin1')).toBe('fieldseal session v1\na challenge\n')
  expect(Buffer.from(epochMessage('018f-device', 'MCowBQ')).toString('latin1')).toBe(
    'fieldseal epoch v1\n018f-device\nMCowBQ\n',
  )
})
