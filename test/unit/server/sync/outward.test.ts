import { expect, test } from 'vitest'
import { outwardOf } from '../../../../main/server/sync/outward.ts'

test.each([
  [{}, {}],
  [{ HTTPS_PROXY: '', NO_PROXY: 'a.example' }, {}],
  [{ HTTPS_PROXY: 'http://proxy.example:3128' }, { proxy: { HTTPS_PROXY: 'http://proxy.example:3128/' } }],
  [
    { https_proxy: 'proxy.example:3128', no_proxy: '.example' },
    { proxy: { HTTPS_PROXY: 'http://proxy.example:3128/', NO_PROXY: '.example' } },
  ],
  // Node takes an address whose scheme is not in small letters for no proxy.
  [{ HTTPS_PROXY: 'HTTP://Proxy.example:3128' }, { proxy: { HTTPS_PROXY: 'http://proxy.example:3128/' } }],
  [{ HTTPS_PROXY: ' http://proxy.example:3128\n' }, { proxy: { HTTPS_PROXY: 'http://proxy.example:3128/' } }],
  [{ HTTPS_PROXY: 'http://me:p%40ss@proxy.example' }, { proxy: { HTTPS_PROXY: 'http://me:p%40ss@proxy.example/' } }],
  [{ HTTPS_PROXY: 'http://me:100%pure@proxy.example' }, { proxy: { HTTPS_PROXY: null } }],
  [
    { HTTPS_PROXY: 'socks5://proxy.example', NO_PROXY: 'a.example' },
    { proxy: { HTTPS_PROXY: null, NO_PROXY: 'a.example' } },
  ],
  [{ HTTPS_PROXY: 'http:proxy.example:3128' }, { proxy: { HTTPS_PROXY: null } }],
  [{ HTTPS_PROXY: 'http://' }, { proxy: { HTTPS_PROXY: null } }],
  [{ HTTPS_PROXY: ' ' }, {}],
  [{ https_proxy: '', HTTPS_PROXY: 'http://proxy.example' }, { proxy: { HTTPS_PROXY: 'http://proxy.example/' } }],
  [{ FIELDSEAL_CA_FILE: '' }, {}],
])('what the environment %j says of connections to others', (variables, outward) =>
  expect(outwardOf(variables)).toEqual(outward),
)

test('a file of certificates that is not there is no silent nothing', () => {
  expect(() => outwardOf({ FIELDSEAL_CA_FILE: '/nowhere/ca.pem' })).toThrow(/ENOENT/u)
})
