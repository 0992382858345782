import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBench } from './support.ts'
import type { Bench } from './support.ts'

let bench: Bench
beforeAll(async () => {
  bench = await startBench({ limits: { perCredential: 30, perAddress: 10, windowSeconds: 600 } })
})
afterAll(() => bench.close())

describe('rate limits', () => {
  it('are told in the standard headers and refuse beyond them', async () => {
    const ines = await bench.addPerson('investigator', 'ines')
    const answers = []
    for (let index = 0; index < 32; index += 1) answers.push(await bench.ask('GET', '/v1/cases', { as: ines }))
    expect(answers.map((answer) => answer.status)).toEqual([...Array.from({ length: 30 }, () => 200), 429, 429])
    expect(answers[0]?.headers.get('ratelimit-policy')).toBe('"credential";q=30;w=600')
    expect(answers[0]?.headers.get('ratelimit')).toMatch(/^"credential";r=29;t=\d+$/)
    expect(answers[0]?.headers.get('ratelimit-limit')).toBe('30')
    expect(answers[29]?.headers.get('ratelimit-remaining')).toBe('0')
    const refused = answers[31]
    expect(refused?.error.code).toBe('rate_limited')
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await bench.ask('GET', '/v1/cases')).status).toBe(200)
  })

  it('hold an address without a credential apart from those with one', async () => {
    const statuses = []
    for (let index = 0; index < 12; index += 1)
      statuses.push((await bench.ask('GET', '/v1/cases', { anonymous: true })).status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.slice(-2)).toEqual([429, 429])
    expect(
      (await bench.ask('POST', '/v1/auth/login', { anonymous: true, body: { login_name: 'xx', password: 'y' } }))
        .status,
    ).toBe(429)
    expect((await bench.ask('GET', '/v1/me')).status).toBe(200)
    expect((await bench.ask('GET', '/healthz', { anonymous: true })).status).toBe(200)
  })
})
