import { defaultBoost, type BoostParameters } from '../train/boost.ts'

/** How a model is trained where nobody says otherwise. */
export const recommendedBoost: BoostParameters = {
  ...defaultBoost,
  trees: 200,
  learningRate: 0.05,
  maxDepth: 4,
  minChildWeight: 5,
  subsample: 0.8,
  columnSample: 0.5,
}

export const recommendedBags = 4

/** Thresholds of risk levels as a workspace begins with them, and two between that people ask for. */
export const reportedThresholds = [0.1, 0.3, 0.5, 0.6, 0.85] as const

/** The features that a model is trained on where nobody names others. */
export const modelFeatures: readonly string[] = [
  'amount',
  'customer_count_1d',
  'customer_count_7d',
  'customer_count_30d',
  'customer_mean_1d',
  'customer_mean_7d',
  'customer_mean_30d',
  'customer_amount_ratio_30d',
  'customer_amount_z_30d',
  'customer_high_1d',
  'customer_high_7d',
  'customer_high_30d',
  'terminal_labels_1d',
  'terminal_labels_7d',
  'terminal_labels_30d',
  'terminal_fraud_share_1d',
  'terminal_fraud_share_7d',
  'terminal_fraud_share_30d',
  'terminal_frauds_1d',
  'terminal_frauds_7d',
  'terminal_frauds_30d',
  'terminal_genuine_age_days',
  'terminal_fraud_age_days',
  'terminal_fraud_run',
  'terminal_fraud_run_age_days',
]
