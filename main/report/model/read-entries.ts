import type { BundleContents, BundledDisclosure, BundledEntry } from '../../bundle/contents.ts'
import type { JsonValue } from '../../seal/canonical.ts'
import { parseDisclosure } from '../../seal/disclosure.ts'
import { openEntry } from '../../seal/entry.ts'
import { inHubOrder } from '../../seal/hub-order.ts'
import type { EntryPayload } from '../../seal/payload.ts'

/** An entry with what this copy may show of it. */
export interface ReadEntry {
  /** Its place of arrival plus one. */
  readonly number: number
  readonly id: string
  /** null where the payload cannot be read. */
  readonly payload: EntryPayload | null
  readonly disclosed: ReadonlyMap<string, JsonValue>
  /** Digests in `_sd` of which this copy has no value. */
  readonly hidden: readonly string[]
}

/** The erasure that a `redaction.applied` states. */
export interface Erasure {
  readonly entry: number
  readonly basis: string
  readonly reference: string | null
}

/** The entries of a case in their order, and the erasures among them by the digest of what each erased. */
export interface ReadChain {
  readonly entries: readonly ReadEntry[]
  readonly erasures: ReadonlyMap<string, Erasure>
}

/** A withheld value counts only where its text hashes to a digest that its entry lists. */
const withDisclosures = (entry: BundledEntry, disclosures: readonly BundledDisclosure[]): ReadEntry => {
  const opened = openEntry(entry)
  const payload = opened.ok ? opened.value : null
  const disclosed = new Map<string, JsonValue>()
  const hidden = new Set(payload?._sd ?? [])
  for (const { encoded } of disclosures) {
    const parsed = parseDisclosure(encoded)
    if (!parsed.ok || !hidden.delete(parsed.value.digest)) continue
    disclosed.set(parsed.value.name, parsed.value.value)
  }
  return { number: entry.position + 1, id: entry.id, payload, disclosed, hidden: [...hidden] }
}

const erasureOf = ({ number, payload }: ReadEntry): (readonly [string, Erasure])[] => {
  if (payload?.type !== 'redaction.applied') return []
  const { digests, legal_basis: basis, reference } = payload.pub
  const erasure = {
    entry: number,
    basis: typeof basis === 'string' ? basis : 'other_law',
    reference: typeof reference === 'string' ? reference : null,
  }
  return Array.isArray(digests)
    ? digests.filter((digest) => typeof digest === 'string').map((digest) => [digest, erasure])
    : []
}

/**
 * Reads the entries of the case, in the order in which they take effect (Y-40), with the withheld values that the
 * contents disclose.
 */
export const readBundleChain = ({ chain, disclosures }: BundleContents): ReadChain => {
  const byEntry = Map.groupBy(disclosures, ({ entry }) => entry)
  const entries = inHubOrder(chain.entries, ({ hubPosition }) => hubPosition).map((entry) =>
    withDisclosures(entry, byEntry.get(entry.id) ?? []),
  )
  return { entries, erasures: new Map(entries.flatMap(erasureOf)) }
}
