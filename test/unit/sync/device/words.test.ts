import { describe, expect, test } from 'vitest'
import { linkFault } from '../../../../main/sync/device/bytes/attempt.ts'
import { startingMachine } from '../../../../main/sync/device/machine.ts'
import { messageOf, syncStateOf } from '../../../../main/sync/device/words.ts'

const machine = startingMachine({ joined: true, halted: null, paused: false })
const facts = { waiting: 0, refused: 0, kept: 0, unsent: 0, heldBack: false, hubFull: false }

describe('Y-90: a hub that has no room', () => {
  test('is told of while bytes of evidence wait for it, and not where a metered network holds them back or nothing waits', () => {
    expect(syncStateOf(machine, { ...facts, unsent: 2, hubFull: true })).toBe('hub_full')
    expect(syncStateOf(machine, { ...facts, unsent: 2, kept: 2, hubFull: true })).toBe('hub_full')
    expect(syncStateOf(machine, { ...facts, unsent: 2, heldBack: true, hubFull: true })).toBe('metered')
    expect(syncStateOf(machine, { ...facts, hubFull: true })).toBe('up_to_date')
    expect(syncStateOf(machine, { ...facts, unsent: 2 })).toBe('evidence_waits')
  })

  test('is told of by what happened, what is safe, what to do, and what it lacks', () => {
    const message = messageOf('hub_full', machine, { pieces: 2, bytes: 5_000, kept: 0 })
    expect(message).toMatch(
      /has no room.*stored on this computer.*tried again by itself.*tell whoever runs the hub.*2 pieces of evidence \(5000 bytes\)/s,
    )
    expect(message).not.toContain('cannot be reached')
  })
})

test('a folder that was copied or restored is told of what came back with it, and of what takes it away', () => {
  expect(messageOf('forked', machine)).toMatch(
    /Nothing was lost, and nothing is sent or fetched.*erased or taken from this device since the backup is shown here again.*Begin a new epoch.*taken away again with the next contact/s,
  )
})

test('Y-90: that the hub has no room for bytes of evidence is told apart from a hub that does not answer', () => {
  const { signal } = new AbortController()
  expect(
    linkFault({ kind: 'refused', code: 'storage_full', message: 'no room', retryAfterMs: 300_000 }, signal),
  ).toMatchObject({ kind: 'link', hubFull: true, retryAfterMs: 300_000 })
  expect(linkFault({ kind: 'unreachable', message: 'no answer' }, signal)).toMatchObject({
    kind: 'link',
    hubFull: false,
  })
})
