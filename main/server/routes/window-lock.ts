import * as api from '../../../shared/api/access.ts'
import { refusal } from '../../../shared/api/errors.ts'
import { fail } from '../../../shared/schema/result.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import type { Attempts } from '../auth/attempts.ts'
import { windowOf } from '../auth/idle.ts'
import { answer } from '../http/answers.ts'
import { route } from '../http/call.ts'
import type { Route } from '../http/call.ts'

const wrong = refusal('login_failed', 'The password is wrong.')
const noWindow = refusal(
  'unknown_reference',
  'Only a window whose person has a password here can be locked: nothing could open it again. Set a password first.',
)

/** L-120: locking the own window, and opening it again. */
export const windowLockRoutes = ({ access }: Workspace, attempts: Attempts): readonly Route[] => [
  route(api.lockWindow, ({ caller }) => {
    const window = windowOf(access, caller)
    if (window === null) return fail(noWindow)
    access.windowLocks.lock(window)
    return answer({ locked: true as const })
  }),

  route(api.unlockWindow, async (call) => {
    const { caller, body } = call
    const window = windowOf(access, caller)
    if (window === null) return fail(noWindow)
    const name = access.userByUid(caller.userUid)?.loginName ?? ''
    const passed = await attempts.check(name, call, async () => {
      const user = await access.checkPassword(name, body.password)
      return user === null ? fail(wrong) : await access.passSecondFactor(user.uid, body.code)
    })
    if (!passed.ok) return passed
    access.windowLocks.open(window)
    return answer({ locked: false as const })
  }),
]
