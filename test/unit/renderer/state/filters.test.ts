import { describe, expect, it } from 'vitest'
import { filterChoices, type Filters } from '../../../../renderer/state/filters.ts'

const chosen = (query: Filters) => {
  const told: Filters[] = []
  return { told, ...filterChoices(query, (next) => told.push(next)) }
}

describe('a filter of which one value holds', () => {
  it('takes the new value in place of the old one, and keeps other filters', () => {
    const { one, told } = chosen({ kind: 'pdf', view: 'gallery' })
    expect(one('kind').values).toEqual(['pdf'])
    one('kind').onToggle('image')
    expect(told).toEqual([{ kind: 'image', view: 'gallery' }])
  })

  it('goes when its value is chosen again, or when it is cleared', () => {
    const { one, told } = chosen({ kind: 'pdf', view: 'gallery' })
    one('kind').onToggle('pdf')
    one('kind').onClear()
    expect(told).toEqual([{ view: 'gallery' }, { view: 'gallery' }])
  })

  it('holds a comma as any other character', () => {
    expect(chosen({ tag: 'ledger, copies' }).one('tag').values).toEqual(['ledger, copies'])
  })

  it('has no value where the address has none', () => {
    expect(chosen({ tag: '' }).one('tag').values).toEqual([])
    expect(chosen({}).one('tag').values).toEqual([])
  })
})

describe('a filter that takes several values', () => {
  it('adds a value, and takes away one that was on', () => {
    const { several, told } = chosen({ status: 'new,escalated' })
    expect(several('status').values).toEqual(['new', 'escalated'])
    several('status').onToggle('in_review')
    several('status').onToggle('new')
    expect(told).toEqual([{ status: 'new,escalated,in_review' }, { status: 'escalated' }])
  })

  it('goes with its last value, or when it is cleared', () => {
    const { several, told } = chosen({ status: 'new' })
    several('status').onToggle('new')
    several('status').onClear()
    expect(told).toEqual([{}, {}])
  })
})
