import { sql } from 'kysely'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'

/** Evidence of which the hub has the entry and not the bytes. */
export interface UnreceivedEvidence {
  readonly pieces: number
  readonly bytes: number
}

/** Devices that sealed it, or (null) whichever did; of one case, or (null) of all. */
export interface UnreceivedOf {
  readonly devices: readonly string[] | null
  readonly caseUid: string | null
}

/**
 * Counts what the hub's own folder knows of; the same bytes twice in a case count once. It follows the hub within
 * seconds.
 */
export const countUnreceived = async (
  db: Workspace['db'],
  { devices, caseUid }: UnreceivedOf,
): Promise<UnreceivedEvidence> => {
  const { rows } = await sql<UnreceivedEvidence>`
    select count(*) as pieces, coalesce(sum(size), 0) as bytes from (
      select distinct e.case_id, e.sha256, e.size from evidence e join cases c on c.id = e.case_id join entries n on n.n = e.n
      where e.received = 0 and (${caseUid} is null or c.uid = ${caseUid})
        and (${devices === null ? 1 : 0} or json_extract(cast(n.payload as text), '$.dev') in (select value from json_each(${JSON.stringify(devices ?? [])}))))`.execute(
    db,
  )
  return rows[0] ?? { pieces: 0, bytes: 0 }
}

const many = ({ pieces, bytes }: UnreceivedEvidence): string =>
  `${pieces === 1 ? 'one piece' : `${pieces} pieces`} of evidence (${bytes} bytes)`

const askedAgain = (text: string): Refusal =>
  refusal('evidence_waits', text, [{ path: 'body.force', message: 'must be true to go on all the same' }])

/** What an administrator is asked before a grant ends. */
export const beforeGrantEnds = (found: UnreceivedEvidence): Refusal =>
  askedAgain(
    `The hub has not received ${many(found)} of this case from devices that would give it up. Nothing was ended. Better let those devices sync first. If the share ends all the same, the bytes stay on them, encrypted, and go to the hub at their next contact; until then nobody else has them.`,
  )

/** The same before a device is removed. */
export const beforeRemoval = (found: UnreceivedEvidence): Refusal =>
  askedAgain(
    `The hub has not received ${many(found)} that this device acquired. Nothing was done. Better let it sync first. If it is removed all the same, the bytes stay on it, encrypted, and go to the hub if it can still reach it; until then nobody else has them.`,
  )
