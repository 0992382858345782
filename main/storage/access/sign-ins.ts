import type { Kysely } from 'kysely'
import type { Refusal } from '../../../shared/api/errors.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Env } from '../../platform/env.ts'
import { systemActor } from '../ledger/ledger.ts'
import type { Ledger, LedgerTx } from '../ledger/ledger.ts'
import type { Database } from '../schema.ts'
import type { Directory, DirectoryUser } from './directory.ts'
import type { Passwords } from './passwords.ts'
import { newSecret, secretHash } from './secrets.ts'
import { endFamilies, familiesOf, familyIsAlive, familyOfRefresh, findWindowSession, insertSession, rotateRefresh } from './sessions.ts'

/** A sign-in that was made or renewed; `secret` is the refresh token or the cookie's value. */
export interface SignIn {
  readonly secret: string
  readonly family: string
  readonly userUid: string
}

/** Signing in and out. A sign-in is a family: one window's session, or one chain of refresh tokens. */
export interface SignIns {
  /** The active user with this name and password, or null; it takes as long either way. */
  checkPassword(loginName: string, password: string): Promise<DirectoryUser | null>
  signIn(userUid: string, kind: 'window' | 'refresh'): Promise<Result<SignIn, Refusal>>
  /** Exchanges a refresh token; null where it is unknown, over, or was used before (then its whole sign-in ends). */
  refresh(secret: string): Promise<Result<SignIn | null, Refusal>>
  /** Ends the sign-in of a family, or of a refresh token of that user. */
  signOut(userUid: string, which: { readonly family: string | null; readonly refreshToken: string | undefined }): Promise<Result<null, Refusal>>
  windowSession(secret: string): Promise<{ readonly family: string; readonly userUid: string } | null>
  /** Whether a sign-in has ended while this process ran; answers from memory. */
  hasEnded(family: string): boolean
  /** Whether the database knows a sign-in as alive. */
  familyIsAlive(family: string): Promise<boolean>
  /** Ends a user's sign-ins within a command's transaction, but the one to keep. */
  endSignInsOf(tx: LedgerTx, userUid: string, keepFamily: string | null): Promise<void>
}

export interface SignInParts {
  readonly ledger: Ledger
  readonly db: Kysely<Database>
  readonly env: Env
  readonly passwords: Passwords
  readonly directory: () => Directory
}

/** Access tokens live 15 minutes, so an ended sign-in needs to be remembered little longer. */
const rememberEndedMs = 20 * 60_000
const maxKnownWindows = 1_000

interface KnownWindow {
  readonly family: string
  readonly userUid: string
  readonly expiresAtMs: number
}

/** Makes the sign-ins of a workspace. */
export const createSignIns = ({ ledger, db, env, passwords, directory }: SignInParts): SignIns => {
  const ended = new Map<string, number>()
  const windows = new Map<string, KnownWindow>()

  const remember = (families: readonly string[]): void => {
    const now = env.clock.nowMs()
    for (const [family, at] of ended) if (now - at > rememberEndedMs) ended.delete(family)
    for (const family of families) ended.set(family, now)
    for (const [hash, session] of windows) if (families.includes(session.family)) windows.delete(hash)
  }

  const add = async (tx: LedgerTx, userUid: string, kind: 'window' | 'refresh', family: string): Promise<SignIn> => {
    const secret = newSecret(env.random)
    await insertSession(tx.db, { secretHash: secretHash(secret), kind, family, userUid, nowMs: tx.nowMs })
    return { secret, family, userUid }
  }

  return {
    async checkPassword(loginName, password) {
      const user = [...directory().users.values()].find((candidate) => candidate.loginName === loginName)
      const stored = user === undefined ? undefined : await db.selectFrom('passwords').select('verifier').where('user_uid', '=', user.uid).executeTakeFirst()
      const fits = await passwords.check(password, stored?.verifier ?? null)
      return fits && user?.active === true ? user : null
    },

    signIn: (userUid, kind) => ledger.write(systemActor, async (tx) => ok(await add(tx, userUid, kind, env.random.uuidv7(tx.nowMs)))),

    async refresh(secret) {
      const result = await ledger.write(systemActor, async (tx) => {
        const rotation = await rotateRefresh(tx.db, secretHash(secret), tx.nowMs)
        const mayGoOn = rotation.kind === 'rotated' && directory().users.get(rotation.userUid)?.active === true
        const next: SignIn | null = mayGoOn ? await add(tx, rotation.userUid, 'refresh', rotation.family) : null
        return ok({ rotation, next })
      })
      if (!result.ok) return result
      if (result.value.rotation.kind === 'reused') {
        remember([result.value.rotation.family])
        env.log.warn({ family: result.value.rotation.family }, 'a refresh token was used twice; its sign-in has ended')
      }
      return ok(result.value.next)
    },

    async signOut(userUid, { family, refreshToken }) {
      const result = await ledger.write(systemActor, async (tx) => {
        const named = refreshToken === undefined ? null : await familyOfRefresh(tx.db, secretHash(refreshToken))
        const families = [family, named?.userUid === userUid ? named.family : null].filter((item) => item !== null)
        await endFamilies(tx.db, families, tx.nowMs)
        return ok(families)
      })
      if (!result.ok) return result
      remember(result.value)
      return ok(null)
    },

    async windowSession(secret) {
      const hash = secretHash(secret)
      const found = windows.get(hash) ?? (await findWindowSession(db, hash))
      if (found === null || found.expiresAtMs <= env.clock.nowMs() || ended.has(found.family)) {
        windows.delete(hash)
        return null
      }
      if (windows.size >= maxKnownWindows) windows.clear()
      windows.set(hash, found)
      return found
    },

    hasEnded: (family) => ended.has(family),
    familyIsAlive: (family) => familyIsAlive(db, family),

    async endSignInsOf(tx, userUid, keepFamily) {
      const families = (await familiesOf(tx.db, userUid)).filter((family) => family !== keepFamily)
      await endFamilies(tx.db, families, tx.nowMs)
      // A transaction that fails after this leaves them ended in memory only: too strict until the next start, never too lax.
      remember(families)
    },
  }
}
