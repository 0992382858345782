/**
 * The features that a model for payments is trained on where nobody names others, chosen on weeks before the one that figures are told for
 * (docs/detection/features.md has the figures, and what did not help).
 */
export const paymentFeatures: readonly string[] = [
  'amount',
  'customer_count_1d',
  'customer_count_7d',
  'customer_count_30d',
  'customer_mean_1d',
  'customer_mean_7d',
  'customer_mean_30d',
  'customer_amount_ratio_30d',
  'customer_amount_z_30d',
  'customer_ordinary_ratio',
  'customer_high_1d',
  'customer_high_7d',
  'customer_high_30d',
  'terminal_count_7d',
  'terminal_labels_1d',
  'terminal_labels_7d',
  'terminal_labels_30d',
  'terminal_fraud_share_1d',
  'terminal_fraud_share_7d',
  'terminal_fraud_share_30d',
  'terminal_genuine_age_days',
  'terminal_fraud_age_days',
  'terminal_fraud_run',
  'terminal_fraud_run_age_days',
  'terminal_genuine_calendar_days',
  'terminal_fraud_run_calendar_days',
]

/** How boosted trees are best trained on them: shallow, with rows and columns drawn for each tree. */
export const paymentTraining = {
  maxDepth: 4,
  learningRate: 0.1,
  trees: 80,
  subsample: 0.8,
  columnSample: 0.8,
  minChildWeight: 5,
} as const
