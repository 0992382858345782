import { describe, expect, test } from 'vitest'
import { nameBy, namingEntries } from '../../../main/bundle/format/people-names.ts'
import type { PlacedInWorkspace } from '../../../main/bundle/format/people-names.ts'
import { keyMap, keyRecord, laptop, makeDevice, seal, stranger, tablet } from '../seal/support.ts'
import type { Device, Draft } from '../seal/support.ts'

const desk = makeDevice(21)
const keys = keyMap(
  keyRecord(desk, { anchor: { founded: null } }),
  keyRecord(laptop),
  keyRecord(tablet, { joinedDseq: 9 }),
)
const sealed = ['A'.repeat(43)]

type Step = readonly [device: Device, draft: Draft, place?: number | null]

const added = (subject: string): Draft => ({ type: 'user.added', subject, _sd: ['B'.repeat(43), ...sealed].sort() })
const renamed = (subject: string): Draft => ({ type: 'user.changed', subject, _sd: sealed })

/** Which step names each person, and by which value. */
const naming = (...steps: readonly Step[]): Record<string, string> => {
  const entries = steps.map(([device, draft, place], index): PlacedInWorkspace => ({
    entry: seal(device, { case: 'workspace', ...draft }),
    position: index,
    place,
  }))
  return Object.fromEntries(
    [...namingEntries(entries, keys)].map(([uid, { position, value }]) => [uid, `${position} ${value}`]),
  )
}

describe('B-114: which entry gives a person their name', () => {
  test('the one that added them, or the last that renamed them; one that seals no name changes none', () => {
    expect(naming([desk, added('ann')], [desk, added('bo')], [desk, renamed('ann')], [desk, renamed('ann')])).toEqual({
      ann: '3 name',
      bo: '1 name',
    })
    expect(naming([desk, added('ann')], [desk, { ...renamed('ann'), _sd: [], pub: { active: false } }])).toEqual({
      ann: '0 name',
    })
  })

  test('an API key is named by its label', () => {
    expect(naming([desk, { type: 'api_key.created', subject: 'k1', _sd: sealed }])).toEqual({ 'key:k1': '0 label' })
    expect([nameBy('key:k1', 'Export'), nameBy('ann', 'Ann'), nameBy('ann', undefined)]).toEqual([
      'API key Export',
      'Ann',
      '[redacted]',
    ])
  })

  test('nobody is added twice, or renamed before', () => {
    expect(naming([desk, renamed('ann')], [desk, added('ann')], [desk, added('ann')])).toEqual({ ann: '1 name' })
  })

  test('S-118: a laptop names nobody by itself: only once a hub has given that a place', () => {
    expect(naming([desk, added('ann')], [laptop, renamed('ann'), null])).toEqual({ ann: '0 name' })
    expect(naming([desk, added('ann')], [laptop, renamed('ann'), 4])).toEqual({ ann: '1 name' })
    expect(naming([desk, added('ann')], [stranger, renamed('ann'), 4])).toEqual({ ann: '0 name' })
  })

  test('Y-14: what a folder sealed before it joined names whom it added, and nobody else', () => {
    const own: Step = [tablet, { ...added('cy'), dseq: 1 }, 1]
    expect(naming([desk, added('ann')], own, [tablet, { ...renamed('cy'), dseq: 2 }, 2])).toMatchObject({
      cy: '2 name',
    })
    const others: Step = [tablet, { ...renamed('ann'), dseq: 3 }, 3]
    expect(naming([desk, added('ann')], own, others)).toMatchObject({ ann: '0 name' })
    expect(naming([desk, added('ann')], own, [tablet, { ...renamed('ann'), dseq: 10 }, 3])).toMatchObject({
      ann: '2 name',
    })
  })
})
