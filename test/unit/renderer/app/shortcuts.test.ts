import { describe, expect, it } from 'vitest'
import { pressName, step, type Press } from '../../../../renderer/app/keyboard/shortcuts.ts'

const press = (key: string, held: Partial<Press> = {}): Press => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
})

describe('the name of a press', () => {
  it.each([
    [press('j'), 'j'],
    [press('J', { shiftKey: true }), 'shift+j'],
    [press('?', { shiftKey: true }), '?'],
    [press('k', { ctrlKey: true }), 'mod+k'],
    [press('k', { metaKey: true }), 'mod+k'],
    [press('ArrowDown'), 'down'],
    [press('Enter', { shiftKey: true }), 'shift+enter'],
    [press(' '), 'space'],
  ])('%o is written as commands write it', (given, name) => {
    expect(pressName(given)).toBe(name)
  })
})

describe('sequences', () => {
  const shortcuts = new Set(['g q', 'g m', 'q', 'c'])

  it('runs the sequence when its second key follows in time', () => {
    const first = step(null, 'g', 0, shortcuts)
    expect(first).toEqual({ matched: null, pending: { name: 'g', at: 0 } })
    expect(step(first.pending, 'q', 1_200, shortcuts).matched).toBe('g q')
  })

  it('forgets the first key after 1.2 s: the second stands alone', () => {
    const first = step(null, 'g', 0, shortcuts)
    expect(step(first.pending, 'q', 1_201, shortcuts).matched).toBe('q')
  })

  it('a key that continues nothing runs by itself', () => {
    expect(step({ name: 'g', at: 0 }, 'c', 10, shortcuts)).toEqual({ matched: 'c', pending: null })
  })

  it('a key that nothing uses matches nothing and begins nothing', () => {
    expect(step(null, 'z', 0, shortcuts)).toEqual({ matched: null, pending: null })
  })
})
