import type { EntityKind } from '../../../shared/schema/activity.ts'
import { entityKinds } from '../../../shared/schema/activity.ts'
import { activityWindows, labelWindows } from './windows.ts'

/** The other kinds that are counted apart for each kind. */
export const pairings = {
  customer: ['terminal', 'counterparty', 'device', 'ip'],
  account: ['counterparty', 'device', 'ip'],
  counterparty: ['customer', 'account'],
  device: ['customer', 'account'],
  ip: ['customer', 'account'],
  terminal: ['customer'],
} as const satisfies Readonly<Record<EntityKind, readonly EntityKind[]>>

/** The kinds whose own habits are known: windows of unusual amounts, and a profile. */
export const profiledKinds = ['customer', 'account'] as const
export type ProfiledKind = (typeof profiledKinds)[number]

export const isProfiled = (kind: EntityKind): kind is ProfiledKind => profiledKinds.some((one) => one === kind)

/** A feature as people and rules find it. */
export interface FeatureNote {
  readonly name: string
  readonly summary: string
}

const plurals = {
  customer: 'customers',
  account: 'accounts',
  counterparty: 'counterparties',
  device: 'devices',
  ip: 'ips',
  terminal: 'terminals',
} as const satisfies Readonly<Record<EntityKind, string>>

const counted = (kind: EntityKind): FeatureNote[] =>
  activityWindows.flatMap(({ name, text }) => [
    { name: `${kind}_count_${name}`, summary: `Activities of the ${kind} in ${text} before.` },
    { name: `${kind}_sum_${name}`, summary: `Sum of their amounts.` },
    { name: `${kind}_mean_${name}`, summary: `Mean of their amounts; unknown without one.` },
  ])

const met = (kind: EntityKind): FeatureNote[] =>
  pairings[kind].flatMap((other) => [
    ...activityWindows.map(({ name, text }) => ({
      name: `${kind}_distinct_${plurals[other]}_${name}`,
      summary: `Distinct ${plurals[other]} of the ${kind} in ${text} before.`,
    })),
    {
      name: `${kind}_same_${other}_30d`,
      summary: `How often this ${kind} and this ${other} met in the 30 days before; 0: a new pair.`,
    },
  ])

const labelled = (kind: EntityKind): FeatureNote[] => [
  ...labelWindows.flatMap(({ name, text }) => [
    {
      name: `${kind}_labels_${name}`,
      summary: `Activities of the ${kind} of which it became known in ${text} before whether they were fraud.`,
    },
    { name: `${kind}_frauds_${name}`, summary: `How many of them were.` },
    { name: `${kind}_fraud_share_${name}`, summary: `Their share; unknown where nothing became known.` },
  ]),
  {
    name: `${kind}_genuine_age_days`,
    summary: `Days since the latest activity of the ${kind} that is known to be genuine.`,
  },
  { name: `${kind}_fraud_age_days`, summary: `Days since the latest one that is known to be fraud.` },
  {
    name: `${kind}_fraud_run`,
    summary: `Frauds of usual amounts that are known of the ${kind} since the latest one that is known to be genuine.`,
  },
  { name: `${kind}_fraud_run_age_days`, summary: `Days since the first fraud of that run.` },
  { name: `${kind}_frauds_ever`, summary: `Frauds of the ${kind} that are known, of all time.` },
  {
    name: `${kind}_genuine_calendar_days`,
    summary: `Calendar days (UTC) from the latest activity that is known to be genuine to this one.`,
  },
  {
    name: `${kind}_fraud_run_calendar_days`,
    summary: `Calendar days (UTC) from the first fraud of that run to this activity.`,
  },
]

const own = (kind: EntityKind): FeatureNote[] =>
  !isProfiled(kind)
    ? []
    : [
        ...labelWindows.map(({ name, text }) => ({
          name: `${kind}_high_${name}`,
          summary: `Amounts above three times the ${kind}’s mean of then, in ${text} before.`,
        })),
        { name: `${kind}_amount_ratio_30d`, summary: `The amount, divided by the ${kind}’s mean of 30 days.` },
        {
          name: `${kind}_amount_z_30d`,
          summary: `How many standard deviations the amount lies from the ${kind}’s mean of 30 days, both on a logarithmic scale.`,
        },
        {
          name: `${kind}_velocity_1h`,
          summary: `Activities of the hour, divided by those of a usual hour of the day before.`,
        },
        {
          name: `${kind}_velocity_1d`,
          summary: `Activities of the day, divided by those of a usual day of the 30 before.`,
        },
        {
          name: `${kind}_velocity_7d`,
          summary: `Activities of the 7 days, divided by those of usual 7 of the 30 days before.`,
        },
        {
          name: `${kind}_sum_velocity_1d`,
          summary: `Amounts of the day, divided by those of a usual day of the 30 before.`,
        },
        { name: `${kind}_age_days`, summary: `Days since the ${kind} was first seen.` },
        {
          name: `${kind}_hour_share`,
          summary: `Share of the ${kind}’s activities that fell within an hour of this hour of the day (UTC).`,
        },
        { name: `${kind}_distance_km`, summary: `Kilometres from the place where the ${kind} was last.` },
        { name: `${kind}_speed_kmh`, summary: `The speed that takes.` },
        {
          name: `${kind}_ordinary_ratio`,
          summary: `The amount, divided by the mean of the ${kind}’s ordinary amounts: those up to 2.6 times that mean.`,
        },
      ]

/** Features of the activity alone. */
export const plainNotes: readonly FeatureNote[] = [
  {
    name: 'amount',
    summary:
      'The amount in the base currency, in which all sums and means are; unknown where its currency has no rate.',
  },
  { name: 'hour_of_day', summary: 'Hour of the day, 0 to 23 (UTC).' },
  { name: 'is_night', summary: '1 from 0:00 to 6:59 (UTC), else 0.' },
  { name: 'is_weekend', summary: '1 on Saturday and Sunday (UTC), else 0.' },
]

/** The features by one kind of entity, in the order in which they are measured. */
export const kindNotes = (kind: EntityKind): readonly FeatureNote[] => [
  ...counted(kind),
  {
    name: `${kind}_hours_since_last`,
    summary: `Hours since the ${kind}’s last activity; unknown where there was none in 30 days.`,
  },
  ...met(kind),
  ...labelled(kind),
  ...own(kind),
]

/** Every feature, in the order in which an engine measures them. */
export const featureNotes: readonly FeatureNote[] = [...plainNotes, ...entityKinds.flatMap(kindNotes)]
export const featureNames: readonly string[] = featureNotes.map(({ name }) => name)
