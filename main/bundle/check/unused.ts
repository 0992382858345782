import { isOfCase } from '../../seal/case-origin.ts'
import { keyId } from '../../seal/signature.ts'
import type { KeyRecord } from '../../seal/verify-types.ts'
import { sshFingerprint } from '../format/sshsig.ts'
import type { BundleFindings } from './findings.ts'
import { namesOf } from './held.ts'
import type { CountedWitness } from './hub-log.ts'
import type { BundleTrust, SigningKey } from './key-rules.ts'

/** What of a bundle there is to compare with. */
export interface ComparedContents {
  /** The chains that the bundle holds. */
  readonly chainUids: readonly string[]
  readonly signing: SigningKey | null
  readonly keys: ReadonlyMap<string, KeyRecord>
  readonly cosigned: readonly CountedWitness[]
  readonly hasStamp: boolean
}

const unusedKeys = (trust: BundleTrust, { signing, keys }: ComparedContents): string[] => {
  const known = new Set(
    [...keys.values(), ...(signing === null ? [] : [signing])].flatMap(({ spki }) => [
      keyId(spki),
      sshFingerprint(spki),
    ]),
  )
  return [...namesOf(trust)]
    .filter((name) => !known.has(name))
    .map((name) => `${name} is the fingerprint of no key in this bundle`)
}

const unusedCheckpoints = ({ checkpoints }: BundleTrust, { chainUids }: ComparedContents): string[] =>
  checkpoints
    .map((note) => note.split('\n', 1)[0] ?? '')
    .filter((origin) => !chainUids.some((uid) => isOfCase(origin, uid)))
    .map((origin) => `the checkpoint of ${origin} speaks about another case`)

const unusedWitnesses = ({ witnesses = [] }: BundleTrust, { cosigned }: ComparedContents): string[] =>
  witnesses
    .filter(({ name }) => !cosigned.some((one) => one.confirmed && one.name === name))
    .map(({ name }) => `the witness ${name} has cosigned nothing in this bundle`)

/**
 * B-106: what a person gave to compare with and nothing was compared with is told, each thing by itself: who holds it
 * would take it for confirmed.
 */
export const reportUnused = (
  trust: BundleTrust | undefined,
  bundle: ComparedContents,
  findings: BundleFindings,
): void => {
  if (trust === undefined) return
  const told = [...unusedKeys(trust, bundle), ...unusedCheckpoints(trust, bundle), ...unusedWitnesses(trust, bundle)]
  if ((trust.authorities ?? 0) > 0 && !bundle.hasStamp)
    told.push('the certificates of time-stamping authorities: there is no time stamp to hold against them')
  for (const one of told)
    findings.add('trust_unused', `of what was given from outside, this was compared with nothing: ${one}`)
}
