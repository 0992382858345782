import { existsSync } from 'node:fs'
import { refusal } from '../../shared/api/errors.ts'
import { fail } from '../../shared/schema/result.ts'
import { dayMs } from '../../shared/text/days.ts'
import { errorText } from '../../shared/text/error-text.ts'
import type { DataFolder } from '../platform/data-folder.ts'
import { systemEnv } from '../platform/env.ts'
import { createLog } from '../platform/log.ts'
import { contactLockOf, lockedRefusal } from '../domain/access/contact-lock.ts'
import type { ContactLock } from '../domain/access/contact-lock.ts'
import { clockAheadMs, clockPoint, hubTimeNow } from '../domain/clock/hub-time.ts'
import type { ClockPoint } from '../domain/clock/hub-time.ts'
import { proxyOf } from '../server/sync/outward.ts'
import { isCutOff, proxySettingWords } from '../sync/link/way.ts'
import { ownHubUrl } from '../server/sync/own-hub-url.ts'
import type { HubPlaces } from '../server/sync/open-hub.ts'
import { openHubStore } from '../storage/hub/open-hub-store.ts'
import { hubKeys } from '../storage/hub/keys.ts'
import { developmentStore } from '../storage/hub/opening.ts'
import { storeStanding } from '../storage/hub/sqlite/migrate.ts'
import { sqliteStatements } from '../storage/hub/sqlite/statements.ts'
import { hubReader } from '../storage/hub/transactions.ts'
import { readPolicy } from '../storage/access/directory.ts'
import { contactTimesOf } from '../storage/sync/contact-times.ts'
import { hubTimeOf } from '../storage/sync/hub-time.ts'
import { openReadOnly } from '../storage/ledger/open-read-only.ts'
import type { ReadOnlyWorkspace } from '../storage/ledger/workspace.ts'
import { isHubId } from '../seal/hub-epochs.ts'
import { openReader } from '../storage/sqlite/connection.ts'
import { readableDatabase } from '../storage/sqlite/readable.ts'
import { clockFault } from '../sync/device/watched-clock.ts'
import { wordsOfState } from '../sync/device/words.ts'
import type { HubReader } from '../sync/hub/store.ts'
import type { DoctorCheck } from './check.ts'
import { examineHubEvidence } from './doctor-hub-evidence.ts'

/** After so long without a contact somebody should ask why. */
const longMs = 7 * dayMs

/** What was there so long before a contact should have gone with it. */
const soonMs = 3_600_000

const getsNoFurther =
  'The hub answers, and entries that were here long before its last answer have not found their place there. They are safe here. Run `fieldseal sync --once` and see what it says; a case may have to be shared with this device again (`fieldseal grant give --device`).'

const sealedAtMs = (payload: Uint8Array): number =>
  Date.parse((JSON.parse(Buffer.from(payload).toString('utf8')) as { readonly at: string }).at)

const ago = (ms: number): string =>
  ms < 2 * 3_600_000
    ? `${Math.max(0, Math.round(ms / 60_000))} minutes ago`
    : ms < 2 * dayMs
      ? `${Math.round(ms / 3_600_000)} hours ago`
      : `${Math.round(ms / dayMs)} days ago`

const count = (n: number, what: string, many = `${what}s`): string => `${n} ${n === 1 ? what : many}`

const contactOf = (lastMs: number | null, nowMs: number): string =>
  lastMs === null ? 'never in contact' : `last contact ${ago(nowMs - lastMs)}`

/** How the device stands with the days that policy lets it go without its hub (Y-102). */
const lockOf = async (db: ReadOnlyWorkspace['db'], point: ClockPoint): Promise<ContactLock | null> => {
  const { lock_after_days: afterDays = 0 } = await readPolicy(db)
  const times = contactTimesOf(await db.selectFrom('contact_times').selectAll().executeTakeFirst())
  const known = hubTimeOf(await db.selectFrom('hub_time').selectAll().executeTakeFirst())
  return contactLockOf(afterDays, times, known === null ? point.wallMs : hubTimeNow(known, point))
}

