import { createPrivateKey, createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sealFindingCodes } from '../../shared/schema/findings.ts'
import { entryDigests, openEntry, sealEntry } from '../../main/seal/entry.ts'
import { keyId, rawFromSpki } from '../../main/seal/signature.ts'

const spec = readFileSync(join(import.meta.dirname, '../../docs/spec/seal.md'), 'utf8')
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

const shown = (name: string): string => {
  const line = spec.split('\n').find((text) => text.startsWith(`${name} `))
  if (line === undefined) throw new Error(`the specification does not show ${name}`)
  return line.slice(name.length).trim()
}

describe('the specification', () => {
  test('S-10 to S-12, S-30: its worked example is what sealing gives', () => {
    const privateKey = createPrivateKey({
      key: Buffer.concat([pkcs8Head, Buffer.alloc(32, 1)]),
      format: 'der',
      type: 'pkcs8',
    })
    const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
    const payload = Buffer.from(shown('payload'), 'utf8')
    const opened = openEntry({ payload })
    if (!opened.ok) throw new Error(opened.error.message)
    const entry = sealEntry(opened.value, { kid: keyId(spki), privateKey })
    expect(Buffer.from(rawFromSpki(spki) ?? []).toString('hex')).toBe(shown('public key'))
    expect(entry.kid).toBe(shown('key id'))
    expect(Buffer.from(entry.payload).toString('utf8')).toBe(shown('payload'))
    expect(Buffer.from(entry.sig).toString('hex')).toBe(shown('signature'))
    expect(Buffer.from(entryDigests(payload, entry.sig).paeSha256).toString('hex')).toBe(shown('SHA-256(PAE)'))
    expect(entry.id).toBe(shown('id'))
  })

  test.each(sealFindingCodes)('S-80: it has a rule for %s', (code) => {
    const rules = spec.slice(spec.indexOf('- **S-82**')).split('\n')
    expect(rules.some((line) => line.includes(`\`${code}\``))).toBe(true)
  })

  test('numbers every rule once', () => {
    const numbers = [...spec.matchAll(/^- \*\*S-(\d+)\*\*/gm)].map((match) => Number(match[1]))
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
  })
})
