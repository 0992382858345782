import { describe, expect, it } from 'vitest'
import { listCases } from '../../../../shared/api/cases.ts'
import { cleanQuery, queueFilters, nextQueueSort, queueSort } from '../../../../renderer/features/queue/query.ts'
import { toggled, valuesOf, withFilter } from '../../../../renderer/state/filters.ts'

describe('the filters in the address', () => {
  it('keeps what the interface knows and drops the rest', () => {
    expect(cleanQuery({ status: 'open', colour: 'red', sort: 'backwards', q: '' })).toEqual({ status: 'open' })
  })

  it('what is kept, the interface takes', () => {
    const query = cleanQuery({
      status: 'open,closed',
      priority: 'urgent',
      sla: 'breached',
      hold: 'true',
      owner_id: '3,4',
      q: 'سحب نقدي',
      sort: '-updated',
    })
    expect(listCases.query.safeParse(query).success).toBe(true)
  })

  it('switches one value on and off and removes the empty filter', () => {
    const on = toggled({ status: 'open' }, 'status', 'closed')
    expect(valuesOf(on, 'status')).toEqual(['open', 'closed'])
    expect(toggled(toggled(on, 'status', 'open'), 'status', 'closed')).toEqual({})
  })

  it('an export takes the filters without the order', () => {
    expect(queueFilters({ status: 'open', sort: 'number' })).toEqual({ status: 'open' })
  })

  it('an empty value removes a filter', () => {
    expect(withFilter({ q: 'x', status: 'open' }, 'q', '')).toEqual({ status: 'open' })
  })
})

describe('the order', () => {
  it('is by deadline unless the address says otherwise', () => {
    expect(queueSort({})).toBe('sla')
    expect(queueSort({ sort: '-priority' })).toBe('-priority')
  })

  it('a header goes through its column, its reverse, and back to the default', () => {
    expect(nextQueueSort('sla', 'priority')).toBe('-priority')
    expect(nextQueueSort('-priority', 'priority')).toBe('priority')
    expect(nextQueueSort('priority', 'priority')).toBe('sla')
    expect(nextQueueSort('-priority', 'number')).toBe('number')
    expect(nextQueueSort('number', 'number')).toBe('-number')
  })
})
