import { describe, expect, test } from 'vitest'
import { isHitAmong } from '../../../support/listed-person.ts'

const isHit = (searched: string, listed: string): boolean =>
  isHitAmong(['Ottokar Wendelin'], searched, listed, 'organisation')

describe('the legal form of a company', () => {
  test.each([
    ['Torvik, spol. s r.o.', 'Torvik s.r.o.'],
    ['Torvik akciová společnost', 'Torvik a.s.'],
    ['Torvik Zrt.', 'Torvik'],
    ['Torvik d.d.', 'Torvik'],
    ['Torvik Anonim Şirketi', 'Torvik A.Ş.'],
    ['Torvik Limited Şirketi', 'Torvik Ltd. Şti.'],
    ['Torvik Proprietary Limited', 'Torvik P/L'],
    ['Torvik S. de R.L. de C.V.', 'Torvik'],
    ['Torvik SAPI de CV', 'Torvik'],
    ['Torvik GmbH & Co. KGaA', 'Torvik'],
    ['Torvik GmbH & Co. KG', 'Torvik'],
    ['Torvik S/A', 'Torvik SA'],
    ['Torvik Lda', 'Torvik Limitada'],
    ['Torvik Oyj', 'Torvik Abp'],
    ['Torvik Sh.p.k.', 'Torvik'],
    ['Torvik e.V.', 'Torvik'],
    ['Torvik OÜ', 'Torvik'],
    ['Torvik B.S.C.', 'Torvik'],
    ['บริษัท ทอร์วิก จำกัด', 'ทอร์วิก'],
    ['شركه الفجر للتجاره', 'شركة الفجر للتجارة'],
    ['Torvik Carriers (formerly Eastern Aid)', 'Eastern Aid'],
    ['Torvik Carriers d/b/a Eastern Aid', 'Eastern Aid'],
  ])('neither makes nor breaks a match: %s is %s', (searched, listed) => {
    expect(isHit(searched, listed)).toBe(true)
    expect(isHit(listed, searched)).toBe(true)
  })
})

test.each([
  ['First Eastern Bank', 'First Western Bank'],
  ['Northholm Carriers', 'Southholm Carriers'],
  ['Torvik Fund XL', 'Torvik Fund XLI'],
  ['Torvik d.d.', 'Wendel d.d.'],
])('%s is not %s', (searched, listed) => {
  expect(isHit(searched, listed)).toBe(false)
})
