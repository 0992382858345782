import { accessAfter, mayKnowCase, openToEveryone } from '../../domain/access/need-to-know.ts'
import type { CaseAccess, Knower } from '../../domain/access/need-to-know.ts'
import type { OpenedEntry } from '../ledger/ledger.ts'
import type { Statements, SyncStatements } from '../sqlite/statements.ts'
import type { CaseAccessTable } from './tables.ts'

type AccessRow = Pick<CaseAccessTable, 'rule' | 'team' | 'people'>

const accessOfRow = ({ rule, team, people }: AccessRow, brokeGlass: readonly string[]): CaseAccess => ({
  rule,
  team,
  people: JSON.parse(people) as string[],
  brokeGlass,
})

/** Who may know a case. */
export const readAccess = async (sql: Pick<Statements, 'get' | 'all'>, caseId: number): Promise<CaseAccess> => {
  const row = await sql.get<AccessRow>('select rule, team, people from case_access where case_id = ?', caseId)
  if (row === undefined) return openToEveryone
  const glass = await sql.all<{ person: string }>(
    'select person from case_glass where case_id = ? order by person',
    caseId,
  )
  return accessOfRow(
    row,
    glass.map(({ person }) => person),
  )
}

const teamsSql = 'select uid from teams where exists (select 1 from json_each(members) where value = ?)'

/** Somebody with the teams that they are in now. */
export const readKnower = async (sql: Pick<Statements, 'all'>, uid: string): Promise<Knower> => ({
  uid,
  teams: new Set((await sql.all<{ uid: string }>(teamsSql, uid)).map((team) => team.uid)),
})

/** The cases that somebody may not know. Nearly always there are none: then this reads one empty table. */
export const hiddenCases = (sql: Pick<SyncStatements, 'all'>, uid: string): readonly number[] => {
  const rows = sql.all<AccessRow & { case_id: number; owner_uid: string }>(
    'select a.case_id, a.rule, a.team, a.people, c.owner_uid from case_access a join cases c on c.id = a.case_id',
  )
  if (rows.length === 0) return []
  const knower: Knower = { uid, teams: new Set(sql.all<{ uid: string }>(teamsSql, uid).map((team) => team.uid)) }
  const broken = new Set(
    sql.all<{ case_id: number }>('select case_id from case_glass where person = ?', uid).map((row) => row.case_id),
  )
  return rows
    .filter((row) => !mayKnowCase(accessOfRow(row, broken.has(row.case_id) ? [uid] : []), row.owner_uid, knower))
    .map((row) => row.case_id)
}

/** Whether somebody may know a case, as the tables say now; of a case that is not here, yes. */
export const mayKnowNow = async (
  sql: Pick<Statements, 'get' | 'all'>,
  uid: string,
  caseId: number,
): Promise<boolean> => {
  const access = await readAccess(sql, caseId)
  if (access.rule === 'everyone') return true
  const owner = await sql.get<{ owner_uid: string }>('select owner_uid from cases where id = ?', caseId)
  return mayKnowCase(access, owner?.owner_uid ?? '', await readKnower(sql, uid))
}

/** L-101: what an entry says of who may know its case. */
export const keepAccess = async (sql: Statements, caseId: number, entry: OpenedEntry): Promise<void> => {
  const { type, actor, pub } = entry.payload
  const present = await readAccess(sql, caseId)
  const next = accessAfter(present, { type, actor, pub })
  if (next === present) return
  if (type === 'glass.broken') {
    await sql.run('insert into case_glass (case_id, person, at) values (?, ?, ?)', caseId, actor, entry.atMs)
    return
  }
  await sql.run('delete from case_glass where case_id = ?', caseId)
  await sql.run('delete from case_access where case_id = ?', caseId)
  if (next.rule !== 'everyone')
    await sql.run(
      'insert into case_access (case_id, rule, team, people) values (?, ?, ?, ?)',
      caseId,
      next.rule,
      next.team,
      JSON.stringify(next.people),
    )
}
