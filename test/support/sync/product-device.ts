import { readFileSync } from 'node:fs'
import type { Actor } from '../../../main/domain/access/actor.ts'
import type { Policy } from '../../../shared/schema/policy.ts'
import { caseStatuses } from '../../../shared/schema/case.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { ok, type Result } from '../../../shared/schema/result.ts'
import { acquired } from '../../../main/domain/evidence/drafts.ts'
import { isDiskFull } from '../../../main/platform/disk-full.ts'
import { signMessage } from '../../../main/seal/signature.ts'
import { readDisclosure, disclosureRows } from '../../../main/storage/ledger/open-entry.ts'
import { createVault } from '../../../main/storage/ledger/vault.ts'
import { openWorkspace } from '../../../main/storage/ledger/open-workspace.ts'
import type { Workspace } from '../../../main/storage/ledger/workspace.ts'
import { statementsOf } from '../../../main/storage/sqlite/statements.ts'
import type { SyncStatements } from '../../../main/storage/sqlite/statements.ts'
import { openReader } from '../../../main/storage/sqlite/connection.ts'
import { projectionOf } from '../../../main/storage/verification/projection-of.ts'
import { beginEpoch, prepareEpoch } from '../../../main/storage/sync/begin-epoch.ts'
import { enrolWith } from '../../../main/sync/device/enrol.ts'
import { startSync } from '../../../main/sync/device/sync-service.ts'
import type { SyncLink } from '../../../main/sync/link.ts'
import { decryptedPages } from '../raw-database.ts'
import type { Acted, Action, DeviceSubject, EntryStanding, HeldEntry, NodeParts, RoundEnd } from './subject.ts'

const granted = <T>(result: Result<T, Refusal>): T => {
  if (!result.ok) throw new Error(`refused: ${result.error.code}: ${result.error.message}`)
  return result.value
}

interface EntryRow {
  readonly id: Buffer
  readonly uid: string
  readonly payload: Buffer
  readonly hub_pos: number | null
}

const deviceOf = ({ payload }: { readonly payload: Buffer }): string =>
  (JSON.parse(payload.toString('utf8')) as { dev: string }).dev

/** Where the entries of a device stand: those that wait behind a refused one are refused with it (Y-21). */
const heldEntries = (sql: SyncStatements, own: ReadonlySet<string>): HeldEntry[] => {
  const refused = new Map<string, EntryStanding>()
  for (const row of sql.all<{ uid: string; refused_quarantined: number | null }>(
    'select uid, refused_quarantined from standings where refused_entry is not null',
  ))
    refused.set(row.uid, row.refused_quarantined === 1 ? 'quarantined' : 'rejected')
  const rows = sql.all<EntryRow>(
    'select e.id, c.uid, e.payload, e.hub_pos from entries e join chains c on c.id = e.chain order by e.n',
  )
  const here = rows.map((row): HeldEntry => ({
    id: row.id.toString('hex'),
    case: row.uid,
    own: own.has(deviceOf(row)),
    pos: row.hub_pos,
    standing: row.hub_pos === null ? (refused.get(row.uid) ?? 'waiting') : 'received',
  }))
  const aside = sql
    .all<{ id: string; uid: string }>('select id, uid from set_aside')
    .map((row): HeldEntry => ({ id: row.id, case: row.uid, own: true, pos: null, standing: 'quarantined' }))
  return [...here, ...aside]
}

const caseOfRow = (sql: SyncStatements, table: string, row: Readonly<Record<string, unknown>>): string => {
  const byId = (id: unknown): string =>
    sql.get<{ uid: string }>('select uid from chains where id = ?', Number(id))?.uid ?? `no case ${String(id)}`
  const byEntry = (id: string): string =>
    sql.get<{ uid: string }>(
      'select c.uid from entries e join chains c on c.id = e.chain where e.id = ?',
      Buffer.from(id, 'hex'),
    )?.uid ?? `no entry ${id}`
  if (table === 'cases') return byId(row['id'])
  if (typeof row['case_id'] === 'number') return byId(row['case_id'])
  if (table === 'search')
    return typeof row['document'] === 'number' ? byId(-row['document']) : byEntry(String(row['document']))
  return 'workspace'
}

/**
 * The projection cut by case, so that devices with different grants can be compared; and the whole under the names of
 * all cases, for those with equal ones.
 */
const projections = (sql: SyncStatements): Record<string, string> => {
  const dump = projectionOf(sql)
  const byCase: Record<string, string> = {}
  for (const [table, text] of Object.entries(dump)) {
    if (table === 'case_counts') continue
    for (const line of text.split('\n').filter((one) => one !== '')) {
      const uid = caseOfRow(sql, table, JSON.parse(line) as Record<string, unknown>)
      byCase[uid] = `${byCase[uid] ?? ''}${table} ${line}\n`
    }
  }
  const all = sql.all<{ uid: string }>('select uid from cases order by uid').map(({ uid }) => uid)
  return { ...byCase, [`all of ${all.join()}`]: JSON.stringify(dump) }
}

