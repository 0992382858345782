import { hash } from 'node:crypto'

const hexOf = (uuid: string): string => uuid.replaceAll('-', '')

/**
 * A UUID of version 5 (RFC 9562 section 5.5): the same namespace and name always give the same one.
 *
 * @param namespace a UUID
 */
export const nameBasedUuid = (namespace: string, name: string): string => {
  const digest = hash(
    'sha1',
    Buffer.concat([Buffer.from(hexOf(namespace), 'hex'), Buffer.from(name, 'utf8')]),
    'buffer',
  )
  const bytes = digest.subarray(0, 16)
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  const hex = Buffer.from(bytes).toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
