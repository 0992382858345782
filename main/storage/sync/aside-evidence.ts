import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Actor } from '../../domain/access/actor.ts'
import { acquiredAgain } from '../../domain/evidence/drafts.ts'
import type { Env } from '../../platform/env.ts'
import { systemActor } from '../ledger/ledger.ts'
import type { Ledger, LedgerTx } from '../ledger/ledger.ts'
import type { EvidenceKeys } from '../evidence/keys.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { openAside, openRefused } from './aside-entry.ts'
import type { AsideEntry, AsideParts } from './aside-entry.ts'
import { letGo } from './kept-evidence.ts'
import type { SetAsideTable } from './tables.ts'

/** Bytes that lie here with an entry that reached no case of the hub. */
export interface AsidePiece {
  readonly sha256: string
  readonly size: number
  readonly key: Uint8Array
}

/** A piece that was taken in again. */
export interface TakenAgain {
  readonly caseId: number
  readonly evidenceId: number
  readonly entryId: string
}

/** Evidence that was set aside with its bytes, or that the hub refused (Y-78). */
export interface AsideEvidence {
  piece(entryId: string): Promise<Result<AsidePiece, Refusal>>
  /** Seals the piece anew, by its former facts, in its case or in another one that is here; once in each. */
  takeIn(entryId: string, caseId: number | undefined, actor: Actor): Promise<Result<TakenAgain, Refusal>>
  /** Destroys an entry that was set aside; answers the hash of bytes that are nobody's any more by that, or null. */
  forget(entryId: string): Promise<Result<string | null, Refusal>>
}

interface Former extends AsideEntry {
  readonly caseUid: string
  /** The id of the case under which the key of the bytes is filed. */
  readonly holder: number
  readonly isRefused: boolean
}

const none = refusal('not_found', 'No entry with this id was set aside, or refused by the hub.')
const noPiece = refusal(
  'unknown_reference',
  'This entry took in no evidence: there are no bytes to take in again. Write it anew.',
)
const noBytes = refusal(
  'evidence_elsewhere',
  'The bytes of this evidence are not on this device: nothing can be taken in again. Acquire it from its source.',
)
const unreadable = refusal(
  'evidence_damaged',
  'What was set aside cannot be read any more: its key or its bytes were altered. Nothing was changed.',
)
const standsStill = refusal(
  'entries_waiting',
  'The hub refused this entry, and it stands in its case on this device with its bytes. What is sealed after it there waits with it: try the case again, or name another case to take the evidence in. Nothing was changed.',
)
const notHere = refusal(
  'unknown_reference',
  'The case of this entry is not on this device. Its bytes are kept. Have the case shared with you again, or name another case to take the evidence in.',
  [{ path: 'case_id', message: 'is no case on this device' }],
)

const againSql = `select v.id as evidenceId, lower(hex(e.id)) as entryId from evidence v join entries e on e.n = v.n
  where v.case_id = ? and v.sha256 = ? and json_extract(cast(e.payload as text), '$.refs[0]') = ? limit 1`

const setAsideSql =
  'select s.*, k.case_id as holder from set_aside s left join kept_evidence k on k.entry_id = s.id where s.id = ?'

const refusedSql = `select e.n, e.payload, c.uid, c.id as holder from entries e join chains c on c.id = e.chain join pending p on p.n = e.n join standings s on s.uid = c.uid
  where e.id = unhex(?) and s.refused_entry is not null`

const fromAside = (parts: AsideParts, entryId: string): Result<Former, Refusal> | null => {
  const row = parts.sql.get<SetAsideTable & { readonly holder: number | null }>(setAsideSql, entryId)
  if (row === undefined) return null
  const entry = openAside(parts, row)
  if (entry === null) return fail(unreadable)
  if (entry.payload.type !== 'evidence.acquired') return fail(noPiece)
  return row.holder === null ? fail(noBytes) : ok({ ...entry, caseUid: row.uid, holder: row.holder, isRefused: false })
}

