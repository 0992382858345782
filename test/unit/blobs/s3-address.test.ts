import { describe, expect, test } from 'vitest'
import { parseS3Address } from '../../../main/blobs/s3-address.ts'

describe('the address of an object store', () => {
  test.each([
    ['s3://evidence', { bucket: 'evidence', prefix: '' }],
    ['s3://evidence/', { bucket: 'evidence', prefix: '' }],
    ['s3://evidence/of/hub/', { bucket: 'evidence', prefix: 'of/hub/' }],
    ['s3://evidence/of%20hub', { bucket: 'evidence', prefix: 'of hub/' }],
    [
      's3://evidence/p?endpoint=https://store.example:9000&region=eu-central-1',
      { bucket: 'evidence', prefix: 'p/', endpoint: 'https://store.example:9000', region: 'eu-central-1' },
    ],
  ])('%s', (text, address) => {
    expect(parseS3Address(text)).toEqual({ ok: true, value: address })
  })

  test.each([
    ['nothing', /cannot be read/],
    ['https://evidence/p', /does not begin with s3/],
    ['s3://', /cannot be read|no valid name/],
    ['s3://A_B', /no valid name/],
    ['s3://key:secret@evidence', /credentials/],
    ['s3://evidence?endpoint=file:///etc', /no http/],
    ['s3://evidence?endpont=https://store.example', /unknown part, endpont/],
  ])('%s is refused, and says why', (text, why) => {
    expect(parseS3Address(text)).toMatchObject({
      ok: false,
      error: { code: 'unavailable', message: expect.stringMatching(why) as string },
    })
  })

  test('a secret in a refused address is not repeated', () => {
    expect(JSON.stringify(parseS3Address('s3://key:topsecret@evidence'))).not.toContain('topsecret')
  })
})
