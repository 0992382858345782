import { describe, expect, it } from 'vitest'
import { moveInTree, shownNodes } from '../../../renderer/features/businesses/treeMoves.ts'
import { shareRangeText, statedText } from '../../../renderer/ui/shares.ts'
import type { TreeNode } from '../../../shared/schema/kyb.ts'

const node = (depth: number, parent: number | null): TreeNode => ({
  depth,
  parent,
  party: { id: null, name: '', kind: 'company' },
  interests: [],
  integrated: null,
  again: null,
  hidden: 0,
})

/** 0 over 1 and 4; 1 over 2, 2 over 3. */
const nodes = [node(0, null), node(1, 0), node(2, 1), node(3, 2), node(1, 0)]
const hasOwners = new Set([0, 1, 2])
const move = (key: string, active: number, folded: readonly number[] = []) => {
  const away = new Set(folded)
  return moveInTree(key, { active, nodes, hasOwners, folded: away, shown: shownNodes(nodes, away) })
}

describe('the tree of owners', () => {
  it('hides everything under a folded node', () => {
    expect(shownNodes(nodes, new Set([1]))).toEqual([0, 1, 4])
    expect(shownNodes(nodes, new Set([0]))).toEqual([0])
  })

  it('is walked over what is shown', () => {
    expect(move('ArrowDown', 1, [1])).toEqual({ to: 4 })
    expect(move('ArrowUp', 4, [1])).toEqual({ to: 1 })
    expect(move('End', 0)).toEqual({ to: 4 })
    expect(move('Home', 3)).toEqual({ to: 0 })
    expect(move('ArrowDown', 4)).toBeNull()
  })

  it('folds and unfolds by left and right, and goes to the node below and above', () => {
    expect(move('ArrowLeft', 1)).toEqual({ fold: true })
    expect(move('ArrowLeft', 1, [1])).toEqual({ to: 0 })
    expect(move('ArrowRight', 1, [1])).toEqual({ fold: false })
    expect(move('ArrowRight', 1)).toEqual({ to: 2 })
    expect(move('ArrowRight', 3)).toBeNull()
    expect(move('x', 0)).toBeNull()
  })
})

describe('a share in words', () => {
  it('is one figure or two, and says which ends do not count', () => {
    expect(shareRangeText({ min: 40, max: 40 }, 'en')).toBe('40 %')
    expect(shareRangeText({ min: 25, max: 49.999 }, 'en')).toBe('25–50 %')
    expect(statedText({ min: 25, max: 50, above_min: true, below_max: false }, 'en')).toBe('>25–50 %')
    expect(statedText(null, 'en')).toBeNull()
  })
})
