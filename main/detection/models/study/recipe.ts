import { paymentFeatures, paymentTraining } from '../../features/feature-set.ts'
import { defaultBoost, type BoostParameters } from '../train/boost.ts'

/** How a model is trained where nobody says otherwise. */
export const recommendedBoost: BoostParameters = { ...defaultBoost, ...paymentTraining }

/** Models of other seeds that are averaged into one file. */
export const recommendedBags = 4

/** Thresholds of risk levels as a workspace begins with them, and two between that people ask for. */
export const reportedThresholds = [0.1, 0.3, 0.5, 0.6, 0.85] as const

const windows = ['1d', '7d', '30d'] as const

/** Of who pays: how much and how often, and how usual this is. */
const ofPayer = (kind: 'customer'): string[] => [
  ...windows.flatMap((window) => [`${kind}_count_${window}`, `${kind}_mean_${window}`, `${kind}_high_${window}`]),
  `${kind}_amount_ratio_30d`,
  `${kind}_amount_z_30d`,
  `${kind}_ordinary_ratio`,
]

/** Of where it goes and what it comes from: how often that was fraud, as far as it is known. */
const ofPlace = (kind: 'terminal' | 'counterparty' | 'device' | 'ip'): string[] => [
  ...windows.flatMap((window) => [
    `${kind}_labels_${window}`,
    `${kind}_frauds_${window}`,
    `${kind}_fraud_share_${window}`,
  ]),
  `${kind}_genuine_age_days`,
  `${kind}_fraud_age_days`,
  `${kind}_fraud_run`,
  `${kind}_fraud_run_age_days`,
]

/** Of transfers and logins: how new payee, device and address are, and how many share them. */
const ofCompany: readonly string[] = [
  ...(['counterparty', 'device', 'ip'] as const).flatMap((kind) => [
    `customer_same_${kind}_30d`,
    `${kind}_distinct_customers_1d`,
    `${kind}_distinct_customers_7d`,
  ]),
  'customer_distinct_counterparties_1d',
  'customer_distinct_devices_7d',
  'customer_distinct_ips_1d',
  'counterparty_sum_1d',
  'counterparty_count_1d',
]

/**
 * Features that tell of payments, transfers and logins alike. The shipped model was made with these: a change of the
 * list is another model.
 */
export const broadFeatures: readonly string[] = [
  'amount',
  ...ofPayer('customer'),
  ...ofPlace('terminal'),
  ...ofPlace('counterparty'),
  ...ofPlace('device'),
  ...ofPlace('ip'),
  ...ofCompany,
]

/**
 * The features that a model is trained on where nobody names others; those that a file has no values for are left out
 * of the model.
 */
export const modelFeatures: readonly string[] = [
  ...paymentFeatures,
  ...ofPlace('counterparty'),
  ...ofPlace('device'),
  ...ofPlace('ip'),
  ...ofCompany,
]

/** Sizes k of card precision@k that are told. */
export const reportedCards = [50, 100, 200] as const
