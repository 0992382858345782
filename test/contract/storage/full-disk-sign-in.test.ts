import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { refusal } from '../../../shared/api/errors.ts'
import { fail } from '../../../shared/schema/result.ts'
import type { AccessStore } from '../../../main/storage/access/access-store.ts'
import { openAccessStore } from '../../../main/storage/access/open-access-store.ts'
import type { Ledger } from '../../../main/storage/ledger/ledger.ts'
import { ownWorkspace, granted, testClock } from './support.ts'
import type { TestWorkspace } from './support.ts'

const hourMs = 3_600_000

let t: TestWorkspace
let isFull: boolean
let access: AccessStore
let opened: () => Promise<AccessStore>
let userUid: string
const clock = testClock()

beforeEach(async () => {
  t = await ownWorkspace(clock)
  isFull = false
  const { ledger, db, env, facts } = t.workspace
  const onThisDisk: Ledger = {
    ...ledger,
    write: (actor, job) =>
      isFull ? Promise.resolve(fail(refusal('storage_full', 'The disk is full.'))) : ledger.write(actor, job),
  }
  opened = () => openAccessStore({ ledger: onThisDisk, db, env, deviceId: facts.deviceId })
  access = await opened()
  userUid = (await db.selectFrom('users').select('uid').executeTakeFirstOrThrow()).uid
})
afterEach(() => t.remove())

describe('L-16: on a full disk', () => {
  test('a person signs in to a window, for as long as the process runs and no longer than any sign-in lasts', async () => {
    isFull = true
    const { secret, family } = granted(await access.signIn(userUid, 'window'))
    expect(await access.windowSession(secret)).toMatchObject({ family, userUid })
    expect(await (await opened()).windowSession(secret)).toBeNull()
    clock.advance(12 * hourMs)
    expect([await access.windowSession(secret), access.hasEnded(family)]).toEqual([null, true])
  })

  test('a program signs in, and its refresh token is good once, also when there is room again', async () => {
    isFull = true
    const first = granted(await access.signIn(userUid, 'refresh'))
    expect(await access.windowSession(first.secret)).toBeNull()
    const second = granted(await access.refresh(first.secret))
    expect(second).toMatchObject({ family: first.family, userUid })
    isFull = false
    const third = granted(await access.refresh(second?.secret ?? ''))
    expect(await (await opened()).familyIsAlive(third?.family ?? '')).toBe(true)
    expect(granted(await access.refresh(second?.secret ?? ''))).toBeNull()
    expect(await access.familyIsAlive(first.family)).toBe(false)
  })

  test('who signs out is signed out, and stays it when there is room again and over a restart', async () => {
    const kept = granted(await access.signIn(userUid, 'window'))
    expect(await access.windowSession(kept.secret)).not.toBeNull()
    isFull = true
    granted(await access.signOut(userUid, { family: kept.family, refreshToken: undefined }))
    clock.advance(hourMs)
    expect([
      await access.windowSession(kept.secret),
      await access.familyIsAlive(kept.family),
      access.hasEnded(kept.family),
    ]).toEqual([null, false, true])
    isFull = false
    granted(await access.signIn(userUid, 'window'))
    await expect.poll(async () => await (await opened()).windowSession(kept.secret)).toBeNull()
  })

  test('a sign-in that is known to the process alone ends with a sign-out, and with a new password', async () => {
    isFull = true
    const [leaving, other] = [
      granted(await access.signIn(userUid, 'window')),
      granted(await access.signIn(userUid, 'refresh')),
    ]
    granted(await access.signOut(userUid, { family: leaving.family, refreshToken: undefined }))
    expect([await access.windowSession(leaving.secret), await access.familyIsAlive(other.family)]).toEqual([null, true])
    isFull = false
    granted(await access.changeUser(1, { reset_password: true }, { actor: { userId: 1, userUid, role: 'admin' } }))
    expect(await access.familyIsAlive(other.family)).toBe(false)
    expect(granted(await access.refresh(other.secret))).toBeNull()
  })
})
