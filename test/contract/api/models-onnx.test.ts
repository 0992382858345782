// Answers are looked into without types, see support.ts.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { smallOnnx } from '../../support/onnx-file.ts'
import { startBench, type Bench } from './support.ts'

let bench: Bench
const bytes = smallOnnx()
const onnx = Buffer.from(bytes).toString('base64')
const features = ['amount', 'customer_count_1d']

const payments = Array.from({ length: 240 }, (_, index) => ({
  transaction_id: `P-${index}`,
  event_type: 'transfer',
  at: new Date(Date.UTC(2025, 2, 1) + index * 3_600_000).toISOString(),
  amount: index % 4 === 0 ? 900 : 20,
  customer_id: `C${index % 5}`,
}))

const add = (body: object) => bench.ask('POST', '/v1/models', { body })

beforeAll(async () => {
  bench = await startBench()
}, 120_000)
afterAll(() => bench.close())

describe('an ONNX file as a model of the workspace', () => {
  it('needs payments with which its branches are counted, or changes nothing', async () => {
    const before = (await bench.ask('GET', '/v1/models')).body
    const refused = await add({ name: 'Ours', version: '1', onnx, features })
    expect([refused.status, refused.error.code, refused.error.details]).toEqual([
      422,
      'file_refused',
      [{ path: 'body.onnx', message: 'no_covers' }],
    ])
    expect((await bench.ask('GET', '/v1/models')).body).toEqual(before)
    expect((await bench.ask('POST', '/v1/transactions', { body: { transactions: payments } })).status).toBe(200)
  })

  it('is turned into a model like every other, which says where it came from', async () => {
    const { status, data } = await add({ name: 'Ours', version: '1', onnx, features })
    expect([status, data.source, data.features, data.unknown_features, data.in_force]).toEqual([
      201,
      'uploaded',
      features,
      [],
      false,
    ])
    const read = (await bench.ask('GET', `/v1/models/${data.id}`)).data
    expect(read.origin).toEqual({
      format: 'onnx',
      sha256: createHash('sha256').update(bytes).digest('hex'),
      producer: 'test',
      covers: 'activities',
      activities: payments.length,
    })
    const back = (await bench.ask('GET', `/v1/models/${data.id}/file`)).data
    expect(createHash('sha256').update(back.file).digest('hex')).toBe(data.sha256)
    expect((await add({ name: 'Other', version: '9', file: back.file })).data.id).toBe(data.id)
  })

  it('scores in force, and explains exactly', async () => {
    const { data } = await add({ name: 'Ours', version: '1', onnx, features })
    expect((await bench.ask('PUT', '/v1/models/in-force', { body: { model_id: data.id } })).status).toBe(200)
    const explained = (
      await bench.ask('POST', `/v1/models/${data.id}/explain`, {
        body: { features: { amount: 900, customer_count_1d: 3 } },
      })
    ).data
    expect(explained.margin).toBe(2)
    const shares = explained.contributions
    expect(shares.reduce((sum, { share }) => sum + share, explained.bias)).toBeCloseTo(2, 6)
    // Three payments in four are below the split, whose leaves are -1 and 2: the share of a large one is what it is
    // above their mean.
    expect(shares.find(({ feature }) => feature === 'amount')?.share).toBeCloseTo(2 - (0.75 * -1 + 0.25 * 2), 6)
    const scored = await bench.ask('POST', '/v1/transactions', {
      body: { transactions: [{ ...payments[0], transaction_id: 'new', at: '2025-03-20T00:00:00.000Z' }] },
    })
    expect(scored.status).toBe(200)
    expect((await bench.ask('GET', '/v1/transactions/new')).data.assessment?.model?.name).toBe('Ours')
  })

  it.each([
    [
      'trees that cannot be turned exactly',
      { onnx: Buffer.from(smallOnnx({ post_transform: 'PROBIT' })).toString('base64'), features },
      422,
      'unsupported_output',
    ],
    ['no names of features', { onnx }, 422, 'no_feature_names'],
    ['what is no ONNX', { onnx: Buffer.from('{}').toString('base64'), features }, 422, 'not_onnx'],
    ['what is no base64', { onnx: 'öäü' }, 400, 'is not of the required form'],
    ['neither file', {}, 400, 'is required'],
    ['both files', { file: '{}', onnx }, 400, 'give either file or onnx'],
    ['names for a file that names them itself', { file: '{}', features }, 400, 'goes with onnx only'],
  ])('is refused with a reason: %s', async (_what, body, status, message) => {
    const before = (await bench.ask('GET', '/v1/models')).body
    const refused = await add({ name: 'Bad', version: '1', ...body })
    expect([refused.status, refused.error.details?.[0]?.message]).toEqual([status, message])
    expect((await bench.ask('GET', '/v1/models')).body).toEqual(before)
  })
})
