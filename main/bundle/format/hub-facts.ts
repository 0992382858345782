import { z } from 'zod'
import { timestamp, toTimestamp } from '../../../shared/schema/text.ts'
import { parseNote } from '../../seal/checkpoint.ts'
import { toHex } from '../../seal/hash.ts'
import type { BundleContents, HubProofs } from '../contents.ts'
import { caseFolders, checkpointName } from './layout.ts'

const conflictFacts = z.object({
  kind: z.enum(['transition', 'assignment']),
  loser: z.string().describe('Id of the entry that was overtaken.'),
  winner: z.string().describe('Id of the entry that had set before what it wanted to change.'),
  settled: z.object({ entry: z.string(), how: z.enum(['kept', 'redecided']) }).nullable(),
})

/** What `case.json` says of a hub (B-95). */
export const hubFacts = z.object({
  origin: z.string(),
  kid: z.string(),
  received: z.int().min(0).describe('Entries of the case that have a place in the order of the hub.'),
  witnessed: z
    .object({ size: z.int().min(0), root: z.string(), checkpoint: z.string(), cosigned_by: z.array(z.string()) })
    .nullable()
    .describe('The newest checkpoint of the hub over the case.'),
  last_receipt_at: timestamp.nullable(),
  time_stamp: z
    .object({ at: timestamp, signer: z.string() })
    .nullable()
    .optional()
    .describe('What the time stamp over the head of the log says (B-99); absent in bundles of earlier releases.'),
  conflicts: z.array(conflictFacts),
})
export type HubFacts = z.infer<typeof hubFacts>

/**
 * Size and root (lower-case hex) that a note states, and who besides the hub has signed it; null for what is no note.
 */
export const statedOf = (
  note: string,
  origin: string,
): { readonly size: number; readonly root: string; readonly cosignedBy: readonly string[] } | null => {
  const parsed = parseNote(note)
  const [, size = '', root = ''] = parsed?.text.split('\n') ?? []
  if (parsed === null || !/^\d{1,15}$/.test(size)) return null
  const others = parsed.signatures
    .map(({ name }) => name)
    .filter((name) => name !== origin && !name.startsWith(`${origin}/`))
  return { size: Number(size), root: toHex(Buffer.from(root, 'base64')), cosignedBy: [...new Set(others)] }
}

/** The time of the newest of these receipts, RFC 3339. */
export const lastReceiptAt = (receipts: readonly { readonly at: string }[]): string | null =>
  receipts.reduce<string | null>(
    (last, { at }) => (last === null || Date.parse(last) < Date.parse(at) ? at : last),
    null,
  )

/** The facts of the newest checkpoint that the hub signed. */
export const witnessedOf = ({ checkpoint }: Pick<HubProofs, 'checkpoint'>, origin: string): HubFacts['witnessed'] => {
  const stated = checkpoint === null ? null : statedOf(checkpoint, origin)
  return stated === null
    ? null
    : {
        size: stated.size,
        root: stated.root,
        checkpoint: `${caseFolders.hubCheckpoints}${checkpointName(stated.size, 1)}`,
        cosigned_by: [...stated.cosignedBy],
      }
}

/** B-95: what `case.json` says of the hub; undefined where there is none. */
export const hubFactsOf = ({ hub, chain }: BundleContents): HubFacts | undefined => {
  if (hub === undefined || chain.hub === undefined) return undefined
  const lastAt = lastReceiptAt(chain.hub.receipts)
  const stamp = chain.hub.log?.find(({ kind }) => kind === 'timestamped')?.stamp ?? null
  return {
    origin: hub.origin,
    kid: hub.kid,
    received: chain.entries.filter(({ hubPosition }) => typeof hubPosition === 'number').length,
    witnessed: witnessedOf(chain.hub, hub.origin),
    last_receipt_at: lastAt === null ? null : toTimestamp(Date.parse(lastAt)),
    time_stamp: stamp === null ? null : { at: toTimestamp(stamp.atMs), signer: stamp.signer },
    conflicts: hub.conflicts.map(({ kind, loser, winner, settled }) => ({ kind, loser, winner, settled })),
  }
}
