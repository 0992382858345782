import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { countedLacks } from '../../domain/evidence/text-state.ts'
import type { TextRead } from '../../domain/evidence/passage.ts'
import { notFound as noCase } from '../cases/change-case.ts'
import { systemActor } from '../ledger/ledger.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { noText } from './schema.ts'
import type { EvidenceTextFilesTable } from './tables.ts'

/** Bytes whose text is due to be read. */
export interface DueText {
  readonly caseId: number
  readonly sha256: string
  /** Of the piece that came first with these bytes. */
  readonly evidenceId: number
  readonly name: string
  /** In bytes. */
  readonly size: number
}

/** How far the evidence of this device is read. */
export interface TextStates {
  /** What is read next; null where nothing waits. */
  next(): DueText | null
  /** Notes that a reading begins; null: it is not due any more, or ended the service too often. */
  begin(due: DueText): Promise<Result<boolean, Refusal>>
  /** Notes what came of it; nothing where the text of the case was dropped meanwhile. */
  finish(due: DueText, file: string, read: TextRead): Promise<Result<void, Refusal>>
  /** Notes that a reading stopped without a fault of the piece: it waits again. */
  putBack(due: DueText): Promise<Result<void, Refusal>>
  /** Takes the text of a case away, and reads none by itself until somebody asks. */
  drop(caseId: number): Promise<Result<void, Refusal>>
  /** Takes the text of a case away and has all of its evidence read. */
  renew(caseId: number): Promise<Result<void, Refusal>>
}

/** A piece that ended the service, or its reader, this often is not tried again by itself. */
const attemptsMost = 3

const nextSql = `select t.case_id as caseId, t.sha256, e.id as evidenceId, e.name, e.size
  from evidence_texts t join evidence e on e.id =
    (select min(id) from evidence where case_id = t.case_id and sha256 = t.sha256)
  where t.state = ? order by t.case_id, t.sha256 limit 1`

/** Makes the store. */
export const createTextStates = ({
  ledger,
  sql,
  nowMs,
}: {
  readonly ledger: Ledger
  readonly sql: SyncStatements
  readonly nowMs: () => number
}): TextStates => {
  const set = (due: DueText, change: string, ...values: (string | number | null)[]) =>
    ledger.write(systemActor, async (tx) => {
      const { changes } = await tx.sql.run(
        `update evidence_texts set ${change} where case_id = ? and sha256 = ? and state in ('waiting', 'reading')`,
        ...values,
        due.caseId,
        due.sha256,
      )
      return ok(changes > 0)
    })
  const done = async (written: Promise<Result<boolean, Refusal>>): Promise<Result<void, Refusal>> => {
    const result = await written
    return result.ok ? ok(undefined) : result
  }

  const takeAway = (caseId: number, dropped: EvidenceTextFilesTable['dropped']): Promise<Result<void, Refusal>> =>
    ledger.write(systemActor, async (tx) => {
      if ((await tx.sql.get('select id from cases where id = ?', caseId)) === undefined) return fail(noCase)
      await tx.sql.run('delete from evidence_text_files where case_id = ?', caseId)
      if (dropped !== null)
        await tx.sql.run('insert into evidence_text_files (case_id, dropped) values (?, ?)', caseId, dropped)
      await tx.sql.run(
        `update evidence_texts set state = ?, ${noText} where case_id = ?`,
        dropped === null ? 'waiting' : 'dropped',
        caseId,
      )
      return ok(undefined)
    })

  return {
    next: () => sql.get<DueText>(nextSql, 'reading') ?? sql.get<DueText>(nextSql, 'waiting') ?? null,
    begin: async (due) => {
      const before = sql.get<{ attempts: number }>(
        'select attempts from evidence_texts where case_id = ? and sha256 = ?',
        due.caseId,
        due.sha256,
      )
      if ((before?.attempts ?? 0) < attemptsMost) return await set(due, "state = 'reading', attempts = attempts + 1")
      const lack = { kind: 'damaged', message: 'reading it failed three times', parts: 1 }
      const given = await set(due, "state = 'unreadable', lacks = ?, read_at = ?", JSON.stringify([lack]), nowMs())
      return given.ok ? ok(false) : given
    },
    finish: (due, file, { format, passages, lacks }) =>
      done(
        ledger.write(systemActor, async (tx) => {
          const { changes } = await tx.sql.run(
            `update evidence_texts set state = ?, attempts = 0, format = ?, passages = ?, lacks = ?, read_at = ?
             where case_id = ? and sha256 = ? and state = 'reading'
               and exists (select 1 from evidence_text_files f where f.case_id = evidence_texts.case_id and f.file = ?)`,
            passages === 0 && lacks.length > 0 ? 'unreadable' : 'read',
            format,
            passages,
            JSON.stringify(countedLacks(lacks)),
            nowMs(),
            due.caseId,
            due.sha256,
            file,
          )
          return ok(changes > 0)
        }),
      ),
    putBack: (due) => done(set(due, "state = 'waiting', attempts = 0")),
    drop: (caseId) => takeAway(caseId, 'person'),
    renew: (caseId) => takeAway(caseId, null),
  }
}
