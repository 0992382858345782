import type { HubTables } from './types.ts'

/**
 * What each device last told of itself (Y-97), as JSON, and of which silence the events have told (Y-98): the contact
 * after which it began. Names of devices are kept as JSON.
 */
export const hubDeviceHealth: HubTables = ({ int, text, clustered }) => [
  `create table device_health (
    device_id ${text} primary key,
    told_at ${int} not null,
    health ${text} not null
  ) ${clustered}`,
  `create table device_silences (
    device_id ${text} primary key,
    since ${int} not null
  ) ${clustered}`,
]
