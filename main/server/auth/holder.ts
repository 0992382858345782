import type { Access } from '../../../shared/api/operation.ts'
import { roleMay } from '../../domain/access/rules.ts'
import type { AccessStore } from '../../storage/access/access-store.ts'
import { keyOfUid, uidOfKey } from '../../domain/access/key-name.ts'
import type { Caller } from '../http/call.ts'

/**
 * Whose right something rests on that outlives one request: an API key, or a user who is signed in, with the sign-in
 * (null: a token by the folder's key, or the desktop's).
 */
export type Holder =
  | { readonly kind: 'key'; readonly id: string }
  | { readonly kind: 'user'; readonly uid: string; readonly family: string | null }

/**
 * Whether a credential that was good is so still; of a user also whether the present role still may what was asked for
 * with it, where that is named.
 */
export type Admits = (holder: Holder, access?: Access) => boolean

/** Whose right a request rests on. */
export const holderOf = ({ userUid, family }: Pick<Caller, 'userUid' | 'family'>): Holder => {
  const key = keyOfUid(userUid)
  return key === null ? { kind: 'user', uid: userUid, family } : { kind: 'key', id: key }
}

/** By which uid a holder asks. */
export const uidOfHolder = (holder: Holder): string => (holder.kind === 'key' ? uidOfKey(holder.id) : holder.uid)

/**
 * Makes the check whether a right has not ended since: with its key, its user, the role that gave it, or its sign-in,
 * be it ended, over by itself, or locked for now. It answers from memory, which knows of a sign-in that has
 * ended for twenty minutes.
 */
export const createAdmits =
  (access: Pick<AccessStore, 'keyIsLive' | 'userByUid' | 'hasEnded' | 'windowLocks'>): Admits =>
  (holder, operation = 'signed_in') => {
    if (holder.kind === 'key') return access.keyIsLive(holder.id)
    const user = access.userByUid(holder.uid)
    return (
      user?.active === true &&
      roleMay(user.role, operation) &&
      (holder.family === null || !(access.hasEnded(holder.family) || access.windowLocks.isShut(holder.family)))
    )
  }
