import { inHubOrder } from '../../seal/hub-order.ts'
import { buildKeyDirectory } from '../../seal/keys.ts'
import type { BundleContents } from '../contents.ts'
import { safeName } from './safe-name.ts'
import type { NamedKey, VerifyTextFacts } from './verify-text.ts'

/** The name of the top folder, and of the file without its ending. */
export const bundleFolderName = (contents: BundleContents): string => safeName(contents.case.number)

/** The keys on which all others rest: the first of the workspace's chain, and its hub's. */
const restingOn = ({ workspaceChain, hub, keys }: BundleContents): Pick<VerifyTextFacts, 'firstKey' | 'hubKey'> => {
  const [first] = buildKeyDirectory(inHubOrder(workspaceChain.entries, ({ hubPosition }) => hubPosition)).keys.values()
  return { firstKey: first ?? null, hubKey: keys.find(({ kid }) => kid === hub?.kid) ?? null }
}

/**
 * What `VERIFY.txt` names of a bundle.
 *
 * @param signing the key that signs it
 * @param hasPage whether `verify.html` is in it
 */
export const verifyFactsOf = (contents: BundleContents, signing: NamedKey, hasPage: boolean): VerifyTextFacts => ({
  caseNumber: contents.case.number,
  topFolder: bundleFolderName(contents),
  kid: signing.kid,
  spki: signing.spki,
  ...restingOn(contents),
  hub: contents.hub ?? null,
  log: (contents.chain.hub?.log ?? []).map(({ kind }) => kind),
  hasPage,
})
