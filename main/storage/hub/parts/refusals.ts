import type { HubRefusal } from '../../../sync/hub/records.ts'
import type { HubReader, HubTx } from '../../../sync/hub/store.ts'
import type { HubParts } from '../statements.ts'

interface Row {
  readonly device_id: string
  readonly chain: string
  readonly author: string
  readonly seq: number
  readonly code: HubRefusal['code']
  readonly since: number
  readonly last: number
}

type Counted = Pick<Row, 'device_id' | 'code' | 'since' | 'last'> & {
  readonly cases: number
  readonly workspace: number
}

const counted = `select device_id, code, count(distinct case when chain <> 'workspace' then chain end) as cases, max(case when chain = 'workspace' then 1 else 0 end) as workspace, min(since) as since, max(last) as last
  from refusals group by device_id, code order by device_id, cases desc, code`

/** What was refused of the devices' pushes and is not settled. */
export const refusalReads = ({ sql }: Pick<HubParts, 'sql'>): Pick<HubReader, 'refusalsOf' | 'refusals'> => ({
  refusalsOf: async (deviceId) => {
    const rows = await sql.all<Row>(
      'select * from refusals where device_id = ? order by chain, author',
      JSON.stringify(deviceId),
    )
    return rows.map(({ chain, author, seq, code, since, last }) => ({
      deviceId,
      case: chain,
      author: JSON.parse(author) as string,
      seq,
      code,
      sinceMs: since,
      lastMs: last,
    }))
  },
  refusals: async () =>
    (await sql.all<Counted>(counted)).map(({ device_id: deviceId, code, cases, workspace, since, last }) => ({
      deviceId: JSON.parse(deviceId) as string,
      code,
      cases,
      workspace: workspace === 1,
      sinceMs: since,
      lastMs: last,
    })),
})

export const refusalWrites = ({ sql }: Pick<HubParts, 'sql'>): Pick<HubTx, 'saveRefusal' | 'endRefusals'> => ({
  saveRefusal: async ({ deviceId, case: name, author, seq, code, sinceMs, lastMs }) => {
    await sql.run(
      `insert into refusals (device_id, chain, author, seq, code, since, last) values (?, ?, ?, ?, ?, ?, ?)
       on conflict (device_id, chain, author) do update set seq = excluded.seq, code = excluded.code, since = excluded.since, last = excluded.last`,
      JSON.stringify(deviceId),
      name,
      JSON.stringify(author),
      seq,
      code,
      sinceMs,
      lastMs,
    )
  },
  endRefusals: async (deviceId, of) => {
    const device = JSON.stringify(deviceId)
    if (of === undefined) await sql.run('delete from refusals where device_id = ?', device)
    else if (of.author === undefined)
      await sql.run('delete from refusals where device_id = ? and chain = ?', device, of.case)
    else
      await sql.run(
        'delete from refusals where device_id = ? and chain = ? and author = ?',
        device,
        of.case,
        JSON.stringify(of.author),
      )
  },
})
