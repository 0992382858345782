import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scoreLikeOfac } from '../../../../main/domain/screening/ofac.ts'
import { cpuMs } from '../../../support/cpu-time.ts'

test('the order of a name’s parts does not count, nor how it is written', () => {
  expect(scoreLikeOfac('Aleksandr Petrov', 'PETROV, Aleksandr').score).toBe(100)
  expect(scoreLikeOfac('ALEKSANDR PETROV', 'PETROV, Aleksandr').parts).toEqual([
    { searched: 'ALEKSANDR', listed: 'ALEKSANDR', similarity: 1 },
    { searched: 'PETROV', listed: 'PETROV', similarity: 1 },
  ])
})

test('a part that fits none of the listed name says so', () => {
  expect(scoreLikeOfac('Aleksandr Zzyzx', 'PETROV, Aleksandr').parts[1]).toEqual({
    searched: 'ZZYZX',
    listed: null,
    similarity: 0,
  })
})

test('names of no letters score nothing', () => {
  expect(scoreLikeOfac('', 'PETROV, Aleksandr').score).toBe(0)
  expect(scoreLikeOfac('Petrov', '---').score).toBe(0)
})

describe('for any names', () => {
  test('a score is a whole number from 0 to 100', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.string({ unit: 'binary', maxLength: 60 }),
        (a, b) => {
          const { score } = scoreLikeOfac(a, b)
          expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true)
        },
      ),
    )
  })
  test('huge ones end soon', () => {
    const started = cpuMs()
    scoreLikeOfac('ab '.repeat(3_000_000), `${'ba '.repeat(3_000_000)}`)
    expect(cpuMs() - started).toBeLessThan(3_000)
  })
})