/**
 * All that a device holds: the disclosures that it can decrypt, the pages of its database in the clear, and the file as
 * it lies there.
 */
const everythingIn = (workspace: Workspace, sql: SyncStatements): readonly Buffer[] => {
  const { database } = workspace.folder
  const vault = createVault(workspace.keys.workspace, workspace.env.random)
  const disclosed = sql.all<{ n: number }>('select distinct entry as n from disclosures').flatMap(({ n }) =>
    disclosureRows(sql, n).flatMap((row) => {
      const reading = readDisclosure(vault, row)
      return reading.state === 'present' ? [Buffer.from(reading.encoded, 'base64url')] : []
    }),
  )
  return [...disclosed, decryptedPages(database, workspace.keys.database), readFileSync(database)]
}

/** The states for which policy asks for a second person, as somebody sets it. */
const askedForTwo: readonly Policy['four_eyes'][] = [[], ['closed'], ['resolved'], ['resolved', 'closed']]

const alerts = (n: number): number[] => [n + 1, (n % 3) + 100]

/** Does on the case store what a person asked for. */
const perform = async (
  workspace: Workspace,
  sql: SyncStatements,
  actor: Actor,
  action: Action,
): Promise<Result<unknown, Refusal>> => {
  const { cases } = workspace
  const options = { actor }
  const id =
    'case' in action ? (sql.get<{ id: number }>('select id from cases where uid = ?', action.case)?.id ?? 0) : 0
  const users = sql
    .all<{ id: number }>("select id from users where active = 1 and role <> 'auditor' order by id")
    .map((row) => row.id)
  switch (action.kind) {
    case 'open':
      return cases.create(
        { title: `Title ${action.text}`, description: `About ${action.text}`, priority: 'high', alert_ids: [1] },
        options,
      )
    case 'status':
      return cases.changeStatus(
        id,
        { status: caseStatuses[action.to % caseStatuses.length] ?? 'open', notes: action.text },
        options,
      )
    case 'assign':
      return cases.assign(id, { owner_id: users[action.to % users.length] ?? 0, notes: action.text }, options)
    case 'note':
      return cases.addNote(id, { text: action.text }, options)
    case 'edit':
      return cases.edit(id, { title: action.text }, options)
    case 'link':
      return cases.link(id, { alert_ids: alerts(action.target), customer_ids: [action.target + 7] }, options)
    case 'redact': {
      const timeline = await cases.timeline(id, { order: 'oldest', page: 1, size: 100 })
      if (!timeline.ok) return timeline
      const values = timeline.value.data.flatMap((entry) =>
        Object.values(entry.withheld).map(({ digest }) => ({ entry_id: entry.entry_id, digests: [digest] })),
      )
      const chosen = values[action.which % Math.max(1, values.length)]
      return chosen === undefined ? ok(undefined) : cases.redact(id, { ...chosen, legal_basis: 'gdpr_art_17' }, options)
    }
    case 'evidence':
      return addEvidence(workspace, actor, action.case, id, action.text)
    case 'policy':
      return workspace.access.changePolicy(
        { ...workspace.access.policy(), four_eyes: askedForTwo[action.to % askedForTwo.length] ?? [] },
        options,
      )
    case 'settle': {
      const conflicts = await workspace.sync.overview.conflicts({ state: 'open', page: 1, size: 20 })
      const chosen = conflicts.items[action.which % Math.max(1, conflicts.items.length)]
      if (chosen === undefined) return ok(undefined)
      if (action.keep) return cases.settle(chosen.case_id, chosen.id, action.text, options)
      return chosen.kind === 'transition'
        ? cases.changeStatus(
            chosen.case_id,
            { status: caseStatuses[action.which % caseStatuses.length] ?? 'open', notes: action.text },
            { ...options, settles: chosen.id },
          )
        : cases.assign(
            chosen.case_id,
            { owner_id: users[action.which % users.length] ?? 0, notes: action.text },
            { ...options, settles: chosen.id },
          )
    }
  }
}

/** The entry of a piece of evidence; bytes do not travel in these worlds. */
const addEvidence = (
  workspace: Workspace,
  actor: Actor,
  uid: string,
  caseId: number,
  text: string,
): Promise<Result<unknown, Refusal>> =>
  workspace.ledger.write<unknown>(actor, async (tx) => {
    if (caseId === 0) return ok(undefined)
    const id = await tx.nextId('evidence')
    const nowMs = workspace.env.clock.nowMs()
    const file = {
      id,
      uid: workspace.env.random.uuidv7(nowMs),
      name: `${text}.txt`,
      path: null,
      pathBytes: null,
      kind: 'text',
      mediaType: 'text/plain',
      size: 12,
      sha256: Buffer.from(workspace.env.random.bytes(32)).toString('hex'),
      startedAtMs: nowMs,
      endedAtMs: nowMs,
    } as const
    const draft = acquired(file, {}, { method: 'logical_copy', toolVersion: '1', actorName: 'Ana Ruiz' })
    await tx.append({ case: { id: caseId, uid }, ...draft })
    return ok(undefined)
  })

