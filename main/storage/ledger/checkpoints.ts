import { ok } from '../../../shared/schema/result.ts'
import type { Log } from '../../platform/log.ts'
import type { Clock } from '../../platform/clock.ts'
import type { DeviceKey } from '../../platform/key-files.ts'
import type { Scheduler } from '../../platform/scheduler.ts'
import { caseOrigin } from '../../seal/case-origin.ts'
import { signCheckpoint } from '../../seal/checkpoint.ts'
import { appendLeaf, decodeFrontier, emptyFrontier, frontierRoot } from '../../seal/frontier.ts'
import type { Frontier } from '../../seal/frontier.ts'
import { sameBytes } from '../../seal/hash.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { systemActor } from './ledger.ts'
import type { Ledger } from './ledger.ts'
import type { ChainsTable, CheckpointsTable } from './tables.ts'

/** The newest checkpoints of a chain that are kept; of older ones, those whose size is a power of two. */
const keptNewest = 8

/** How long after the last change, and after the first one at most, open chains are signed. */
const quietMs = 1_000
const patienceMs = 30_000
/** Chains signed in one transaction, so that commands wait for few. */
const batch = 50

/** What signing needs. */
export interface CheckpointParts {
  readonly ledger: Ledger
  /** Statements of the writing connection. */
  readonly sql: SyncStatements
  readonly key: DeviceKey
  readonly deviceId: string
  readonly clock: Clock
  readonly log: Log
  readonly scheduler: Scheduler
}

/** Signs the heads of chains: soon after a change, on request, and on closing. */
export interface LocalCheckpoints {
  /** Signs what is open of one chain. */
  signChain(chainId: number): Promise<void>
  /** Signs every chain that has entries beyond its newest checkpoint. */
  signAll(): Promise<void>
  stop(): void
}

const isPowerOfTwo = (size: number): boolean => Number.isInteger(Math.log2(size))

type Chain = Pick<ChainsTable, 'id' | 'uid' | 'size' | 'frontier' | 'checkpoint_size'>
type Head = Pick<CheckpointsTable, 'size' | 'root'>

/** Whether the stored entries are the tree that the frontier states, and extend the newest checkpoint. */
const holds = (sql: SyncStatements, chain: Chain, frontier: Frontier, last: Head | undefined): boolean => {
  let tree = emptyFrontier
  let extends_ = last === undefined
  for (const { id } of sql.all<{ id: Buffer }>('select id from entries where chain = ? order by pos', chain.id)) {
    tree = appendLeaf(tree, id)
    if (tree.size === last?.size) extends_ = sameBytes(frontierRoot(tree), last.root)
  }
  return extends_ && tree.size === frontier.size && sameBytes(frontierRoot(tree), frontierRoot(frontier))
}

const prune = (sql: SyncStatements, chainId: number): void => {
  const sizes = sql.all<{ size: number }>('select size from checkpoints where chain = ? order by size desc', chainId)
  for (const { size } of sizes.slice(keptNewest)) {
    if (!isPowerOfTwo(size)) sql.run('delete from checkpoints where chain = ? and size = ?', chainId, size)
  }
}

/**
 * Signs one chain within a transaction; a tree that does not extend its newest checkpoint is left unsigned, for
 * verification to name.
 */
const signOne = ({ sql, key, deviceId, clock, log }: CheckpointParts, chainId: number): void => {
  const chain = sql.get<Chain>('select id, uid, size, frontier, checkpoint_size from chains where id = ?', chainId)
  if (chain === undefined || chain.checkpoint_size >= chain.size) return
  const frontier = decodeFrontier(chain.frontier)
  const last = sql.get<Head>('select size, root from checkpoints where chain = ? order by size desc limit 1', chainId)
  if (!holds(sql, chain, frontier, last)) {
    log.error(
      { chain: chain.uid },
      'the stored entries do not extend the last checkpoint; nothing is signed before this is explained',
    )
    return
  }
  const root = frontierRoot(frontier)
  const origin = caseOrigin(deviceId, chain.uid)
  const note = signCheckpoint(
    { origin, size: frontier.size, root },
    { name: origin, privateKey: key.privateKey, publicKeyRaw: key.publicKeyRaw },
  )
  sql.run(
    'insert into checkpoints (chain, size, root, note, signed_at) values (?, ?, ?, ?, ?)',
    chainId,
    frontier.size,
    root,
    note,
    clock.nowMs(),
  )
  sql.run('update chains set checkpoint_size = ? where id = ?', frontier.size, chainId)
  prune(sql, chainId)
}

/** Starts signing; chains that an earlier run left open are signed soon. */
export const startCheckpoints = (parts: CheckpointParts): LocalCheckpoints => {
  const { ledger, sql, scheduler, clock, log } = parts
  let cancel: (() => void) | null = null
  let openSince: number | null = null
  let stopped = false

  const sign = async (chains: readonly number[]): Promise<void> => {
    const signed = await ledger.write(systemActor, () => {
      for (const chain of chains) signOne(parts, chain)
      return ok(undefined)
    })
    if (!signed.ok) log.warn({ code: signed.error.code }, 'checkpoints could not be signed')
  }

  const signAll = async (): Promise<void> => {
    let after = -1
    for (;;) {
      const open = sql.all<{ id: number }>(
        'select id from chains where checkpoint_size < size and id > ? order by id limit ?',
        after,
        batch,
      )
      const last = open.at(-1)
      if (last === undefined) return
      after = last.id
      await sign(open.map(({ id }) => id))
    }
  }

  const schedule = (): void => {
    if (stopped) return
    cancel?.()
    openSince ??= clock.monoMs()
    const wait = clock.monoMs() - openSince >= patienceMs ? 0 : quietMs
    cancel = scheduler.after(wait, () => {
      cancel = null
      openSince = null
      signAll().catch((error: unknown) => log.error({ err: error }, 'checkpoints could not be signed'))
    })
  }

  const unsubscribe = ledger.onCommitted(schedule)
  if (sql.get('select id from chains where checkpoint_size < size limit 1') !== undefined) schedule()

  return {
    signChain: (chainId) => sign([chainId]),
    signAll,
    stop: () => {
      stopped = true
      unsubscribe()
      cancel?.()
    },
  }
}
