import { forKinds } from './write.ts'

/** Payments from account to account. */
export const transferRules = forKinds(
  ['transfer', 'wire', 'wire_transfer', 'payment'],
  [
    {
      key: 'transfer_new_payee_large',
      name: 'Large first transfer to a payee',
      why: 'The commonest sign of authorised push payment fraud and account takeover: a payee never paid before, and an amount far above the usual.',
      logic: {
        and: [
          { at_most: [{ feature: ['customer_same_counterparty_30d'] }, 0] },
          { '!': [{ in: [{ var: 'event.counterparty_id' }, { var: 'profile.customer.counterparties' }] }] },
          { at_least: [{ feature: ['customer_amount_ratio_30d'] }, 4] },
          { at_least: [{ feature: ['customer_count_30d'] }, 5] },
        ],
      },
      weight: 0.35,
      action: 'challenge',
      reason: 'First transfer to this payee, {features.customer_amount_ratio_30d} times the usual amount',
    },
    {
      key: 'transfer_mule_account',
      name: 'Payee is a known mule account',
      why: 'Accounts on the list `mule_accounts` were found to pass on stolen money. Fill it from closed cases and from other banks’ reports.',
      logic: { in_list: [{ var: 'event.counterparty_id' }, 'mule_accounts'] },
      weight: 0.9,
      action: 'block',
      reason: 'The payee is on the list of mule accounts',
    },
    {
      key: 'transfer_payee_known_fraud',
      name: 'Payee received fraud before',
      why: 'A payee who received a transfer that became known as fraud within 30 days will receive more, from other customers.',
      logic: { at_least: [{ feature: ['counterparty_frauds_30d'] }, 1] },
      weight: 0.5,
      action: 'challenge',
      reason: '{features.counterparty_frauds_30d} transfers to this payee became known as fraud in 30 days',
    },
    {
      key: 'transfer_fan_in',
      name: 'Many customers pay one payee',
      why: 'A mule account collects from many victims within days. Utilities and shops collect too: put them on the list `trusted_payees`.',
      logic: {
        and: [
          { at_least: [{ feature: ['counterparty_distinct_customers_1d'] }, 5] },
          { at_most: [{ feature: ['customer_same_counterparty_30d'] }, 0] },
          { '!': [{ in_list: [{ var: 'event.counterparty_id' }, 'trusted_payees'] }] },
        ],
      },
      weight: 0.2,
      action: 'review',
      reason: '{features.counterparty_distinct_customers_1d} customers paid this payee within a day',
    },
    {
      key: 'transfer_fan_out',
      name: 'Money goes out to many payees',
      why: 'Collected money is spread over many accounts at once, so that it cannot be recalled.',
      logic: {
        and: [
          { at_least: [{ feature: ['customer_distinct_counterparties_1d'] }, 6] },
          { at_most: [{ feature: ['customer_same_counterparty_30d'] }, 0] },
        ],
      },
      weight: 0.25,
      action: 'review',
      reason: '{features.customer_distinct_counterparties_1d} payees within a day, and this is another new one',
    },
    {
      key: 'transfer_below_reporting_limit',
      name: 'Repeated amounts just below a reporting limit',
      why: 'Amounts are split so that none reaches the reporting limit of 10,000 (structuring). Change the limits to yours.',
      signal: 'structuring',
      logic: {
        and: [
          { between: [{ feature: ['amount'] }, 8_000, 9_999.99] },
          { at_least: [{ feature: ['customer_count_7d'] }, 2] },
          { between: [{ feature: ['customer_mean_7d'] }, 7_000, 9_999.99] },
        ],
      },
      weight: 0.3,
      action: 'review',
      reason:
        '{features.amount} after {features.customer_count_7d} payments of {features.customer_mean_7d} on average in 7 days',
    },
    {
      key: 'transfer_empties_account',
      name: 'Transfer takes nearly all of the balance',
      why: 'A thief takes what there is. Reads `metadata.balance_before`, the balance before the transfer.',
      logic: {
        and: [
          { at_least: [{ ratio: [{ var: 'event.amount' }, { var: 'metadata.balance_before' }] }, 0.9] },
          { at_least: [{ feature: ['amount'] }, 500] },
          { at_most: [{ feature: ['customer_same_counterparty_30d'] }, 0] },
        ],
      },
      weight: 0.25,
      action: 'review',
      reason: '{event.amount} of {metadata.balance_before}, to a new payee',
    },
    {
      key: 'transfer_new_device',
      name: 'Transfer from a device added within a day',
      why: 'After a takeover, thieves register their own device and pay at once. Reads `metadata.device_registered_at`.',
      logic: {
        and: [
          { between: [{ age: [{ var: 'metadata.device_registered_at' }, 'hours'] }, 0, 24] },
          { at_least: [{ feature: ['customer_amount_ratio_30d'] }, 2] },
        ],
      },
      weight: 0.35,
      action: 'challenge',
      reason:
        'The device was added at {metadata.device_registered_at}; the amount is {features.customer_amount_ratio_30d} times the usual one',
    },
    {
      key: 'transfer_after_credential_change',
      name: 'Transfer to a new payee soon after a change of credentials',
      why: 'A changed password, telephone number or SIM card within two days before a first transfer to a payee marks an account takeover. Reads `metadata.credentials_changed_at`.',
      logic: {
        and: [
          { between: [{ age: [{ var: 'metadata.credentials_changed_at' }, 'hours'] }, 0, 48] },
          { at_most: [{ feature: ['customer_same_counterparty_30d'] }, 0] },
        ],
      },
      weight: 0.4,
      action: 'challenge',
      reason: 'Credentials were changed at {metadata.credentials_changed_at}, and the payee is new',
    },
    {
      key: 'transfer_name_mismatch',
      name: 'Payee’s name is not that of the account',
      why: 'The customer believes they pay a shop or the tax office, but the account is somebody else’s. Reads `metadata.payee_name` and `metadata.account_name` (confirmation of payee).',
      logic: { below: [{ similarity: [{ var: 'metadata.payee_name' }, { var: 'metadata.account_name' }] }, 0.75] },
      weight: 0.3,
      action: 'challenge',
      reason: 'The payer wrote {metadata.payee_name}, the account belongs to {metadata.account_name}',
    },
    {
      key: 'transfer_high_risk_country',
      name: 'Transfer to a country of high risk',
      why: 'The list `high_risk_countries` holds the countries of your own risk assessment, such as those that FATF lists. Reads `metadata.counterparty_country`.',
      logic: { in_list: [{ var: 'metadata.counterparty_country' }, 'high_risk_countries'] },
      weight: 0.25,
      action: 'review',
      reason: 'The payee’s bank is in {metadata.counterparty_country}',
    },
    {
      key: 'transfer_remote_access',
      name: 'Transfer while the device is steered from afar',
      why: 'Callers who pose as the bank have people install remote control, and then pay themselves. Reads `metadata.remote_access` from device intelligence: true, 1 or yes, also as text in a file.',
      logic: {
        and: [
          { one_of: [{ lower: [{ trim: [{ cat: [{ var: 'metadata.remote_access' }] }] }] }, ['true', '1', 'yes']] },
          { above: [{ var: 'event.amount' }, 0] },
        ],
      },
      weight: 0.5,
      action: 'block',
      reason: 'The device is under remote control',
    },
  ],
)