const syncOf = async (
  { db, env }: ReadOnlyWorkspace,
  point: ClockPoint,
): Promise<{ readonly check: DoctorCheck; readonly isHubs: boolean }> => {
  const nowMs = point.wallMs
  const hub = await db.selectFrom('hub').selectAll().executeTakeFirst()
  if (hub === undefined)
    return {
      check: { check: 'sync', state: 'ok', detail: 'the folder works alone: no hub has seen what is in it' },
      isHubs: false,
    }
  const isHubs = hub.url === ownHubUrl
  const { waiting } = await db
    .selectFrom('pending')
    .select((select) => select.fn.countAll<number>().as('waiting'))
    .executeTakeFirstOrThrow()
  const stuck = await db
    .selectFrom('standings')
    .select(['uid', 'refused_code'])
    .where('refused_entry', 'is not', null)
    .execute()
  const alarms = (await db.selectFrom('sync_alarms').select('code').orderBy('code').execute()).map(({ code }) => code)
  const relation = isHubs ? 'the own folder of a hub' : `device of ${hub.origin} at ${hub.url}`
  const detail = [
    relation,
    contactOf(hub.last_contact_at, nowMs),
    `${count(waiting, 'entry', 'entries')} waiting`,
    ...(alarms.length === 0 ? [] : [`alarms: ${alarms.join(', ')}`]),
  ].join('; ')
  const found = (
    state: DoctorCheck['state'],
    advice?: string,
  ): { readonly check: DoctorCheck; readonly isHubs: boolean } => ({
    check: { check: 'sync', state, detail, ...(advice === undefined ? {} : { advice }) },
    isHubs,
  })
  if (hub.halted_state !== null)
    return found(
      'fault',
      `Sync has stopped (${hub.halted_state}). ${wordsOfState(hub.halted_state)}${hub.halted_message === null ? '' : ` (${hub.halted_message})`}`,
    )
  if (stuck.length > 0)
    return found(
      'warning',
      `The hub refused entries of ${count(stuck.length, 'case')} (${[...new Set(stuck.map(({ refused_code: code }) => code))].join(', ')}): see the cases in the sync centre, or \`fieldseal device set-aside\`.`,
    )
  if (!isHubs && isCutOff(new URL(hub.url), proxyOf(env.variables).proxy)) return found('warning', proxySettingWords)
  const lock = isHubs ? null : await lockOf(db, point)
  if (lock?.locked === true) return found('fault', lockedRefusal(lock).message)
  if (lock?.warns === true)
    return found(
      'warning',
      `This device locks on ${new Date(lock.locksAtMs).toISOString()} unless it reaches its hub before: policy allows ${count(lock.afterDays, 'day')} without contact. Run: fieldseal sync --once.`,
    )
  if (waiting > 0 && (hub.last_contact_at === null || nowMs - hub.last_contact_at > longMs))
    return found('warning', 'What waits has reached no hub for long. Run: fieldseal sync --once, and see what it says.')
  const oldest = await db
    .selectFrom('pending as p')
    .innerJoin('entries as e', 'e.n', 'p.n')
    .select('e.payload')
    .orderBy('p.n')
    .limit(1)
    .executeTakeFirst()
  if (oldest !== undefined && hub.last_contact_at !== null && hub.last_contact_at - sealedAtMs(oldest.payload) > soonMs)
    return found('warning', getsNoFurther)
  const known = hubTimeOf(await db.selectFrom('hub_time').selectAll().executeTakeFirst())
  const clock = known === null ? null : clockFault(clockAheadMs(known, point), known.hubMs)
  if (clock !== null) return found('warning', clock.message)
  if (hub.lease_until < (known === null ? nowMs : hubTimeNow(known, point)))
    return found(
      'warning',
      'The lease of case numbers has ended: no new case can be opened here before the next contact with the hub. If date and time of this computer are wrong, set them right.',
    )
  return found('ok')
}

const witnessAdvice =
  'No witness has cosigned the log yet, so only the hub itself speaks for it; see docs/hub.md, Witnesses.'

const hubFault = (detail: string, advice: string): DoctorCheck => ({ check: 'hub', state: 'fault', detail, advice })

const hubOf = async (tx: HubReader, place: string): Promise<DoctorCheck> => {
  if ((await tx.identity()) === null)
    return hubFault(
      `${place} answers, and no hub was founded in it`,
      'It is not the store of this hub: bring that back from the backup from which the folder comes (docs/hub.md).',
    )
  const totals = await tx.totals()
  const head = await tx.logHead()
  const cosigned = await tx.logCheckpoint('cosigned')
  const seen =
    cosigned === null
      ? 'no witness has cosigned it'
      : `${count(cosigned.cosignatures.length, 'witness', 'witnesses')} cosigned ${cosigned.size} of it`
  const detail = `${place} answers; ${count(totals.cases, 'case')}, ${totals.entries} entries, ${count(totals.devices, 'device')}; the log has ${head?.size ?? 0} checkpoints, ${seen}; ${totals.quarantined} in quarantine`
  if (totals.quarantined > 0)
    return {
      check: 'hub',
      state: 'warning',
      detail,
      advice:
        'Two entries differ where only one can be, or a seal does not hold: look at the quarantine in the hub’s window.',
    }
  return cosigned === null
    ? { check: 'hub', state: 'ok', detail, advice: witnessAdvice }
    : { check: 'hub', state: 'ok', detail }
}

