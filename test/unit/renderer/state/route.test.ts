import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type * as Route from '../../../../renderer/state/route.ts'

let route: typeof Route

beforeAll(async () => {
  vi.stubGlobal('window', { location: { hash: '' }, history: { replaceState: () => undefined } })
  route = await import('../../../../renderer/state/route.ts')
})
afterAll(() => vi.unstubAllGlobals())

describe('the address says where the window is', () => {
  it.each([
    '#/home',
    '#/cases',
    '#/cases?status=open%2Cclosed&q=%D9%86',
    '#/cases/17',
    '#/cases/9007199254740991',
    '#/cases/3?entry=ab12',
    '#/cases/3/timeline',
    '#/cases/3/evidence',
    '#/cases/3/evidence?kind=pdf&q=%D9%86',
    '#/cases/3/evidence/44?tag=a+b',
    '#/sync',
    '#/sync/cases?filter=stuck',
    '#/sync/connect?hub=https%3A%2F%2Fhub.example&code=K7QD-2MXA',
    '#/verify',
    '#/import',
    '#/import-transactions',
    '#/import-alerts',
    '#/settings/users',
    '#/settings/screening',
    '#/lists',
    '#/lists/un?view=entries&q=petrov',
    '#/screened/customer/C%2F1',
    '#/alerts',
    '#/alerts/17?status=open',
    '#/decisions/dec_01',
    '#/transactions?customer_id=C+77',
    '#/customers/a%2Fb%20%3F',
    '#/rules/r1',
    '#/model',
    '#/effectiveness?period=30d',
  ])('%s survives reading and writing', (hash) => {
    expect(route.hrefOf(route.parseRoute(hash))).toBe(hash)
  })

  it('nothing is the queue', () => {
    expect(route.parseRoute('')).toEqual({ name: 'queue', query: {} })
    expect(route.parseRoute('#/')).toEqual({ name: 'queue', query: {} })
  })

  it.each([
    '#/cases/0',
    '#/cases/x',
    '#/cases/-1',
    '#/cases/12345678901234567',
    '#/cases/3/evidence/x',
    '#/cases/3/evidence/0',
    '#/cases/3/other',
    '#/nowhere',
    '#/settings/nothing',
    '#/customers/%E0%A4%A',
    '#/alerts/1/2',
    '#/screened/planet/1',
    '#/screened/customer',
    '#/screened/customer/1/2',
  ])('%s leads nowhere and says so', (hash) => {
    expect(route.parseRoute(hash)).toEqual({ name: 'unknown' })
  })
})

describe('Escape from a case returns to where it was opened', () => {
  const came = (...hashes: readonly string[]): string => {
    for (const hash of hashes) route.navigate(route.parseRoute(hash), 'replace')
    route.backFromCase()
    return window.location.hash
  }

  it.each([
    ['an alert', ['#/alerts/17?status=new', '#/cases/3'], '#/alerts/17?status=new'],
    ['the queue with its filters', ['#/cases?status=open', '#/cases/3', '#/cases/4'], '#/cases?status=open'],
    [
      'a decision, also after a look at the evidence',
      ['#/decisions/alert%3A9', '#/cases/3', '#/cases/3/evidence/1'],
      '#/decisions/alert%3A9',
    ],
  ])('%s', (_, hashes, expected) => {
    expect(came(...hashes)).toBe(expected)
  })
})

describe('transactions between entities', () => {
  it('names each by its field', () => {
    expect(route.transactionsHref({ kind: 'customer', id: 'C 1' }, { kind: 'counterparty', id: 'P/2' })).toBe(
      '#/transactions?customer_id=C+1&counterparty_id=P%2F2',
    )
    expect(route.transactionsHref({ kind: 'ip', id: '10.0.0.1' })).toBe('#/transactions?ip=10.0.0.1')
  })
})
