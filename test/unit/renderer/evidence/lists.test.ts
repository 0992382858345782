import { describe, expect, it } from 'vitest'
import type { EvidenceItem } from '../../../../shared/schema/evidence.ts'
import { targetInGrid, tilesIn } from '../../../../renderer/features/evidence/model/grid.ts'
import { isForensicImage } from '../../../../renderer/features/evidence/model/image-names.ts'
import { indexOfPiece, piecePagesFor, pieceAt, tagsIn } from '../../../../renderer/features/evidence/model/pages.ts'
import { isFiltered, listQueryOf, nextEvidenceSort } from '../../../../renderer/features/evidence/model/query.ts'
import { matching, withheldIn } from '../../../../renderer/features/evidence/model/withheld.ts'
import { worksOf } from '../../../../renderer/features/evidence/model/work.ts'
import { digest, entryOf } from '../case-workspace/entries.ts'

describe('the keys of a grid', () => {
  const list = { active: 5, total: 10, perRow: 1, rowsOnScreen: 4 }
  const gallery = { active: 5, total: 10, perRow: 3, rowsOnScreen: 2 }

  it.each([
    ['ArrowDown', 6],
    ['k', 4],
    ['PageDown', 8],
    ['Home', 0],
    ['End', 9],
    ['ArrowRight', null],
    ['x', null],
  ])('%s leads a list to %s', (key, to) => {
    expect(targetInGrid(key, list)).toBe(to)
  })

  it.each([
    ['ArrowDown', 8],
    ['ArrowUp', 2],
    ['ArrowRight', 6],
    ['ArrowLeft', 4],
    ['j', 6],
    ['PageDown', 8],
  ])('%s leads a gallery to %s', (key, to) => {
    expect(targetInGrid(key, gallery)).toBe(to)
  })

  it('stay within the pieces, also where there are none', () => {
    expect(targetInGrid('ArrowDown', { ...gallery, active: 9 })).toBe(9)
    expect(targetInGrid('End', { ...list, total: 0, active: 0 })).toBe(0)
  })

  it('tiles fill the width, never fewer than two', () => {
    expect(tilesIn(1_228, 168, 10)).toBe(6)
    expect(tilesIn(0, 168, 10)).toBe(2)
  })
})

describe('the pages of a long list', () => {
  const page = (first: number) => ({
    total: 250,
    items: Array.from(
      { length: 100 },
      (_, row) =>
        ({ id: first + row, tags: row === 0 ? ['a', 'b'] : row === 1 ? ['a'] : [] }) as unknown as EvidenceItem,
    ),
  })
  const pages = new Map([
    [1, page(1)],
    [3, page(201)],
  ])

  it('are those that are on the screen', () => {
    expect(piecePagesFor(0, 40, null)).toEqual([1])
    expect(piecePagesFor(90, 130, 250)).toEqual([1, 2])
    expect(piecePagesFor(240, 400, 250)).toEqual([3])
    expect(piecePagesFor(0, 40, 0)).toEqual([1])
    expect(piecePagesFor(-1, 1, null)).toEqual([1])
  })

  it('know where a piece stands, and which stands somewhere', () => {
    expect(indexOfPiece(pages, 203)).toBe(202)
    expect(indexOfPiece(pages, 150)).toBeNull()
    expect(pieceAt(pages, 202)?.id).toBe(203)
    expect(pieceAt(pages, 120)).toBeUndefined()
  })

  it('give their tags, the most frequent first', () => {
    expect(tagsIn(pages)).toEqual(['a', 'b'])
  })
})

