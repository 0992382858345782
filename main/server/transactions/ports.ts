import type { Detector, FeatureSource } from '../../detection/ports.ts'
import type { BaseCurrency } from '../../detection/features/currencies.ts'
import type { LedgerTx } from '../../storage/ledger/ledger.ts'

/**
 * The detection with all that it remembers of past activities (`openFeatureState`). What it remembers follows from the
 * rows that are committed: state is saved now and then, and what came after is counted again on opening, so that no
 * crash leaves it ahead of the rows or behind them.
 */
export interface DetectionState {
  readonly detector: Detector
  readonly features: FeatureSource
  /** How far the clock of what is counted has come, in milliseconds; -Infinity before the first activity. */
  clockMs(): number
  /** The currency in which amounts are counted. */
  currency(): Pick<BaseCurrency, 'code' | 'unitsOf' | 'counted'>
  /**
   * Learns what became known of past activities since the last call: what is committed, in the order in which it came.
   */
  catchUp(): Promise<void>
  /**
   * Called in the transaction that keeps activities, after them, with the number of the last row. Saves the state where
   * it is time to.
   */
  kept(tx: LedgerTx, lastRow: number): Promise<void>
  /**
   * Forgets everything and counts anew from what is committed: a transaction was undone whose activities were counted
   * already.
   */
  reload(): Promise<void>
}
