import { describe, expect, it } from 'vitest'
import { brierScore, calibrationTable, confusionAt } from '../../../../main/detection/models/measure/calibration.ts'
import { cardPrecision } from '../../../../main/detection/models/measure/card-precision.ts'
import {
  readReferences,
  referenceOf,
  stabilityIndex,
  writeReferences,
} from '../../../../main/detection/models/measure/drift.ts'
import { areaUnderRoc, averagePrecision } from '../../../../main/detection/models/measure/ranking.ts'

const labels = Uint8Array.of(0, 0, 1, 1)
const scores = Float64Array.of(0.1, 0.4, 0.35, 0.8)

describe('rank measures', () => {
  it('are those of scikit-learn on its own example', () => {
    expect(areaUnderRoc(scores, labels)).toBe(0.75)
    expect(averagePrecision(scores, labels)).toBeCloseTo(0.8333333333333333, 12)
  })

  it('count equal scores half, and know nothing of one class alone', () => {
    expect(areaUnderRoc(Float64Array.of(1, 1, 1, 1), labels)).toBe(0.5)
    expect(averagePrecision(Float64Array.of(1, 1, 1, 1), labels)).toBe(0.5)
    expect(areaUnderRoc(scores, new Uint8Array(4))).toBeNull()
    expect(averagePrecision(scores, new Uint8Array(4))).toBeNull()
  })
})

describe('card precision', () => {
  it('takes a card’s highest score and any fraud of the day, and leaves out who was found on an earlier day', () => {
    const measured = cardPrecision(
      {
        scores: Float64Array.of(0.9, 0.1, 0.8, 0.2, 0.9, 0.7, 0.6),
        labels: Uint8Array.of(0, 1, 0, 1, 1, 1, 0),
        cards: Int32Array.of(1, 1, 2, 3, 1, 3, 4),
        days: Int32Array.of(5, 5, 5, 5, 6, 6, 6),
      },
      2,
    )
    // Day 5: cards 1 (compromised by its second payment) and 2; day 6: card 1 is out, 3 is compromised, 4 is not.
    expect(measured.byDay).toEqual([
      { day: 5, compromised: 2, found: 1, precision: 0.5 },
      { day: 6, compromised: 1, found: 1, precision: 0.5 },
    ])
    expect(measured.value).toBe(0.5)
  })

  it('divides by k also where there are fewer cards', () => {
    expect(
      cardPrecision(
        { scores: Float64Array.of(1), labels: Uint8Array.of(1), cards: Int32Array.of(1), days: Int32Array.of(1) },
        4,
      ).value,
    ).toBe(0.25)
  })
})

describe('calibration', () => {
  it('counts every score once, 0 and 1 among them', () => {
    const table = calibrationTable(Float64Array.of(0, 0.05, 0.55, 1), Uint8Array.of(0, 0, 1, 1))
    expect(table.reduce((sum, { activities }) => sum + activities, 0)).toBe(4)
    expect(table.find(({ from }) => from === 0.5)).toMatchObject({
      activities: 1,
      frauds: 1,
      mean_score: 0.55,
      fraud_share: 1,
    })
  })

  it('measures the squared distance, and what a threshold finds', () => {
    expect(brierScore(Float64Array.of(0.5, 1), Uint8Array.of(0, 1))).toBe(0.125)
    expect(confusionAt(scores, labels, 0.4)).toMatchObject({
      true_positives: 1,
      false_positives: 1,
      false_negatives: 1,
      true_negatives: 1,
      precision: { value: 0.5, numerator: 1, denominator: 2 },
    })
    expect(confusionAt(scores, labels, 0.9).precision.value).toBeNull()
  })
})

describe('drift', () => {
  const column = Float32Array.from({ length: 1_000 }, (_, row) => row)

  it('is nothing between a column and itself, and much after a shift', () => {
    const reference = referenceOf(column)
    expect(reference.edges).toHaveLength(9)
    expect(stabilityIndex(reference, column)).toBeCloseTo(0, 6)
    expect(
      stabilityIndex(
        reference,
        column.map((value) => value + 500),
      ),
    ).toBeGreaterThan(0.25)
    expect(
      stabilityIndex(
        reference,
        column.map(() => Number.NaN),
      ),
    ).toBeGreaterThan(0.25)
  })

  it('comes back out of a model’s attribute, and nothing out of one that is no such text', () => {
    const written = writeReferences({ names: ['a'], rows: 1_000, columns: [column] })
    expect(readReferences(written).get('a')).toEqual(referenceOf(column))
    for (const other of [undefined, '', '{', 'null', '[1]', '[{"name":"a","edges":[1],"shares":[1]}]'])
      expect(readReferences(other).size).toBe(0)
  })
})
