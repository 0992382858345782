import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toldBy } from '../../../../main/domain/network/extract.ts'
import type { Activity } from '../../../../shared/schema/activity.ts'

const event = (rest: Partial<Activity>): Activity => ({
  transaction_id: 't',
  event_type: 'transfer',
  at: '2026-01-01T00:00:00.000+00:00',
  ...rest,
})
const links = (rest: Partial<Activity>): string[] =>
  toldBy(event(rest)).links.map(({ from, to, kind }) => `${from.kind}:${from.id} ${kind} ${to.kind}:${to.id}`)

describe('what an activity tells of the network', () => {
  it('is who holds, uses and pays whom', () => {
    expect(
      links({
        customer_id: 'c',
        account_id: 'a',
        counterparty_id: 'b',
        device_id: 'd',
        ip: '10.0.0.1',
        amount: 5,
        currency: 'EUR',
        metadata: { card_id: 'k', Email: 'X@y.example' },
      }),
    ).toEqual([
      'customer:c account account:a',
      'account:a transfer counterparty:b',
      'customer:c device device:d',
      'customer:c ip ip:10.0.0.1',
      'customer:c card card:k',
      'customer:c email email:x@y.example',
    ])
    expect(links({ account_id: 'a', terminal_id: 't' })).toEqual(['account:a terminal terminal:t'])
  })

  it('is nothing where nobody holds anything', () => {
    expect(toldBy(event({ device_id: 'd', counterparty_id: 'b' }))).toEqual({
      links: [],
      facts: [],
      movement: null,
      paidAt: [],
    })
  })

  it('is money that came in where the amount is negative', () => {
    const { movement } = toldBy(event({ account_id: 'a', counterparty_id: 'b', amount: -12.5, currency: 'EUR' }))
    expect(movement).toMatchObject({ from: { id: 'b' }, to: { id: 'a' }, amount: 125_000, currency: 'EUR' })
  })

  it('I-9: is money that came in where the activity says so, and that went back where it is negative', () => {
    const way = (amount: number, direction: string) =>
      toldBy(event({ account_id: 'a', counterparty_id: 'b', amount, metadata: { direction } })).movement?.from.id
    expect([way(5, 'in'), way(-5, 'in'), way(5, 'out'), way(-5, 'out'), way(5, 'sideways')]).toEqual([
      'b',
      'a',
      'a',
      'b',
      'a',
    ])
  })

  it('is where it was paid: terminal, device, address, and the merchant of a purchase alone', () => {
    const paidAt = (rest: Partial<Activity>): string[] =>
      toldBy(event({ customer_id: 'c', amount: 5, ...rest })).paidAt.map(({ kind, id }) => `${kind}:${id}`)
    const at = { terminal_id: 't', device_id: 'd', ip: '10.0.0.1', counterparty_id: 'm' }
    expect(paidAt(at)).toEqual(['terminal:t', 'device:d', 'ip:10.0.0.1', 'counterparty:m'])
    expect(paidAt({ counterparty_id: 'b' }), 'whom money is sent to is no merchant').toEqual([])
    expect(paidAt({ counterparty_id: 'b', event_type: 'pos_payment' })).toEqual(['counterparty:b'])
    expect(paidAt({ counterparty_id: 'b', event_type: 'deposit' }), 'a deposit is no purchase').toEqual([])
    expect(toldBy(event({ customer_id: 'c', device_id: 'd' })).paidAt, 'a login pays nothing').toEqual([])
  })

  it('is no movement of a purchase, of nothing, or of an unknown amount', () => {
    const paid = { account_id: 'a', counterparty_id: 'b', amount: 9.99 }
    expect(toldBy(event(paid)).movement).not.toBeNull()
    expect(toldBy(event({ ...paid, event_type: 'card_payment' })).movement).toBeNull()
    expect(toldBy(event({ ...paid, terminal_id: 't' })).movement).toBeNull()
    expect(toldBy(event({ ...paid, amount: 0 })).movement).toBeNull()
    expect(toldBy(event({ account_id: 'a', counterparty_id: 'b' })).movement).toBeNull()
  })

  it('is what identifies the holder and the other side, in any spelling, one object deep', () => {
    const { facts } = toldBy(
      event({
        customer_id: 'c',
        counterparty_id: 'b',
        metadata: {
          customer: { 'Full Name': 'Jo Doe', dob: '1980-01-02', phone_number: '0049 30 1234567' },
          beneficiary_name: 'Shop Ltd',
          passport_number: 'ab-12',
          birth_date: 'soon',
        },
      }),
    )
    expect(facts.map(({ about, name, value }) => `${about.kind} ${name} ${value}`)).toEqual([
      'customer name Jo Doe',
      'customer birth_date 1980-01-02',
      'customer identifier AB12',
      'customer phone +49301234567',
      'counterparty name Shop Ltd',
    ])
  })

  it('is told without fail, whatever the metadata hold', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom('email', 'phone', 'name', 'card', 'address', 'dob', '__proto__', 'constructor', 'x'),
          fc.jsonValue(),
        ),
        (metadata) => {
          const { links: told, facts } = toldBy(
            event({ customer_id: 'c', metadata: metadata as NonNullable<Activity['metadata']> }),
          )
          for (const { to } of told) expect(to.id.length).toBeLessThanOrEqual(300)
          for (const { value } of facts) expect(value).not.toBe('')
        },
      ),
    )
  })
})
