import { ruleOf } from '../../../shared/entries/catalogue.ts'
import type { Origin } from '../../../shared/schema/origin.ts'
import type { Acting } from '../../domain/access/actor.ts'
import { isApiKey } from '../../domain/decisions/four-eyes.ts'
import type { EntryDraft } from './ledger.ts'

/** The name under which an entry withholds what file it came from. */
const fileName = 'import_file'

/** Who acts by his own hand: a person, or a program by its API key. The service itself never does. */
const byOwnHand = (actor: string): Origin | null =>
  actor === 'system' ? null : { by: isApiKey(actor) ? 'program' : 'person' }

/**
 * S-27: a draft with what made it, which the ledger alone says. The name of an imported file goes with the types that
 * withhold it.
 *
 * @throws TypeError where the type cannot have this origin: such an entry would say something that is not so, for ever
 */
export const madeBy = <T extends EntryDraft & { readonly actor: string }>(draft: T, acting: Acting | undefined): T => {
  const origin = acting?.origin ?? byOwnHand(draft.actor)
  const rule = ruleOf(draft.type)
  if (origin === null || rule?.origins.includes(origin.by) === false)
    throw new TypeError(
      `an entry of type ${draft.type} cannot have the origin ${origin?.by ?? 'of the service itself'}: nothing was sealed`,
    )
  const file =
    acting?.file !== undefined && rule !== null && Object.hasOwn(rule.withheld, fileName) ? acting.file : null
  return {
    ...draft,
    pub: { ...draft.pub, origin },
    ...(file === null ? {} : { withheld: { ...draft.withheld, [fileName]: file } }),
  }
}
