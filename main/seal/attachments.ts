import type { Finding } from '../../shared/schema/findings.ts'
import type { SoundEntry } from './chain.ts'
import { erasedEvidence } from './erased-evidence.ts'
import { makeFinding } from './findings.ts'
import type { FindingChain } from './findings.ts'
import { isHex32 } from './hash.ts'
import type { BlobState, DisclosureState, VerifyInput } from './verify-types.ts'

/** The type of the entry that records a lawful erasure (S-45). */
export const redactionType = 'redaction.applied'

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []

/** Everything that the chain itself says was erased: disclosure digests and blob hashes. */
const erasures = (entries: readonly SoundEntry[]): { digests: ReadonlySet<string>; blobs: ReadonlySet<string> } => {
  const redactions = entries.filter((entry) => entry.claim.type === redactionType && entry.fault === null)
  return {
    digests: new Set(redactions.flatMap((entry) => textsOf(entry.claim.pub['digests']))),
    blobs: new Set(redactions.flatMap((entry) => textsOf(entry.claim.pub['blobs']))),
  }
}

const disclosureFinding = (
  subject: FindingChain,
  entry: SoundEntry,
  state: DisclosureState,
  erased: boolean,
): Finding | null => {
  switch (state) {
    case 'present':
      return null
    case 'altered':
      return makeFinding(subject, 'disclosure_differs', 'a value kept apart is not the one that was sealed', entry)
    case 'erased':
    case 'missing':
      return erased
        ? makeFinding(subject, 'redacted', 'a value kept apart was erased, and a sealed entry says so', entry)
        : makeFinding(
            subject,
            'disclosure_missing',
            'a value kept apart is gone, and no sealed entry says that it was erased',
            entry,
          )
  }
}

/** S-99: of a file that is not here, what sealed order erased it. */
const orderFinding = (subject: FindingChain, entry: SoundEntry, order: string): Finding =>
  makeFinding(subject, 'evidence_erased', `a file was erased by order ${order}, and a sealed entry says so`, entry)

const blobFinding = (
  subject: FindingChain,
  entry: SoundEntry,
  state: BlobState,
  { erased, order }: { readonly erased: boolean; readonly order: string | undefined },
): Finding | null => {
  switch (state) {
    case 'ok':
      return null
    case 'not_here':
      return order === undefined ? null : orderFinding(subject, entry, order)
    case 'differs':
      return makeFinding(subject, 'blob_differs', 'the file does not have the hash that was sealed', entry)
    case 'missing':
      if (order !== undefined) return orderFinding(subject, entry, order)
      return erased
        ? makeFinding(subject, 'redacted', 'a file was erased, and a sealed entry says so', entry)
        : makeFinding(subject, 'blob_missing', 'the file whose hash was sealed is not here', entry)
  }
}

/** S-98, S-99: what was sealed by digest and is kept apart, disclosures and blobs; each digest once. */
export const checkAttachments = async (
  subject: FindingChain,
  entries: readonly SoundEntry[],
  input: Pick<VerifyInput, 'disclosures' | 'blobs'>,
): Promise<Finding[]> => {
  const erased = erasures(entries)
  const orders = erasedEvidence(entries)
  const findings: (Finding | null)[] = []
  const blobsDone = new Set<string>()
  for (const entry of entries) {
    if (input.disclosures !== undefined) {
      for (const digest of entry.claim._sd) {
        findings.push(disclosureFinding(subject, entry, input.disclosures(digest), erased.digests.has(digest)))
      }
    }
    const blob = entry.claim.type.startsWith('evidence.') ? entry.claim.pub['sha256'] : null
    if (input.blobs !== undefined && isHex32(blob) && !blobsDone.has(blob)) {
      blobsDone.add(blob)
      const known = { erased: erased.blobs.has(blob), order: orders.get(blob) }
      findings.push(blobFinding(subject, entry, await input.blobs(blob), known))
    }
  }
  return findings.filter((finding) => finding !== null)
}
