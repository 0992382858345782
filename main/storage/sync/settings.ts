import type { Refusal } from '../../../shared/api/errors.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { NoteVerifier } from '../../seal/checkpoint.ts'
import { formatVerifierKey, parseVerifierKey } from '../../seal/verifier-key.ts'
import { systemActor } from '../ledger/ledger.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { DeviceSettings } from '../../sync/device/workspace.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { contactTimesOf, contactTimesSql } from './contact-times.ts'
import { readHub } from './hub-relation.ts'
import { hubTimeOf, hubTimeSql, keepHubTime } from './hub-time.ts'
import type {
  ContactTimesTable,
  HubTable,
  HubTimeTable,
  SyncAlarmsTable,
  SyncSettingsTable,
  TrustedWitnessesTable,
} from './tables.ts'

/** The settings as the rest of the service sees them: sync asks for less. */
export interface SyncSettings extends DeviceSettings {
  /** Witnesses whose cosignatures count on this device (Y-53), with when each was named here. */
  witnesses(): readonly (NoteVerifier & Pick<TrustedWitnessesTable, 'source'> & { readonly addedAtMs: number })[]
  /** Trusts a witness from now on; another key under the same name takes its place. */
  trustWitness(witness: NoteVerifier, nowMs: number): Promise<Result<void, Refusal>>
  distrustWitness(name: string): Promise<Result<void, Refusal>>
  /** The witnesses that were named where the service was started: they take the place of those of an earlier start. */
  configureWitnesses(witnesses: readonly NoteVerifier[], nowMs: number): Promise<Result<void, Refusal>>
  /** The user who works on this device, as the enrolment named them; null without a hub. */
  enrolledUser(): string | null
}

const trustSql =
  'insert into trusted_witnesses (name, key, source, added_at) values (?, ?, ?, ?) on conflict (name) do update set key = excluded.key, source = excluded.source, added_at = excluded.added_at'

const flag = (value: boolean | undefined): 0 | 1 | null => (value === undefined ? null : value ? 1 : 0)

/** Slots of a device that its hub has taken out are others' by now. */
const leaseOf = (hub: HubTable | undefined): ReturnType<DeviceSettings['lease']> => {
  const isTakenOut = hub?.halted_state === 'removed' || hub?.halted_state === 'revoked'
  if (hub === undefined || isTakenOut) return null
  return { slots: JSON.parse(hub.slots) as number[], untilMs: hub.lease_until }
}

/** Makes the settings of a data folder. */
export const createSyncSettings = ({
  ledger,
  sql,
}: {
  readonly ledger: Ledger
  readonly sql: SyncStatements
}): SyncSettings => {
  const row = (): SyncSettingsTable =>
    sql.get<SyncSettingsTable>('select * from sync_settings where id = 1') as SyncSettingsTable
  const run = (text: string, ...values: (string | number | null)[]): Promise<Result<void, Refusal>> =>
    ledger.write(systemActor, async (tx) => {
      await tx.sql.run(text, ...values)
      return ok(undefined)
    })
  return {
    choices: () => {
      const { paused, metered, evidence_policy: evidencePolicy, rate_cap: rateCap } = row()
      return { paused: paused === 1, metered: metered === 1, evidencePolicy, rateCap }
    },
    choose: ({ paused, metered, evidencePolicy, rateCap }) =>
      run(
        `update sync_settings set paused = coalesce(?, paused), metered = coalesce(?, metered), evidence_policy = coalesce(?, evidence_policy),
           rate_cap = iif(?, ?, rate_cap) where id = 1`,
        flag(paused),
        flag(metered),
        evidencePolicy ?? null,
        rateCap === undefined ? 0 : 1,
        rateCap ?? null,
      ),
    bytes: () => {
      const { bytes_sent: sent, bytes_received: received } = row()
      return { sent, received }
    },
    countBytes: (sent, received) =>
      run(
        'update sync_settings set bytes_sent = bytes_sent + ?, bytes_received = bytes_received + ? where id = 1',
        sent,
        received,
      ),
    alarms: () =>
      sql
        .all<SyncAlarmsTable>('select * from sync_alarms order by at desc, code')
        .map(({ code, message, at }) => ({ code, message, atMs: at })),
    raise: (code, message, nowMs) =>
      ledger.write(systemActor, async (tx) => {
        const { changes } = await tx.sql.run(
          'insert into sync_alarms (code, message, at) values (?, ?, ?) on conflict do nothing',
          code,
          message,
          nowMs,
        )
        if (changes > 0) tx.emit({ type: 'sync.alarm_raised', data: { code } }, null)
        return ok(undefined)
      }),
    dismiss: (code) => run('delete from sync_alarms where code = ?', code),
    witnesses: () =>
      sql
        .all<TrustedWitnessesTable>('select * from trusted_witnesses order by name')
        .flatMap(({ key, source, added_at: addedAtMs }) => {
          const witness = parseVerifierKey(key, 'witness')
          return witness === null ? [] : [{ ...witness, source, addedAtMs }]
        }),
    trustWitness: (witness, nowMs) =>
      run(trustSql, witness.name, formatVerifierKey(witness, 'witness'), 'person', nowMs),
    distrustWitness: (name) => run('delete from trusted_witnesses where name = ?', name),
    configureWitnesses: (witnesses, nowMs) =>
      ledger.write(systemActor, async (tx) => {
        const kept = new Map(
          sql
            .all<TrustedWitnessesTable>("select * from trusted_witnesses where source = 'configured'")
            .map((one) => [one.key, one.added_at]),
        )
        await tx.sql.run("delete from trusted_witnesses where source = 'configured'")
        for (const witness of witnesses) {
          const key = formatVerifierKey(witness, 'witness')
          await tx.sql.run(trustSql, witness.name, key, 'configured', kept.get(key) ?? nowMs)
        }
        return ok(undefined)
      }),
    lease: () => leaseOf(readHub(sql)),
    hubTime: () => hubTimeOf(sql.get<HubTimeTable>(hubTimeSql)),
    keepHubTime: (time) =>
      ledger.write(systemActor, async (tx) => {
        await keepHubTime(tx.sql, time)
        return ok(undefined)
      }),
    contactTimes: () => contactTimesOf(sql.get<ContactTimesTable>(contactTimesSql)),
    keepContactTimes: ({ contactMs, latestMs }) =>
      run(
        `insert into contact_times (id, contact_ms, latest_ms) values (1, ?, ?)
         on conflict do update set contact_ms = excluded.contact_ms, latest_ms = excluded.latest_ms`,
        Math.round(contactMs),
        Math.round(latestMs),
      ),
    enrolledUser: () => readHub(sql)?.user_uid ?? null,
  }
}
