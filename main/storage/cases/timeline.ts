import { createPublicKey } from 'node:crypto'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { TimelineEntry } from '../../../shared/schema/timeline.ts'
import { toEnvelope } from '../../seal/entry.ts'
import { inclusionProof } from '../../seal/merkle.ts'
import { checkpointSigner } from '../ledger/checkpoint-signer.ts'
import { orderOf, placesOf } from '../ledger/order.ts'
import type { PlaceOf } from '../ledger/order.ts'
import type { KeysTable, CheckpointsTable } from '../ledger/tables.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { HubCheckpointsTable } from '../sync/tables.ts'
import type { CaseStore, TimelinePage } from './case-store.ts'
import { notFound } from './change-case.ts'
import { checkEntries, entryColumns } from './entry-seals.ts'
import type { CheckedEntry, EntryRow } from './entry-seals.ts'
import type { CaseReadParts } from './parts.ts'
import { readPeople } from './people.ts'
import type { People } from './people.ts'

const overtakenTask =
  'Somebody else had done the same before, on another device, and that holds. What was written here stays in the timeline.'

type Answer<T> = Promise<Result<T, Refusal>>

/** What a page of the timeline is shown with. */
interface Setting {
  readonly people: People
  readonly devices: ReadonlyMap<string, number>
  /** Entries that a signed checkpoint covers. */
  readonly covered: number
  /** The place of an entry in the timeline, from 0 (Y-40). */
  readonly placeOf: PlaceOf
  /** Acts of the case that have no effect, with why (Y-95). */
  readonly voided: ReadonlyMap<string, NonNullable<TimelineEntry['without_effect']>>
}

/** L-74: entries about tasks that were overtaken. */
const overtakenTasks = (
  sql: SyncStatements,
  caseId: number,
): readonly (readonly [string, NonNullable<TimelineEntry['without_effect']>])[] =>
  sql
    .all<{ entry: string }>('select entry from case_task_overtaken where case_id = ?', caseId)
    .map(({ entry }) => [entry, { code: 'overtaken', message: overtakenTask }])

const readSetting = async (sql: SyncStatements, caseId: number): Promise<Setting> => ({
  people: await readPeople(sql),
  devices: new Map(sql.all<KeysTable>('select * from keys').map((key) => [key.device_id, key.device_number])),
  covered:
    sql.get<{ size: number | null }>('select max(size) as size from checkpoints where chain = ?', caseId)?.size ?? 0,
  placeOf: placesOf(sql, caseId),
  voided: new Map([
    ...sql
      .all<{ entry: string; code: string; message: string }>(
        'select entry, code, message from case_voided_acts where case_id = ?',
        caseId,
      )
      .map(({ entry, code, message }) => [entry, { code, message }] as const),
    ...overtakenTasks(sql, caseId),
  ]),
})

const withheldOf = ({ payload, disclosures }: CheckedEntry): TimelineEntry['withheld'] => {
  const shown: TimelineEntry['withheld'] = {}
  const stored = new Map(disclosures.map((disclosure) => [disclosure.digest, disclosure]))
  for (const digest of payload?._sd ?? []) {
    const found = stored.get(digest)
    if (found === undefined || found.reading.state === 'altered') shown[digest] = { digest, state: 'unavailable' }
    else if (found.reading.state === 'present')
      shown[found.name] = { digest, state: 'disclosed', value: found.reading.value }
    else shown[found.name] = { digest, state: 'redacted' }
  }
  return shown
}

/** An entry whose payload cannot be read is shown as what is left of it. */
const unreadable = ({ row, codes }: CheckedEntry, { placeOf }: Setting): TimelineEntry => ({
  entry_id: row.id.toString('hex'),
  position: row.pos,
  place: placeOf(row),
  placed: row.hub_pos !== null,
  type: 'unreadable',
  at: toTimestamp(0),
  actor: { id: null, name: '' },
  device: { id: '', number: null },
  seq: 0,
  values: {},
  withheld: {},
  seal: { state: 'fault', codes: [...codes], covered: false },
})

const shownEntry = (entry: CheckedEntry, setting: Setting): TimelineEntry => {
  const { row, payload, codes } = entry
  if (payload === null) return unreadable(entry, setting)
  const { people, devices, covered, voided, placeOf } = setting
  const person = people.get(payload.actor)
  const without = voided.get(row.id.toString('hex'))
  return {
    entry_id: row.id.toString('hex'),
    position: row.pos,
    place: placeOf(row),
    placed: row.hub_pos !== null,
    type: payload.type,
    at: toTimestamp(Date.parse(payload.at)),
    actor: { id: person?.id ?? null, name: person?.name ?? payload.actor },
    device: { id: payload.dev, number: devices.get(payload.dev) ?? null },
    seq: payload.seq,
    values: { ...payload.pub },
    withheld: withheldOf(entry),
    seal: { state: codes.length === 0 ? 'verified' : 'fault', codes: [...codes], covered: row.pos < covered },
    ...(without === undefined ? {} : { without_effect: without }),
  }
}

