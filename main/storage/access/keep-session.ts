import type { Refusal } from '../../../shared/api/errors.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Env } from '../../platform/env.ts'
import { systemActor } from '../ledger/ledger.ts'
import type { Ledger, LedgerTx } from '../ledger/ledger.ts'
import { newSecret, secretHash } from './secrets.ts'
import { endFamilies, insertSession, sessionMs } from './sessions.ts'
import type { NewSession } from './sessions.ts'
import type { SignInMemory } from './sign-in-memory.ts'

/** A sign-in that was made or renewed; `secret` is the refresh token or the cookie's value. */
export interface SignIn {
  readonly secret: string
  readonly family: string
  readonly userUid: string
}

type Whose = Pick<NewSession, 'kind' | 'family' | 'userUid' | 'from' | 'how'> & {
  /** When the sign-in began; null: now. */
  readonly signedInAtMs: number | null
}

/** Keeps sessions in the database, and in memory what a full disk keeps out of it. */
export interface SessionKeeping {
  /** Adds a session within a transaction. */
  add(tx: LedgerTx, whose: Whose): Promise<SignIn>
  /** Adds a session, in memory where the disk is full. */
  keep(whose: Whose): Promise<Result<SignIn, Refusal>>
  /** Ends sign-ins at once, also where the disk is too full to note it. */
  end(families: readonly string[]): Promise<Result<null, Refusal>>
}

export interface SessionKeepingParts {
  readonly ledger: Ledger
  readonly env: Env
  readonly memory: SignInMemory
}

/** Whether something was refused because the disk is full. */
const isFull = (result: Result<unknown, Refusal>): boolean => !result.ok && result.error.code === 'storage_full'

/** Makes the keeping of sessions of a workspace. */
export const createSessionKeeping = ({ ledger, env, memory }: SessionKeepingParts): SessionKeeping => {
  const settle = async (): Promise<void> => {
    const owed = memory.owed()
    if (owed.length === 0) return
    const told = await ledger.write(systemActor, async (tx) => ok(await endFamilies(tx.db, owed, tx.nowMs)))
    if (told.ok) memory.paid(owed)
  }

  const settleSoon = (): void => {
    settle().catch((error: unknown) => env.log.error({ err: error }, 'sign-ins that ended could not be noted as ended'))
  }

  const add = async (tx: LedgerTx, whose: Whose): Promise<SignIn> => {
    const secret = newSecret(env.random)
    await insertSession(tx.db, {
      ...whose,
      signedInAtMs: whose.signedInAtMs ?? tx.nowMs,
      secretHash: secretHash(secret),
      nowMs: tx.nowMs,
    })
    return { secret, family: whose.family, userUid: whose.userUid }
  }

  const addHere = (whose: Whose): SignIn => {
    const secret = newSecret(env.random)
    const nowMs = env.clock.nowMs()
    memory.hold(secretHash(secret), {
      ...whose,
      signedInAtMs: whose.signedInAtMs ?? nowMs,
      lastUsedAtMs: nowMs,
      expiresAtMs: nowMs + sessionMs,
    })
    return { secret, family: whose.family, userUid: whose.userUid }
  }

  ledger.onCommitted(settleSoon)

  return {
    add,
    keep: async (whose) => {
      const kept = await ledger.write(systemActor, async (tx) => ok(await add(tx, whose)))
      if (kept.ok) settleSoon()
      return isFull(kept) ? ok(addHere(whose)) : kept
    },
    end: async (families) => {
      const ended = await ledger.write(systemActor, async (tx) => ok(await endFamilies(tx.db, families, tx.nowMs)))
      if (!ended.ok && !isFull(ended)) return ended
      if (ended.ok) settleSoon()
      else memory.owe(families)
      return ok(null)
    },
  }
}
