import type { CaseSync } from '../../../shared/schema/sync.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { openCosignatures } from '../../seal/cosignature.ts'
import { openTimestamp } from '../../seal/timestamp.ts'
import { parseVerifierKey } from '../../seal/verifier-key.ts'
import type { LogHead } from '../../sync/device/replica.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { keptHeads, proofsOf } from './log-proofs.ts'

/** What witnesses and time stamps say of a case, as people see it. */
export type CaseProofs = Pick<CaseSync, 'cosigned' | 'time_stamped'>

/** Who has cosigned a head, of those that this device trusts now. */
const cosignersOf = (sql: SyncStatements, { note }: LogHead): ReadonlyMap<string, number> => {
  const trusted = sql
    .all<{ key: string }>('select key from trusted_witnesses')
    .flatMap(({ key }) => parseVerifierKey(key, 'witness') ?? [])
  const opened = openCosignatures(note, trusted)
  return new Map(opened.ok ? opened.value.map(({ name, atSeconds }) => [name, atSeconds * 1_000]) : [])
}

const stampOf = ({ note, token }: LogHead): { readonly at: string; readonly signer: string } | null => {
  const opened = openTimestamp(Buffer.from(token ?? '', 'base64'), Buffer.from(note, 'utf8'))
  return opened.ok ? { at: toTimestamp(opened.value.atMs), signer: opened.value.signer } : null
}

/** Reads what is proven of cases; what many of them share is looked at once. */
export const createCaseProofs = (sql: SyncStatements): ((uid: string) => CaseProofs) => {
  const heads = keptHeads(sql).filter(({ kind }) => kind === 'cosigned')
  const cosigners = new Map(heads.map((head) => [head.size, cosignersOf(sql, head)]))
  const stamps = new Map<number, ReturnType<typeof stampOf>>()

  /**
   * Heads extend each other: whoever cosigned one has cosigned what stands in an earlier one. The earliest time counts.
   */
  const cosignersFrom = (size: number): Map<string, number> => {
    const by = new Map<string, number>()
    for (const { size: of } of heads)
      if (of >= size)
        for (const [name, atMs] of cosigners.get(of) ?? []) by.set(name, Math.min(atMs, by.get(name) ?? Infinity))
    return by
  }

  const stampAt = (head: LogHead): ReturnType<typeof stampOf> => {
    const known = stamps.get(head.size)
    if (known !== undefined) return known
    const made = stampOf(head)
    stamps.set(head.size, made)
    return made
  }

  return (uid) => {
    let proven: CaseProofs = { cosigned: null, time_stamped: null }
    for (const { proof, head } of proofsOf(sql, uid)) {
      if (proof.kind === 'cosigned') {
        const by = [...cosignersFrom(head.size)]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, atMs]) => ({ name, at: toTimestamp(atMs) }))
        proven = { ...proven, cosigned: { size: proof.size, by } }
      } else {
        const stamp = stampAt(head)
        if (stamp !== null) proven = { ...proven, time_stamped: { size: proof.size, ...stamp } }
      }
    }
    return proven
  }
}
