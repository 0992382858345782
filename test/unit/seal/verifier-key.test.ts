import { describe, expect, test } from 'vitest'
import { formatVerifierKey, parseVerifierKey } from '../../../main/seal/verifier-key.ts'
import { makeDevice } from './support.ts'

/** The key of the example in C2SP signed-note and in Go's package note. */
const published = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
const witness = { name: 'witness.example/a', publicKeyRaw: makeDevice(2).publicKeyRaw }

describe('keys of logs and witnesses as lines of text', () => {
  test('the published one is read, and written as it was', () => {
    const key = parseVerifierKey(published, 'log')
    expect(key?.name).toBe('PeterNeumann')
    expect(key === null ? '' : formatVerifierKey(key, 'log')).toBe(published)
  })

  test('a witness’s key is no log’s, and the other way round', () => {
    const line = formatVerifierKey(witness, 'witness')
    const read = parseVerifierKey(line, 'witness')
    expect(read?.name).toBe(witness.name)
    expect(Buffer.from(read?.publicKeyRaw ?? []).equals(witness.publicKeyRaw)).toBe(true)
    expect(parseVerifierKey(line, 'log')).toBeNull()
    expect(parseVerifierKey(published, 'witness')).toBeNull()
  })

  test.each([
    ['another name', published.replace('Peter', 'Paul')],
    ['another key id', published.replace('c74f', 'c74e')],
    ['a key cut short', published.slice(0, -4)],
    ['a space in the name', published.replace('Neumann', ' Neumann')],
    ['nothing', ''],
    ['a text without end', published.repeat(20)],
    ['a key of small order', formatVerifierKey({ name: 'x', publicKeyRaw: Buffer.alloc(32) }, 'log')],
  ])('refuses %s', (_what, text) => {
    expect(parseVerifierKey(text, 'log')).toBeNull()
  })
})
