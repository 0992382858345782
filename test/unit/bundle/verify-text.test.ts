import { describe, expect, test } from 'vitest'
import { verifyText } from '../../../main/bundle/format/verify-text.ts'
import type { VerifyTextFacts } from '../../../main/bundle/format/verify-text.ts'
import { keyId } from '../../../main/seal/signature.ts'
import { linuxSteps } from '../../support/unpacked-bundle.ts'
import { makeDevice } from '../seal/support.ts'

const [laptop, first, hub] = [makeDevice(71), makeDevice(72), makeDevice(73)].map(({ spki }) => ({
  kid: keyId(spki),
  spki,
})) as [VerifyTextFacts, VerifyTextFacts, VerifyTextFacts]

const alone: VerifyTextFacts = {
  caseNumber: 'CASE-ACME-20261121-00001',
  topFolder: 'CASE-ACME-20261121-00001',
  kid: laptop.kid,
  spki: laptop.spki,
  firstKey: null,
  hubKey: null,
  hub: null,
  log: [],
  hasPage: false,
}
const shared: VerifyTextFacts = {
  ...alone,
  topFolder: 'CASE-ACME-20261121-00002',
  kid: first.kid,
  spki: first.spki,
  firstKey: laptop,
  hubKey: hub,
  hub: { kid: hub.kid },
  log: ['cosigned', 'timestamped'],
  hasPage: true,
}
const sections = (text: string): string => text.slice(text.indexOf('=== Linux ==='))

describe('B-104: the steps of VERIFY.txt are those of every other bundle', () => {
  test('they differ in the name of the file alone, with a hub and without', () => {
    const named = (facts: VerifyTextFacts): string => sections(verifyText(facts)).replaceAll(facts.topFolder, 'NAME')
    expect(named(shared)).toBe(named(alone))
    expect(linuxSteps(verifyText(shared))[0]).toContain('bundle=${bundle:-CASE-ACME-20261121-00002.zip}')
  })

  test('no step names a key, or a number of entries; the text before them names the keys that must be compared', () => {
    const text = verifyText(shared)
    for (const { kid } of [laptop, first, hub]) {
      expect(text).toContain(kid)
      expect(sections(text)).not.toContain(kid)
    }
    expect(sections(text)).not.toMatch(/\b0{3}\d{3}\b/)
  })
})