const fromRefused = (parts: AsideParts, entryId: string): Result<Former, Refusal> | null => {
  const row = parts.sql.get<{ n: number; payload: Buffer; uid: string; holder: number }>(refusedSql, entryId)
  const entry = row === undefined ? null : openRefused(parts, row)
  if (row === undefined || entry === null) return null
  return entry.payload.type === 'evidence.acquired'
    ? ok({ ...entry, caseUid: row.uid, holder: row.holder, isRefused: true })
    : fail(noPiece)
}

const formerOf = (parts: AsideParts, entryId: string): Result<Former, Refusal> =>
  fromAside(parts, entryId) ?? fromRefused(parts, entryId) ?? fail(none)

const hashOf = ({ payload: { pub } }: AsideEntry): string => pub['sha256'] as string

interface Target {
  readonly id: number
  readonly uid: string
}

const targetOf = (sql: SyncStatements, former: Former, caseId: number | undefined): Result<Target, Refusal> => {
  const found =
    caseId === undefined
      ? sql.get<Target>('select id, uid from cases where uid = ?', former.caseUid)
      : sql.get<Target>('select id, uid from cases where id = ?', caseId)
  if (found === undefined) return fail(notHere)
  return former.isRefused && found.uid === former.caseUid ? fail(standsStill) : ok(found)
}

/**
 * Makes the part of a data folder that takes set-aside evidence in again.
 *
 * @param writing the connection that writes: what is sealed follows from what the same write reads
 */
export const createAsideEvidence = ({
  ledger,
  writing,
  sql,
  vault,
  keys,
  env,
}: AsideParts & {
  readonly ledger: Ledger
  readonly writing: SyncStatements
  readonly keys: EvidenceKeys
  readonly env: Pick<Env, 'random'>
}): AsideEvidence => {
  const seal = async (
    tx: LedgerTx,
    entryId: string,
    former: Former,
    { id: caseId, uid }: Target,
  ): Promise<Result<TakenAgain, Refusal>> => {
    const sha256 = hashOf(former)
    // An entry that the hub refused stays in its list: asked again, as after an answer that was lost, it is still one
    // exhibit.
    const again = writing.get<Omit<TakenAgain, 'caseId'>>(againSql, caseId, sha256, entryId)
    if (again !== undefined) return ok({ caseId, ...again })
    const key = await keys.blobKey(tx.sql, sha256, former.holder)
    if (key === null) return fail(unreadable)
    await keys.fileBlobKey(tx.sql, caseId, sha256, key)
    const evidenceId = await tx.nextId('evidence')
    const draft = acquiredAgain(
      { id: evidenceId, uid: env.random.uuidv7(tx.nowMs) },
      { entryId, pub: former.payload.pub, withheld: former.withheld },
    )
    const { id } = await tx.append({ case: { id: caseId, uid }, ...draft })
    if (!former.isRefused) {
      await tx.sql.run('delete from set_aside where id = ?', entryId)
      await letGo(tx.sql, entryId)
    }
    return ok({ caseId, evidenceId, entryId: id })
  }

  return {
    piece: async (entryId) => {
      const former = formerOf({ sql, vault }, entryId)
      if (!former.ok) return former
      const sha256 = hashOf(former.value)
      const key = await keys.blobKey(sql, sha256, former.value.holder)
      return key === null ? fail(noBytes) : ok({ sha256, size: former.value.payload.pub['size'] as number, key })
    },
    takeIn: (entryId, caseId, actor) =>
      ledger.write(actor, async (tx) => {
        const former = formerOf({ sql: writing, vault }, entryId)
        if (!former.ok) return former
        const target = targetOf(writing, former.value, caseId)
        return target.ok ? await seal(tx, entryId, former.value, target.value) : target
      }),
    forget: (entryId) =>
      ledger.write(systemActor, async (tx) => {
        const { changes } = await tx.sql.run('delete from set_aside where id = ?', entryId)
        if (changes === 0) return fail(refusal('not_found', 'No entry with this id was set aside.'))
        const gone = await letGo(tx.sql, entryId)
        return ok(gone?.orphan === true ? gone.sha256 : null)
      }),
  }
}
