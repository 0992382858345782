import type { HubHealth } from '../../../sync/hub/records.ts'
import type { HubReader, HubTx } from '../../../sync/hub/store.ts'
import type { HubParts } from '../statements.ts'

interface Row {
  readonly device_id: string
  readonly told_at: number
  readonly health: string
}

/** What devices last told of themselves. */
export const healthReads = ({ sql }: Pick<HubParts, 'sql'>): Pick<HubReader, 'healths'> => ({
  healths: async () =>
    (await sql.all<Row>('select * from device_health')).map(({ device_id: id, told_at: toldAtMs, health }) => ({
      deviceId: JSON.parse(id) as string,
      toldAtMs,
      health: JSON.parse(health) as HubHealth['health'],
    })),
})

export const healthWrites = ({ sql }: Pick<HubParts, 'sql'>): Pick<HubTx, 'saveHealth' | 'noteSilence'> => ({
  saveHealth: async ({ deviceId, toldAtMs, health }) => {
    await sql.run(
      `insert into device_health (device_id, told_at, health) values (?, ?, ?)
       on conflict (device_id) do update set told_at = excluded.told_at, health = excluded.health`,
      JSON.stringify(deviceId),
      toldAtMs,
      JSON.stringify(health),
    )
  },
  noteSilence: async (deviceId, sinceMs) => {
    const { changes } = await sql.run(
      `insert into device_silences (device_id, since) values (?, ?)
       on conflict (device_id) do update set since = excluded.since where device_silences.since <> excluded.since`,
      JSON.stringify(deviceId),
      sinceMs,
    )
    return changes > 0
  },
})
