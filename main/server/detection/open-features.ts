import { setImmediate } from 'node:timers/promises'
import type { Currencies } from '../../../shared/schema/detection-policy.ts'
import { noCurrencies } from '../../../shared/schema/detection-policy.ts'
import { openFeatureState } from '../../storage/features/feature-state.ts'
import type { FeatureState } from '../../storage/features/feature-state.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'

/** The currencies by which features are counted, with the base that was settled on. */
export const currenciesOf = (state: Pick<FeatureState, 'currency'>): Currencies => {
  const { told, base } = state.currency().counted()
  return { ...told, base }
}

/**
 * Opens windows and profiles as of the last activity that is committed; what no save holds is counted again, at most
 * some seconds' work.
 */
export const openFeatures = ({
  features: store,
  transactions,
  alerts,
}: Pick<Workspace, 'features' | 'transactions' | 'alerts'>): Promise<FeatureState> =>
  openFeatureState({
    store,
    past: transactions,
    currencies: () => alerts.policy().currencies ?? noCurrencies,
    pause: async () => {
      await setImmediate()
    },
  })
