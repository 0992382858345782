import type { KnownBad } from '../../domain/network/known-bad.ts'

/** Why an entity is known bad, undecided or exposed. */
export interface Because extends KnownBad {
  readonly source: 'alerts' | 'cases' | 'transactions' | 'screening'
  readonly text: string
  readonly alertId: number | null
  readonly atMs: number | null
}
