import { forKinds } from './write.ts'

/** Sign-ins of customers. */
export const loginRules = forKinds(
  ['login'],
  [
    {
      key: 'login_blocked_device',
      name: 'Login from a blocked device',
      why: 'Devices on the list `blocked_devices` were used for fraud. Fill it from closed cases.',
      logic: { in_list: [{ var: 'event.device_id' }, 'blocked_devices'] },
      weight: 0.9,
      action: 'block',
      reason: 'The device is on the list of blocked devices',
    },
    {
      key: 'login_device_many_customers',
      name: 'One device signs in as many customers',
      why: 'A household shares a device among two or three. Four customers on one device within a day suggest account takeover.',
      logic: { at_least: [{ feature: ['device_distinct_customers_1d'] }, 4] },
      weight: 0.4,
      action: 'challenge',
      reason: '{features.device_distinct_customers_1d} customers on this device within a day',
    },
    {
      key: 'login_credential_stuffing',
      name: 'One address tries many customers',
      why: 'Stolen passwords are tried in bulk: many customers from one IP address within an hour. Offices and mobile networks share addresses too, so it only challenges.',
      signal: 'credential_stuffing',
      logic: {
        and: [
          { at_least: [{ feature: ['ip_distinct_customers_1h'] }, 10] },
          { at_least: [{ feature: ['ip_count_1h'] }, 15] },
        ],
      },
      weight: 0.35,
      action: 'challenge',
      reason: '{features.ip_distinct_customers_1h} customers from this address within an hour',
    },
    {
      key: 'login_impossible_travel',
      name: 'Login from a place that cannot be reached so fast',
      why: 'The customer was just active elsewhere. IP addresses place people roughly: below 100 km the rule says nothing, and a proxy can explain it.',
      signal: 'impossible_travel',
      logic: { impossible_travel: ['customer'] },
      weight: 0.35,
      action: 'challenge',
      reason: '{features.customer_distance_km} km from the last place, at {features.customer_speed_kmh} km/h',
    },
    {
      key: 'login_new_device_new_country',
      name: 'Login from a new device in a new country',
      why: 'Each alone is common. Both together, for a customer whose devices and countries are known, are the first sign of a takeover.',
      logic: {
        and: [
          { known: [{ var: 'event.device_id' }] },
          { known: [{ var: 'event.country' }] },
          { at_least: [{ var: 'profile.customer.activities' }, 10] },
          { '!': [{ in: [{ var: 'event.device_id' }, { var: 'profile.customer.devices' }] }] },
          { '!': [{ in: [{ var: 'event.country' }, { var: 'profile.customer.countries' }] }] },
        ],
      },
      weight: 0.35,
      action: 'challenge',
      reason: 'A new device in {event.country}, where the customer was never met',
    },
  ],
)

/** Accounts that are opened. */
export const openingRules = forKinds(
  ['account_opening', 'registration'],
  [
    {
      key: 'opening_device_reused',
      name: 'Several customers opened from one device',
      why: 'Mule accounts and invented customers are opened in series on one device. The third customer in 30 days is reviewed.',
      logic: { at_least: [{ feature: ['device_distinct_customers_30d'] }, 3] },
      weight: 0.45,
      action: 'review',
      reason: '{features.device_distinct_customers_30d} customers on this device in 30 days',
    },
    {
      key: 'opening_address_burst',
      name: 'Several customers opened from one address of the internet',
      why: 'The same by IP address, for faked devices. Many people share an address, so it takes more of them.',
      logic: { at_least: [{ feature: ['ip_distinct_customers_1d'] }, 5] },
      weight: 0.3,
      action: 'review',
      reason: '{features.ip_distinct_customers_1d} customers from this address within a day',
    },
    {
      key: 'opening_generated_email',
      name: 'E-mail address looks generated',
      why: 'Invented customers have addresses of letters and many digits. Alone it says little, so it only adds to other signals. Reads `metadata.email`.',
      logic: { matches: [{ lower: [{ var: 'metadata.email' }] }, '^[a-z.]+[0-9]{5,}@'] },
      weight: 0.15,
      action: 'allow',
      reason: 'The e-mail address ends in many digits',
    },
  ],
)
