import { describe, expect, it } from 'vitest'
import { contentOf, emptyRuleForm, formLike, renamed } from '../../../../renderer/features/rules/form.ts'

const transfer = { event_type: 'transfer', amount: 9_500, currency: 'EUR', country: 'KY', channel: null }

describe('a rule that begins from a transaction', () => {
  it('looks at its kind, its amount and where it came from, and names nobody', () => {
    const form = formLike(transfer)
    expect(form.applies_to).toEqual(['transfer'])
    expect(JSON.parse(form.logic)).toEqual({
      and: [
        { at_least: [{ var: 'event.amount' }, 9_500] },
        { equals: [{ var: 'event.currency' }, 'EUR'] },
        { equals: [{ var: 'event.country' }, 'KY'] },
      ],
    })
  })

  it('lacks only a name and the grounds for it', () => {
    const named = renamed(formLike(transfer), 'Large transfers to the islands')
    expect(contentOf(named)).toBeNull()
    expect(contentOf({ ...named, why: 'Savings of people who were called end there.' })).toMatchObject({
      key: 'large_transfers_to_the_islands',
      signal: 'large_transfers_to_the_islands',
    })
  })

  it('of a login has nothing to say of an amount', () => {
    const form = formLike({ event_type: 'login', amount: null, currency: null, country: 'SE', channel: 'mobile' })
    expect(JSON.parse(form.logic)).toEqual({
      and: [{ equals: [{ var: 'event.country' }, 'SE'] }, { equals: [{ var: 'event.channel' }, 'mobile'] }],
    })
    expect(form.reason).toBe('')
  })
})

describe('the name of a new rule', () => {
  it('gives its key and its signal, in whatever letters', () => {
    expect(renamed(emptyRuleForm, '3 Überweisungen, dann Ruhe!')).toMatchObject({
      key: 'uberweisungen_dann_ruhe',
      signal: 'uberweisungen_dann_ruhe',
    })
    expect(renamed(emptyRuleForm, 'قاعدة')).toMatchObject({ key: '', signal: '' })
  })

  it('leaves alone what somebody wrote', () => {
    const own = { ...renamed(emptyRuleForm, 'Transfers'), key: 'my_key' }
    expect(renamed(own, 'Transfers at night')).toMatchObject({ key: 'my_key', signal: 'transfers_at_night' })
  })
})
