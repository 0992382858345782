import { describe, expect, it } from 'vitest'
import { proposedRole, standingOfRole } from '../../../../main/domain/alerts/subject-role.ts'
import { createBadNodes, graverOf, gravestFirst, saidBy } from '../../../../main/domain/network/known-bad.ts'
import type { KnownBad } from '../../../../main/domain/network/known-bad.ts'
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
    expect(subjectRoles.filter((role) => standingOfRole(role) === 'bad')).toEqual(['suspect', 'mule'])
  })
})

describe('who was exposed', () => {
  it('is not known bad, spreads nothing, and gives way to what is graver', () => {
    const nodes = createBadNodes(() => 0)
    const standing = (certainty: KnownBad['certainty']) => ({ certainty, says: saidBy[certainty] })
    const all = new Map([
      [1, standing('exposed')],
      [2, standing('confirmed')],
      [3, standing('open')],
    ])
    expect(nodes.become({ all, forRules: new Map() }, 10).come).toEqual([2])
    expect([nodes.confirmed, nodes.inCommunity(0), nodes.standingOf(1)]).toEqual([1, 1, standing('exposed')])
    expect(nodes.standingForRules(3), 'what rules do not read is not there for them').toBeNull()
    expect(graverOf(standing('exposed'), { certainty: 'open' })).toEqual(standing('open'))
    expect(graverOf(standing('confirmed'), { certainty: 'exposed' })).toEqual(standing('confirmed'))
    expect(graverOf(undefined, { certainty: 'exposed' })).toEqual(standing('exposed'))
    expect(graverOf(standing('open'), { certainty: 'open', says: 0.7 }), 'of equally sure ones what says more').toEqual(
      {
        certainty: 'open',
        says: 0.7,
      },
    )
    expect(
      gravestFirst([{ certainty: 'exposed' }, { certainty: 'confirmed' }, { certainty: 'open' }] as const),
    ).toEqual([{ certainty: 'confirmed' }, { certainty: 'open' }, { certainty: 'exposed' }])
  })

  it('is told so, and is no critical risk', () => {
    const measured = {
      direct: { certainty: 'exposed', says: saidBy.exposed },
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
