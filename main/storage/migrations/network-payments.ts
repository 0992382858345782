/** What was paid at the points of the network: made of the activities, as the rest of it is. */
export const networkPayments: readonly string[] = [
  `create table network_payments (
    node integer primary key,
    payments integer not null
  ) strict`,
]