const readTimeline =
  (parts: CaseReadParts): CaseStore['timeline'] =>
  async (id, { order, page, size }): Answer<TimelinePage> => {
    const { sql } = parts
    const found = sql.get<{ uid: string }>('select uid from cases where id = ?', id)
    if (found === undefined) return fail(notFound)
    const total = sql.get<{ total: number }>('select count(*) as total from entries where chain = ?', id)?.total ?? 0
    const { forwards, backwards } = orderOf(sql, id)
    const rows = sql.all<EntryRow>(
      `select ${entryColumns} from entries where chain = ? order by ${order === 'oldest' ? forwards : backwards} limit ? offset ?`,
      id,
      size,
      (page - 1) * size,
    )
    const setting = await readSetting(sql, id)
    const checked = await checkEntries(parts, { caseId: id, caseUid: found.uid }, rows)
    return ok({
      data: checked.map((entry) => shownEntry(entry, setting)),
      pagination: { total, page, size, total_pages: Math.ceil(total / size) },
    })
  }

const pemOf = (spki: Buffer): string =>
  createPublicKey({ key: spki, format: 'der', type: 'spki' }).export({ format: 'pem', type: 'spki' }).toString()

/** Reads one entry with all that a check by hand needs. The caller has had a checkpoint signed that covers it. */
const readEntry =
  (parts: CaseReadParts): CaseStore['entry'] =>
  async (id, entryId) => {
    const { sql } = parts
    const found = sql.get<{ uid: string }>('select uid from cases where id = ?', id)
    if (found === undefined) return fail(notFound)
    const row = sql.get<EntryRow>(
      `select ${entryColumns} from entries where chain = ? and id = ?`,
      id,
      Buffer.from(entryId, 'hex'),
    )
    if (row === undefined) return fail(refusal('not_found', 'The case has no entry with this id.'))
    const [entry] = await checkEntries(parts, { caseId: id, caseUid: found.uid }, [row])
    const key = sql.get<Pick<KeysTable, 'spki'>>('select spki from keys where kid = ?', row.kid)
    const checkpoint = sql.get<CheckpointsTable>(
      'select * from checkpoints where chain = ? order by size desc limit 1',
      id,
    )
    const checkpointKey = checkpoint === undefined ? null : checkpointSigner(sql, checkpoint.note)
    if (
      entry?.payload === null ||
      entry === undefined ||
      key === undefined ||
      checkpoint === undefined ||
      checkpointKey === null ||
      checkpoint.size <= row.pos
    ) {
      return fail(refusal('not_found', 'The entry cannot be proven: it or its checkpoint is damaged. Verify the case.'))
    }
    const leaves = sql
      .all<{ id: Buffer }>('select id from entries where chain = ? and pos < ? order by pos', id, checkpoint.size)
      .map((leaf) => leaf.id)
    const proof = inclusionProof(leaves, row.pos, checkpoint.size)
    return ok({
      entry: shownEntry(entry, await readSetting(sql, id)),
      envelope: { ...toEnvelope(row), signatures: [...toEnvelope(row).signatures] },
      payload: { ...entry.payload },
      disclosures: entry.disclosures.flatMap(({ reading }) => (reading.state === 'present' ? [reading.encoded] : [])),
      public_key_pem: pemOf(key.spki),
      checkpoint: checkpoint.note,
      checkpoint_key_pem: pemOf(checkpointKey),
      inclusion_proof: {
        leaf_index: row.pos,
        tree_size: checkpoint.size,
        hashes: proof.map((hash) => Buffer.from(hash).toString('hex')),
      },
    })
  }

const readCheckpoint =
  ({ sql }: CaseReadParts): CaseStore['checkpoint'] =>
  (id) => {
    const row = sql.get<CheckpointsTable>('select * from checkpoints where chain = ? order by size desc limit 1', id)
    if (row === undefined) return Promise.resolve(fail(notFound))
    const [origin = ''] = row.note.split('\n', 1)
    const ofHub = sql.get<Pick<HubCheckpointsTable, 'note'>>(
      'select h.note from hub_checkpoints h join chains c on c.uid = h.uid where c.id = ? order by h.size desc limit 1',
      id,
    )
    return Promise.resolve(
      ok({
        checkpoint: row.note,
        origin,
        size: row.size,
        root: row.root.toString('hex'),
        hub_checkpoint: ofHub?.note ?? null,
      }),
    )
  }

/** The timeline, its entries and its checkpoint, as committed. */
export const createTimelines = (parts: CaseReadParts): Pick<CaseStore, 'timeline' | 'entry' | 'checkpoint'> => ({
  timeline: readTimeline(parts),
  entry: readEntry(parts),
  checkpoint: readCheckpoint(parts),
})
