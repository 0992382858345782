import type { Refusal } from '../../../shared/api/errors.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { BlobStore } from '../../blobs/file-store.ts'
import type { Log } from '../../platform/log.ts'
import { buildKeyDirectory } from '../../seal/keys.ts'
import type { KeyDirectory } from '../../seal/keys.ts'
import type { StoredEntry } from '../../seal/verify-types.ts'
import { endAllTerms } from '../access-log/end-terms.ts'
import { ReplicaRefused } from '../../sync/device/replica.ts'
import type { CaseStanding, DeviceReplica } from '../../sync/device/replica.ts'
import { scrubLog } from '../cases/redaction.ts'
import { storedColumns, storedEntry } from '../ledger/key-directory.ts'
import { systemActor } from '../ledger/ledger.ts'
import type { OwnedLedger } from '../ledger/create-ledger.ts'
import type { LedgerTx } from '../ledger/ledger.ts'
import { copiesAreDue } from '../ledger/set-aside-ends.ts'
import type { EndCopies } from '../ledger/set-aside-ends.ts'
import type { EntriesTable } from '../ledger/tables.ts'
import type { Connection } from '../sqlite/connection.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { readHub, relationOf } from './hub-relation.ts'
import { dropCase } from './drop.ts'
import { withFormerPlaces } from './former-orders.ts'
import { takeIntake } from './intake.ts'
import type { IntakeParts } from './intake.ts'
import { logReads } from './log-proofs.ts'
import { onlyHere } from './only-here.ts'
import { ownEnrolment } from './own-enrolment.ts'
import { pendingRuns } from './pending.ts'
import { retakeCourse } from './retake-course.ts'
import { rewindChain } from './rewind.ts'
import { chainIdOf, noStanding, readStanding, saveStanding, caseStandingOf } from './standings.ts'
import type { StandingsTable } from './tables.ts'

/** What the replica stands on. */
export interface ReplicaParts {
  readonly ledger: OwnedLedger
  readonly writer: Connection
  /** What writing stands on, over the writing connection. */
  readonly intake: IntakeParts
  /** Reads what is committed. */
  readonly sql: SyncStatements
  readonly blobs: BlobStore
  /** Ends what restores set aside in the folder, after an erasure or when something left the device. */
  readonly endCopies: EndCopies
  readonly log: Log
}

const batch = 256

const waitingAsSql = `select 1 from pending p join entries e on e.n = p.n
  where json_extract(cast(e.payload as text), '$.dev') = (select device_id from device where id = 1) and json_extract(cast(e.payload as text), '$.dseq') = ? limit 1`

