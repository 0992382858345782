/**
 * The features that a model for payments is trained on where nobody names others: few, because what a week of labels
 * cannot tell apart only adds chance to the order of the many payments of which little is known
 * (docs/detection/features.md has the figures, and what did not help).
 */
export const paymentFeatures: readonly string[] = [
  'amount',
  'customer_count_1h',
  'customer_count_1d',
  'customer_ordinary_ratio',
  'customer_high_7d',
  'customer_high_30d',
  'terminal_genuine_age_days',
  'terminal_fraud_age_days',
  'terminal_fraud_run',
  'terminal_fraud_run_age_days',
]

/**
 * How boosted trees are best trained on them: shallow, with rows and columns drawn for each tree, leaves that need many
 * frauds before they are believed, and a score that only rises or falls with what can mean one thing only. An amount
 * may mean either: cards are tried out with small ones.
 */
export const paymentTraining = {
  maxDepth: 4,
  learningRate: 0.1,
  trees: 80,
  subsample: 0.8,
  columnSample: 0.8,
  minChildWeight: 5,
  lambda: 20,
  monotone: {
    customer_count_1h: 1,
    customer_count_1d: 1,
    customer_ordinary_ratio: 1,
    customer_high_7d: 1,
    customer_high_30d: 1,
    terminal_genuine_age_days: 1,
    terminal_fraud_age_days: -1,
    terminal_fraud_run: 1,
    terminal_fraud_run_age_days: -1,
  },
} as const
