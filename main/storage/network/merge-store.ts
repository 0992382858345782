import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { EntityRef, MergeProposal, ProposalState } from '../../../shared/schema/network.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { Actor } from '../../domain/access/actor.ts'
import type { Env } from '../../platform/env.ts'
import { pairOf } from '../../domain/network/refs.ts'
import type { Walked } from '../alerts/alert-store.ts'
import { decodeCursor, encodeCursor } from '../alerts/cursor.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { SqlValue, SyncStatements } from '../sqlite/statements.ts'
import { reasonsOfText } from './network-store.ts'
import type { NetworkProposalRow, NetworkVerdictRow } from './tables.ts'

/** What people decide about merges. */
export interface MergeStore {
  list(query: {
    readonly state: ProposalState
    readonly of?: readonly EntityRef[] | undefined
    readonly after?: string | undefined
    readonly size: number
  }): Result<Walked<MergeProposal>, Refusal>
  read(uid: string): Result<MergeProposal, Refusal>
  /** How many wait for a person. */
  waiting(): number
  propose(pair: readonly [EntityRef, EntityRef], notes: string, actor: Actor): Promise<Result<MergeProposal, Refusal>>
  settle(
    uid: string,
    verdict: 'accept' | 'refuse' | 'undo',
    notes: string,
    actor: Actor,
  ): Promise<Result<{ readonly proposal: MergeProposal; readonly entry_id: string }, Refusal>>
}

export interface MergeParts {
  readonly ledger: Pick<Ledger, 'write'>
  readonly sql: SyncStatements
  readonly env: Env
  /** The name of an entity where one is known, else its identifier. */
  readonly labelOf: (entity: EntityRef) => string
}

type StatedRow = NetworkProposalRow & { readonly state: ProposalState; readonly decided: number }

const samePair = (one: string, other: string): string =>
  ['a_kind', 'a_id', 'b_kind', 'b_id'].map((name) => `${one}.${name} = ${other}.${name}`).join(' and ')

// A pair's state is what the last verdict on it made of it.
const stated = `select p.*, case (select v.verdict from network_verdicts v where ${samePair('v', 'p')} order by v.hlc desc, v.entry desc limit 1) when 'accept' then 'accepted' when 'refuse' then 'refused' else 'proposed' end as state,
  coalesce((select max(v.at) from network_verdicts v where ${samePair('v', 'p')}), p.proposed_ms) as decided from network_proposals p`

const noProposal = refusal('not_found', 'There is no proposal with this uid.')

const stateAfter = { accept: 'accepted', refuse: 'refused', undo: 'proposed' } as const

const settleFault = (state: ProposalState, verdict: keyof typeof stateAfter): Refusal | null => {
  if (stateAfter[verdict] === state)
    return refusal(
      'already_done',
      verdict === 'undo' ? 'Nobody has decided about this merge.' : `The merge is ${state} already.`,
    )
  if (verdict !== 'undo' && state !== 'proposed')
    return refusal('transition_forbidden', `The merge was ${state}; undo that first.`)
  return null
}

/** Proposals as they are shown: with their history and the names of those who decided. */
const proposalViews = ({ sql, labelOf }: Pick<MergeParts, 'sql' | 'labelOf'>) => {
  const people = (): ((uid: string) => string) => {
    const names = new Map(
      sql.all<{ uid: string; name: string }>('select uid, name from users').map(({ uid, name }) => [uid, name]),
    )
    return (uid) => names.get(uid) ?? uid
  }
  const viewOf = (row: StatedRow, nameOf: (uid: string) => string): MergeProposal => {
    const [a, b] = [
      { kind: row.a_kind, id: row.a_id },
      { kind: row.b_kind, id: row.b_id },
    ]
    const verdicts = sql.all<NetworkVerdictRow>(
      'select * from network_verdicts where a_kind = ? and a_id = ? and b_kind = ? and b_id = ? order by hlc, entry',
      a.kind,
      a.id,
      b.kind,
      b.id,
    )
    const last = row.state === 'proposed' ? undefined : verdicts.at(-1)
    return {
      uid: row.uid,
      a,
      b,
      a_label: labelOf(a),
      b_label: labelOf(b),
      score: row.score,
      reasons: [...reasonsOfText(row.reasons)],
      state: row.state,
      proposed_at: toTimestamp(row.proposed_ms),
      decided_at: last === undefined ? null : toTimestamp(last.at),
      decided_by: last === undefined ? null : nameOf(last.actor),
      note: last?.note ?? null,
      history: verdicts.map(({ verdict, at, actor, note, entry }) => ({
        verdict,
        at: toTimestamp(at),
        by: nameOf(actor),
        note,
        entry_id: entry,
      })),
    }
  }
  const readRow = (uid: string): StatedRow | undefined => sql.get<StatedRow>(`${stated} where p.uid = ?`, uid)
  const read = (uid: string): Result<MergeProposal, Refusal> => {
    const row = readRow(uid)
    return row === undefined ? fail(noProposal) : ok(viewOf(row, people()))
  }
  return { people, viewOf, read }
}

