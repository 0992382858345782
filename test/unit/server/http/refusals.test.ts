import { expect, test } from 'vitest'
import { refusal } from '../../../../shared/api/errors.ts'
import { refusalOfError, RefusalError, httpStatus } from '../../../../main/server/http/refusals.ts'
import { HubStoreFault } from '../../../../main/sync/hub/store-fault.ts'

test('what a hub’s store cannot do now is a refusal in its own words, and no bug', () => {
  const unreachable = { code: 'unavailable', message: 'The database of the hub cannot be reached.' } as const
  expect(refusalOfError(new HubStoreFault(unreachable))).toEqual(unreachable)
  expect(httpStatus('unavailable')).toBe(503)
  expect(refusalOfError(new RefusalError(refusal('not_found', 'Nothing is here.')))).toMatchObject({
    code: 'not_found',
  })
  expect(refusalOfError(new Error('a bug'))).toBeNull()
})
