import { afterAll, describe, expect, test, vi } from 'vitest'
import type { PaletteCommand } from '../../../../renderer/state/commands.ts'
import type { FoundOf, SearchGroup, SearchReason } from '../../../../shared/schema/search.ts'

// Where the window is, is read when the module of the routes is.
vi.stubGlobal('window', { location: { hash: '' } })
const { paletteGroups } = await import('../../../../renderer/features/palette/lines.ts')
const { moreHref, resultHref } = await import('../../../../renderer/features/palette/results/addresses.ts')
afterAll(() => vi.unstubAllGlobals())

const reason = (change: Partial<SearchReason> = {}): SearchReason => ({
  field: 'id',
  how: 'exact',
  text: '4711',
  marks: [{ start: 0, end: 4 }],
  ...change,
})
const customer = (change: Partial<FoundOf<'entity'>> = {}): FoundOf<'entity'> => ({
  kind: 'entity',
  entity_kind: 'customer',
  id: '4711',
  name: null,
  risk_level: 'high',
  open_alerts: 1,
  open_hits: 0,
  active: true,
  screened: false,
  reason: reason(),
  ...change,
})
const transaction: FoundOf<'transaction'> = {
  kind: 'transaction',
  transaction_id: 'T/1',
  event_type: 'transfer',
  at: '2026-03-02T09:00:00.000+00:00',
  amount: 1,
  currency: 'EUR',
  risk_level: 'low',
  reason: reason({ field: 'customer' }),
}
const command = (n: number): PaletteCommand => ({
  id: `c${n}`,
  title: `Do ${n}`,
  section: 'navigate',
  run: () => undefined,
})
const group = (area: SearchGroup['area'], items: SearchGroup['items'], more = false): SearchGroup => ({
  area,
  items,
  more,
})

describe('the lines of the palette', () => {
  test('are commands by section, then what was found; beside results there are few commands', () => {
    const commands = Array.from({ length: 20 }, (_, n) => command(n))
    expect(paletteGroups(commands, [], '').map(({ key, lines }) => [key, lines.length])).toEqual([['navigate', 20]])
    const groups = paletteGroups(commands, [group('entity', [customer()])], '4711')
    expect(groups.map(({ key, lines }) => [key, lines.length])).toEqual([
      ['navigate', 6],
      ['entity', 1],
    ])
  })

  test('have a way to all results where a list can be narrowed so, and otherwise say that there are more', () => {
    const [transactions] = paletteGroups([], [group('transaction', [transaction], true)], '4711')
    expect(transactions?.lines.at(-1)).toMatchObject({ kind: 'more', href: '#/transactions?customer_id=4711' })
    expect(transactions?.isCut).toBe(false)
    const [entities] = paletteGroups([], [group('entity', [customer()], true)], '4711')
    expect([entities?.lines.length, entities?.isCut]).toEqual([1, true])
  })

  test('keep their keys from one answer to the next', () => {
    const keysOf = (groups: readonly SearchGroup[]) =>
      paletteGroups([], groups, '47').flatMap(({ lines }) => lines.map(({ key }) => key))
    const later = keysOf([group('case', []), group('entity', [customer({ id: '1' }), customer()])])
    expect(later).toEqual(expect.arrayContaining(keysOf([group('entity', [customer()])])))
    expect(new Set(later).size).toBe(later.length)
  })
})

describe('the address of a result', () => {
  test('of an entity is its profile, its page of the network, its screenings or its alerts, by what knows it', () => {
    expect(resultHref(customer(), '4711')).toBe('#/customers/4711')
    expect(resultHref(customer({ entity_kind: 'account' }), '')).toBe('#/customers/4711?kind=account')
    expect(resultHref(customer({ entity_kind: 'terminal' }), '')).toBe('#/entities/terminal/4711')
    expect(resultHref(customer({ active: false, screened: true }), '')).toBe('#/screened/customer/4711')
    expect(resultHref(customer({ entity_kind: 'vessel', active: false, screened: true }), '')).toBe(
      '#/screened/vessel/4711',
    )
    expect(resultHref(customer({ active: false }), '')).toMatch(
      /^#\/alerts\?entity_kind=customer&entity_id=4711&status=new/u,
    )
  })

  test('of evidence found by its text searches its case, and identifiers are written so that they can be read again', () => {
    const piece = { evidence_id: 3, name: 'a.txt', evidence_kind: 'text', case_id: 2, case_number: 'C' } as const
    expect(resultHref({ kind: 'evidence', ...piece, reason: reason() }, '')).toBe('#/cases/2/evidence/3')
    expect(resultHref({ kind: 'evidence_text', ...piece, reason: reason() }, 'a & b')).toBe(
      '#/cases/2/evidence?in=text&words=a+%26+b',
    )
    expect(resultHref(transaction, '')).toBe('#/transactions/T%2F1')
  })

  test('of a case that a note led to is its timeline', () => {
    const found: FoundOf<'case'> = {
      kind: 'case',
      id: 7,
      case_number: 'C',
      title: 'T',
      status: 'open',
      priority: 'low',
      outcome: null,
      reason: reason({ field: 'note', how: 'words' }),
    }
    expect(resultHref(found, '')).toBe('#/cases/7/timeline')
    expect(resultHref({ ...found, reason: reason() }, '')).toBe('#/cases/7')
    expect(moreHref(group('case', [found], true), 'a"b')).toBe('#/cases?q=a%22b')
  })
})
