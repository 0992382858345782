import { refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import { canonicalJson } from '../../seal/canonical.ts'
import type { AccessStore } from './access-store.ts'
import type { CommandParts } from './commands.ts'
import { readPolicy } from './directory.ts'
import { policyChanged } from './drafts.ts'

/** Commands on the policy. */
export const createPolicyCommands = ({ write }: CommandParts): Pick<AccessStore, 'changePolicy'> => ({
  changePolicy: (input, { actor, inTransaction }) =>
    write(actor, async (tx) => {
      if (canonicalJson(await readPolicy(tx.db)) === canonicalJson(input))
        return fail(refusal('already_done', 'The policy already says this. Nothing was changed.'))
      await tx.append(policyChanged(input))
      await inTransaction?.(tx, input)
      return ok(input)
    }),
})
