import { describe, expect, it } from 'vitest'
import { fitZoom, stepZoom } from '../../../viewer/image/zoom.ts'
import { findOnPage } from '../../../viewer/pdf/search.ts'
import { maxHeight, scrollGeometry } from '../../../viewer/rows/rowScroller.ts'

describe('the zoom of a picture', () => {
  it('goes by steps, and stays within them', () => {
    expect([stepZoom(1, 1), stepZoom(1, -1), stepZoom(0.9, 1), stepZoom(16, 1), stepZoom(0.05, -1)]).toEqual([
      1.5, 0.75, 1, 16, 0.05,
    ])
  })
  it('fits the whole picture, also when it is turned, and never enlarges it', () => {
    expect(fitZoom({ width: 1_000, height: 500 }, { width: 500, height: 500 }, 0)).toBe(0.5)
    expect(fitZoom({ width: 1_000, height: 250 }, { width: 500, height: 500 }, 1)).toBe(0.5)
    expect(fitZoom({ width: 10, height: 10 }, { width: 500, height: 500 }, 0)).toBe(1)
  })
})

describe('a scrollbar over many rows', () => {
  it('stands for pixels where there are few', () => {
    const { height, lastTop, topAt, scrollAt } = scrollGeometry(1_000, 20, 400)
    expect({ height, lastTop, top: topAt(100), scroll: scrollAt(5) }).toEqual({
      height: 20_000,
      lastTop: 980,
      top: 5,
      scroll: 100,
    })
  })
  it('stands in proportion where an element could not be so high, and reaches the first and the last row', () => {
    const rows = 125_000_000_000
    const { height, lastTop, topAt, scrollAt } = scrollGeometry(rows, 20, 400)
    expect(height).toBe(maxHeight)
    expect([topAt(0), topAt(height - 400), topAt(height)]).toEqual([0, lastTop, lastTop])
    expect([scrollAt(0), scrollAt(lastTop), scrollAt(rows)]).toEqual([0, height - 400, height - 400])
  })
  it('has nothing to scroll where all is in view', () => {
    const { lastTop, topAt } = scrollGeometry(3, 20, 400)
    expect([lastTop, topAt(50)]).toEqual([0, 0])
  })
})

describe('finding in a page of a PDF', () => {
  const runs = [
    { str: 'Account ' },
    { str: 'State', hasEOL: true },
    { str: 'ment  of' },
    { str: ' MERIDIAN', hasEOL: true },
    { str: 'Meridian' },
  ]
  it('finds whatever the case, across runs, and says which it touches', () => {
    expect(findOnPage(3, runs, 'meridian').map((match) => match.runs)).toEqual([[3], [4]])
    expect(findOnPage(3, runs, 'account state')).toEqual([{ page: 3, runs: [0, 1] }])
    expect(findOnPage(3, runs, 'of  meridian')).toEqual([{ page: 3, runs: [2, 3] }])
  })
  it('finds nothing for nothing', () => {
    expect([findOnPage(1, runs, '  '), findOnPage(1, runs, 'absent'), findOnPage(1, [], 'x')]).toEqual([[], [], []])
  })
})
