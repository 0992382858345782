import { expect, it } from 'vitest'
import { guessSource } from '../../../../renderer/features/import/source.ts'

it.each([
  ['nightline_cases_2026-11-20.csv', 'nightline cases'],
  ['Ärzte-Export.CSV', 'Ärzte-Export'],
  ['monitoring_alerts.jsonl.gz', 'monitoring alerts'],
  ['20261120.csv', '20261120'],
])('guesses a source from %s', (file, source) => {
  expect(guessSource(file)).toBe(source)
})
