import { refusal } from '../../shared/api/errors.ts'
import type { Refusal } from '../../shared/api/errors.ts'
import type { Session } from '../../shared/ipc/supervisor.ts'
import { fail, ok } from '../../shared/schema/result.ts'
import type { Result } from '../../shared/schema/result.ts'
import type { Workspace } from '../storage/ledger/workspace.ts'
import type { Tokens } from './auth/tokens.ts'
import { deactivatedHere, personHere } from './person-here.ts'

const nobodyYet = (round: Result<unknown, Refusal>): Refusal =>
  refusal(
    'unavailable',
    round.ok
      ? 'Nobody may work on this computer yet: the hub answered, and the person it enrolled this computer for is not active there. Ask an admin of the hub.'
      : `Nobody may work on this computer yet: its hub has to be reached once, for the people of the workspace come from there. ${round.error.message} Nothing is lost; connect this computer to its hub and try again.`,
  )

/**
 * Sessions of the person at this computer, by a key that lives as long as this process. Refused where the person was
 * deactivated, and where nobody of the workspace is known here:
 * the folder has just been enrolled, and its hub is not to be reached.
 */
export const createLocalSession =
  (
    { db }: Pick<Workspace, 'db'>,
    tokens: Tokens,
    institutionKey: string,
    fetchPeople: () => Promise<Result<unknown, Refusal>>,
  ) =>
  async (): Promise<Result<Session, Refusal>> => {
    const known = await personHere(db)
    // A folder that has just joined a hub knows the person whom the hub named after the first round alone.
    // So does one whose person was deactivated, and activated again since.
    const round = known.state === 'active' ? ok(null) : await fetchPeople()
    const here = known.state === 'active' ? known : await personHere(db)
    if (here.state === 'deactivated') return fail(refusal('forbidden', deactivatedHere(here)))
    if (here.state === 'unknown') return fail(nobodyYet(round))
    const { user } = here
    return ok({
      access_token: await tokens.mint({ userUid: user.uid, role: user.role, origin: 'desktop', family: null }),
      institution_key: institutionKey,
      user_id: String(user.id),
    })
  }
