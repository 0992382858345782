import { setImmediate } from 'node:timers/promises'
import { openFeatureState } from '../../storage/features/feature-state.ts'
import type { FeatureState } from '../../storage/features/feature-state.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'

/** Opens windows and profiles as of the last activity that is committed; what no save holds is counted again, at most some seconds' work. */
export const openFeatures = ({ features: store, transactions }: Pick<Workspace, 'features' | 'transactions'>): Promise<FeatureState> =>
  openFeatureState({
    store,
    past: transactions,
    pause: async () => {
      await setImmediate()
    },
  })
