import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Asked } from './asked.ts'
import { startBench } from './support.ts'
import type { Bench, Sent } from './support.ts'

let bench: Bench
let readOnly: string
beforeAll(async () => {
  bench = await startBench()
  readOnly = (await bench.ask('POST', '/v1/keys', { body: { label: 'Reader', scopes: ['v4:read'] } })).data.secret
})
afterAll(() => bench.close())

const call = <M extends string, A extends string>(method: M, address: A, key: string | undefined, sent: Sent = {}) =>
  bench.ask(method, address, {
    ...sent,
    anonymous: true,
    headers: { ...(key === undefined ? {} : { authorization: `Bearer ${key}` }), ...sent.headers },
  })
const code = (answer: Asked<unknown>) => [answer.status, answer.error.code]

describe.each(['', '/api'])('the guard of %s/v4', (prefix) => {
  const address = `${prefix}/v4/no/such/operation`

  it('asks for an API key and takes no other credential', async () => {
    for (const key of [undefined, 'x', bench.institutionKey, bench.admin.token, `${bench.apiKey}x`]) {
      expect(code(await call('GET', `${address}?workspace_id=${bench.workspaceId}`, key))).toEqual([
        401,
        'unauthenticated',
      ])
    }
  })

  it('asks for the workspace: in the query, in the body, or as a header', async () => {
    expect(code(await call('GET', address, bench.apiKey))).toEqual([400, 'invalid_request'])
    expect(code(await call('POST', address, bench.apiKey, { body: {} }))).toEqual([400, 'invalid_request'])
    expect(code(await call('GET', `${address}?workspace_id=${bench.workspaceId}`, bench.apiKey))).toEqual([
      404,
      'not_found',
    ])
    expect(code(await call('POST', address, bench.apiKey, { body: { workspace_id: bench.workspaceId } }))).toEqual([
      404,
      'not_found',
    ])
    expect(
      code(await call('GET', address, bench.apiKey, { headers: { 'x-workspace-id': bench.workspaceId } })),
    ).toEqual([404, 'not_found'])
  })

  it('refuses another workspace, wherever it is named', async () => {
    const other = '018f0000-0000-7000-8000-000000000000'
    expect(code(await call('GET', `${address}?workspace_id=${other}`, bench.apiKey))).toEqual([
      403,
      'workspace_mismatch',
    ])
    expect(
      code(
        await call('POST', `${address}?workspace_id=${bench.workspaceId}`, bench.apiKey, {
          body: { workspace_id: other },
        }),
      ),
    ).toEqual([403, 'workspace_mismatch'])
    expect(code(await call('POST', address, bench.apiKey, { body: { workspace_id: 5 } }))).toEqual([
      400,
      'invalid_request',
    ])
  })

  it('asks for the scope', async () => {
    expect(code(await call('GET', `${address}?workspace_id=${bench.workspaceId}`, readOnly))).toEqual([
      404,
      'not_found',
    ])
    expect(code(await call('POST', address, readOnly, { body: { workspace_id: bench.workspaceId } }))).toEqual([
      403,
      'forbidden',
    ])
  })
})