/** The product's device over the files of a folder, with the world's clock, timers, luck and network. */
export const openProductDevice = async (parts: NodeParts & { readonly link: SyncLink }): Promise<DeviceSubject> => {
  const workspace = granted(await openWorkspace(parts.dir, parts.env, { scheduler: parts.scheduler }))
  const reader = openReader(workspace.folder.database, workspace.keys.database)
  const sql = statementsOf(reader)
  let present: SyncLink = parts.link
  const { deviceId } = workspace.facts
  const own = new Set([deviceId])
  const service = startSync({
    workspace,
    link: { call: (call, signal) => present.call(call, signal) },
    scheduler: parts.scheduler,
    takeBytes: () => ({ sent: 0, received: 0 }),
    ...(parts.versions === undefined ? {} : { versions: parts.versions }),
  })

  const actorNow = (): Actor | null => {
    const row = sql.get<{ id: number; uid: string; role: Actor['role'] }>(
      'select u.id, u.uid, u.role from users u join hub h on h.user_uid = u.uid',
    )
    return row === undefined ? null : { userId: row.id, userUid: row.uid, role: row.role }
  }

  const lastEntry = (): number => sql.get<{ n: number | null }>('select max(n) as n from entries')?.n ?? 0

  const act = async (action: Action): Promise<Acted> => {
    const actor = actorNow()
    if (actor === null) return { ok: false, code: 'no_user_yet' }
    const before = lastEntry()
    const done = await perform(workspace, sql, actor, action)
    if (!done.ok) return { ok: false, code: done.error.code }
    const written = sql
      .all<EntryRow>(
        'select e.id, c.uid, e.payload, e.hub_pos from entries e join chains c on c.id = e.chain where e.n > ? order by e.n',
        before,
      )
      .filter((row) => own.has(deviceOf(row)))
    const name = 'case' in action ? action.case : (written[0]?.uid ?? '')
    return { ok: true, case: name, entries: written.map(({ id }) => id.toString('hex')) }
  }

  const round = async (link: SyncLink, signal: AbortSignal): Promise<RoundEnd> => {
    present = link
    try {
      const done = await service.syncNow(signal)
      const halted = workspace.sync.replica.relation()?.halted
      if (halted !== null && halted !== undefined) return { end: 'halted', state: halted.state, why: halted.message }
      return { end: done.ok ? 'whole' : 'failed', retryAfterMs: 0 }
    } finally {
      present = parts.link
    }
  }

  const close = async (): Promise<void> => {
    await service.close()
    reader.close()
    await workspace.close()
  }

  return {
    deviceId,
    act: async (action) => {
      try {
        return await act(action)
      } catch (error) {
        if (isDiskFull(error)) return { ok: false, code: 'storage_full' }
        throw error
      }
    },
    round,
    halted: () => Promise.resolve(workspace.sync.replica.relation()?.halted?.state ?? null),
    held: () => Promise.resolve(heldEntries(sql, own)),
    projection: () => Promise.resolve(projections(sql)),
    verify: async () => [
      ...((await workspace.verification.verifyWorkspace())?.findings ?? [])
        .filter(({ severity }) => severity === 'fault')
        .map(({ code, message }) => `${code}: ${message}`),
      // Y-95: in these worlds nobody's role changes and nothing is held, so that nothing is refused for want of it.
      ...sql
        .all<{ uid: string; refused_message: string }>(
          "select uid, refused_message from standings where refused_code = 'not_permitted'",
        )
        .map(({ uid, refused_message: message }) => `held hostage: ${uid}: ${message}`),
    ],
    trustHub: async () => granted(await service.trustRestoredHub()),
    newEpoch: async (link, code) => {
      const url = workspace.sync.replica.relation()?.url ?? ''
      await close()
      const key = granted(await prepareEpoch(parts.dir, parts.env))
      const sign = (message: Uint8Array): Uint8Array => signMessage(message, key.privateKey)
      const answer = granted(
        await enrolWith(link, { code, deviceName: 'New epoch', spki: key.spki, sign }, new AbortController().signal),
      )
      granted(await beginEpoch(parts.dir, { answer, url }, parts.env))
    },
    known: (texts) => {
      const held = everythingIn(workspace, sql)
      return Promise.resolve(texts.filter((text) => held.some((content) => content.includes(text))))
    },
    close,
  }
}
