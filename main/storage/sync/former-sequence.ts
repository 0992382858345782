import { workspaceName } from './standings.ts'

/** An entry that a restored hub lost, of a chain that the rows name in its order. */
export interface LostEntry {
  /** The case's uid, or `workspace`. */
  readonly uid: string
  readonly kid: string
  /** JSON, as it was sealed. */
  readonly payload: Uint8Array
}

interface Claim {
  readonly type: string
  readonly dev: string
  readonly dseq: number
  readonly actor: string
  readonly subject: string
  readonly pub: Readonly<Record<string, unknown>>
}

const claimOf = ({ payload }: LostEntry): Claim => JSON.parse(Buffer.from(payload).toString('utf8')) as Claim

/** Whom an entry makes known to the hub: the key that it brings, or the user whom it adds. */
const broughtBy = ({ type, subject, pub }: Claim): string | null => {
  if (type === 'key.enrolled' || type === 'key.rotated') return `key ${String(pub['kid'])}`
  return type === 'user.added' ? `user ${subject}` : null
}

/**
 * Y-55: entries that a restored hub lost, in an order in which it can take them: each chain as it was, of each device,
 * over all chains, what it sealed first, and nothing of a case before the words that bring its key and its author. The hub
 * took them in such an order once, so there is one.
 *
 * @param rows the chains one after another, the workspace's first
 */
export const inFormerSequence = <Row extends LostEntry>(rows: readonly Row[]): readonly Row[] => {
  const read = rows.map((row) => ({ row, claim: claimOf(row) }))
  const chains = [...Map.groupBy(read, ({ row }) => row.uid).values()].map((entries) => ({ entries, next: 0 }))
  const counts = new Map(
    [...Map.groupBy(read, ({ claim }) => claim.dev)].map(([dev, entries]) => [
      dev,
      entries.map(({ claim }) => claim.dseq).sort((a, b) => b - a),
    ]),
  )
  const unknown = new Set(read.flatMap(({ claim }) => broughtBy(claim) ?? []))
  const isKnown = ({ row, claim }: (typeof read)[number]): boolean =>
    row.uid === workspaceName || (!unknown.has(`key ${row.kid}`) && !unknown.has(`user ${claim.actor}`))
  const canFollow = (one: (typeof read)[number]): boolean =>
    counts.get(one.claim.dev)?.at(-1) === one.claim.dseq && isKnown(one)
  const ordered: Row[] = []
  for (let moved = true; moved;) {
    moved = false
    for (const each of chains) {
      for (let one = each.entries[each.next]; one !== undefined && canFollow(one); one = each.entries[each.next]) {
        counts.get(one.claim.dev)?.pop()
        unknown.delete(broughtBy(one.claim) ?? '')
        ordered.push(one.row)
        each.next += 1
        moved = true
      }
    }
  }
  return ordered
}
