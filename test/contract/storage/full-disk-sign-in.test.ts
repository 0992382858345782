import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { refusal } from '../../../shared/api/errors.ts'
import { fail } from '../../../shared/schema/result.ts'
import type { AccessStore } from '../../../main/storage/access/access-store.ts'
import { openAccessStore } from '../../../main/storage/access/open-access-store.ts'
import type { Ledger } from '../../../main/storage/ledger/ledger.ts'
import { bytesOf } from '../../support/base32.ts'
import { codeAt, stepOf } from '../../../main/storage/access/totp.ts'
import { ownWorkspace, granted, testClock } from './support.ts'
import type { TestWorkspace } from './support.ts'

const hourMs = 3_600_000
const office = { address: '192.0.2.7', agent: 'Firefox' }

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
  opened = () => openAccessStore({ ledger: onThisDisk, db, reading: { all: () => [] }, env, deviceId: facts.deviceId })
  access = await opened()
  userUid = (await db.selectFrom('users').select('uid').executeTakeFirstOrThrow()).uid
})
afterEach(() => t.remove())

describe('L-16: on a full disk', () => {
  test('a person signs in to a window, for as long as the process runs and no longer than any sign-in lasts', async () => {
    isFull = true
    const { secret, family } = granted(await access.signIn(userUid, 'window', office))
    expect(await access.windowSession(secret)).toMatchObject({ family, userUid })
    expect(await (await opened()).windowSession(secret)).toBeNull()
    clock.advance(12 * hourMs)
    expect([await access.windowSession(secret), access.hasEnded(family)]).toEqual([null, true])
  })

  test('a program signs in, and its refresh token is good once, also when there is room again', async () => {
    isFull = true
    const first = granted(await access.signIn(userUid, 'refresh', office))
    expect(await access.windowSession(first.secret)).toBeNull()
    const second = granted(await access.refresh(first.secret, office))
    expect(second).toMatchObject({ family: first.family, userUid })
    isFull = false
    const third = granted(await access.refresh(second?.secret ?? '', office))
    expect(await (await opened()).familyIsAlive(third?.family ?? '')).toBe(true)
    expect(granted(await access.refresh(second?.secret ?? '', office))).toBeNull()
    expect(await access.familyIsAlive(first.family)).toBe(false)
  })

  test('who signs out is signed out, and stays it when there is room again and over a restart', async () => {
    const kept = granted(await access.signIn(userUid, 'window', office))
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
    granted(await access.signIn(userUid, 'window', office))
    await expect.poll(async () => await (await opened()).windowSession(kept.secret)).toBeNull()
  })

  test('a code of the second factor is taken once, and a recovery code waits for room', async () => {
    const actor = { userId: 1, userUid, role: 'admin' } as const
    const { key } = granted(await access.beginSecondFactor(actor, t.made.password))
    const secret = bytesOf(key)
    const code = (away = 0): string => codeAt(secret, stepOf(clock.nowMs()) + away)
    const { recovery_codes: recovery } = granted(await access.confirmSecondFactor(actor, code(), null))
    clock.advance(hourMs)
    isFull = true
    const before = code()
    granted(await access.passSecondFactor(userUid, before))
    const refusedAs = async (typed: string) => {
      const passed = await access.passSecondFactor(userUid, typed)
      return passed.ok ? 'taken' : passed.error.code
    }
    expect(await refusedAs(before)).toBe('second_factor_wrong')
    expect(await refusedAs(code(-1))).toBe('second_factor_wrong')
    expect(await refusedAs(recovery[0] ?? '')).toBe('storage_full')
    isFull = false
    expect(await refusedAs(before)).toBe('second_factor_wrong')
    expect(await refusedAs(recovery[0] ?? '')).toBe('taken')
    expect(await refusedAs(recovery[0] ?? '')).toBe('second_factor_wrong')
    // What was taken is known over a restart.
    granted(await access.passSecondFactor(userUid, code(1)))
    access = await opened()
    expect(await refusedAs(code(1))).toBe('second_factor_wrong')
  })

  test('a sign-in that is known to the process alone is listed with the others, and can be ended from there', async () => {
    const kept = granted(await access.signIn(userUid, 'window', office))
    isFull = true
    const here = granted(await access.signIn(userUid, 'refresh', { address: '198.51.100.4', agent: null }))
    clock.advance(hourMs)
    const next = granted(await access.refresh(here.secret, office))
    expect(await access.liveSignIns(userUid)).toMatchObject([
      { family: here.family, kind: 'refresh', ...office },
      { family: kept.family, kind: 'window', ...office },
    ])
    const [first] = await access.liveSignIns(userUid)
    expect((first?.lastUsedAtMs ?? 0) - (first?.signedInAtMs ?? 0)).toBeGreaterThanOrEqual(hourMs)
    expect(granted(await access.endChosen(userUid, () => true))).toBe(2)
    expect(await access.liveSignIns(userUid)).toEqual([])
    isFull = false
    expect([
      await access.windowSession(kept.secret),
      granted(await access.refresh(next?.secret ?? '', office)),
    ]).toEqual([null, null])
  })

  test('a sign-in that is known to the process alone ends with a sign-out, and with a new password', async () => {
    isFull = true
    const [leaving, other] = [
      granted(await access.signIn(userUid, 'window', office)),
      granted(await access.signIn(userUid, 'refresh', office)),
    ]
    granted(await access.signOut(userUid, { family: leaving.family, refreshToken: undefined }))
    expect([await access.windowSession(leaving.secret), await access.familyIsAlive(other.family)]).toEqual([null, true])
    isFull = false
    granted(await access.changeUser(1, { reset_password: true }, { actor: { userId: 1, userUid, role: 'admin' } }))
    expect(await access.familyIsAlive(other.family)).toBe(false)
    expect(granted(await access.refresh(other.secret, office))).toBeNull()
  })
})
