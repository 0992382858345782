import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { inRoot } from '../../../../scripts/lib/paths.ts'
import type { RiskReason } from '../../../../shared/schema/assessments.ts'
import { matteringReasons, slightApart, slightShare } from '../../../../shared/text/mattering-reasons.ts'

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

  it('of a twentieth and more count', () => {
    expect(split(0.9, 0.05, 0.05)).toEqual([[0.9, 0.05, 0.05], []])
    expect(split(0.92, 0.04, 0.04)).toEqual([[0.92], [0.04, 0.04]])
  })

  it('that say no more than that nothing is known stand apart, even one, unless there is no other', () => {
    const unknown = { ...reason('unknown', 0.7), text: 'Nothing is known yet of this: frauds of the terminal.' }
    const none = {
      ...reason('none', 0.2),
      text: 'Of no transaction of the device it became known whether it was fraud.',
    }
    expect(slightApart([unknown, reason('a', 0.3)])).toEqual({ main: [reason('a', 0.3)], slight: [unknown] })
    expect(slightApart([unknown, none])).toEqual({ main: [unknown, none], slight: [] })
    expect(matteringReasons([unknown, reason('a', 0.06), none])).toEqual([reason('a', 0.06)])
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

it('the window says of those it folds what they are: small, or that nothing is known', () => {
  const { reasons } = JSON.parse(readFileSync(inRoot('renderer/messages/en.json'), 'utf8')) as {
    reasons: Record<string, string>
  }
  for (const name of ['slight_one', 'slight_other', 'slightLabel']) {
    expect(reasons[name], name).toContain(`below ${slightShare * 100}%`)
    expect(reasons[name], name).toContain('that nothing is known')
  }
})

it('a sealed text carries the three reasons that matter', () => {
  const shares = [0.3, 0.04, 0.26, 0.2, 0.2]
  expect(matteringReasons(shares.map((share, at) => reason(String(at), share))).map(({ share }) => share)).toEqual([
    0.3, 0.26, 0.2,
  ])
  expect(matteringReasons([reason('a', 0.02)])).toHaveLength(1)
  expect(matteringReasons([])).toEqual([])
})
