import type { HubChange, HubGrant } from '../../../sync/hub/records.ts'
import type { HubReader, HubTx } from '../../../sync/hub/store.ts'
import type { HubParts } from '../statements.ts'
import { isStorable } from '../text.ts'
import { changes, changesValues, counts, everyones, isOneOf, withRelease } from './changes.ts'
import type { OwnSubjects } from './changes.ts'

type Asking = Parameters<HubReader['isGranted']>[0]
type Reads = Pick<
  HubReader,
  'changedSince' | 'isGranted' | 'granted' | 'grantedTo' | 'grants' | 'release' | 'givenBack'
>
type Writes = Pick<HubTx, 'saveGrant' | 'saveRelease'>

const textOf = ({ kind, id }: HubGrant['subject']): string => `${kind}:${id}`

const subjectOf = (text: string): HubGrant['subject'] => {
  const at = text.indexOf(':')
  return { kind: text.slice(0, at) as HubGrant['subject']['kind'], id: text.slice(at + 1) }
}

const subjectsOf = (device: Asking): OwnSubjects => [
  textOf({ kind: 'user', id: device.userUid }),
  textOf({ kind: 'device', id: device.deviceId }),
  `member:${device.userUid}:`,
  `member:${device.userUid};`,
]

interface ChangeRow {
  readonly chain: string
  readonly kind: HubChange['kind']
  readonly feed: number
  readonly size: number
}

const changeOf = ({ chain, kind, feed, size }: ChangeRow): HubChange => ({ case: chain, kind, feed, size })

/** Who may have which case, and what of it is new to them. */
export const grantReads = ({ sql }: Pick<HubParts, 'sql'>): Reads => ({
  changedSince: async (device, since, limit) => {
    // An idle device asks as often as a busy one; what it holds must not be walked through for that.
    const state = await sql.get<{ feed: number }>('select feed from hub_state')
    if (state === undefined || state.feed <= since) return []
    const values = changesValues(subjectsOf(device), device.deviceId, since)
    const rows = await sql.all<ChangeRow>(`${changes} order by feed, chain limit ?`, ...values, limit)
    const last = rows.at(-1)
    if (last === undefined || rows.length < limit) return rows.map(changeOf)
    // One push can move many cases at one number: it is never cut in two, for whoever goes on from it would miss the
    // rest.
    const atLast = await sql.all<ChangeRow>(`${changes} and feed = ? order by feed, chain`, ...values, last.feed)
    return [...rows.filter(({ feed }) => feed < last.feed), ...atLast].map(changeOf)
  },
  isGranted: async (device, name) => {
    if (name === everyones) return true
    const row = isStorable(name)
      ? await sql.get(
          `select 1 from grants g ${withRelease} where g.chain = ? and ${isOneOf('g.subject')} and ${counts} limit 1`,
          device.deviceId,
          name,
          ...subjectsOf(device),
        )
      : undefined
    return row !== undefined
  },
  granted: async (device) => {
    const rows = await sql.all<{ chain: string; size: number }>(
      `select g.chain, coalesce(c.size, 0) as size
       from (select distinct g.chain from grants g ${withRelease} where ${isOneOf('g.subject')} and ${counts} and g.chain <> '${everyones}' union all select '${everyones}') g
       left join chains c on c.name = g.chain order by g.chain`,
      device.deviceId,
      ...subjectsOf(device),
    )
    return rows.map(({ chain, size }) => ({ case: chain, size }))
  },
  release: async (deviceId, name) => {
    const row = isStorable(name)
      ? await sql.get<{ feed: number; taken_feed: number | null }>(
          'select feed, taken_feed from releases where device_id = ? and chain = ?',
          deviceId,
          name,
        )
      : undefined
    return row === undefined ? null : { deviceId, case: name, feed: row.feed, takenFeed: row.taken_feed }
  },
  givenBack: async (device) => {
    const rows = await sql.all<{ chain: string; size: number }>(
      `select g.chain, coalesce(max(c.size), 0) as size from releases r join grants g on g.chain = r.chain and ${isOneOf('g.subject')} left join chains c on c.name = r.chain
       where r.device_id = ? group by g.chain having max(case when g.ended_feed is null then 1 else 0 end) = 1 and max(case when ${counts} then 1 else 0 end) = 0 order by g.chain`,
      ...subjectsOf(device),
      device.deviceId,
    )
    return rows.map(({ chain, size }) => ({ case: chain, size }))
  },
  grantedTo: async (subject) => {
    const rows = await sql.all<{ chain: string }>(
      'select chain from grants where subject = ? and ended_feed is null order by chain',
      textOf(subject),
    )
    return rows.map(({ chain }) => chain)
  },
  grants: async (name) => {
    const rows = await sql.all<{ chain: string; subject: string; feed: number; ended_feed: number | null }>(
      'select * from grants where chain = ? order by feed, subject',
      name,
    )
    return rows.map(({ chain, subject, feed, ended_feed: endedFeed }) => ({
      case: chain,
      subject: subjectOf(subject),
      feed,
      endedFeed,
    }))
  },
})

export const grantWrites = ({ sql }: Pick<HubParts, 'sql'>): Writes => ({
  saveGrant: async ({ case: name, subject, feed, endedFeed }) => {
    await sql.run(
      'insert into grants (chain, subject, feed, ended_feed) values (?, ?, ?, ?) on conflict (chain, subject) do update set feed = excluded.feed, ended_feed = excluded.ended_feed',
      name,
      textOf(subject),
      feed,
      endedFeed,
    )
  },
  saveRelease: async ({ deviceId, case: name, feed, takenFeed }) => {
    await sql.run(
      'insert into releases (device_id, chain, feed, taken_feed) values (?, ?, ?, ?) on conflict (device_id, chain) do update set feed = excluded.feed, taken_feed = excluded.taken_feed',
      deviceId,
      name,
      feed,
      takenFeed,
    )
  },
})