/** Makes the store. */
export const createMergeStore = (parts: MergeParts): MergeStore => {
  const { ledger, sql, env } = parts
  const { people, viewOf, read } = proposalViews(parts)
  return {
    read,
    waiting: () =>
      sql.get<{ count: number }>(`select count(*) as count from (${stated}) where state = 'proposed'`)?.count ?? 0,
    list: ({ state, of, after, size }) => {
      const walk = `merges ${state}`
      const from = decodeCursor(walk, after)
      if (!from.ok) return from
      const order = state === 'proposed' ? 'score' : 'decided'
      const named = of === undefined ? [] : [JSON.stringify(of.map(({ kind, id }) => `${kind}:${id}`))]
      const conditions = [
        'state = ?',
        ...named.map(() =>
          "(a_kind || ':' || a_id in (select value from json_each(?1)) or b_kind || ':' || b_id in (select value from json_each(?1)))".replaceAll(
            '?1',
            '?',
          ),
        ),
        ...(from.value === null ? [] : [`(${order}, uid) < (?, ?)`]),
      ]
      const values: SqlValue[] = [state, ...named.flatMap((names) => [names, names]), ...(from.value ?? [])]
      const rows = sql.all<StatedRow>(
        `select * from (${stated}) where ${conditions.join(' and ')} order by ${order} desc, uid desc limit ?`,
        ...values,
        size + 1,
      )
      const page = rows.slice(0, size)
      const last = page.at(-1)
      const nameOf = people()
      return ok({
        data: page.map((row) => viewOf(row, nameOf)),
        next: rows.length > size && last !== undefined ? encodeCursor(walk, [last[order], last.uid]) : null,
      })
    },
    propose: async (pair, notes, actor) => {
      const [a, b] = pairOf(...pair)
      const uid = env.random.uuidv7(env.clock.nowMs())
      const written = await ledger.write(actor, async (tx) => {
        const there = await tx.sql.get<{ uid: string }>(
          'select uid from network_proposals where a_kind = ? and a_id = ? and b_kind = ? and b_id = ?',
          a.kind,
          a.id,
          b.kind,
          b.id,
        )
        if (there !== undefined) return ok(there.uid)
        await tx.sql.run(
          'insert into network_proposals (uid, a_kind, a_id, b_kind, b_id, score, reasons, proposed_ms, by_hand) values (?, ?, ?, ?, ?, 1, ?, ?, 1)',
          uid,
          a.kind,
          a.id,
          b.kind,
          b.id,
          JSON.stringify([{ fact: 'person', share: 1, text: notes }]),
          tx.nowMs,
        )
        return ok(uid)
      })
      return written.ok ? read(written.value) : written
    },
    settle: async (uid, verdict, notes, actor) => {
      const written = await ledger.write(actor, async (tx) => {
        const row = await tx.sql.get<StatedRow>(`${stated} where p.uid = ?`, uid)
        if (row === undefined) return fail(noProposal)
        const fault = settleFault(row.state, verdict)
        if (fault !== null) return fail(fault)
        return ok(
          await tx.append({
            case: 'workspace',
            type: 'network.merge_settled',
            subject: uid,
            pub: { verdict, score: row.score },
            withheld: { pair: { a: { kind: row.a_kind, id: row.a_id }, b: { kind: row.b_kind, id: row.b_id } }, notes },
          }),
        )
      })
      if (!written.ok) return written
      const proposal = read(uid)
      return proposal.ok ? ok({ proposal: proposal.value, entry_id: written.value.id }) : proposal
    },
  }
}
