import { describe, expect, it } from 'vitest'
import type { RiskReason } from '../../../../shared/schema/assessments.ts'
import { slightApart } from '../../../../renderer/ui/slight-reasons.ts'

const reason = (signal: string, share: number): RiskReason => ({ source: 'model', signal, text: signal, share })
const split = (...shares: readonly number[]) => {
  const { main, slight } = slightApart(shares.map((share) => reason(String(share), share)))
  return [main.map(({ share }) => share), slight.map(({ share }) => share)]
}

describe('reasons that hardly count', () => {
  it('stand apart where there are several, largest first on both sides', () => {
    expect(split(0.004, 0.6, 0.008, 0.388)).toEqual([
      [0.6, 0.388],
      [0.008, 0.004],
    ])
  })

  it('of a hundredth and more count', () => {
    expect(split(0.98, 0.01, 0.01)).toEqual([[0.98, 0.01, 0.01], []])
  })

  it('one alone takes no more room than the words that would stand for it', () => {
    expect(split(0.995, 0.005)).toEqual([[0.995, 0.005], []])
  })

  it('what has no share explains the score, and stays', () => {
    expect(split(0.99, 0.005, 0, 0.005)).toEqual([
      [0.99, 0],
      [0.005, 0.005],
    ])
  })
})
