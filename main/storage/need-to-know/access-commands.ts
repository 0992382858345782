import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { AskedAccess, CaseAccessView, SealedAccess } from '../../../shared/schema/case-access.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { Actor } from '../../domain/access/actor.ts'
import { accessOf, mayKnowCase } from '../../domain/access/need-to-know.ts'
import type { Knower } from '../../domain/access/need-to-know.ts'
import type { OwnerCandidate } from '../../domain/cases/owners.ts'
import { changeCase, notFound } from '../cases/change-case.ts'
import type { CommandFor } from '../cases/change-case.ts'
import type { BrokenGlass, CaseStore, CommandOptions } from '../cases/case-store.ts'
import type { CaseParts, CaseReadParts } from '../cases/parts.ts'
import { activeUsers, readPeople } from '../cases/people.ts'
import type { LedgerTx } from '../ledger/ledger.ts'
import type { Statements } from '../sqlite/statements.ts'
import { readAccess, readKnower } from './access-rows.ts'

const nobody = refusal('unknown_reference', 'One of the people is no active user. Nothing was sealed.', [
  { path: 'people', message: 'names somebody who is no active user' },
])
const noTeam = refusal('unknown_reference', 'There is no team with this id. Nothing was sealed.', [
  { path: 'team_id', message: 'is no team' },
])

/** A rule that was asked for, with people by their uids. */
const sealedOf = async (
  tx: LedgerTx,
  { rule, team_id: team, people = [] }: AskedAccess,
): Promise<Result<SealedAccess, Refusal>> => {
  if (team !== undefined && (await tx.sql.get('select uid from teams where uid = ?', team)) === undefined)
    return fail(noTeam)
  const uids: string[] = []
  for (const id of new Set(people)) {
    const user = await tx.sql.get<{ uid: string }>('select uid from users where id = ? and active = 1', id)
    if (user === undefined) return fail(nobody)
    uids.push(user.uid)
  }
  return ok({ rule, ...(team === undefined ? {} : { team }), ...(uids.length === 0 ? {} : { people: uids }) })
}

/** Who may know a case that is opened, and who opens it; null: everyone. */
export const openingAccess = async (
  tx: LedgerTx,
  asked: AskedAccess | undefined,
  { userUid }: Actor,
): Promise<Result<{ readonly rule: SealedAccess; readonly opener: Knower } | null, Refusal>> => {
  if (asked === undefined || asked.rule === 'everyone') return ok(null)
  const rule = await sealedOf(tx, asked)
  return rule.ok ? ok({ rule: rule.value, opener: await readKnower(tx.sql, userUid) }) : rule
}

/** Those who may own a new case: of a restricted one, who may know it anyway, for its owner does. */
export const ownersAmong = async (
  sql: Statements,
  access: { readonly rule: SealedAccess } | null,
): Promise<readonly OwnerCandidate[]> => {
  const candidates = await activeUsers(sql)
  if (access === null) return candidates
  const knowing: OwnerCandidate[] = []
  for (const candidate of candidates)
    if (mayKnowCase(accessOf(access.rule), '', await readKnower(sql, candidate.uid))) knowing.push(candidate)
  return knowing
}

/** Sets who may know a case. */
export const settingAccess =
  (input: Parameters<CaseStore['setAccess']>[1], { userUid }: Actor): CommandFor =>
  async (state, tx) => {
    const access = await sealedOf(tx, input)
    if (!access.ok) return access
    return {
      kind: 'access',
      access: access.value,
      present: await readAccess(tx.sql, state.id),
      actor: await readKnower(tx.sql, userUid),
      notes: input.notes,
    }
  }

const idOf = async (
  tx: LedgerTx,
  { id, number }: Parameters<CaseStore['breakGlass']>[0],
): Promise<number | undefined> =>
  id ??
  (
    await tx.sql.get<{ case_id: number }>(
      'select case_id from case_numbers where number = ? order by current desc limit 1',
      number ?? '',
    )
  )?.case_id

/** L-102: seals that somebody who may not know a case knows it from now on. */
export const breakingGlass = async (
  tx: LedgerTx,
  parts: Pick<CaseParts, 'policy'>,
  named: Parameters<CaseStore['breakGlass']>[0],
  reason: string,
  options: CommandOptions<BrokenGlass>,
): ReturnType<CaseStore['breakGlass']> => {
  const id = await idOf(tx, named)
  if (id === undefined) return fail(notFound)
  const done = await changeCase(
    tx,
    parts,
    id,
    async () => ({
      kind: 'glass',
      present: await readAccess(tx.sql, id),
      actor: await readKnower(tx.sql, options.actor.userUid),
      reason,
    }),
    { ...options, beyondRule: true },
  )
  if (!done.ok) return done
  const { state, changed } = done.value
  return ok({ case_id: id, case_number: state.number, entry_id: changed.entry_id })
}

/** Who may know a case, for somebody who does. */
export const readingAccess =
  ({ sql }: CaseReadParts): CaseStore['access'] =>
  async (id, reader): Promise<Result<CaseAccessView, Refusal>> => {
    const row = sql.get<{ owner_uid: string }>('select owner_uid from cases where id = ?', id)
    if (row === undefined) return fail(notFound)
    const access = await readAccess(sql, id)
    const people = await readPeople(sql)
    const personOf = (uid: string): { id: number | null; name: string } => {
      const known = people.get(uid)
      return { id: known?.id ?? null, name: known?.name ?? '' }
    }
    const team =
      access.team === null ? undefined : sql.get<{ name: string }>('select name from teams where uid = ?', access.team)
    const glass = sql.all<{ person: string; at: number }>(
      'select person, at from case_glass where case_id = ? order by at, person',
      id,
    )
    return ok({
      rule: access.rule,
      team: access.team === null ? null : { id: access.team, name: team?.name ?? null },
      people: access.people.map(personOf).toSorted((one, other) => one.name.localeCompare(other.name, 'en')),
      broke_glass: glass.map(({ person, at }) => ({ ...personOf(person), at: toTimestamp(at) })),
      may_set: row.owner_uid === reader.userUid || reader.role === 'supervisor' || reader.role === 'admin',
    })
  }
