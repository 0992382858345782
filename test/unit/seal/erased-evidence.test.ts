import { describe, expect, test } from 'vitest'
import type { SealedEntry } from '../../../main/seal/entry.ts'
import type { BlobState } from '../../../main/seal/verify-types.ts'
import { faultCodes, laptop, makeChain, replaced, verify } from './support.ts'
import type { Draft } from './support.ts'

const bytes = 'ab'.repeat(32)
const acquired = (subject: string): Draft => ({
  type: 'evidence.acquired',
  subject,
  pub: { evidence_id: 1, sha256: bytes, size: 4 },
})

/** A chain in which Ada asks for the bytes of `one` to be erased, and somebody approves it. */
const chainOf = (approver: string, more: Readonly<Record<number, Draft>> = {}): SealedEntry[] => {
  const asking: Readonly<Record<number, Draft>> = {
    0: acquired('one'),
    1: {
      type: 'evidence.erasure_requested',
      subject: 'one',
      actor: 'ada',
      pub: { evidence_id: 1, sha256: bytes, size: 4 },
    },
    ...more,
  }
  const request = makeChain(laptop, 2, asking)[1]?.id ?? ''
  return makeChain(laptop, 4, {
    ...asking,
    2: {
      type: 'evidence.erased',
      subject: 'one',
      actor: approver,
      refs: [request],
      pub: { evidence_id: 1, sha256: bytes, size: 4, request, reference: 'AG 12/31' },
    },
    ...more,
  })
}

const verified = (chain: readonly SealedEntry[], state: BlobState) =>
  verify(chain, { blobs: () => Promise.resolve(state) })

describe('S-99: bytes that an order erased', () => {
  test.each(['missing', 'not_here'] as const)(
    'are told as erased, by which order, where they are %s',
    async (state) => {
      const report = await verified(chainOf('ben'), state)
      expect(faultCodes(report)).toEqual([])
      expect(report.findings.map(({ code, message }) => [code, message])).toContainEqual([
        'evidence_erased',
        'a file was erased by order AG 12/31, and a sealed entry says so',
      ])
    },
  )

  test('are missing where whoever asked approved it', async () => {
    expect(faultCodes(await verified(chainOf('ada'), 'missing'))).toEqual(['blob_missing'])
  })

  test('are missing where another piece has them too and was not erased', async () => {
    expect(faultCodes(await verified(chainOf('ben', { 3: acquired('two') }), 'missing'))).toEqual(['blob_missing'])
  })

  test('are missing where nobody approved it', async () => {
    expect(faultCodes(await verified(chainOf('ben').slice(0, 2), 'missing'))).toEqual(['blob_missing'])
  })

  test('are missing where the entry that says so was forged', async () => {
    const chain = chainOf('ben')
    const forged = { ...(chain[2] as SealedEntry), sig: Buffer.alloc(64) }
    expect(faultCodes(await verified(replaced(chain, 2, forged), 'missing'))).toContain('blob_missing')
  })
})
