import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createModel } from '../../../../main/detection/models/model.ts'
import { areaUnderRoc } from '../../../../main/detection/models/measure/ranking.ts'
import { marginsOf } from '../../../../main/detection/models/study/evaluate.ts'
import { binMatrix, binOf, cutsOf, missingBin } from '../../../../main/detection/models/train/bins.ts'
import { trainBoosted } from '../../../../main/detection/models/train/boost.ts'
import { exactExp } from '../../../../main/detection/models/train/exp.ts'
import {
  defaultIsolation,
  meanPath,
  trainIsolation,
  writeIsolation,
} from '../../../../main/detection/models/train/isolation.ts'
import { drawn, seededRandom } from '../../../../main/detection/models/train/random.ts'
import { averaged, writeBoosted } from '../../../../main/detection/models/train/write-boosted.ts'
import { lesson, quick, read, rowOf, smallModel } from './small-model.ts'

describe('boosted trees', () => {
  it('are the same bytes for the same seed, on every machine', () => {
    expect(smallModel()).toBe(smallModel())
    expect(createHash('sha256').update(smallModel()).digest('hex')).toBe(
      '00b9a8297314de7c565266f0aae8d64171e85eccedcf3d4d140bd7fdaca83074',
    )
    expect(smallModel({ seed: 2 })).not.toBe(smallModel())
  })

  it('learn what there is to learn', () => {
    const fresh = lesson(2_000, 99)
    expect(areaUnderRoc(marginsOf(read(smallModel()), fresh.matrix), fresh.labels)).toBeGreaterThan(0.9)
  })

  it('keep a monotone feature monotone', () => {
    const { matrix } = lesson(200, 3)
    const model = read(smallModel({ monotone: { noise: 1, amount: 1 } }))
    for (const feature of [0, 3]) {
      for (let row = 0; row < 50; row += 1) {
        const values = rowOf(matrix, row)
        const margins = [0, 20, 40, 60, 80, 100].map((value) => {
          values[feature] = value
          return marginsOf(model, {
            ...matrix,
            rows: 1,
            columns: Array.from(values, (one) => Float32Array.of(one)),
          })[0] as number
        })
        expect(margins).toEqual(margins.toSorted((left, right) => left - right))
      }
    }
  })

  it('stop where the hold-out is ranked no better by more trees', () => {
    const train = lesson(1_000)
    const holdOut = lesson(500, 8)
    const stopped = trainBoosted({ ...train, holdOut }, { ...quick, trees: 300, patience: 10 })
    expect(stopped.curve.length).toBeLessThan(300)
    expect(stopped.trees.length).toBe(stopped.curve.indexOf(Math.max(...stopped.curve)) + 1)
  })

  it('give weight to what weighs more', () => {
    const { matrix, labels } = lesson(1_000)
    const none = trainBoosted(
      { matrix, labels, weights: Float32Array.from(labels, (label) => (label === 1 ? 1e-6 : 1)) },
      quick,
    )
    expect(none.baseScore).toBeLessThan(0.001)
  })

  it('of several seeds are averaged into one model', () => {
    const { matrix, labels } = lesson(1_000)
    const both = [1, 2].map((seed) => trainBoosted({ matrix, labels }, { ...quick, seed }))
    const margins = both.map((model) => marginsOf(read(writeBoosted(model, {})), matrix))
    const together = marginsOf(read(writeBoosted(averaged(both), {})), matrix)
    for (let row = 0; row < 50; row += 1)
      expect(together[row]).toBeCloseTo(((margins[0]?.[row] ?? 0) + (margins[1]?.[row] ?? 0)) / 2, 4)
  })
})

