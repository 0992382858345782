import { hash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { LedgerTx } from '../ledger/ledger.ts'
import { generatePassword } from './passwords.ts'
import type { AccessTables, SecondFactorsTable } from './tables.ts'
import { isCode, stepTaken } from './totp.ts'

type Db = Kysely<AccessTables>

/** Ten, each good once, for whoever has lost what makes the codes. */
const recoveryCodes = 10

/** What a user has of a second factor. */
export interface SecondFactorState {
  /** When it was confirmed; null: there is none. */
  readonly sinceMs: number | null
  readonly recoveryCodesLeft: number
}

/** What was typed, without what people put between groups. */
const plain = (typed: string): string => typed.replaceAll(/[\s-]/gu, '').toLowerCase()

/** A recovery code has 99 random bits, so a fast hash gives nothing away. */
const recoveryHash = (userUid: string, code: string): string => hash('sha256', `${userUid}:${plain(code)}`, 'hex')

/** The row of a user, confirmed or only begun. */
export const findSecondFactor = async (db: Db, userUid: string): Promise<SecondFactorsTable | null> =>
  (await db.selectFrom('second_factors').selectAll().where('user_uid', '=', userUid).executeTakeFirst()) ?? null

/** How a user stands with the second factor. */
export const secondFactorState = async (db: Db, userUid: string): Promise<SecondFactorState> => {
  const row = await findSecondFactor(db, userUid)
  const left = await db
    .selectFrom('recovery_codes')
    .select((select) => select.fn.countAll<number>().as('codes'))
    .where('user_uid', '=', userUid)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { sinceMs: row?.confirmed_at ?? null, recoveryCodesLeft: left.codes }
}

/** Begins a second factor, in the place of one that was begun and not confirmed. */
export const beginFactor = async (tx: LedgerTx, userUid: string, secret: Uint8Array): Promise<void> => {
  await tx.db.deleteFrom('second_factors').where('user_uid', '=', userUid).execute()
  await tx.db
    .insertInto('second_factors')
    .values({ user_uid: userUid, secret: Buffer.from(secret), begun_at: tx.nowMs, confirmed_at: null, last_step: 0 })
    .execute()
}

/** Replaces the recovery codes of a user; they are answered once, and kept as hashes. */
export const makeRecoveryCodes = async (
  tx: LedgerTx,
  userUid: string,
  random: { bytes(count: number): Uint8Array },
): Promise<string[]> => {
  const codes = Array.from({ length: recoveryCodes }, () => generatePassword(random))
  await tx.db.deleteFrom('recovery_codes').where('user_uid', '=', userUid).execute()
  await tx.db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_uid: userUid, code_sha256: recoveryHash(userUid, code), used_at: null })))
    .execute()
  return codes
}

/** Takes the second factor of a user and their recovery codes away. */
export const dropFactor = async (tx: LedgerTx, userUid: string): Promise<void> => {
  await tx.db.deleteFrom('second_factors').where('user_uid', '=', userUid).execute()
  await tx.db.deleteFrom('recovery_codes').where('user_uid', '=', userUid).execute()
}

/** The step of a typed code that is good now; null: it is wrong, over, or was taken. */
export const goodStep = (
  { secret, last_step: lastStep }: SecondFactorsTable,
  typed: string,
  nowMs: number,
  takenHere = 0,
): number | null => stepTaken(secret, plain(typed), nowMs, Math.max(lastStep, takenHere))

/** Notes that the code of a step was taken. */
export const takeStep = async (tx: LedgerTx, userUid: string, step: number): Promise<void> => {
  await tx.db.updateTable('second_factors').set({ last_step: step }).where('user_uid', '=', userUid).execute()
}

/** Uses a recovery code up; false where there is none like it, or it was used. */
export const takeRecoveryCode = async (tx: LedgerTx, userUid: string, typed: string): Promise<boolean> => {
  const used = await tx.db
    .updateTable('recovery_codes')
    .set({ used_at: tx.nowMs })
    .where('user_uid', '=', userUid)
    .where('code_sha256', '=', recoveryHash(userUid, typed))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}

/** Whether what was typed is a code of an app, rather than a recovery code. */
export const isOfApp = (typed: string): boolean => isCode(plain(typed))
