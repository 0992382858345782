import { describe, expect, it } from 'vitest'
import { proposedRole, standingOf } from '../../../../main/domain/alerts/subject-role.ts'
import { createBadNodes, graverOf, gravestFirst } from '../../../../main/domain/network/known-bad.ts'
import { scoreOf } from '../../../../main/domain/network/risk.ts'
import { parts } from '../../../../main/domain/network/risk-words.ts'
import { entityKinds } from '../../../../shared/schema/activity.ts'
import { subjectRoles } from '../../../../shared/schema/alerts.ts'

describe('who whom a confirmed alert is about most likely is', () => {
  it.each([
    ['customer', ['unusual_amount'], 'victim'],
    ['account', [], 'victim'],
    ['customer', ['structuring'], 'mule'],
    ['account', ['account_many_customers'], 'mule'],
    ['customer', ['impossible_travel'], 'taken_over'],
    ['account', ['credential_stuffing'], 'taken_over'],
    ['counterparty', ['unusual_amount'], 'suspect'],
    ['terminal', ['terminal_recent_fraud'], 'compromised'],
    ['device', [], 'compromised'],
    ['ip', ['credential_stuffing'], 'compromised'],
  ] as const)('%s with %j is proposed as %s', (kind, signals, role) => {
    expect(proposedRole(kind, signals)).toBe(role)
  })

  it('is proposed of every kind, and only suspects and mules are bad', () => {
    for (const kind of entityKinds) expect(subjectRoles).toContain(proposedRole(kind, []))
    expect(subjectRoles.filter((role) => standingOf(role) === 'bad')).toEqual(['suspect', 'mule'])
  })
})

describe('who was exposed', () => {
  it('is not known bad, spreads nothing, and gives way to what is graver', () => {
    const nodes = createBadNodes(() => 0)
    expect(
      nodes.become(
        new Map([
          [1, 'exposed'],
          [2, 'confirmed'],
          [3, 'open'],
        ] as const),
        10,
      ).come,
    ).toEqual([2])
    expect([nodes.confirmed, nodes.inCommunity(0), nodes.certaintyOf(1)]).toEqual([1, 1, 'exposed'])
    expect(graverOf('exposed', 'open')).toBe('open')
    expect(graverOf('confirmed', 'exposed')).toBe('confirmed')
    expect(graverOf(undefined, 'exposed')).toBe('exposed')
    expect(
      gravestFirst([{ certainty: 'exposed' }, { certainty: 'confirmed' }, { certainty: 'open' }] as const),
    ).toEqual([{ certainty: 'confirmed' }, { certainty: 'open' }, { certainty: 'exposed' }])
  })

  it('is told so, and is no critical risk', () => {
    const measured = {
      direct: 'exposed',
      nearness: 0,
      hops: null,
      community: { others: 0, bad: 0 },
      motifs: [],
    } as const
    expect(scoreOf(measured)).toBeLessThan(0.3)
    const words = parts.direct({
      value: 1,
      because: 'It is the victim of a fraud.',
      findings: [],
      certainty: 'exposed',
    })
    expect(words).toBe('It was exposed to fraud, and is not known to be bad. It is the victim of a fraud.')
  })
})
