import { fail, ok, type Result } from '../../shared/schema/result.ts'
import { isWithin, type Role } from '../../shared/schema/user.ts'
import { systemEnv } from '../platform/env.ts'
import { createLog } from '../platform/log.ts'
import { createTokens, tokenSeconds } from '../server/auth/tokens.ts'
import { deactivatedHere, personHere } from '../server/person-here.ts'
import { openReadOnly } from '../storage/ledger/open-read-only.ts'
import { failed, misused, type Stop } from './io.ts'

/** A token made with the folder's key. */
export interface LocalToken {
  readonly access_token: string
  readonly expires_in: number
  readonly user_id: number
  readonly role: Role
}

/**
 * Makes an access token with the key of the data folder; a service may run on it.
 *
 * @param wanted the user; absent: the person of the folder (`personHere`). Refused for everybody where that person was
 * deactivated
 */
export async function mintLocalToken(
  dataDir: string,
  wanted: { readonly userId?: number; readonly role?: Role },
): Promise<Result<LocalToken, Stop>> {
  const env = systemEnv(createLog('warn'))
  const opened = await openReadOnly(dataDir, env)
  if (!opened.ok) return fail(failed(opened.error.message))
  const workspace = opened.value
  const { db, keys, facts } = workspace
  try {
    const here = await personHere(db)
    if (here.state === 'deactivated') return fail(failed(deactivatedHere(here)))
    const id = wanted.userId ?? (here.state === 'active' ? here.user.id : undefined)
    if (id === undefined)
      return fail(
        failed(
          'nobody of the workspace may work on this computer yet: a folder of a hub has to reach it once, any other needs an active admin',
        ),
      )
    const user = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
    if (user === undefined) return fail(misused(`there is no user ${id}`))
    if (user.active === 0) return fail(failed(`user ${user.id} is not active`))
    const role = wanted.role ?? user.role
    if (!isWithin(role, user.role))
      return fail(
        misused(
          `user ${user.id} is ${user.role}: a token carries that role or one below it, and not ${role}. An admin gives roles`,
        ),
      )
    const tokens = createTokens({
      privateKey: keys.token,
      workspaceId: facts.uid,
      clock: env.clock,
      random: env.random,
    })
    const accessToken = await tokens.mint({ userUid: user.uid, role, origin: 'folder', family: null })
    return ok({ access_token: accessToken, expires_in: tokenSeconds, user_id: user.id, role })
  } finally {
    workspace.close()
  }
}