describe('bins', () => {
  it('tell apart values on both sides of a cut as the threshold does', () => {
    const random = seededRandom(4)
    const column = Float32Array.from({ length: 5_000 }, () => random.unit() * 10)
    const cuts = cutsOf(column, missingBin)
    for (const value of column.subarray(0, 500))
      for (const [index, cut] of [...cuts].entries()) expect(value < cut).toBe(binOf(cuts, value) <= index)
  })

  it('lie close in both tails and far apart between them', () => {
    const random = seededRandom(5)
    const column = Float32Array.from({ length: 100_000 }, () => random.unit())
    const cuts = cutsOf(column, missingBin)
    expect(cuts.length).toBeGreaterThan(220)
    expect(cuts.length).toBeLessThan(missingBin)
    const within = (from: number, to: number): number => cuts.filter((cut) => cut >= from && cut < to).length
    for (const [from, to] of [
      [0, 0.05],
      [0.95, 1],
    ] as const)
      expect(within(from, to)).toBeGreaterThan(75)
    expect(within(0.05, 0.95)).toBeGreaterThan(60)
    expect([...cuts]).toEqual([...new Set(cuts)].sort((a, b) => a - b))
  })

  it('are one for each value where values are few', () => {
    expect([...cutsOf(Float32Array.of(3, 1, 1, 2, 3), missingBin)]).toEqual([1.5, 2.5])
    expect([...cutsOf(Float32Array.of(7, 7, Number.NaN), missingBin)]).toEqual([])
  })

  it('put what is absent apart', () => {
    const { bins } = binMatrix({ names: ['a'], rows: 3, columns: [Float32Array.of(1, Number.NaN, 2)] })
    expect([...bins]).toEqual([0, missingBin, 1])
  })
})

describe('what is drawn', () => {
  it('follows from the seed', () => {
    const random = seededRandom(1)
    expect(Array.from({ length: 4 }, () => random.below(1_000))).toEqual([568, 753, 889, 490])
    expect([...drawn(seededRandom(1), 5, 5)]).toEqual([0, 1, 2, 3, 4])
  })

  it('spreads evenly', () => {
    const random = seededRandom(9)
    const counts = new Array<number>(10).fill(0)
    for (let n = 0; n < 100_000; n += 1) counts[random.below(10)] = (counts[random.below(10)] ?? 0) + 1
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(600)
  })

  it('the exponential function is that of the engine to a few units in the last place', () => {
    for (let x = -50; x < 50; x += 0.37) expect(Math.abs(exactExp(x) / Math.exp(x) - 1)).toBeLessThan(1e-15)
    expect([exactExp(0), exactExp(-1e9) > 0, Number.isFinite(exactExp(1e9))]).toEqual([1, true, true])
  })
})

describe('an isolation forest', () => {
  const random = seededRandom(11)
  const columns = Array.from({ length: 2 }, () =>
    Float32Array.from({ length: 2_000 }, () => random.unit() + random.unit() + random.unit()),
  )
  const text = writeIsolation(
    trainIsolation({ names: ['a', 'b'], rows: 2_000, columns }, { ...defaultIsolation, trees: 100 }),
    {},
  )
  const made = createModel('forest', '1', read(text))
  if (!made.ok) throw new Error(made.error.message)
  const model = made.value

  it('finds what lies apart, on the scale of risk', () => {
    expect(model.score({ a: 1.5, b: 1.5 }).score).toBeLessThan(0.1)
    expect(model.score({ a: 40, b: -30 }).score).toBeGreaterThan(0.6)
  })

  it('answers the anomaly score of its authors as a power of 2', () => {
    expect(2 ** model.score({ a: 40, b: -30 }).margin).toBeGreaterThan(0.6)
    expect(2 ** model.score({ a: 1.5, b: 1.5 }).margin).toBeLessThan(0.5)
    expect(meanPath(256)).toBeCloseTo(10.24, 1)
  })

  it('is the same for the same seed, and says by its shares what lies apart', () => {
    expect(
      writeIsolation(
        trainIsolation({ names: ['a', 'b'], rows: 2_000, columns }, { ...defaultIsolation, trees: 100 }),
        {},
      ),
    ).toBe(text)
    const { bias, contributions } = model.explain({ a: 40, b: 1.5 })
    expect(contributions[0]?.share).toBeGreaterThan(Math.abs(contributions[1]?.share ?? 0))
    expect(contributions.reduce((sum, { share }) => sum + share, bias)).toBeCloseTo(
      model.score({ a: 40, b: 1.5 }).margin,
      5,
    )
  })

  it('without the table of its tail is refused by name', () => {
    const found = createModel('forest', '1', read(text.replace('fieldseal_tail', 'other')))
    expect(found.ok ? 'made' : found.error.code).toBe('bad_kind')
  })
})
