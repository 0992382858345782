import { describe, expect, test } from 'vitest'
import { appendLeaf, decodeFrontier, emptyFrontier, frontierRoot } from '../../../main/seal/frontier.ts'
import { treeRoot } from '../../../main/seal/merkle.ts'
import type { HubStore } from '../../../main/sync/hub/store.ts'
import { engines } from './engines.ts'
import { inFreshStores } from './each-test.ts'
import { appendLeaves } from './samples.ts'

const hashesOf = (tile: Uint8Array | null): string[] => {
  const bytes = Buffer.from(tile ?? [])
  return Array.from({ length: bytes.length / 32 }, (_, index) =>
    bytes.subarray(index * 32, index * 32 + 32).toString('hex'),
  )
}

describe.each(engines)('Y-50: the log of a hub on $name', (engine) => {
  let store: HubStore
  inFreshStores(engine, (fresh) => {
    ;({ store } = fresh)
  })

  const tile = (level: number, index: number, width?: number) => store.reading((tx) => tx.logTile(level, index, width))

  test('has no head at first, then the newest, with the frontier to go on from', async () => {
    expect(await store.reading((tx) => tx.logHead())).toBeNull()
    const all = await appendLeaves(store, [3, 1, 2])
    const head = await store.reading((tx) => tx.logHead())
    expect(head).toMatchObject({ size: 6, note: 'note 6', cosignatures: [], timestamp: null })
    const frontier = decodeFrontier(head?.frontier ?? Buffer.alloc(0))
    expect(Buffer.from(frontierRoot(frontier)).toString('hex')).toBe(
      Buffer.from(treeRoot(all.map(({ hash }) => hash))).toString('hex'),
    )
  })

  test('a head that does not follow is refused, with its leaves', async () => {
    const [first] = await appendLeaves(store, [2])
    const frontier = Buffer.from('frontier')
    await expect(
      store.exclusively((tx) =>
        tx.appendLog(first === undefined ? [] : [first], { size: 4, frontier, note: 'note 4' }),
      ),
    ).rejects.toThrow(/does not follow/)
    expect(await store.reading((tx) => tx.logLeaves(0, 10))).toHaveLength(2)
  })

  test('heads that nobody has signed besides are forgotten once the log is far beyond them; signed ones stay', async () => {
    const many = 65_536
    await appendLeaves(store, [1, 1, 1, 1])
    await store.exclusively(async (tx) => {
      await tx.addCosignature(2, 'a line\n')
      await tx.setTimestamp(3, Buffer.from('token'))
    })
    const heads = () =>
      store.reading(async (tx) => {
        const found = []
        for (const size of [1, 2, 3, 4]) found.push((await tx.logHeadAt(size)) !== null)
        return found
      })
    const [leaf] = await store.reading((tx) => tx.logLeaves(0, 1))
    const more = async (from: number, count: number): Promise<void> =>
      store.exclusively((tx) =>
        tx.appendLog(
          Array.from({ length: count }, () => ({ case: 'case 0', ...(leaf as NonNullable<typeof leaf>) })),
          { size: from + count, frontier: Buffer.from('frontier'), note: `note ${from + count}` },
        ),
      )
    await more(4, many - 4)
    expect(await heads()).toEqual([true, true, true, true])
    await more(many, 4)
    expect(await heads()).toEqual([false, true, true, false])
  })

  test('leaves come back from any index', async () => {
    const all = await appendLeaves(store, [5, 5])
    expect(await store.reading((tx) => tx.logLeaves(3, 4))).toEqual(
      all.slice(3, 7).map(({ hash, data }) => ({ hash, data })),
    )
    expect(await store.reading((tx) => tx.logLeaves(10, 4))).toEqual([])
  })

  test('Y-53: the newest leaf of a chain below any size is found', async () => {
    const all = await appendLeaves(store, [4, 3])
    const placeOf = (name: string, below: number) => store.reading((tx) => tx.logPlace(name, below))
    expect(await placeOf('case 0', 7)).toEqual({ index: 6, data: all[6]?.data })
    expect(await placeOf('case 0', 6)).toEqual({ index: 3, data: all[3]?.data })
    expect(await placeOf('case 2', 2)).toBeNull()
    expect(await placeOf('nobody', 7)).toBeNull()
  })

  test('a tile of leaves is whole at 256, and partial below', async () => {
    const all = await appendLeaves(store, [200, 55])
    const expected = all.map(({ hash }) => Buffer.from(hash).toString('hex'))
    expect(await tile(0, 0)).toBeNull()
    expect(hashesOf(await tile(0, 0, 255))).toEqual(expected)
    expect(hashesOf(await tile(0, 0, 17))).toEqual(expected.slice(0, 17))
    await expect(tile(0, 0, 0)).rejects.toThrow(RangeError)
    await expect(tile(0, 0, 257)).rejects.toThrow(RangeError)
  })

  test('the tiles above hold the roots of complete ones, over three levels, and give the root of the tree', async () => {
    // One batch ends within a tile, one on its edge, one fills many; 65,536 leaves are one hash of the third level.
    const all = await appendLeaves(store, [250, 6, 1, 255, 65_536 - 512, 300])
    const leaves = all.map(({ hash }) => hash)
    const root = (from: number, count: number) =>
      Buffer.from(treeRoot(leaves.slice(from, from + count))).toString('hex')
    expect(hashesOf(await tile(0, 256))).toEqual(
      leaves.slice(65_536, 65_792).map((hash) => Buffer.from(hash).toString('hex')),
    )
    expect(hashesOf(await tile(0, 257, 44))).toHaveLength(44)
    expect(await tile(0, 257, 45)).toBeNull()
    expect(hashesOf(await tile(1, 0))).toEqual(Array.from({ length: 256 }, (_, index) => root(index * 256, 256)))
    expect(hashesOf(await tile(1, 1, 1))).toEqual([root(65_536, 256)])
    expect(await tile(1, 1, 2)).toBeNull()
    expect(hashesOf(await tile(2, 0, 1))).toEqual([root(0, 65_536)])
    expect(await tile(3, 0, 1)).toBeNull()
    // The root of the whole from tiles alone, as a client computes it: 65,536 + 256 + 44 leaves.
    let frontier = emptyFrontier
    for (const hash of hashesOf(await tile(0, 257, 44))) frontier = appendLeaf(frontier, Buffer.from(hash, 'hex'))
    const right = frontierRoot(frontier)
    expect(Buffer.from(right).toString('hex')).toBe(root(65_792, 44))
  })

  test('Y-53, Y-54: cosignatures and time stamps come to a head that the log has outgrown, and stay with it', async () => {
    await appendLeaves(store, [1, 1, 1])
    expect(await store.reading((tx) => tx.logCheckpoint('cosigned'))).toBeNull()
    await store.exclusively(async (tx) => {
      await tx.addCosignature(2, '— witness.example one')
      await tx.addCosignature(2, '— witness.example two')
      await tx.addCosignature(2, '— witness.example one')
      await tx.setTimestamp(1, Buffer.from('token'))
    })
    expect(await store.reading((tx) => tx.logCheckpoint('cosigned'))).toEqual({
      size: 2,
      note: 'note 2',
      cosignatures: ['— witness.example one', '— witness.example two'],
      timestamp: null,
    })
    expect(await store.reading((tx) => tx.logCheckpoint('timestamped'))).toEqual({
      size: 1,
      note: 'note 1',
      cosignatures: [],
      timestamp: Buffer.from('token'),
    })
    expect((await store.reading((tx) => tx.logHead()))?.cosignatures).toEqual([])
    await store.exclusively((tx) => tx.addCosignature(3, '— witness.example three'))
    expect((await store.reading((tx) => tx.logHead()))?.cosignatures).toEqual(['— witness.example three'])
    await expect(store.exclusively((tx) => tx.addCosignature(9, 'no such head'))).rejects.toThrow(/no head/)
    await expect(store.exclusively((tx) => tx.setTimestamp(9, Buffer.from('token')))).rejects.toThrow(/no head/)
  })
})
