import { forKinds } from './write.ts'

/** Payments by card: at a terminal, a machine or in a shop of the internet. */
export const cardRules = forKinds(
  ['transaction', 'card_payment', 'purchase'],
  [
    {
      key: 'card_burst',
      name: 'Many card payments within an hour',
      why: 'Stolen card data is used fast, before the card is stopped. Few customers pay six times in an hour.',
      logic: { at_least: [{ feature: ['customer_count_1h'] }, 5] },
      weight: 0.25,
      action: 'review',
      reason: '{features.customer_count_1h} payments in the hour before this one',
    },
    {
      key: 'card_spend_surge',
      name: 'Far more spent in a day than usual',
      why: 'An emptied account shows in the day’s sum before it shows in single payments. Needs ten payments and thirty days of history.',
      logic: {
        and: [
          { at_least: [{ feature: ['customer_sum_velocity_1d'] }, 8] },
          { at_least: [{ feature: ['customer_count_30d'] }, 10] },
          { at_least: [{ feature: ['customer_age_days'] }, 30] },
          { at_least: [{ feature: ['customer_count_1d'] }, 2] },
        ],
      },
      weight: 0.25,
      action: 'review',
      reason: 'The day’s payments are {features.customer_sum_velocity_1d} times those of a usual day',
    },
    {
      key: 'card_amount_unusual',
      name: 'Amount far above the customer’s own',
      why: 'Five times a customer’s usual payment is rare, and stolen cards buy what can be resold. Needs ten payments of history.',
      logic: {
        and: [
          { at_least: [{ feature: ['customer_amount_ratio_30d'] }, 5] },
          { at_least: [{ feature: ['customer_count_30d'] }, 10] },
        ],
      },
      weight: 0.3,
      action: 'review',
      reason: '{event.amount} is {features.customer_amount_ratio_30d} times the customer’s mean of 30 days',
    },
    {
      key: 'card_terminal_known_fraud',
      name: 'Terminal with known frauds',
      why: 'A skimmed or dishonest terminal produces fraud until it is closed. Two known frauds in a week, a fifth or more of what is known, set it apart from a busy one.',
      logic: {
        and: [
          { at_least: [{ feature: ['terminal_frauds_7d'] }, 2] },
          { at_least: [{ feature: ['terminal_fraud_share_7d'] }, 0.2] },
        ],
      },
      weight: 0.5,
      action: 'challenge',
      reason: '{features.terminal_frauds_7d} frauds became known at this terminal in 7 days',
    },
    {
      key: 'card_testing_terminal',
      name: 'Card testing at a terminal',
      why: 'Lists of stolen cards are tried at one merchant with many very small payments, to see which still work.',
      logic: {
        and: [
          { at_least: [{ feature: ['terminal_count_1h'] }, 30] },
          { at_most: [{ feature: ['terminal_mean_1h'] }, 5] },
          { at_most: [{ feature: ['amount'] }, 5] },
        ],
      },
      weight: 0.35,
      action: 'challenge',
      reason:
        '{features.terminal_count_1h} payments of {features.terminal_mean_1h} on average at this terminal within an hour',
    },
    {
      key: 'card_testing_customer',
      name: 'Several tiny payments of one card',
      why: 'A thief tries a card with a few tiny payments before the large one. The third in an hour is worth a look.',
      logic: {
        and: [
          { at_most: [{ feature: ['amount'] }, 3] },
          { at_least: [{ feature: ['customer_count_1h'] }, 3] },
          { at_most: [{ feature: ['customer_mean_1h'] }, 3] },
        ],
      },
      weight: 0.25,
      action: 'review',
      reason:
        'The {features.customer_count_1h} payments of the hour before were of {features.customer_mean_1h} on average',
    },
    {
      key: 'card_impossible_travel',
      name: 'Card in two places at once',
      why: 'Nobody travels faster than an airliner: one payment was made with a copy of the card. Remote payments should carry no place.',
      signal: 'impossible_travel',
      logic: { impossible_travel: ['customer'] },
      weight: 0.45,
      action: 'challenge',
      reason: '{features.customer_distance_km} km from the last place, at {features.customer_speed_kmh} km/h',
    },
    {
      key: 'card_new_country',
      name: 'Card in a country where it never was',
      why: 'Stolen card data is used where it was sold. Only for customers with twenty activities, whose usual countries are known.',
      signal: 'new_country',
      logic: {
        and: [
          { known: [{ var: 'event.country' }] },
          { at_least: [{ var: 'profile.customer.activities' }, 20] },
          { '!': [{ in: [{ var: 'event.country' }, { var: 'profile.customer.countries' }] }] },
        ],
      },
      weight: 0.2,
      action: 'review',
      reason:
        'The customer was never met in {event.country}; last in {profile.customer.last_country|an unknown country}',
    },
    {
      key: 'card_night_new_terminal',
      name: 'Large payment at an unusual hour and a new terminal',
      why: 'Each alone is common. Three times the usual amount, at a terminal new to the customer and an hour rare for them, is not.',
      logic: {
        and: [
          { at_most: [{ feature: ['customer_hour_share'] }, 0.02] },
          { at_most: [{ feature: ['customer_same_terminal_30d'] }, 0] },
          { at_least: [{ feature: ['customer_amount_ratio_30d'] }, 3] },
          { at_least: [{ feature: ['customer_count_30d'] }, 20] },
        ],
      },
      weight: 0.25,
      action: 'review',
      reason:
        '{event.amount} at a new terminal, at an hour of {features.customer_hour_share|none} of the customer’s payments',
    },
    {
      key: 'card_after_known_fraud',
      name: 'Payment of a customer with a known fraud',
      why: 'After a fraud that became known within a week, the next payments with the same data are likely fraud too, until the card is replaced. Twice the usual amount is common; three times is not.',
      logic: {
        and: [
          { at_least: [{ feature: ['customer_frauds_7d'] }, 1] },
          { at_least: [{ feature: ['customer_amount_ratio_30d'] }, 3] },
        ],
      },
      weight: 0.4,
      action: 'challenge',
      reason:
        '{features.customer_frauds_7d} frauds of this customer became known in 7 days; this amount is {features.customer_amount_ratio_30d} times the usual one',
    },
  ],
)
