import { describe, expect, it } from 'vitest'
import { withRowAt } from '../../../../renderer/features/reports/editor/form.ts'

describe('a row that comes back into a form', () => {
  const form = { narrative: ['a', 'b'], subjects: [{ phones: ['1'] }], title: 'T' }

  it('stands where it stood, or at the end where the list is shorter by now', () => {
    expect(withRowAt(form, 'narrative', 1, 'x').narrative).toEqual(['a', 'x', 'b'])
    expect(withRowAt(form, 'narrative', 9, 'x').narrative).toEqual(['a', 'b', 'x'])
    expect(withRowAt(form, 'subjects.0.phones', 0, '0').subjects).toEqual([{ phones: ['0', '1'] }])
  })

  it('changes nothing where its list is gone', () => {
    expect(withRowAt(form, 'subjects.1.phones', 0, '0')).toBe(form)
    expect(withRowAt(form, 'title', 0, '0')).toBe(form)
  })
})
