import { describe, expect, it } from 'vitest'
import { caseOrigin, isOfCase, signerIn } from '../../../main/seal/case-origin.ts'

describe('S-60: the origin of the checkpoints of a chain', () => {
  it.each([
    ['018f-device', '018f-case', '018f-device/case/018f-case'],
    ['hub/018f-workspace', 'workspace', 'hub/018f-workspace/case/workspace'],
  ])('of %s and %s is %s, and tells both', (signer, chain, origin) => {
    expect(caseOrigin(signer, chain)).toBe(origin)
    expect(signerIn(origin)).toBe(signer)
    expect(isOfCase(origin, chain)).toBe(true)
  })

  it.each(['hub/w/case/other', 'hub/w/case/acase', 'hub/w/log', 'case', 'hub/w/case/case/more'])(
    'of another chain or of none is not taken for it: %s',
    (origin) => expect(isOfCase(origin, 'case')).toBe(false),
  )

  it('of what is no chain’s names all of it as the signer, so that no key is found for it', () =>
    expect(signerIn('hub/w/log')).toBe('hub/w/log'))
})
