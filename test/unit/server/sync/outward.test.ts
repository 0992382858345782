import { expect, test } from 'vitest'
import { outwardOf } from '../../../../main/server/sync/outward.ts'

test.each([
  [{}, {}],
  [{ HTTPS_PROXY: '', NO_PROXY: 'a.example' }, {}],
  [{ HTTPS_PROXY: 'http://proxy.example:3128' }, { proxy: { HTTPS_PROXY: 'http://proxy.example:3128' } }],
  [{ https_proxy: 'proxy.example:3128', no_proxy: '.example' }, { proxy: { HTTPS_PROXY: 'http://proxy.example:3128', NO_PROXY: '.example' } }],
  [{ HTTPS_PROXY: 'socks5://proxy.example' }, {}],
  [{ HTTPS_PROXY: 'http://' }, {}],
  [{ FIELDSEAL_CA_FILE: '' }, {}],
])('what the environment %j says of connections to others', (variables, outward) => expect(outwardOf(variables)).toEqual(outward))

test('a file of certificates that is not there is no silent nothing', () => {
  expect(() => outwardOf({ FIELDSEAL_CA_FILE: '/nowhere/ca.pem' })).toThrow(/ENOENT/u)
})
