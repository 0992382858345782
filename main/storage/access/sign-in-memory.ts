import type { ComesFrom, LiveSignIn, Rotation, SignInWay } from './sessions.ts'

/** Access tokens live 15 minutes, so what has ended needs to be remembered little longer. */
const rememberEndedMs = 20 * 60_000

/** A session or refresh token that lives in memory alone. */
export interface UnkeptSession {
  readonly kind: 'window' | 'refresh'
  readonly family: string
  readonly userUid: string
  readonly from: ComesFrom
  readonly how: SignInWay
  readonly signedInAtMs: number
  readonly lastUsedAtMs: number
  readonly expiresAtMs: number
}

/** What a process knows of sign-ins beside the database. It ends with the process. */
export interface SignInMemory {
  /** Ends sign-ins at once. */
  end(families: readonly string[]): void
  /** Calls whenever sign-ins were ended; answers how to stop that. */
  onEnd(listener: () => void): () => void
  /** Notes when a sign-in ends by itself. */
  lasts(family: string, untilMs: number): void
  /** Whether a sign-in was ended, or ended by itself, while this process ran. */
  hasEnded(family: string): boolean
  /** Notes that the database is still to be told that these have ended. */
  owe(families: readonly string[]): void
  owed(): readonly string[]
  paid(families: readonly string[]): void
  /** Holds a session that the database had no room for. */
  hold(secretHash: string, session: UnkeptSession): void
  held(secretHash: string, kind: UnkeptSession['kind']): UnkeptSession | undefined
  isHeld(family: string): boolean
  /** The sign-ins of a user that are held here alone. */
  heldOf(userUid: string): readonly LiveSignIn[]
  /** Uses a refresh token that is held here up, as `rotateRefresh` does; undefined where none is. */
  rotate(secretHash: string): Rotation | undefined
}

/** Makes the memory of a process. */
export const createSignInMemory = (nowMs: () => number): SignInMemory => {
  const ended = new Map<string, number>()
  const ends = new Map<string, number>()
  const owed = new Set<string>()
  const unkept = new Map<string, UnkeptSession>()
  const used = new Set<string>()
  const listeners = new Set<() => void>()

  const forget = (times: Map<string, number>): void => {
    for (const [family, at] of times) if (nowMs() - at > rememberEndedMs) times.delete(family)
  }

  const end = (families: readonly string[]): void => {
    forget(ended)
    for (const family of families) ended.set(family, nowMs())
    for (const [hash, { family }] of unkept) if (families.includes(family)) unkept.delete(hash)
    for (const listener of listeners) listener()
  }

  return {
    end,
    onEnd: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    lasts: (family, untilMs) => {
      forget(ends)
      ends.set(family, untilMs)
    },
    hasEnded: (family) => ended.has(family) || owed.has(family) || (ends.get(family) ?? Infinity) <= nowMs(),
    owe: (families) => families.forEach((family) => owed.add(family)),
    owed: () => [...owed],
    paid: (families) => families.forEach((family) => owed.delete(family)),
    hold: (secretHash, session) => {
      for (const [hash, { expiresAtMs }] of unkept) {
        if (expiresAtMs > nowMs()) continue
        unkept.delete(hash)
        used.delete(hash)
      }
      unkept.set(secretHash, session)
    },
    held: (secretHash, kind) => {
      const session = unkept.get(secretHash)
      return session?.kind === kind ? session : undefined
    },
    isHeld: (family) =>
      [...unkept.values()].some((session) => session.family === family && session.expiresAtMs > nowMs()),
    heldOf: (userUid) => {
      const alive = [...unkept.values()].filter(
        (session) => session.userUid === userUid && session.expiresAtMs > nowMs(),
      )
      // The latest part of a family comes last.
      const byFamily = new Map(alive.map((session) => [session.family, session]))
      return [...byFamily.values()].map(({ family, kind, signedInAtMs, lastUsedAtMs, from, how }) => ({
        family,
        kind,
        signedInAtMs,
        lastUsedAtMs,
        how,
        ...from,
      }))
    },
    rotate: (secretHash) => {
      const session = unkept.get(secretHash)
      if (session?.kind !== 'refresh') return undefined
      const { family, userUid, expiresAtMs, signedInAtMs } = session
      if (expiresAtMs <= nowMs()) return { kind: 'unknown' }
      if (used.has(secretHash)) {
        end([family])
        return { kind: 'reused', family }
      }
      used.add(secretHash)
      return { kind: 'rotated', family, userUid, signedInAtMs }
    },
  }
}
