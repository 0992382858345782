import type { AccessStore } from '../../storage/access/access-store.ts'
import { keyOfUid } from '../../storage/cases/people.ts'
import type { Caller } from '../http/call.ts'

/** Whose right something rests on that outlives one request: an API key, or a user who is signed in, with the sign-in (null: a token by the folder's key, or the desktop's). */
export type Holder = { readonly kind: 'key'; readonly id: string } | { readonly kind: 'user'; readonly uid: string; readonly family: string | null }

/** Whether a credential that was good is so still. */
export type Admits = (holder: Holder) => boolean

/** Whose right a request rests on. */
export const holderOf = ({ userUid, family }: Pick<Caller, 'userUid' | 'family'>): Holder => {
  const key = keyOfUid(userUid)
  return key === null ? { kind: 'user', uid: userUid, family } : { kind: 'key', id: key }
}

/** Makes the check whether a right has not ended since: with its key, its user, or its sign-in. It answers from memory, which knows of a sign-in that was ended for twenty minutes. */
export const createAdmits =
  (access: Pick<AccessStore, 'keyIsLive' | 'userByUid' | 'hasEnded'>): Admits =>
  (holder) => {
    if (holder.kind === 'key') return access.keyIsLive(holder.id)
    return access.userByUid(holder.uid)?.active === true && (holder.family === null || !access.hasEnded(holder.family))
  }
