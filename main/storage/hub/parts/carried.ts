import type { HubReader, HubTx } from '../../../sync/hub/store.ts'
import type { HubParts } from '../statements.ts'

interface Row {
  readonly device_id: string
  readonly file_id: string
  readonly request: string
  readonly refused: string
  readonly lacks: string
  readonly at: number
}

/** What devices last said by files that were carried. */
export const carriedReads = ({ sql }: Pick<HubParts, 'sql'>): Pick<HubReader, 'carried'> => ({
  carried: async (deviceId) => {
    const row = await sql.get<Row>('select * from carried where device_id = ?', deviceId)
    return row === undefined
      ? null
      : {
          deviceId: row.device_id,
          fileId: row.file_id,
          request: row.request,
          refused: row.refused,
          lacks: row.lacks,
          atMs: row.at,
        }
  },
})

export const carriedWrites = ({ sql }: Pick<HubParts, 'sql'>): Pick<HubTx, 'saveCarried'> => ({
  saveCarried: async ({ deviceId, fileId, request, refused, lacks, atMs }) => {
    await sql.run(
      `insert into carried (device_id, file_id, request, refused, lacks, at) values (?, ?, ?, ?, ?, ?)
       on conflict (device_id) do update set file_id = excluded.file_id, request = excluded.request, refused = excluded.refused, lacks = excluded.lacks, at = excluded.at`,
      deviceId,
      fileId,
      request,
      refused,
      lacks,
      atMs,
    )
  },
})
