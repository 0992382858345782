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
import { createSessionKeeping } from './keep-session.ts'
import type { SignIn } from './keep-session.ts'
import { secretHash } from './secrets.ts'
import {
  endFamilies,
  familiesOf,
  familyIsAlive,
  familyOfRefresh,
  findWindowSession,
  liveSignInsOf,
  rotateRefresh,
} from './sessions.ts'
import type { ComesFrom, LiveSignIn, Rotation, SignInWay } from './sessions.ts'
import { createUseNotes } from './use-notes.ts'
import { createSignInMemory } from './sign-in-memory.ts'
import type { SignInMemory } from './sign-in-memory.ts'
import { createWindowLocks } from './window-locks.ts'
import type { WindowLocks } from './window-locks.ts'

/**
 * Signing in and out. A sign-in is a family: one window's session, or one chain of refresh tokens. A full disk keeps
 * nobody from reading (L-16): who signs in meanwhile is known to this process alone, and who signs out is signed out,
 * which the database is told when there is room.
 */
export interface SignIns {
  /** The active user with this name and password, or null; it takes as long either way. */
  checkPassword(loginName: string, password: string): Promise<DirectoryUser | null>
  signIn(
    userUid: string,
    kind: 'window' | 'refresh',
    from: ComesFrom,
    how?: SignInWay,
  ): Promise<Result<SignIn, Refusal>>
  /** Exchanges a refresh token; null where it is unknown, over, or was used before (then its whole sign-in ends). */
  refresh(secret: string, from: ComesFrom): Promise<Result<SignIn | null, Refusal>>
  /** Ends the sign-in of a family, or of a refresh token of that user. */
  signOut(
    userUid: string,
    which: { readonly family: string | null; readonly refreshToken: string | undefined },
  ): Promise<Result<null, Refusal>>
  windowSession(secret: string): Promise<KnownWindow | null>
  /** Whether a sign-in was ended, or ended by itself, while this process ran; answers from memory. */
  hasEnded(family: string): boolean
  /** Whether the database knows a sign-in as alive. */
  familyIsAlive(family: string): Promise<boolean>
  /** Ends a user's sign-ins within a command's transaction, but the one to keep. */
  endSignInsOf(tx: LedgerTx, userUid: string, keepFamily: string | null): Promise<void>
  /** A user's sign-ins that live, the one used last first. */
  liveSignIns(userUid: string): Promise<readonly LiveSignIn[]>
  /** Ends those of a user's sign-ins that are chosen; answers how many there were. */
  endChosen(userUid: string, chosen: (signIn: LiveSignIn) => boolean): Promise<Result<number, Refusal>>
  /** Notes from where a sign-in is used, at most once a minute, without delaying the request. */
  signInWasUsed(family: string, from: ComesFrom): void
  /** Which windows are locked because nobody used them. */
  readonly windowLocks: WindowLocks
  /** Calls whenever sign-ins were ended or locked, so that what rests on them can end too; answers how to stop that. */
  onSignInsEnded(listener: () => void): () => void
}

export interface SignInParts {
  readonly ledger: Ledger
  readonly db: Kysely<Database>
  readonly env: Env
  readonly passwords: Passwords
  readonly directory: () => Directory
}

const maxKnownWindows = 1_000

/** A window that is signed in. */
export interface KnownWindow {
  readonly family: string
  readonly userUid: string
  readonly how: SignInWay
  readonly expiresAtMs: number
}

/** What the next part of a sign-in has of the one that was used up. */
const partOf = ({ userUid, family, signedInAtMs }: Extract<Rotation, { kind: 'rotated' }>) => ({
  userUid,
  family,
  signedInAtMs,
  // A provider lets in windows alone.
  how: 'password' as const,
})

/** A user's sign-ins of which database or memory knows, the one used last first. */
const allAlive = async (
  db: Kysely<Database>,
  memory: SignInMemory,
  { userUid, nowMs }: { readonly userUid: string; readonly nowMs: number },
): Promise<readonly LiveSignIn[]> => {
  const kept = await liveSignInsOf(db, userUid, nowMs)
  // One that was begun on a full disk and renewed since is known in both places: the database knows it later.
  const byFamily = new Map([...memory.heldOf(userUid), ...kept].map((signIn) => [signIn.family, signIn]))
  return [...byFamily.values()]
    .filter(({ family }) => !memory.hasEnded(family))
    .sort((a, b) => b.lastUsedAtMs - a.lastUsedAtMs || b.signedInAtMs - a.signedInAtMs)
}

const verifierOf = (db: Kysely<Database>, userUid: string): Promise<{ readonly verifier: string } | undefined> =>
  db.selectFrom('passwords').select('verifier').where('user_uid', '=', userUid).executeTakeFirst()

