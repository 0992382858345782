import type { Statements } from '../sqlite/statements.ts'
import { draftSubject } from './draft-keys.ts'
import type { DraftSubject } from './draft-keys.ts'

/** What a draft may quote: a case of now, and an alert, whose case may still come. */
interface DraftPlace {
  readonly case_id: number | null
  readonly alert_uid: string | null
}

const byNumber: Readonly<Record<DraftSubject['kind'], string>> = {
  case: 'select id as case_id, null as alert_uid from cases where id = ?',
  evidence: 'select case_id, null as alert_uid from evidence where id = ?',
  alert: 'select case_id, uid as alert_uid from alerts where id = ?',
}

const uid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** Keys that name their subject by something else than a number of this folder. */
const byName: readonly (readonly [form: RegExp, sql: string])[] = [
  [/^conflict:([0-9a-f]{64})$/u, 'select case_id, null as alert_uid from conflicts where loser = ?'],
  [
    new RegExp(`^settle:(${uid})(?::|$)`, 'u'),
    'with named (uid) as (values (?)) select case_id, alert_uid from case_decisions join named using (uid) union all select null, alert_uid from decisions join named using (uid)',
  ],
  [
    new RegExp(`^report(?:-step)?:(${uid})(?::|$)`, 'u'),
    'select case_id, null as alert_uid from case_reports where uid = ?',
  ],
  [
    /^decide:transaction:(.+):[a-z_]+$/u,
    'select a.case_id, a.uid as alert_uid from alert_transactions t join alerts a on a.id = t.alert_id where t.transaction_id = ? order by t.alert_id desc limit 1',
  ],
]

const nowhere: DraftPlace = { case_id: null, alert_uid: null }

/**
 * What a draft belongs to as its key says it, held against the tables; nothing where the key names nothing that is
 * here.
 */
export const placeOfDraft = async (sql: Statements, key: string): Promise<DraftPlace> => {
  const subject = draftSubject(key)
  if (subject !== null) return (await sql.get<DraftPlace>(byNumber[subject.kind], subject.id)) ?? nowhere
  for (const [form, text] of byName) {
    const named = form.exec(key)?.[1]
    if (named !== undefined) return (await sql.get<DraftPlace>(text, named)) ?? nowhere
  }
  return nowhere
}
