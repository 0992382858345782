import { describe, expect, it } from 'vitest'
import {
  entityKey,
  normalAddress,
  normalEmail,
  normalPhone,
  normalRef,
  pairOf,
  refOfText,
} from '../../../../main/domain/network/refs.ts'

describe('entities of the network', () => {
  it('are compared in one form', () => {
    expect(normalEmail(' Jo.Doe+Shop@Mail.Example ')).toBe('jo.doe@mail.example')
    for (const odd of ['jo', 'jo@', '@mail.example', 'jo@mail', 'a b@c.d', 'a@b@c.d'])
      expect(normalEmail(odd)).toBeNull()
    expect(['0049 (30) 1234-567', '+49 30 1234567'].map(normalPhone)).toEqual(['+49301234567', '+49301234567'])
    for (const odd of ['12345', 'call me', '1234567890123456', '']) expect(normalPhone(odd)).toBeNull()
    expect(normalAddress('12, High  Street; LONDON')).toBe('12 high street london')
    expect(normalAddress('London')).toBeNull()
    expect(normalRef({ kind: 'customer', id: ' a\u0000b ' })).toEqual({ kind: 'customer', id: 'a b' })
    expect(normalRef({ kind: 'customer', id: ' ' })).toBeNull()
    expect(normalRef({ kind: 'customer', id: 'x'.repeat(301) })).toBeNull()
    expect(normalRef({ kind: 'email', id: 'no address' })).toBeNull()
  })

  it('are one name where a counterparty has an account here', () => {
    expect(entityKey({ kind: 'counterparty', id: '7' })).toBe(entityKey({ kind: 'account', id: '7' }))
    expect(entityKey({ kind: 'customer', id: '7' })).not.toBe(entityKey({ kind: 'account', id: '7' }))
  })

  it('are read from kind:value, and nothing else is', () => {
    expect(refOfText('customer:37:11')).toEqual({ kind: 'customer', id: '37:11' })
    for (const odd of ['customer', 'ship:1', ':1', 'customer:', 'constructor:1']) expect(refOfText(odd)).toBeNull()
  })

  it('stand in one order, whoever is named first', () => {
    const [a, b] = [
      { kind: 'customer', id: '2' },
      { kind: 'customer', id: '10' },
    ] as const
    expect(pairOf(a, b)).toEqual(pairOf(b, a))
  })
})
