import { describe, expect, it } from 'vitest'
import { parseAllowed, reachOf } from '../../../../main/server/webhooks/network.ts'
import type { AllowedNetwork } from '../../../../main/server/webhooks/network.ts'
import { findTarget } from '../../../../main/server/webhooks/target.ts'

const allowed = (text: string): readonly AllowedNetwork[] => {
  const parsed = parseAllowed(text)
  if (!parsed.ok) throw new Error(parsed.error)
  return parsed.value
}

const refused: readonly (readonly [string, string])[] = [
  ['loopback', '127.0.0.1'],
  ['all of loopback', '127.255.255.254'],
  ['this host', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['private', '10.0.0.1'],
  ['private', '172.16.0.1'],
  ['private', '172.31.255.255'],
  ['private', '192.168.1.1'],
  ['shared (RFC 6598), and a cloud’s metadata', '100.100.100.200'],
  ['link-local, and the metadata of most clouds', '169.254.169.254'],
  ['metadata of containers', '169.254.170.2'],
  ['protocol assignments, and a cloud’s metadata', '192.0.0.192'],
  ['a public address that is Azure’s own', '168.63.129.16'],
  ['documentation', '192.0.2.1'],
  ['documentation', '198.51.100.1'],
  ['documentation', '203.0.113.1'],
  ['benchmarks', '198.18.0.1'],
  ['6to4 relays', '192.88.99.1'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['loopback', '::1'],
  ['unspecified', '::'],
  ['IPv4-mapped loopback', '::ffff:127.0.0.1'],
  ['IPv4-mapped in hexadecimal', '::ffff:7f00:1'],
  ['IPv4-mapped metadata', '::ffff:169.254.169.254'],
  ['IPv4-compatible loopback', '::127.0.0.1'],
  ['IPv4-translated loopback', '::ffff:0:127.0.0.1'],
  ['NAT64 of loopback', '64:ff9b::7f00:1'],
  ['NAT64 of metadata', '64:ff9b::a9fe:a9fe'],
  ['local NAT64', '64:ff9b:1::7f00:1'],
  ['6to4 of loopback', '2002:7f00:1::'],
  ['Teredo', '2001:0:7f00:1::1'],
  ['link-local', 'fe80::1'],
  ['link-local with a zone', 'fe80::1%eth0'],
  ['loopback with a zone', '::1%lo'],
  ['site-local', 'fec0::1'],
  ['unique local', 'fc00::1'],
  ['unique local, and a cloud’s metadata', 'fd00:ec2::254'],
  ['multicast', 'ff02::1'],
  ['discard', '100::1'],
  ['a prefix that leads nowhere (RFC 9780)', '100:0:0:1::1'],
  ['reserved', '1::'],
  ['reserved', '::fffe:7f00:1'],
  ['reserved', '4000::1'],
  ['reserved', '8000::1'],
  ['segment routing', '5f00::1'],
  ['documentation', '2001:db8::1'],
  ['no address', 'localhost'],
  ['no address', ''],
  ['an octal form that some read as loopback', '0177.0.0.1'],
]

const open = [
  '8.8.8.8',
  '1.1.1.1',
  '172.15.255.255',
  '172.32.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '169.253.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001:81b::200e',
  '::ffff:8.8.8.8',
  '64:ff9b::808:808',
]

describe('V-16: where a webhook may lead', () => {
  it.each(refused)('not to %s: %s', (_what, address) => {
    expect(reachOf(address, [])).toBe('refused')
  })

  it.each(open)('to the public address %s', (address) => {
    expect(reachOf(address, [])).toBe('public')
  })

  it('to what the operator allowed, however it is written, and to nothing beside it', () => {
    const networks = allowed(' 10.1.0.0/16, 127.0.0.1 ,fd00::/8')
    for (const address of ['10.1.2.3', '127.0.0.1', '::ffff:127.0.0.1', 'fd12::1'])
      expect(reachOf(address, networks)).toBe('allowed')
    for (const address of ['10.2.0.1', '127.0.0.2', '169.254.169.254', 'fc00::1', '::1'])
      expect(reachOf(address, networks)).toBe('refused')
    expect(reachOf('8.8.8.8', networks)).toBe('public')
  })

  it.each(['10.0.0.0/33', 'localhost', '10.0.0', '10.0.0.0/8;127.0.0.1', 'fe80::1%eth0'])(
    'refuses the setting %s rather than guess',
    (text) => {
      expect(parseAllowed(text).ok).toBe(false)
    },
  )
})

describe('V-16: an address and what its name resolves to', () => {
  const names: Readonly<Record<string, readonly string[]>> = {
    'public.example': ['93.184.215.14', '2606:4700:4700::1111'],
    'inside.example': ['10.0.0.5'],
    'mixed.example': ['93.184.215.14', '169.254.169.254'],
    'mapped.example': ['::ffff:10.0.0.5'],
    'empty.example': [],
  }
  let asked = 0
  const resolve = (hostname: string) => {
    asked += 1
    const found = names[hostname]
    return found === undefined
      ? Promise.reject(new Error('ENOTFOUND'))
      : Promise.resolve(found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })))
  }
  const find = (url: string, networks = '') => findTarget(url, resolve, allowed(networks))

  it('is resolved once, and all that it resolves to is kept for the connection', async () => {
    asked = 0
    const target = await find('https://public.example/hook')
    expect(target.ok && target.value.addresses.map(({ address }) => address)).toEqual(names['public.example'])
    expect(asked).toBe(1)
  })

  it.each([
    'https://inside.example/',
    'https://mixed.example/',
    'https://mapped.example/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
  ])('is refused where one address of %s must not be reached', async (url) => {
    const target = await find(url)
    expect(target.ok ? 'found' : target.error.kind).toBe('refused')
  })

  it.each(['https://unknown.example/', 'https://empty.example/'])('is no address where %s has none', async (url) => {
    const target = await find(url)
    expect(target.ok ? 'found' : target.error.kind).toBe('unknown_host')
  })

  it('is https, but for networks that the operator allowed', async () => {
    expect((await find('http://public.example/')).ok).toBe(false)
    expect((await find('http://inside.example/')).ok).toBe(false)
    expect((await find('http://inside.example/', '10.0.0.0/8')).ok).toBe(true)
    expect((await find('http://mixed.example/', '169.254.169.254')).ok).toBe(false)
  })
})
