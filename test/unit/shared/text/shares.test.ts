import { expect, it } from 'vitest'
import { percent } from '../../../../renderer/ui/charts/format.ts'
import { shareRangeText as ownership } from '../../../../renderer/ui/shares.ts'
import { percentageText, shareText } from '../../../../shared/text/shares.ts'

it.each<[share: number, whole: string, tenths: string]>([
  [0, '0 %', '0 %'],
  [0.00001, '< 1 %', '< 0.1 %'],
  [0.004, '< 1 %', '0.4 %'],
  [0.006, '< 1 %', '0.6 %'],
  [0.01, '1 %', '1 %'],
  [0.5, '50 %', '50 %'],
  [0.99, '99 %', '99 %'],
  [0.994, '> 99 %', '99.4 %'],
  [0.9996, '> 99 %', '> 99.9 %'],
  [1, '100 %', '100 %'],
])(
  'a share of %f is written as %s or %s: what is not all is not 100 %%, nor what is not nothing 0 %%',
  (share, whole, tenths) => {
    expect([shareText(share), shareText(share, 1)]).toEqual([whole, tenths])
    const plain = (text: string): string => text.replace(/\s?%$/u, ' %')
    expect([plain(percent(share, 'en', 0)), plain(percent(share, 'en'))]).toEqual([whole, tenths])
  },
)

it('shares of owners are not rounded to all or nothing', () => {
  expect(ownership({ min: 99.9996, max: 99.9996 }, 'en')).toBe('99.99 %')
  expect(ownership({ min: 0.0004, max: 0.0004 }, 'en')).toBe('0.01 %')
  expect(ownership({ min: 100, max: 100 }, 'en')).toBe('100 %')
  expect(percentageText(33.333, 2)).toBe('33.33 %')
})
