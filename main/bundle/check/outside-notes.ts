import { isOfCase, signerIn } from '../../seal/case-origin.ts'
import { openCheckpoint } from '../../seal/checkpoint.ts'
import { makeFinding } from '../../seal/findings.ts'
import type { FindingChain } from '../../seal/findings.ts'
import { sealsFor } from '../../seal/hub-epochs.ts'
import { rawFromSpki } from '../../seal/signature.ts'
import type { CheckpointKey, KeyRecord } from '../../seal/verify-types.ts'
import type { BundleFindings } from './findings.ts'
import type { BundleTrust } from './key-rules.ts'
import type { FiledChain } from './read-chain.ts'

const originOf = (note: string): string => note.split('\n', 1)[0] ?? ''

/** The keys from outside, under every name that a note may have been signed as. */
export const outsideKeys = (trust: BundleTrust | undefined, notes: readonly string[]): CheckpointKey[] => {
  const names = new Set(notes.flatMap((note) => [...note.matchAll(/^— (\S+) /gmu)].map((match) => match[1] as string)))
  const raws = (trust?.keys ?? []).flatMap((spki) => rawFromSpki(spki) ?? [])
  return [...names].flatMap((name) =>
    raws.map((publicKeyRaw): CheckpointKey => ({ role: 'local', name, publicKeyRaw })),
  )
}

/** Checkpoints from outside that speak about a chain. */
export interface NotesAbout {
  /** What the entries of the bundle are held against. */
  readonly here: readonly string[]
  /** Those of other devices, which speak about the order in which the entries came to these. */
  readonly elsewhere: readonly string[]
}

/**
 * B-61, B-97: the checkpoints from outside that speak about a chain. Of a chain without a hub there is one order,
 * whoever speaks about it.
 */
export const notesAbout = (
  trust: BundleTrust | undefined,
  chainUid: string,
  chain: FiledChain,
  hasHub: boolean,
): NotesAbout => {
  const own = new Set(chain.checkpoints.map(originOf))
  const about = (trust?.checkpoints ?? []).filter((note) => isOfCase(originOf(note), chainUid))
  const isHere = (note: string): boolean => !hasHub || own.has(originOf(note)) || originOf(note).startsWith('hub/')
  return { here: about.filter(isHere), elsewhere: about.filter((note) => !isHere(note)) }
}

/** The keys that may have signed a note, by its origin. */
const signersOf = (keys: ReadonlyMap<string, KeyRecord>, note: string): CheckpointKey[] => {
  const origin = originOf(note)
  return [...keys.values()]
    .filter((key) => sealsFor(key, signerIn(origin)))
    .flatMap(({ spki }) => {
      const publicKeyRaw = rawFromSpki(spki)
      return publicKeyRaw === null ? [] : [{ role: 'local', name: origin, publicKeyRaw }]
    })
}

/**
 * B-97: says of the checkpoints of other devices that nothing here could be held against them, or that nobody signed
 * them.
 */
export const reportElsewhere = (
  subject: FindingChain,
  notes: readonly string[],
  keys: ReadonlyMap<string, KeyRecord>,
  trust: BundleTrust | undefined,
  findings: BundleFindings,
): void => {
  const found = notes.map((note) => {
    const origin = originOf(note)
    const opened = openCheckpoint(note, [...outsideKeys(trust, [note]), ...signersOf(keys, note)])
    return opened.ok
      ? makeFinding(
          subject,
          'checkpoint_elsewhere',
          `the checkpoint of ${origin} from outside was signed by another device, which has the entries in the order in which they came to it, so nothing here was held against it; one of the hub can be held against every bundle of the case`,
        )
      : makeFinding(
          subject,
          'checkpoint_invalid',
          `the checkpoint of ${origin} from outside does not count: ${opened.error.message}`,
        )
  })
  findings.addSealed(found, () => null)
}
