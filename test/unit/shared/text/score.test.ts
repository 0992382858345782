import { expect, it } from 'vitest'
import { score } from '../../../../renderer/ui/charts/format.ts'
import { scoreText } from '../../../../shared/text/score.ts'

it.each([
  [1, '1.00'],
  [0.9994, '0.99'],
  [0.995, '0.99'],
  [0.9949, '0.99'],
  [0.986, '0.99'],
  [0.984, '0.98'],
  [0.004, '0.01'],
  [0.00001, '0.01'],
  [0, '0.00'],
])('a score of %f is written as %s: only what is certain is 1.00, and only what is nothing 0.00', (value, text) => {
  expect([scoreText(value), score(value, 'en')]).toEqual([text, text])
})
