import { describe, expect, it } from 'vitest'
import { transferProgress, shareOfAll } from '../../../../renderer/features/evidence/model/progress.ts'

const measured = { bytes_done: 0, bytes_total: 1_000, active_ms: 0, files_done: 0, files_total: 1 }

describe('the progress of an acquisition', () => {
  it('says how far it is, how fast, and how long the rest takes', () => {
    expect(transferProgress({ ...measured, bytes_done: 250, active_ms: 500 })).toEqual({
      fraction: 0.25,
      rate: 500,
      leftMs: 1_500,
    })
  })

  it('says nothing of the rate before there is something to tell', () => {
    expect(transferProgress({ ...measured, active_ms: 10_000 })).toMatchObject({ rate: null, leftMs: null })
    expect(transferProgress({ ...measured, bytes_done: 100, active_ms: 20 }).rate).toBeNull()
  })

  it('does not guess a share while a folder is still being counted', () => {
    expect(
      transferProgress({ ...measured, bytes_total: null, files_total: null, bytes_done: 500, active_ms: 1_000 }),
    ).toEqual({ fraction: null, rate: 500, leftMs: null })
  })

  it('counts files where there are no bytes', () => {
    expect(transferProgress({ ...measured, bytes_total: 0, files_done: 3, files_total: 4 }).fraction).toBe(0.75)
  })

  it('never exceeds the whole, whatever a growing file does', () => {
    expect(transferProgress({ ...measured, bytes_done: 2_000, active_ms: 1_000 })).toMatchObject({
      fraction: 1,
      leftMs: 0,
    })
  })
})

describe('the share of several together', () => {
  it('is that of their bytes', () => {
    expect(
      shareOfAll([
        { ...measured, bytes_done: 500 },
        { ...measured, bytes_done: 0, bytes_total: 3_000 },
      ]),
    ).toBe(0.125)
  })

  it('is unknown while one is still being counted, and where there is nothing', () => {
    expect(shareOfAll([measured, { ...measured, bytes_total: null }])).toBeNull()
    expect(shareOfAll([])).toBeNull()
    expect(shareOfAll([{ ...measured, bytes_total: 0 }])).toBeNull()
  })
})
