import { describe, expect, it } from 'vitest'
import en from '../../../../renderer/messages/en.json'
import {
  alarmCode,
  isHalted,
  maySync,
  nextAttempt,
  restoredHub,
  toneOf,
} from '../../../../renderer/features/sync/model/states.ts'
import { restoredHubAlarm } from '../../../../main/sync/restored-hub.ts'
import { syncStates } from '../../../../shared/schema/sync.ts'

describe('the states of sync', () => {
  it('have words for what happened, what is safe and what to do, each its own', () => {
    const words = syncStates.map((state) => en.sync.state[state])
    for (const text of words) expect(Object.values(text).every((sentence) => sentence.length > 3)).toBe(true)
    expect(new Set(words.map(({ title }) => title)).size).toBe(syncStates.length)
    expect(new Set(words.map(({ short }) => short)).size).toBe(syncStates.length)
    expect(Object.keys(en.sync.state).sort()).toEqual([...syncStates].sort())
  })

  it('are alarms where only a person ends them, and then no round is offered', () => {
    const halted = syncStates.filter(isHalted)
    expect(halted).toEqual(['revoked', 'removed', 'forked', 'hub_not_trusted'])
    for (const state of halted) expect(maySync({ state, paused: false })).toBe(false)
    expect(Object.keys(toneOf).sort()).toEqual([...syncStates].sort())
  })

  it('offer a round wherever it can change something', () => {
    expect(syncStates.filter((state) => maySync({ state, paused: false }))).toEqual([
      'up_to_date',
      'waiting',
      'offline',
      'session_expired',
      'version',
      'disk_full',
      'hub_full',
      'stuck',
      'metered',
      'paused',
      'evidence_waits',
      'refused',
    ])
    expect(maySync({ state: 'offline', paused: true })).toBe(false)
  })

  it('say when the next attempt is, or what it waits for', () => {
    const at = '2031-03-04T09:12:00.000Z'
    expect(nextAttempt({ state: 'offline', paused: false, next_attempt_at: at })).toEqual({
      kind: 'at',
      ms: Date.parse(at),
    })
    expect(nextAttempt({ state: 'up_to_date', paused: false, next_attempt_at: null })).toEqual({ kind: 'none' })
    expect(nextAttempt({ state: 'paused', paused: true, next_attempt_at: at })).toEqual({ kind: 'paused' })
    expect(nextAttempt({ state: 'forked', paused: true, next_attempt_at: at })).toEqual({ kind: 'halted' })
  })

  it('name an alarm that another release raises by its own message', () => {
    expect(alarmCode('hub_rolled_back')).toBe('hub_rolled_back')
    expect(alarmCode('something_new')).toBe('other')
    expect(alarmCode('toString')).toBe('other')
  })

  it('Y-82: a hub that was brought back from its backup has words of its own, and is known by the alarm that its backup bears', () => {
    expect(restoredHub).toBe(restoredHubAlarm)
    expect(alarmCode(restoredHubAlarm)).toBe('hub_restored')
    expect(en.sync.alarm.title.hub_restored).not.toBe(en.sync.alarm.title.other)
  })
})
