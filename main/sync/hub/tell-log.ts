import { headKinds } from '../../../shared/protocol/sync.ts'
import type { HeadKind, LogKind, LogRequest } from '../../../shared/protocol/sync.ts'
import { toHex } from '../../seal/hash.ts'
import { tiledTree } from '../../seal/tiles.ts'
import type { TiledTree } from '../../seal/tiles.ts'
import { headDigest } from '../log-head.ts'
import type { FeedItem } from '../wire.ts'
import type { HubDevice } from './records.ts'
import type { HubReader } from './store.ts'

/** A head of the log as it is told. */
interface ToldHead {
  readonly kind: HeadKind
  readonly size: number
  readonly note: string
  readonly token: string | null
  readonly tree: TiledTree
}

/** One that cases are proven in. */
type ProvenHead = ToldHead & { readonly kind: LogKind }

const treeOf = (tx: HubReader, size: number): TiledTree =>
  tiledTree(size, (tile) => tx.logTile(tile.level, tile.index, tile.width))

const headOf = async (tx: HubReader, kind: HeadKind): Promise<ToldHead | null> => {
  if (kind === 'newest') {
    const newest = await tx.logHead()
    return newest === null
      ? null
      : { kind, size: newest.size, note: newest.note, token: null, tree: treeOf(tx, newest.size) }
  }
  const head = await tx.logCheckpoint(kind)
  if (head === null) return null
  // A time stamp is over the note as the log signed it: cosignatures come and go beside it.
  return kind === 'cosigned'
    ? { kind, size: head.size, note: head.note + head.cosignatures.join(''), token: null, tree: treeOf(tx, head.size) }
    : {
        kind,
        size: head.size,
        note: head.note,
        token: Buffer.from(head.timestamp ?? []).toString('base64'),
        tree: treeOf(tx, head.size),
      }
}

/**
 * The proof that joins two sizes of the log; empty where there is nothing to prove, or the log is not that long any
 * more.
 */
const joining = async (tx: HubReader, a: number, b: number, logSize: number): Promise<string[]> => {
  const [from, to] = [Math.min(a, b), Math.max(a, b)]
  if (from === 0 || from === to || to > logSize) return []
  return (await treeOf(tx, to).consistencyProof(from)).map(toHex)
}

const proofOf = async (
  tx: HubReader,
  device: HubDevice,
  name: string,
  known: number,
  head: ProvenHead,
): Promise<FeedItem | null> => {
  if (name !== 'workspace' && !(await tx.isGranted(device, name))) return null
  const place = await tx.logPlace(name, head.size)
  if (place === null) return null
  const note = Buffer.from(place.data).toString('utf8')
  if (Number(note.split('\n', 2)[1]) <= known) return null
  const hashes = (await head.tree.inclusionProof(place.index)).map(toHex)
  return { k: 'proof', case: name, kind: head.kind, index: place.index, note, hashes }
}

/**
 * Y-53, Y-54: the newest proven heads of the log where the device has others, each joined to the largest tree that it
 * has, and the proofs that it asks for of cases that are granted to it. What it has already costs nothing.
 */
export const tellLog = async (tx: HubReader, device: HubDevice, asked: LogRequest): Promise<FeedItem[]> => {
  const items: FeedItem[] = []
  const logSize = (await tx.logHead())?.size ?? 0
  let joined = asked.size
  const heads: ProvenHead[] = []
  for (const kind of headKinds) {
    const head = await headOf(tx, kind)
    if (head === null) continue
    if (head.kind !== 'newest') heads.push({ ...head, kind: head.kind })
    if (asked.heads[kind] === headDigest(head.note, head.token)) continue
    items.push({
      k: 'log',
      kind,
      note: head.note,
      ...(head.token === null ? {} : { token: head.token }),
      consistency: await joining(tx, joined, head.size, logSize),
    })
    joined = Math.max(joined, head.size)
  }
  for (const [name, known] of Object.entries(asked.prove)) {
    for (const head of heads) {
      const proof = await proofOf(tx, device, name, known[head.kind] ?? 0, head)
      if (proof !== null) items.push(proof)
    }
  }
  return items
}