/** Makes the part of a data folder that sync works on. */
export const createDeviceReplica = (parts: ReplicaParts): DeviceReplica => {
  const { ledger, intake, sql, log } = parts
  let directory: { readonly at: string; readonly keys: KeyDirectory } | null = null

  const done = <T>(result: Result<T, Refusal>): T => {
    if (!result.ok) throw new ReplicaRefused(result.error)
    return result.value
  }

  const write = async <T>(job: (tx: LedgerTx) => Promise<T> | T): Promise<T> =>
    done(await ledger.write(systemActor, async (tx) => ok(await job(tx))))

  const originOf = (): string => readHub(sql)?.origin ?? ''

  const pendingOf = (uid: string): number => {
    const chainId = chainIdOf(sql, uid)
    return chainId === null
      ? 0
      : (sql.get<{ pending: number }>('select count(*) as pending from pending where chain = ?', chainId)?.pending ?? 0)
  }

  const present = (row: StandingsTable): CaseStanding => caseStandingOf(row, pendingOf(row.uid), originOf())

  const rowOf = (uid: string): StandingsTable | undefined =>
    readStanding(sql, uid) ?? (chainIdOf(sql, uid) === null ? undefined : noStanding(uid, 0, true))

  const receivedRows = (chainId: number, after: number, limit: number): EntriesTable[] =>
    sql.all<EntriesTable>(
      `select ${storedColumns} from entries where chain = ? and hub_pos > ? order by hub_pos limit ?`,
      chainId,
      after,
      limit,
    )

  async function* received(uid: string): AsyncIterable<StoredEntry> {
    const chainId = chainIdOf(sql, uid)
    for (let after = -1; chainId !== null;) {
      const rows = receivedRows(chainId, after, batch)
      for (const row of rows) yield await Promise.resolve(storedEntry(row))
      const last = rows.at(-1)
      if (last === undefined) return
      after = last.hub_pos ?? after
    }
  }

  const readKeys = (): KeyDirectory => {
    const hub = readHub(sql)
    const standing = rowOf('workspace')
    const at = standing?.frontier.toString('hex') ?? ''
    if (directory?.at === at) return directory.keys
    const entries = sql
      .all<EntriesTable>(
        `select ${storedColumns} from entries where chain = 0 and hub_pos is not null order by hub_pos`,
      )
      .map(storedEntry)
    const built = buildKeyDirectory(entries, hub === undefined ? {} : { trusted: new Set([hub.root_kid]) })
    const keys = new Map(built.keys)
    if (hub !== undefined && !keys.has(hub.kid)) {
      keys.set(hub.kid, {
        kid: hub.kid,
        spki: hub.spki,
        deviceId: `hub:${hub.workspace_uid}`,
        deviceNumber: 0,
        enrolledAt: new Date(0).toISOString(),
      })
    }
    directory = { at, keys: { ...built, keys } }
    return directory.keys
  }

  const scrub = async (): Promise<void> => {
    if (!(await ledger.between(() => scrubLog(parts.writer))))
      log.warn('another process reads the database: the log will be cut at the next checkpoint')
  }

  /** The same bytes may have been taken in again since. */
  const removeOrphans = async (orphans: readonly string[]): Promise<void> => {
    for (const sha256 of orphans)
      if (sql.get('select 1 from blob_keys where sha256 = ? limit 1', sha256) === undefined)
        await parts.blobs.remove(sha256)
  }

  return {
    relation: () => {
      const hub = readHub(sql)
      const device = sql.get<{ deviceId: string; deviceNumber: number }>(
        'select device_id as deviceId, device_number as deviceNumber from device where id = 1',
      )
      return hub === undefined || device === undefined ? null : relationOf(hub, device)
    },
    standing: (uid) => {
      const row = rowOf(uid)
      return Promise.resolve(row === undefined ? null : present(row))
    },
    standings: () => {
      const uids = sql.all<{ uid: string }>('select uid from standings union select uid from chains order by uid')
      return Promise.resolve(uids.flatMap(({ uid }) => rowOf(uid) ?? []).map(present))
    },
    refusedStandings: () =>
      Promise.resolve(
        sql
          .all<StandingsTable>('select * from standings where refused_entry is not null order by uid')
          .map((row) => present(row)),
      ),
    unfinished: () => {
      const uidsWhere = (where: string): string[] =>
        sql.all<{ uid: string }>(`select uid from standings where ${where} order by uid`).map(({ uid }) => uid)
      return Promise.resolve({
        lacking: uidsWhere('received < announced'),
        uncovered: uidsWhere('coalesce(anchor_size, 0) < received'),
      })
    },
    pending: (limits) => Promise.resolve(pendingRuns(sql, intake.vault, limits)),
    withFormerPlaces: (runs) => Promise.resolve(withFormerPlaces(sql, runs)),
    rotations: () => {
      const unsent = sql.all<{ payload: Buffer; sig: Buffer }>(
        'select e.payload, e.sig from pending p join entries e on e.n = p.n where p.chain = 0 order by p.n',
      )
      return Promise.resolve(
        unsent.filter(
          ({ payload }) => (JSON.parse(payload.toString('utf8')) as { type: string }).type === 'key.rotated',
        ),
      )
    },
    enrolment: () => Promise.resolve(ownEnrolment(sql)),
    ids: (uid, from, limit) => {
      const chainId = chainIdOf(sql, uid)
      const rows =
        chainId === null
          ? []
          : sql.all<{ id: Buffer }>(
              'select id from entries where chain = ? and hub_pos >= ? order by hub_pos limit ?',
              chainId,
              from,
              limit,
            )
      return Promise.resolve(rows.map(({ id }) => id.toString('hex')))
    },
    waiting: (uid) => {
      const chainId = chainIdOf(sql, uid)
      const rows =
        chainId === null
          ? []
          : sql.all<{ id: Buffer; payload: Buffer }>(
              'select id, payload from entries where chain = ? and hub_pos is null order by pos',
              chainId,
            )
      return Promise.resolve(
        rows.map(({ id, payload }) => {
          const { dev, seq } = JSON.parse(payload.toString('utf8')) as { dev: string; seq: number }
          return { id: id.toString('hex'), deviceId: dev, seq }
        }),
      )
    },
    waitingAs: (dseq) => Promise.resolve(sql.get(waitingAsSql, dseq) !== undefined),
    received,
    keys: () => Promise.resolve(readKeys()),
    heads: (uid) => {
      const rows = sql.all<{ device_id: string; seq: number; entry: string }>(
        'select device_id, seq, entry from device_heads where uid = ?',
        uid,
      )
      return Promise.resolve(new Map(rows.map(({ device_id: device, seq, entry }) => [device, { seq, id: entry }])))
    },
    take: async (given) => {
      const { orphans, erased } = await write((tx) => takeIntake(tx, intake, given))
      await parts.endCopies()
      if (erased) await scrub()
      await removeOrphans(orphans)
    },
    giveUp: async (uid) => {
      const orphans = await write(async (tx) => {
        const chainId = chainIdOf(intake.sql, uid)
        if (chainId === null) return []
        const waiting = intake.sql.get('select 1 from pending where chain = ? limit 1', chainId) !== undefined
        const { pieces, acquiring } = onlyHere(intake.sql, chainId)
        return waiting || pieces > 0 || acquiring > 0 ? null : await dropCase(tx, intake, uid)
      })
      if (orphans === null) return false
      await parts.endCopies()
      await scrub()
      await removeOrphans(orphans)
      return true
    },
    onlyHere: (uid) => {
      const chainId = chainIdOf(sql, uid)
      return Promise.resolve(chainId === null ? null : onlyHere(sql, chainId))
    },
    keepRefusal: (uid, refused) =>
      write(() => {
        const row = readStanding(intake.sql, uid) ?? noStanding(uid, 0, true)
        saveStanding(intake.sql, {
          ...row,
          refused_entry: refused?.entryId ?? null,
          refused_code: refused?.code ?? null,
          refused_message: refused?.message ?? null,
          refused_quarantined: refused === null ? null : (Number(refused.quarantined) as 0 | 1),
        })
      }),
    ...logReads(sql),
    halt: async (halted) => {
      const isRemoved = halted?.state === 'removed'
      await write((tx) => {
        intake.sql.run(
          'update hub set halted_state = ?, halted_message = ? where id = 1',
          halted?.state ?? null,
          halted?.message ?? null,
        )
        if (!isRemoved) return
        copiesAreDue(intake.sql)
        intake.sql.run('delete from drafts')
        endAllTerms(intake.sql, tx.nowMs)
      })
      if (isRemoved) await scrub()
    },
    contacted: (nowMs) => write(() => void intake.sql.run('update hub set last_contact_at = ? where id = 1', nowMs)),
    retakeCourse: () => write((tx) => retakeCourse(tx, intake)),
    rewind: (uid, size) => write((tx) => rewindChain(tx, intake, uid, size)),
  }
}
