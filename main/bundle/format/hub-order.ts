import { z } from 'zod'
import { isGapless } from '../../seal/hub-order.ts'
import type { BundleContents, BundledChain } from '../contents.ts'

const places = z.array(z.int().min(0).nullable())

/** `data/hub/order.json` (B-91). */
export const hubOrderFile = z.object({
  origin: z.string().describe('The name under which the hub signs, `hub/<workspace uid>`.'),
  kid: z.string().describe('The key of the hub.'),
  case: places.describe('The place of each entry in the order of the hub, in arrival order; null: no hub has it.'),
  workspace: places,
  case_signed: places
    .optional()
    .describe('Where a restored hub lost places: the places that its checkpoints and receipts speak about.'),
  workspace_signed: places.optional(),
})
export type HubOrderFile = z.infer<typeof hubOrderFile>

/** B-91: no bundle is written that a reader would have to refuse. */
const readable = (given: (number | null)[]): (number | null)[] => {
  if (!isGapless(given)) throw new TypeError('the places in the order of the hub are not 0, 1, 2 and so on, each once')
  return given
}

const placesOf = ({ entries }: BundledChain): (number | null)[] =>
  readable(entries.map(({ hubPosition }) => hubPosition ?? null))

/** Left out where it is the same as the order itself, which it is but for a hub that was restored. */
const signedOf = ({ entries }: BundledChain): (number | null)[] | undefined =>
  entries.some(({ formerPosition }) => typeof formerPosition === 'number')
    ? readable(entries.map(({ hubPosition, formerPosition }) => hubPosition ?? formerPosition ?? null))
    : undefined

/**
 * The hub's order of the entries of a bundle; null where there is no hub. Throws TypeError where places are not those
 * of one order.
 */
export const hubOrderOf = ({ hub, chain, workspaceChain }: BundleContents): HubOrderFile | null => {
  if (hub === undefined) return null
  const [ofCase, ofWorkspace] = [signedOf(chain), signedOf(workspaceChain)]
  return {
    origin: hub.origin,
    kid: hub.kid,
    case: placesOf(chain),
    workspace: placesOf(workspaceChain),
    ...(ofCase === undefined ? {} : { case_signed: ofCase }),
    ...(ofWorkspace === undefined ? {} : { workspace_signed: ofWorkspace }),
  }
}