/**
 * Y-3: no device is called as a hub is. A hub of an earlier release took such a name from whoever enrolled, and then
 * took the device's word for its own.
 */
const falseHubsOf = async (tx: HubReader): Promise<readonly DoctorCheck[]> => {
  const found = (await tx.devices()).filter(({ deviceId }) => isHubId(deviceId))
  if (found.length === 0) return []
  const names = found.map(({ deviceId, name, number }) => `${deviceId} (${name}, number ${number})`).join(', ')
  return [
    {
      check: 'hub-devices',
      state: 'fault',
      detail: `${count(found.length, 'device')} enrolled under a name that only a hub bears: ${names}`,
      advice:
        'The person who enrolled it could seal what only the hub may. Remove the device; then review what it sealed in the workspace’s chain (docs/hub.md), above all roles, grants and devices, and correct what nobody intended.',
    },
  ]
}

/** Runs with the store of a hub, read alone; a check that says why where it cannot be opened. */
const readingHub = async <T>(
  folder: DataFolder,
  { keys, env }: ReadOnlyWorkspace,
  databaseUrl: string | undefined,
  job: (tx: HubReader, place: string) => Promise<T>,
): Promise<T | DoctorCheck> => {
  if (databaseUrl !== undefined && databaseUrl !== '') {
    const store = await openHubStore({ databaseUrl, key: keys.workspace, random: env.random, log: env.log })
    if (!store.ok) return hubFault('the store in PostgreSQL does not answer as it should', store.error.message)
    try {
      return await store.value.reading((tx) => job(tx, 'the store in PostgreSQL'))
    } finally {
      await store.value.close()
    }
  }
  if (!existsSync(folder.hubDatabase))
    return hubFault(
      'the store of the hub, hub.db, is not in the folder',
      'If the hub stands on PostgreSQL, give its DATABASE_URL; else restore hub.db together with the folder from one backup (docs/hub.md).',
    )
  const own = hubKeys(keys.workspace, env.random)
  const source = readableDatabase(folder.hubDatabase, own.database)
  try {
    const db = openReader(source.file, own.database)
    try {
      const stands = storeStanding(db)
      if (stands === 'development')
        return hubFault('hub.db was made by a development build before 0.1', developmentStore.message)
      if (stands === 'newer')
        return hubFault(
          'hub.db was written by a newer release of Fieldseal',
          'Update this one: a hub does not start on it. Nothing was changed.',
        )
      return await job(hubReader({ sql: sqliteStatements(db), vault: own.vault, log: env.log }), 'hub.db')
    } finally {
      db.close()
    }
  } finally {
    source.release()
  }
}

/** The store of a hub, and whether the evidence is there that it has sealed as received. */
const examineHub = async (
  folder: DataFolder,
  workspace: ReadOnlyWorkspace,
  { databaseUrl, blobs }: HubPlaces,
): Promise<readonly DoctorCheck[]> => {
  const checks = await readingHub(folder, workspace, databaseUrl, async (tx, place) => [
    await hubOf(tx, place),
    ...(await falseHubsOf(tx)),
    await examineHubEvidence(tx, folder, workspace, blobs),
  ])
  return 'check' in checks ? [checks] : checks
}

/** Where sync stands, and, of a hub's own folder, how its store does. Changes nothing. */
export async function* examineSync(folder: DataFolder, places: HubPlaces): AsyncGenerator<DoctorCheck> {
  const opened = await openReadOnly(folder.dir, systemEnv(createLog('error'))).catch((error: unknown) =>
    fail(refusal('unavailable', errorText(error))),
  )
  if (!opened.ok) {
    yield { check: 'sync', state: 'fault', detail: opened.error.message, advice: 'See the other checks first.' }
    return
  }
  try {
    const { check, isHubs } = await syncOf(opened.value, clockPoint(opened.value.env.clock)).catch(
      (error: unknown): Awaited<ReturnType<typeof syncOf>> => ({
        check: { check: 'sync', state: 'fault', detail: errorText(error), advice: 'See the other checks first.' },
        isHubs: false,
      }),
    )
    yield check
    if (!isHubs) return
    yield* await examineHub(folder, opened.value, places).catch((error: unknown) => [
      hubFault(
        errorText(error),
        'Stop the hub, keep a copy of the folder as it is, and restore a backup (docs/hub.md).',
      ),
    ])
  } finally {
    opened.value.close()
  }
}
