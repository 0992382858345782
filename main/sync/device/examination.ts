import type { CheckedSignatures } from '../../seal/checked-signatures.ts'
import type { EntryPayload } from '../../seal/entry.ts'
import { toHex } from '../../seal/hash.ts'
import { checkEntrySignature, inspectEntry } from '../../seal/judge.ts'
import type { Inspection, UsableKey } from '../../seal/judge.ts'
import type { CarriedEntry } from '../entry.ts'

/** An entry as it is read, with its signature under way. */
export interface Examined {
  readonly inspection: Inspection
  readonly signature: Promise<boolean>
}

/**
 * The entries of one page on their way through the checks: signatures are checked on the thread pool, many side by
 * side, ahead of the walk along the chains.
 */
export interface Examination {
  /** Begins with entries whose keys are known now. */
  begin(entries: readonly CarriedEntry[]): void
  /** What was begun, or begins with the keys as they are known now. */
  examine(entry: CarriedEntry): Examined
  /** The keys that a payload may name. */
  keysFor(claim: EntryPayload | null): ReadonlyMap<string, UsableKey>
  /** Resolves when nothing is under way any more. */
  ended(): Promise<void>
}

export interface ExaminationParts {
  readonly keyOf: (kid: string) => UsableKey | undefined
  /** What reading the page gave of its entries; what is not in it is read here. */
  readonly inspections?: ReadonlyMap<CarriedEntry, Inspection>
  /** Signatures that this process has checked before. */
  readonly checked?: CheckedSignatures
}

export const createExamination = ({ keyOf, inspections, checked }: ExaminationParts): Examination => {
  const begun = new Map<CarriedEntry, Examined>()

  const keysFor: Examination['keysFor'] = (claim) => {
    const key = claim === null ? undefined : keyOf(claim.kid)
    return new Map(claim === null || key === undefined ? [] : [[claim.kid, key]])
  }

  const signatureOf = (inspection: Inspection): Promise<boolean> => {
    const key = inspection.claim === null ? undefined : keyOf(inspection.claim.kid)
    // The id is that of the bytes: `inspectEntry` computed it from them.
    const isKnown =
      checked !== undefined &&
      key !== undefined &&
      inspection.canonical &&
      checked.has(key.record.spki, toHex(inspection.digests.leaf))
    return isKnown ? Promise.resolve(true) : checkEntrySignature(inspection, keysFor(inspection.claim))
  }

  const start = (entry: CarriedEntry): Examined => {
    const inspection = inspections?.get(entry) ?? inspectEntry(entry)
    const made: Examined = { inspection, signature: signatureOf(inspection) }
    begun.set(entry, made)
    return made
  }

  return {
    begin: (entries) => {
      for (const entry of entries) start(entry)
    },
    examine: (entry) => begun.get(entry) ?? start(entry),
    keysFor,
    ended: async () => void (await Promise.allSettled([...begun.values()].map(({ signature }) => signature))),
  }
}
