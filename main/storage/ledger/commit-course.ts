import { encodeHlc } from '../../seal/hlc.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { TransactionState } from './group-transaction.ts'
import type { Ledger } from './ledger.ts'
import type { DeviceCount } from './sealing.ts'

/**
 * What follows the transactions of the ledger in memory: where the count of the device stands, which chains have grown,
 * how far events were written, and who is told once that is durable.
 */
export interface CommitCourse extends Pick<Ledger, 'onCommitted' | 'onEvents'> {
  readonly state: TransactionState
  /** A chain has an entry more. */
  grow(chainId: number): void
  /** Events were written up to this one; null: none was. */
  toldTo(lastEvent: number | null): void
}

/** @param count where the device stands; it is moved by sealing, and put back here with what is undone */
export const createCommitCourse = (sql: SyncStatements, count: DeviceCount): CommitCourse => {
  const listeners = new Set<(chains: ReadonlySet<number>) => void>()
  const eventListeners = new Set<(lastId: number) => void>()
  const grown: number[] = []
  let written = { dseq: count.dseq, hlc: count.hlc }
  let lastEvent = 0
  return {
    state: {
      mark: () => {
        const at = { ...count }
        const grownThen = grown.length
        const toldThen = lastEvent
        return () => {
          Object.assign(count, at)
          lastEvent = toldThen
          grown.length = grownThen
        }
      },
      flush: () => {
        if (count.dseq !== written.dseq || count.hlc !== written.hlc)
          sql.run('update device set dseq = ?, hlc = ? where id = 1', count.dseq, encodeHlc(count.hlc))
      },
      committed: () => {
        written = { dseq: count.dseq, hlc: count.hlc }
        const chains = new Set(grown)
        grown.length = 0
        const told = lastEvent
        lastEvent = 0
        if (chains.size > 0) for (const listener of listeners) listener(chains)
        if (told > 0) for (const listener of eventListeners) listener(told)
      },
    },
    grow: (chainId) => {
      grown.push(chainId)
    },
    toldTo: (last) => {
      lastEvent = last ?? lastEvent
    },
    onCommitted: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onEvents: (listener) => {
      eventListeners.add(listener)
      return () => eventListeners.delete(listener)
    },
  }
}
