import { expect, it } from 'vitest'
import { importProgress } from '../../../../renderer/features/import/progress.ts'

it('measures progress over all rows, whatever became of them', () => {
  const job = { rows: 10, created: 3, already_there: 1, duplicates: 1, rejected: 0 }
  expect(importProgress(job)).toBe(0.5)
  expect(importProgress({ ...job, rows: 0 })).toBeNull()
})
