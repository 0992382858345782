import type { Kysely } from 'kysely'
import type { AccessTables } from './tables.ts'

/** A sign-in lasts twelve hours, in a window or as a refresh token. */
export const sessionMs = 12 * 3_600_000

type Db = Kysely<AccessTables>

/** From where a sign-in is used, and the name that the browser or program gave itself: both as they came. */
export interface ComesFrom {
  readonly address: string
  readonly agent: string | null
}

/** By what somebody signed in. */
export type SignInWay = 'password' | 'provider'

export interface NewSession {
  readonly secretHash: string
  readonly kind: 'window' | 'refresh'
  readonly family: string
  readonly userUid: string
  readonly from: ComesFrom
  readonly how: SignInWay
  /** When the sign-in began. */
  readonly signedInAtMs: number
  readonly nowMs: number
}

/** A sign-in that lives. */
export interface LiveSignIn {
  readonly family: string
  readonly kind: 'window' | 'refresh'
  readonly signedInAtMs: number
  readonly lastUsedAtMs: number
  readonly address: string | null
  readonly agent: string | null
  readonly how: SignInWay
}

/** Adds a session or refresh token, and forgets those that ended by themselves. */
export const insertSession = async (db: Db, session: NewSession): Promise<void> => {
  await db.deleteFrom('sessions').where('expires_at', '<', session.nowMs).execute()
  await db
    .insertInto('sessions')
    .values({
      secret_sha256: session.secretHash,
      kind: session.kind,
      family: session.family,
      user_uid: session.userUid,
      created_at: session.nowMs,
      expires_at: session.nowMs + sessionMs,
      used_at: null,
      ended_at: null,
      signed_in_at: session.signedInAtMs,
      last_used_at: session.nowMs,
      address: session.from.address,
      agent: session.from.agent,
      how: session.how,
    })
    .execute()
}

/** A live session of a window by the hash of its secret. */
export const findWindowSession = async (
  db: Db,
  secretHash: string,
): Promise<{ family: string; userUid: string; expiresAtMs: number; how: SignInWay } | null> => {
  const row = await db
    .selectFrom('sessions')
    .select(['family', 'user_uid', 'expires_at', 'how'])
    .where('secret_sha256', '=', secretHash)
    .where('kind', '=', 'window')
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row === undefined
    ? null
    : { family: row.family, userUid: row.user_uid, expiresAtMs: row.expires_at, how: row.how }
}

/** What presenting a refresh token came to. */
export type Rotation =
  | { readonly kind: 'rotated'; readonly family: string; readonly userUid: string; readonly signedInAtMs: number }
  /** The token was used before: it may be in two hands, so the whole sign-in is over. */
  | { readonly kind: 'reused'; readonly family: string }
  | { readonly kind: 'unknown' }

/** Uses a refresh token up. Two uses of one token end its family. */
export const rotateRefresh = async (db: Db, secretHash: string, nowMs: number): Promise<Rotation> => {
  const row = await db
    .selectFrom('sessions')
    .selectAll()
    .where('secret_sha256', '=', secretHash)
    .where('kind', '=', 'refresh')
    .executeTakeFirst()
  if (row === undefined || row.expires_at <= nowMs || row.ended_at !== null) return { kind: 'unknown' }
  if (row.used_at !== null) {
    await endFamilies(db, [row.family], nowMs)
    return { kind: 'reused', family: row.family }
  }
  await db.updateTable('sessions').set({ used_at: nowMs }).where('secret_sha256', '=', secretHash).execute()
  return { kind: 'rotated', family: row.family, userUid: row.user_uid, signedInAtMs: row.signed_in_at }
}

/** The family of a refresh token that is known and not ended. */
export const familyOfRefresh = async (
  db: Db,
  secretHash: string,
): Promise<{ family: string; userUid: string } | null> => {
  const row = await db
    .selectFrom('sessions')
    .select(['family', 'user_uid'])
    .where('secret_sha256', '=', secretHash)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row === undefined ? null : { family: row.family, userUid: row.user_uid }
}

/** Whether a sign-in still lives. */
export const familyIsAlive = async (db: Db, family: string): Promise<boolean> =>
  (await db
    .selectFrom('sessions')
    .select('family')
    .where('family', '=', family)
    .where('ended_at', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** The sign-ins of a user that still live. */
export const familiesOf = async (db: Db, userUid: string): Promise<string[]> =>
  (
    await db
      .selectFrom('sessions')
      .select('family')
      .distinct()
      .where('user_uid', '=', userUid)
      .where('ended_at', 'is', null)
      .execute()
  ).map((row) => row.family)

/** The sign-ins of a user that live, in no order; `lastUsedAtMs` is of the part that was used last. */
export const liveSignInsOf = async (db: Db, userUid: string, nowMs: number): Promise<LiveSignIn[]> => {
  const rows = await db
    .selectFrom('sessions')
    .selectAll()
    .where('user_uid', '=', userUid)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', nowMs)
    .orderBy('created_at')
    .execute()
  // The latest part of a family comes last, and says what is known of the whole.
  const byFamily = new Map(rows.map((row) => [row.family, row]))
  return [...byFamily.values()].map((row) => ({
    family: row.family,
    kind: row.kind,
    signedInAtMs: row.signed_in_at,
    lastUsedAtMs: row.last_used_at,
    address: row.address,
    agent: row.agent,
    how: row.how,
  }))
}

/** Notes that a sign-in was used, of the part that is in use. */
export const noteUse = async (db: Db, family: string, from: ComesFrom, atMs: number): Promise<void> => {
  await db
    .updateTable('sessions')
    .set({ last_used_at: atMs, address: from.address, agent: from.agent })
    .where('family', '=', family)
    .where('used_at', 'is', null)
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends sign-ins. */
export const endFamilies = async (db: Db, families: readonly string[], nowMs: number): Promise<void> => {
  if (families.length === 0) return
  await db
    .updateTable('sessions')
    .set({ ended_at: nowMs })
    .where('family', 'in', families)
    .where('ended_at', 'is', null)
    .execute()
}