describe('what an address asks of the list', () => {
  it('is what the service understands; the rest is dropped', () => {
    expect(
      listQueryOf({ q: '  نور ', kind: 'pdf', tag: 'ledger', sort: '-size', view: 'gallery', extra: 'x' }),
    ).toEqual({ q: 'نور', kind: 'pdf', tag: 'ledger', sort: '-size' })
    expect(listQueryOf({ kind: 'nothing', sort: 'acquired', tag: 'a\nb', q: ' ' })).toEqual({})
  })

  it('narrows only by words, kind and tag', () => {
    expect(isFiltered({ view: 'gallery', sort: 'name' })).toBe(false)
    expect(isFiltered({ kind: 'pdf' })).toBe(true)
  })

  it('turns the order of the column that is pressed again', () => {
    expect(nextEvidenceSort('name', 'name')).toBe('-name')
    expect(nextEvidenceSort('-name', 'name')).toBe('name')
    expect(nextEvidenceSort('name', 'size')).toBe('size')
  })
})

describe('a forensic image is known by its name', () => {
  it.each(['disk.E01', 'disk.ex01', 'Laptop.s01', 'phone.AFF4', 'logical.L01'])('%s', (name) =>
    expect(isForensicImage(name)).toBe(true),
  )
  it.each(['e01', 'disk.dd', 'E01.pdf', 'movie.e1'])('not %s', (name) => expect(isForensicImage(name)).toBe(false))
})

describe('the withheld values that a recipient may be denied', () => {
  const entries = [
    entryOf({
      place: 3,
      withheld: {
        text: { digest: digest('a'), state: 'disclosed', value: 'Page 3' },
        path: { digest: digest('b'), state: 'redacted' },
      },
    }),
    entryOf({ place: 4, withheld: { customer_ids: { digest: digest('c'), state: 'disclosed', value: [7, 9] } } }),
  ]

  it('are those that are still there, with where they were sealed', () => {
    expect(withheldIn(entries)).toMatchObject([
      { digest: digest('a'), name: 'text', text: 'Page 3', place: 3 },
      { digest: digest('c'), text: '7, 9', place: 4 },
    ])
  })

  it('are found by their text and by their name', () => {
    const all = withheldIn(entries)
    expect(matching(all, 'PAGE', (name) => name)).toHaveLength(1)
    expect(matching(all, 'kunden', (name) => (name === 'customer_ids' ? 'Kunden' : name))).toHaveLength(1)
    expect(matching(all, '  ', (name) => name)).toHaveLength(2)
  })
})

describe('what is being acquired, as lines', () => {
  const acquisition = (given: object) =>
    ({ case_id: 1, via: 'path', state: 'running', duplicates: 0, ...given }) as unknown as Parameters<
      typeof worksOf
    >[1][number]
  const batch = { id: 'b', caseId: 1, state: 'running', acquisitions: ['u1', 'u2'] } as const

  it('tells the uploads of this window by their batch, those of others one by one', () => {
    const works = worksOf(
      1,
      [
        acquisition({ id: 'u1', via: 'upload' }),
        acquisition({ id: 'u2', via: 'upload', state: 'done', duplicates: 1 }),
        acquisition({ id: 'u3', via: 'upload' }),
        acquisition({ id: 'p1' }),
      ],
      [batch],
    )
    expect(works.map(({ kind, id }) => [kind, id])).toEqual([
      ['batch', 'b'],
      ['orphan', 'u3'],
      ['path', 'p1'],
    ])
    expect(works[0]).toMatchObject({ duplicates: 1 })
  })

  it('leaves out other cases, and uploads from elsewhere that ended well', () => {
    expect(
      worksOf(
        1,
        [acquisition({ id: 'x', case_id: 2 }), acquisition({ id: 'y', via: 'upload', state: 'done' })],
        [{ ...batch, caseId: 2 }],
      ),
    ).toEqual([])
  })

  it('puts what is at work before what has ended', () => {
    const works = worksOf(
      1,
      [
        acquisition({ id: 'done', state: 'done' }),
        acquisition({ id: 'running' }),
        acquisition({ id: 'failed', state: 'failed' }),
      ],
      [],
    )
    expect(works.map(({ id }) => id)).toEqual(['running', 'done', 'failed'])
  })
})
