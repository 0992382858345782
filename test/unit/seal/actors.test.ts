import { describe, expect, test } from 'vitest'
import { buildActorDirectory } from '../../../main/seal/actors.ts'
import type { ActorDirectory } from '../../../main/seal/actor-directory.ts'
import type { SealedEntry } from '../../../main/seal/entry.ts'
import type { StoredEntry, VerifyInput } from '../../../main/seal/verify.ts'
import {
  hub,
  keyMap,
  keyRecord,
  laptop,
  makeChain,
  makeCheckpoint,
  makeDevice,
  seal,
  stranger,
  tablet,
  verify,
} from './support.ts'
import type { Draft } from './support.ts'

const desk = makeDevice(21)
const keys = keyMap(keyRecord(desk, { anchor: { founded: null } }), keyRecord(laptop), keyRecord(tablet))
const own = (device: typeof desk, draft: Draft, hubPosition: number | null = null): StoredEntry => ({
  ...seal(device, { case: 'workspace', ...draft }),
  hubPosition,
})
const added = (uid: string): Draft => ({ type: 'user.added', subject: uid, pub: { role: 'investigator' } })
const enrolment = (device: typeof laptop, pub: Readonly<Record<string, string>>): StoredEntry =>
  own(desk, { type: 'key.enrolled', pub: { device_id: device.id, kid: device.kid, ...pub } })

const chain = [own(desk, added('user-7')), own(desk, added('user-8')), enrolment(laptop, { user_uid: 'user-7' })]
const actors = buildActorDirectory(chain, keys)
const found = async (entries: readonly SealedEntry[], more: Partial<VerifyInput> = {}): Promise<string[]> =>
  (await verify(entries, { keys, actors, ...more })).findings
    .filter(({ code }) => code !== 'unwitnessed')
    .map(({ code, severity, position }) => `${severity} ${code} ${position}`)

describe('S-118: who acts is bound to the device that seals', () => {
  test('the person for whom the device was enrolled, and an API key, are nothing to speak of', async () => {
    const withKey = buildActorDirectory([...chain, own(desk, { type: 'api_key.created', subject: 'k1' })], keys)
    expect(await found(makeChain(laptop, 3, { 1: { actor: 'key:k1' } }), { actors: withKey })).toEqual([])
  })

  test('another person, somebody who does not exist, and a key that nobody made are told', async () => {
    const drafts = { 0: { actor: 'user-8' }, 1: { actor: 'user-99' }, 2: { actor: 'key:none' } }
    expect(await found(makeChain(laptop, 4, drafts))).toEqual([
      'fault actor_elsewhere 0',
      'fault unknown_actor 1',
      'fault unknown_actor 2',
    ])
  })

  test('at the first device, and at one that gets every case, several people work; none is made up', async () => {
    const all = buildActorDirectory([...chain, enrolment(tablet, { user_uid: 'user-7', cases: 'all' })], keys)
    for (const device of [desk, tablet])
      expect(
        await found(makeChain(device, 2, { 0: { actor: 'user-8' }, 1: { actor: 'user-99' } }), { actors: all }),
      ).toEqual(['fault unknown_actor 1'])
  })

  test('what a folder seals by itself names no person', async () => {
    expect(await found(makeChain(desk, 1, { 0: { actor: 'system' } }))).toEqual([])
  })

  test('what a hub has signed for it has asked itself', async () => {
    const entries = makeChain(laptop, 3, { 1: { actor: 'user-99' }, 2: { actor: 'user-8' } })
    expect(await found(entries, { checkpoints: [makeCheckpoint(hub, entries)] })).toEqual([])
    expect(await found(entries, { checkpoints: [makeCheckpoint(hub, entries.slice(0, 2))] })).toEqual([
      'fault actor_elsewhere 2',
    ])
  })

  test('what a folder sealed before it joined was in the name of its own people', async () => {
    const joined = keyMap(keyRecord(laptop, { joinedDseq: 2 }))
    const entries = makeChain(laptop, 3, { 0: { actor: 'user-99' }, 1: { actor: 'user-99' }, 2: { actor: 'user-99' } })
    expect(await found(entries, { keys: joined })).toEqual(['fault unknown_actor 2'])
  })

  test('a laptop adds nobody by itself: only once a hub has given that a place', () => {
    const known = (place: number | null): ActorDirectory['known'] =>
      buildActorDirectory([...chain, own(laptop, added('user-99'), place)], keys).known
    expect(known(null).has('user-99')).toBe(false)
    expect(known(7).has('user-99')).toBe(true)
    expect(
      buildActorDirectory([own(stranger, added('user-99'), 3)], keys).known.size,
      'by no key of the workspace',
    ).toBe(0)
  })
})
