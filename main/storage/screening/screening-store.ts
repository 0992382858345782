import type { Refusal } from '../../../shared/api/errors.ts'
import { refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type {
  ScreenedRef,
  ScreeningMatchItem,
  ScreeningPolicy,
  ScreeningPolicyChange,
} from '../../../shared/schema/screening.ts'
import type { Actor } from '../../domain/access/actor.ts'
import type { Env } from '../../platform/env.ts'
import { canonicalJson } from '../../seal/canonical.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { systemActor } from '../ledger/ledger.ts'
import type { Vault } from '../ledger/vault.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { disposeHitsTx, expiredHits } from './dispose.ts'
import type { Disposed, Disposing } from './dispose.ts'
import { alertOfHit } from './hits.ts'
import { readScreeningPolicy, readScreeningPolicyChanges } from './policy.ts'
import { raiseScreeningAlert } from './raise-alert.ts'
import { beginFullRun } from './runs.ts'

/** What the store stands on. */
export interface ScreeningStoreParts {
  readonly ledger: Ledger
  /** Reads what is committed. */
  readonly sql: SyncStatements
  readonly vault: Vault
  readonly env: Env
}

/** A hit that stands: open, or found to be true. */
export interface StandingHit {
  readonly subject: ScreenedRef
  readonly state: 'open' | 'true_match'
  readonly list: string
  readonly entryId: string
  readonly listedName: string
  readonly alertId: number | null
  /** When it was found, or disposed of. */
  readonly atMs: number
}

/** The storage of screening: what is asked often is kept in memory, all else is read when asked. */
export interface ScreeningStore extends ScreeningStoreParts {
  /** The policy in force, as last committed. */
  policy(): ScreeningPolicy
  /** Seals another policy; where other matches would be hits, everybody is screened again. */
  changePolicy(next: ScreeningPolicy, actor: Actor): Promise<Result<ScreeningPolicy, Refusal>>
  /** Who changed the policy, newest first. */
  policyChanges(): Promise<ScreeningPolicyChange[]>
  dispose(asked: Disposing, actor: Actor): Promise<Result<Disposed, Refusal>>
  /** Brings back false matches whose time is over. Answers how many. */
  reopenExpired(): Promise<Result<number, Refusal>>
  /** Subjects that are whom a list names, as a person found, or may be, as nobody has said yet. */
  standingHits(): readonly StandingHit[]
}

/** Hits that one write brings back. */
const expiredAtOnce = 200

const policyChangesShown = 50

const found = ({ mode, threshold, ofac_threshold: ofac, excluded_lists: excluded }: ScreeningPolicy): string =>
  canonicalJson([mode, threshold, ofac, [...excluded].sort()])
const wouldFindOther = (before: ScreeningPolicy, after: ScreeningPolicy): boolean => found(before) !== found(after)

/** Opens the store. */
export const createScreeningStore = async (parts: ScreeningStoreParts): Promise<ScreeningStore> => {
  const { ledger, sql, env } = parts
  let policy = await readScreeningPolicy(sql)
  const reload = async (): Promise<void> => {
    policy = await readScreeningPolicy(sql)
  }
  ledger.onCommitted((chains) => {
    if (chains.has(0))
      void reload().catch((error: unknown) =>
        env.log.error({ err: error }, 'the policy of screening could not be read again'),
      )
  })
  return {
    ...parts,
    policy: () => policy,
    changePolicy: async (next, actor) => {
      const changed = await ledger.write(actor, async (tx) => {
        const before = await readScreeningPolicy(tx.sql)
        if (canonicalJson(before) === canonicalJson(next))
          return fail(refusal('already_done', 'The screening policy already says this. Nothing was changed.'))
        await tx.append({ case: 'workspace', type: 'screening.policy_changed', subject: 'screening', pub: next })
        if (wouldFindOther(before, next)) await beginFullRun(tx, env.random.uuidv7(tx.nowMs))
        return ok(next)
      })
      if (changed.ok) await reload()
      return changed
    },
    policyChanges: () => readScreeningPolicyChanges(sql, policyChangesShown),
    dispose: (asked, actor) => ledger.write(actor, (tx) => disposeHitsTx(tx, asked)),
    reopenExpired: async () => {
      let reopened = 0
      for (;;) {
        const some = await ledger.write(systemActor, async (tx) => {
          const hits = await expiredHits(tx, expiredAtOnce)
          const bySubject = Map.groupBy(hits, ({ subject_n: n }) => n)
          for (const [, of] of bySubject) {
            const [first] = of
            if (first === undefined) continue
            const alert = await raiseScreeningAlert(
              tx,
              env.random,
              { kind: first.kind, id: first.id },
              of.map(({ uid, match }) => ({ uid, match: JSON.parse(match) as ScreeningMatchItem, fits: true })),
            )
            for (const { uid } of of)
              await tx.sql.run('update screening_hits set alert_uid = ? where uid = ?', alert, uid)
          }
          return ok(hits.length)
        })
        if (!some.ok) return some
        reopened += some.value
        if (some.value < expiredAtOnce) return ok(reopened)
      }
    },
    standingHits: () =>
      sql
        .all<{
          kind: ScreenedRef['kind']
          id: string
          state: StandingHit['state']
          list: string
          entry_id: string
          listed_name: string
          alert_id: number | null
          at: number
        }>(
          `select s.kind, s.id, h.state, h.list, h.entry_id, json_extract(h.match, '$.listed_name') as listed_name, ${alertOfHit}, coalesce(h.disposed_at, h.first_at) as at
           from screening_hits h join screening_subjects s on s.n = h.subject_n where h.state in ('open', 'true_match') order by h.n`,
        )
        .map(({ kind, id, state, list, entry_id: entryId, listed_name: listedName, alert_id: alertId, at }) => ({
          subject: { kind, id },
          state,
          list,
          entryId,
          listedName,
          alertId,
          atMs: at,
        })),
  }
}
