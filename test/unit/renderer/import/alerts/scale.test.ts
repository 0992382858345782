import { expect, it } from 'vitest'
import { runAlerts } from '../../../../../shared/api/alert-imports.ts'
import { isScale, scaleLimits } from '../../../../../renderer/features/import/alerts/scale.ts'

const body = { mapping: { 0: 'external_id' }, source: 'tm' }

it('takes as a highest score what the service takes', () => {
  const { least, most } = scaleLimits
  for (const scale of [least / 2, least, 1, 100, most, most + 1])
    expect(isScale(scale), String(scale)).toBe(runAlerts.body.safeParse({ ...body, score_max: scale }).success)
  expect(isScale('')).toBe(false)
})