/** Makes the sign-ins of a workspace. */
export const createSignIns = ({ ledger, db, env, passwords, directory }: SignInParts): SignIns => {
  const memory = createSignInMemory(() => env.clock.nowMs())
  const sessions = createSessionKeeping({ ledger, env, memory })
  const windowLocks = createWindowLocks(() => env.clock.nowMs())
  const uses = createUseNotes({ ledger, env })
  const windows = new Map<string, KnownWindow>()

  const remember = (families: readonly string[]): void => {
    memory.end(families)
    for (const [hash, session] of windows) if (families.includes(session.family)) windows.delete(hash)
  }

  const end = async (families: readonly string[]): Promise<Result<null, Refusal>> => {
    const ended = await sessions.end(families)
    if (ended.ok) remember(families)
    return ended
  }

  const liveSignIns = (userUid: string): Promise<readonly LiveSignIn[]> =>
    allAlive(db, memory, { userUid, nowMs: env.clock.nowMs() })

  const warnReused = (rotation: Rotation): void => {
    if (rotation.kind !== 'reused') return
    remember([rotation.family])
    env.log.warn({ family: rotation.family }, 'a refresh token was used twice; its sign-in has ended')
  }

  const mayGoOn = (rotation: Rotation): rotation is Extract<Rotation, { kind: 'rotated' }> =>
    rotation.kind === 'rotated' && directory().users.get(rotation.userUid)?.active === true

  const refreshHere = async (rotation: Rotation, from: ComesFrom): Promise<Result<SignIn | null, Refusal>> => {
    warnReused(rotation)
    return mayGoOn(rotation) ? await sessions.keep({ ...partOf(rotation), kind: 'refresh', from }) : ok(null)
  }

  return {
    async checkPassword(loginName, password) {
      const user = [...directory().users.values()].find((candidate) => candidate.loginName === loginName)
      const stored = user === undefined ? undefined : await verifierOf(db, user.uid)
      const fits = await passwords.check(password, stored?.verifier ?? null)
      return fits && user?.active === true ? user : null
    },

    async signIn(userUid, kind, from, how = 'password') {
      const family = env.random.uuidv7(env.clock.nowMs())
      const kept = await sessions.keep({ userUid, kind, from, how, signedInAtMs: null, family })
      if (kept.ok && kind === 'window') windowLocks.open(family)
      return kept
    },

    async refresh(secret, from) {
      const here = memory.rotate(secretHash(secret))
      if (here !== undefined) return await refreshHere(here, from)
      const result = await ledger.write(systemActor, async (tx) => {
        const rotation = await rotateRefresh(tx.db, secretHash(secret), tx.nowMs)
        return ok({
          rotation,
          next: mayGoOn(rotation) ? await sessions.add(tx, { ...partOf(rotation), kind: 'refresh', from }) : null,
        })
      })
      if (!result.ok) return result
      warnReused(result.value.rotation)
      return ok(result.value.next)
    },

    async signOut(userUid, { family, refreshToken }) {
      const hash = refreshToken === undefined ? '' : secretHash(refreshToken)
      const named = memory.held(hash, 'refresh') ?? (await familyOfRefresh(db, hash))
      const families = [family, named?.userUid === userUid ? named.family : null].filter((item) => item !== null)
      return await end(families)
    },

    async windowSession(secret) {
      const hash = secretHash(secret)
      const found = windows.get(hash) ?? memory.held(hash, 'window') ?? (await findWindowSession(db, hash))
      if (found === null || found.expiresAtMs <= env.clock.nowMs() || memory.hasEnded(found.family)) {
        windows.delete(hash)
        return null
      }
      if (windows.size >= maxKnownWindows) windows.clear()
      if (!windows.has(hash)) memory.lasts(found.family, found.expiresAtMs)
      windows.set(hash, found)
      return found
    },

    hasEnded: (family) => memory.hasEnded(family),
    familyIsAlive: async (family) =>
      !memory.hasEnded(family) && (memory.isHeld(family) || (await familyIsAlive(db, family))),

    async endSignInsOf(tx, userUid, keepFamily) {
      const families = [
        ...(await familiesOf(tx.db, userUid)),
        ...memory.heldOf(userUid).map(({ family }) => family),
      ].filter((family) => family !== keepFamily)
      await endFamilies(tx.db, families, tx.nowMs)
      // A transaction that fails after this leaves them ended in memory only: too strict until the next start, never
      // too lax.
      remember(families)
    },

    liveSignIns,

    async endChosen(userUid, chosen) {
      const families = (await liveSignIns(userUid)).filter(chosen).map(({ family }) => family)
      const ended = families.length === 0 ? ok(null) : await end(families)
      return ended.ok ? ok(families.length) : ended
    },

    signInWasUsed: (family, from) => uses.note(family, from),

    windowLocks,
    onSignInsEnded: (listener) => {
      const offs = [memory.onEnd(listener), windowLocks.onLock(listener)]
      return () => offs.forEach((off) => off())
    },
  }
}
