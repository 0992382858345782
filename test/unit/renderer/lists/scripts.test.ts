import { describe, expect, it } from 'vitest'
import { scriptsOf } from '../../../../renderer/features/lists/entries/scripts.ts'

describe('the scripts of a listed name', () => {
  it.each([
    ['Jürgen Müller', ['Latin']],
    ['Александр', ['Cyrillic']],
    ['عبد الله', ['Arabic']],
    ['金正恩', ['Han']],
    ['김정은', ['Hangul']],
    ['Петров (Petrov)', ['Latin', 'Cyrillic']],
    ['7-13', []],
  ])('%s', (name, scripts) => {
    expect(scriptsOf(name)).toEqual(scripts)
  })
})
