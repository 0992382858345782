import { describe, expect, expectTypeOf, test } from 'vitest'
import { everyOperation } from '../../../shared/api/operations.ts'
import type { AlertFull } from '../../../shared/schema/alerts.ts'
import { addresses } from './addresses.ts'
import { asked } from './asked.ts'
import type { DataAt } from './asked.ts'

const came = (status: number, body: unknown) => ({ status, headers: new Headers(), text: JSON.stringify(body) })
const refused = came(404, {
  success: false,
  error: { code: 'not_found', message: 'There is no such case.', request_id: 'r' },
})
const draft = { key: 'note:17', text: 't', written_at: '2026-01-31T12:00:00.000+00:00' }

test('every operation of the interface stands at the address that is written out for it', () => {
  expect(
    Object.entries(addresses)
      .map(([address, { id }]) => `${address} ${id}`)
      .sort(),
  ).toEqual(everyOperation.map(({ method, path, id }) => `${method} ${path} ${id}`).sort())
})

describe('an answer', () => {
  test('is typed by its address: with a parameter, without, with a query; as unknown where there is none', () => {
    expectTypeOf<DataAt<'GET', `/v1/alerts/${number}`>>().toEqualTypeOf<AlertFull>()
    expectTypeOf<DataAt<'GET', `/v1/alerts/stats?${string}`>['overdue']>().toEqualTypeOf<number>()
    expectTypeOf<DataAt<'GET', `/v1/alerts/${number}/nothing`>>().toBeUnknown()
    expectTypeOf<DataAt<'GET', string>>().toBeUnknown()
  })

  test('has data where it was done, and no error', () => {
    const answer = asked('GET', '/v1/drafts', came(200, { success: true, data: [draft] }))
    expect(answer.data).toEqual([draft])
    expect(() => answer.error).toThrow('There is no error. GET /v1/drafts answered 200')
  })

  test('has an error where it was refused, and no data', () => {
    const answer = asked('GET', '/v1/cases/7', refused)
    expect(answer.error.code).toBe('not_found')
    expect(() => answer.data).toThrow('There is no data. GET /v1/cases/7 answered 404')
    expect(() => answer.whole).toThrow('There is no data.')
  })

  test('that is refused in a way that the description does not know is a fault of the description', () => {
    const halted = (address: string) =>
      asked(
        'GET',
        address,
        came(409, { success: false, error: { code: 'sync_halted', message: 'Waits.', request_id: 'r' } }),
      )
    expect(() => halted('/v1/drafts')).toThrow('listDrafts is not described to refuse as sync_halted: GET /v1/drafts')
    expect(halted('/api/v1/sync/takeable').error.code).toBe('sync_halted')
  })

  test('that is not what the interface declares has no data either', () => {
    const answer = asked('GET', '/v1/drafts', came(200, { success: true, data: [{ ...draft, text: undefined }] }))
    expect(() => answer.data).toThrow('The answer is not what the interface declares')
  })
})
