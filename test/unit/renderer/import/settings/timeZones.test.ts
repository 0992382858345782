import { expect, it } from 'vitest'
import { timeZones } from '../../../../../renderer/features/import/settings/timeZones.ts'

it('offers UTC first', () => {
  expect(timeZones()[0]).toBe('UTC')
  expect(timeZones()).toContain('Europe/Berlin')
})
