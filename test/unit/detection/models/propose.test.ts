import { describe, expect, it } from 'vitest'
import { dayNumber } from '../../../../main/detection/models/study/days.ts'
import { gapFault } from '../../../../main/detection/models/study/measure-model.ts'
import { proposeTraining } from '../../../../main/detection/models/study/propose.ts'

const at = (day: string): number => Date.parse(`${day}T12:00:00Z`)
/** Frauds from one day to another, so many each day. */
const frauds = (first: string, last: string, perDay: number) => ({
  firstMs: at(first),
  lastMs: at(last),
  between: ({ from, to }: { readonly from: string; readonly to: string }) =>
    perDay * Math.max(0, Math.min(dayNumber(to), dayNumber(last)) - Math.max(dayNumber(from), dayNumber(first)) + 1),
})

describe('the days that are proposed for a training', () => {
  it('are the last week to measure on, and those before the label delay to learn from', () => {
    const days = proposeTraining(frauds('2018-06-11', '2018-08-07', 80), 7)
    expect(days).toEqual({
      train: { from: '2018-06-11', to: '2018-07-24' },
      test: { from: '2018-08-01', to: '2018-08-07' },
    })
    expect(gapFault(days?.train ?? { from: '', to: '' }, days?.test ?? null, 7)).toBeNull()
  })

  it('reach sixty days back at most', () => {
    expect(proposeTraining(frauds('2017-01-01', '2018-08-07', 5), 7)?.train).toEqual({
      from: '2018-05-26',
      to: '2018-07-24',
    })
  })

  it('are all days where they are too few to keep some apart, and nothing is measured', () => {
    expect(proposeTraining(frauds('2018-06-11', '2018-06-15', 85), 7)).toEqual({
      train: { from: '2018-06-11', to: '2018-06-15' },
      test: null,
    })
    // The early days hold too few frauds by themselves.
    expect(proposeTraining(frauds('2018-06-11', '2018-06-20', 4), 7)).toEqual({
      train: { from: '2018-06-11', to: '2018-06-20' },
      test: null,
    })
  })

  it('are none where there are too few frauds to learn from', () => {
    expect(proposeTraining(frauds('2018-06-11', '2018-06-15', 3), 7)).toBeNull()
  })
})
