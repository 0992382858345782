import { describe, expect, test } from 'vitest'
import { erasureApprovalFault, declineFault, requestFault } from '../../../../main/domain/evidence/erasure.ts'
import type { ErasureSetting } from '../../../../main/domain/evidence/erasure.ts'

const waiting = { request: 'r1', state: 'waiting', requestedBy: 'ada' } as const
const setting = (more: Partial<ErasureSetting> = {}): ErasureSetting => ({
  uid: 'piece',
  onHold: false,
  newest: waiting,
  ...more,
})
const fresh = setting({ newest: null })

describe('L-130: asking for the bytes of a piece to be erased', () => {
  test.each([
    ['of a piece that nobody asked about', fresh, undefined],
    ['again after it was declined', setting({ newest: { ...waiting, state: 'declined' } }), undefined],
    ['while a request waits', setting(), 'already_done'],
    ['after the bytes went', setting({ newest: { ...waiting, state: 'erased' } }), 'already_done'],
    ['under a legal hold', { ...fresh, onHold: true }, 'legal_hold'],
  ])('%s', (_, given, code) => expect(requestFault(given)?.code).toBe(code))
})

describe('L-131: approving is another person’s', () => {
  test.each([
    ['another', setting(), 'r1', 'ben', undefined],
    ['whoever asked', setting(), 'r1', 'ada', 'four_eyes_required'],
    ['an API key', setting(), 'r1', 'key:1', 'four_eyes_required'],
    ['another, of an earlier request', setting(), 'r0', 'ben', 'unknown_reference'],
    ['another, of none', fresh, 'r1', 'ben', 'unknown_reference'],
    [
      'another, of one that was declined',
      setting({ newest: { ...waiting, state: 'declined' } }),
      'r1',
      'ben',
      'unknown_reference',
    ],
    ['another, a second time', setting({ newest: { ...waiting, state: 'erased' } }), 'r1', 'ben', 'already_done'],
    ['another, under a legal hold', setting({ onHold: true }), 'r1', 'ben', 'legal_hold'],
  ])('by %s', (_, given, request, actor, code) => expect(erasureApprovalFault(given, request, actor)?.code).toBe(code))
})

test('L-131: a request is declined also under a legal hold, and also by whoever asked', () => {
  expect(declineFault(setting({ onHold: true }), 'r1')).toBeNull()
  expect(declineFault(setting(), 'r2')?.code).toBe('unknown_reference')
})
