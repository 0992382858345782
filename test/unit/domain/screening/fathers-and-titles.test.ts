import { expect, test } from 'vitest'
import { isHitAmong } from '../../../support/listed-person.ts'

const isHit = (searched: string, listed: string): boolean =>
  isHitAmong(['Ottokar Wendelin'], searched, listed, 'person')

test.each([
  ['Elchin Babazade', 'BABAZADE, Elchin Tofig oglu'],
  ['Babazade Elchin Tofig oglu', 'Elchin Babazade'],
  ['Gunel Babazade Tofig qizi', 'Gunel Babazade'],
  ['Selim s/o Harun Pillai', 'Selim Harun Pillai'],
  ['Mme Odile Torvik', 'Odile Torvik'],
  ['Dr. med. Edwin Torvik', 'Edwin Torvik'],
  ['Ing. Zdenka Torvik', 'Zdenka Torvik'],
  ['Sra. Inés Torvik', 'Inés Torvik'],
  ['Hon. Edwin Torvik MP', 'Edwin Torvik'],
])('%s is %s', (searched, listed) => {
  expect(isHit(searched, listed)).toBe(true)
  expect(isHit(listed, searched)).toBe(true)
})

test.each([
  ['Elchin Tofig oglu Babazade', 'Tofig Elchin oglu Babazade'],
  ['Selim s/o Harun Pillai', 'Harun s/o Selim Pillai'],
  ['Dinesh a/l Mahesh', 'Mahesh a/l Dinesh'],
  ['Tsao Ing-hua', 'Tsao Hua'],
])('%s is not %s', (searched, listed) => {
  expect(isHit(searched, listed)).toBe(false)
})
