import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { handChecks } from '../../../../renderer/features/case-workspace/model/handChecks.ts'

const page = readFileSync(new URL('../../../../docs/verify-by-hand.md', import.meta.url), 'utf8')
const blocks = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map((match) => (match[1] ?? '').trimEnd())

describe('the check by hand that the window shows', () => {
  it('is the one that docs/verify-by-hand.md describes and a test runs', () => {
    expect(handChecks.map((step) => step.commands)).toEqual(blocks)
  })
})
