import { describe, expect, it } from 'vitest'
import { fit } from '../../../../../renderer/ui/grid/fit.ts'
import type { GridColumn } from '../../../../../renderer/ui/grid/words.ts'

const columns: readonly GridColumn[] = [
  { id: 'level', sort: null, width: 90 },
  { id: 'title', sort: null, width: 200, grow: 1 },
  { id: 'count', sort: null, width: 60, leaves: 1 },
  { id: 'entity', sort: null, width: 130, leaves: 3 },
  { id: 'age', sort: 'age', width: 70, leaves: 2 },
]

const shownIn = (room: number | null, sort?: string): readonly string[] =>
  fit(columns, room, sort).shown.map(({ id }) => id)

describe('the columns of a list in the room that there is', () => {
  it('shows all where all have room, and where the room is not known yet', () => {
    expect(shownIn(550)).toEqual(['level', 'title', 'count', 'entity', 'age'])
    expect(shownIn(null)).toEqual(['level', 'title', 'count', 'entity', 'age'])
    expect(fit(columns, 550).tracks).toBe('90px minmax(200px, 1fr) 60px 130px 70px')
  })

  it('leaves out what says least, and only as much as it must', () => {
    expect(shownIn(549)).toEqual(['level', 'title', 'entity', 'age'])
    expect(shownIn(489)).toEqual(['level', 'title', 'entity'])
    expect(shownIn(419)).toEqual(['level', 'title'])
  })

  it('keeps what one chooses by in however little room, and says how wide that is', () => {
    expect(shownIn(100)).toEqual(['level', 'title'])
    expect(fit(columns, 100).least).toBe(290)
  })

  it('keeps the column that the list is ordered by, either way', () => {
    expect(shownIn(489, 'age')).toEqual(['level', 'title', 'age'])
    expect(shownIn(489, '-age')).toEqual(['level', 'title', 'age'])
    expect(shownIn(489, 'title')).toEqual(['level', 'title', 'entity'])
  })
})
