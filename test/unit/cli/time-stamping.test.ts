import { describe, expect, test } from 'vitest'
import { readTimeStamping } from '../../../main/cli/time-stamping.ts'

const read = (more: Readonly<Record<string, string>>) =>
  readTimeStamping({ FIELDSEAL_TSA: 'https://tsa.example/stamp', ...more })

describe('Y-54: how a hub has its log stamped, by its environment', () => {
  test('without an authority’s address there is none', () => {
    expect(readTimeStamping({ FIELDSEAL_TSA_CRL: 'http://lists.example/one.crl' })).toEqual({ ok: true, value: null })
  })

  test('an address alone is enough; lists stand with spaces or commas between them', () => {
    expect(read({})).toEqual({
      ok: true,
      value: { url: 'https://tsa.example/stamp', everyMs: 3_600_000, authorities: [], lists: [] },
    })
    expect(read({ FIELDSEAL_TSA_CRL: ' http://lists.example/one.crl,\thttps://lists.example/two.crl ' })).toMatchObject(
      {
        ok: true,
        value: { lists: ['http://lists.example/one.crl', 'https://lists.example/two.crl'] },
      },
    )
  })

  test.each([
    ['FIELDSEAL_TSA', 'ftp://tsa.example'],
    ['FIELDSEAL_TSA', 'tsa.example'],
    ['FIELDSEAL_TSA_CRL', 'file:///etc/passwd'],
    ['FIELDSEAL_TSA_CRL', 'http://lists.example/one.crl lists.example/two.crl'],
    ['FIELDSEAL_TSA_CRL', Array.from({ length: 5 }, (_, n) => `http://lists.example/${n}`).join(' ')],
    ['FIELDSEAL_TSA_EVERY', '0'],
    ['FIELDSEAL_TSA_EVERY', '604801'],
    ['FIELDSEAL_TSA_CA', '/no/such/file.pem'],
  ])('%s=%s is refused by its name', (name, value) => {
    const refused = read({ [name]: value })
    expect(refused.ok || JSON.stringify(refused.error)).toContain(name)
  })
})
