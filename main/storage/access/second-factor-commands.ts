import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Actor } from '../../domain/access/actor.ts'
import { systemActor } from '../ledger/ledger.ts'
import type { Ledger, LedgerTx } from '../ledger/ledger.ts'
import type { CommandParts } from './commands.ts'
import { userChanged } from './drafts.ts'
import {
  beginFactor,
  dropFactor,
  findSecondFactor,
  goodStep,
  isOfApp,
  makeRecoveryCodes,
  secondFactorState,
  takeRecoveryCode,
  takeStep,
} from './second-factors.ts'
import type { SecondFactorState } from './second-factors.ts'
import { base32 } from './totp.ts'

/** A password with a code of the second factor, as whoever is signed in proves once more who they are. */
export interface Proof {
  readonly password: string
  readonly code: string
}

/** The second factor of people who sign in by login name and password. */
export interface SecondFactorCommands {
  secondFactorOf(userUid: string): Promise<SecondFactorState>
  /** Refused unless the user has no second factor, or the code is a good one, which is then used up. */
  passSecondFactor(userUid: string, code: string | undefined): Promise<Result<null, Refusal>>
  /** Makes a key for an authenticator app; it counts once a code of it has confirmed it. */
  beginSecondFactor(actor: Actor, password: string): Promise<Result<{ readonly key: string }, Refusal>>
  /** Other sign-ins of the user end. */
  confirmSecondFactor(
    actor: Actor,
    code: string,
    keepFamily: string | null,
  ): Promise<Result<{ readonly recovery_codes: string[] }, Refusal>>
  renewRecoveryCodes(actor: Actor, proof: Proof): Promise<Result<{ readonly recovery_codes: string[] }, Refusal>>
  removeSecondFactor(actor: Actor, proof: Proof): Promise<Result<{ readonly removed: true }, Refusal>>
}

/** 160 bits, as RFC 4226 section 4 recommends. */
const keyBytes = 20

const required = refusal(
  'second_factor_required',
  'The password is right. Send the code of your authenticator app, or a recovery code, as `code` too.',
)
const wrongCode = refusal(
  'second_factor_wrong',
  'The code is wrong, over, or was used already. Wait for the next one, and check that the clocks are right.',
)
const noneBegun = refusal('not_found', 'No second factor was begun; begin one first.')
const none = refusal('not_found', 'You have no second factor.')
const already = refusal('already_done', 'You have a second factor already; remove it before you set up another one.')
const wrongPassword = refusal('login_failed', 'The present password is wrong.')

/** Makes the commands; passwords are checked before the transaction, for nothing there may wait. */
export const createSecondFactorCommands = ({
  ledger,
  db,
  env,
  write,
  passwords,
  endSignIns,
}: CommandParts & { readonly ledger: Ledger }): SecondFactorCommands => {
  /** Steps that were taken while the disk had no room to note it (L-16). */
  const takenHere = new Map<string, number>()

  const isPassword = async (userUid: string, password: string): Promise<boolean> => {
    const stored = await db
      .selectFrom('passwords')
      .select('verifier')
      .where('user_uid', '=', userUid)
      .executeTakeFirst()
    return await passwords.check(password, stored?.verifier ?? null)
  }

  /** Uses a code up within a transaction. */
  const take = async (tx: LedgerTx, userUid: string, code: string): Promise<Result<null, Refusal>> => {
    if (!isOfApp(code)) return (await takeRecoveryCode(tx, userUid, code)) ? ok(null) : fail(wrongCode)
    const row = await findSecondFactor(tx.db, userUid)
    const step = row === null ? null : goodStep(row, code, tx.nowMs, takenHere.get(userUid))
    if (step === null) return fail(wrongCode)
    await takeStep(tx, userUid, step)
    return ok(null)
  }

  /** A full disk keeps nobody from reading: what cannot be noted is kept in memory. A recovery code waits for room. */
  const takeWithoutRoom = async (userUid: string, code: string, full: Refusal): Promise<Result<null, Refusal>> => {
    if (!isOfApp(code)) return fail(full)
    const row = await findSecondFactor(db, userUid)
    const step = row === null ? null : goodStep(row, code, env.clock.nowMs(), takenHere.get(userUid))
    if (step === null) return fail(wrongCode)
    takenHere.set(userUid, step)
    return ok(null)
  }

  /** Work that takes password and code of whoever does it. */
  const proven = async <T>(
    actor: Actor,
    { password, code }: Proof,
    work: (tx: LedgerTx) => Promise<T>,
  ): Promise<Result<T, Refusal>> => {
    if (!(await isPassword(actor.userUid, password))) return fail(wrongPassword)
    return await write(actor, async (tx) => {
      const row = await findSecondFactor(tx.db, actor.userUid)
      if (row === null || row.confirmed_at === null) return fail(none)
      const taken = await take(tx, actor.userUid, code)
      return taken.ok ? ok(await work(tx)) : taken
    })
  }

  return {
    secondFactorOf: (userUid) => secondFactorState(db, userUid),

    async passSecondFactor(userUid, code) {
      if ((await secondFactorState(db, userUid)).sinceMs === null) return ok(null)
      if (code === undefined) return fail(required)
      const taken = await ledger.write(systemActor, (tx) => take(tx, userUid, code))
      if (taken.ok || taken.error.code !== 'storage_full') return taken
      return await takeWithoutRoom(userUid, code, taken.error)
    },

    async beginSecondFactor(actor, password) {
      if (!(await isPassword(actor.userUid, password))) return fail(wrongPassword)
      const secret = env.random.bytes(keyBytes)
      return await write(actor, async (tx) => {
        if (((await findSecondFactor(tx.db, actor.userUid))?.confirmed_at ?? null) !== null) return fail(already)
        await beginFactor(tx, actor.userUid, secret)
        return ok({ key: base32(secret) })
      })
    },

    confirmSecondFactor: (actor, code, keepFamily) =>
      write(actor, async (tx) => {
        const row = await findSecondFactor(tx.db, actor.userUid)
        if (row === null) return fail(noneBegun)
        if (row.confirmed_at !== null) return fail(already)
        const step = goodStep(row, code, tx.nowMs)
        if (step === null) return fail(wrongCode)
        await takeStep(tx, actor.userUid, step)
        await tx.db
          .updateTable('second_factors')
          .set({ confirmed_at: tx.nowMs })
          .where('user_uid', '=', actor.userUid)
          .execute()
        const codes = await makeRecoveryCodes(tx, actor.userUid, env.random)
        await tx.append(userChanged(actor.userUid, { secondFactor: 'set' }))
        await endSignIns(tx, actor.userUid, keepFamily)
        return ok({ recovery_codes: codes })
      }),

    renewRecoveryCodes: (actor, proof) =>
      proven(actor, proof, async (tx) => ({
        recovery_codes: await makeRecoveryCodes(tx, actor.userUid, env.random),
      })),

    removeSecondFactor: (actor, proof) =>
      proven(actor, proof, async (tx) => {
        await dropFactor(tx, actor.userUid)
        await tx.append(userChanged(actor.userUid, { secondFactor: 'removed' }))
        return { removed: true as const }
      }),
  }
}
