import type { Refusal } from '../../../shared/api/errors.ts'
import { refusal } from '../../../shared/api/errors.ts'
import { riskLevels } from '../../../shared/schema/activity.ts'
import type { Activity } from '../../../shared/schema/activity.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { hasNoRate } from '../../detection/features/currencies.ts'
import { isBehind } from '../../detection/features/windows.ts'
import type { Assessment } from '../../detection/ports.ts'
import type { Actor } from '../../domain/access/actor.ts'
import type { TimedActivity } from '../../domain/transactions/read-activity.ts'
import type { Clock } from '../../platform/clock.ts'
import { createTurns } from '../../platform/turns.ts'
import type { ActivityOrigin, AlertRaiser, RaisedAlert, ScoredActivity } from '../../storage/alerts/ports.ts'
import type { Ledger, LedgerTx } from '../../storage/ledger/ledger.ts'
import { keepFinding, keepLateLabel } from '../../storage/transactions/labels.ts'
import { assessed, bringsLabel, differences, differencesOf } from '../../storage/transactions/rows.ts'
import type { ActivityRow } from '../../storage/transactions/tables.ts'
import { insertActivities, rowsOfIds } from '../../storage/transactions/write-rows.ts'
import type { JudgedActivity } from '../../storage/transactions/write-rows.ts'
import type { DetectionState } from './ports.ts'

/** What became of one activity. */
export interface TakenActivity {
  /** `labelled`: it is there, and the label that came now is the first that is said of it. */
  readonly outcome: 'taken' | 'labelled' | 'already_there' | 'conflict'
  /** Of a conflict: the fields that differ from what is kept under the id. */
  readonly conflicting: readonly string[]
  readonly assessment: Assessment
  /** Whether it is, or was, taken without windows, because it lies too far behind what was counted before it. */
  readonly late: boolean
  /** Whether it is taken with an amount that is not counted, because its currency has no rate (F-10). */
  readonly noRate: boolean
  /** Whether what it is compared with came by the same import, or in the same call. */
  readonly sameImport: boolean
}

/** How activities come. */
export interface IntakeOptions {
  readonly origin: ActivityOrigin
  readonly importId: string | null
}

/** The one way by which activities come in. */
export interface TransactionIntake {
  /**
   * Judges and keeps activities in one transaction, one call after another: activities, alerts, events and cases of a
   * call are kept together or not at all.
   * Give at most `chunkRows()` of them where nothing asks for more.
   */
  take(
    actor: Actor,
    activities: readonly TimedActivity[],
    options: IntakeOptions,
  ): Promise<Result<readonly TakenActivity[], Refusal>>
  /** How far the clock of the detection has come, in milliseconds; -Infinity before the first activity. */
  clockMs(): number
  /** The currency in which amounts are counted. */
  currency(): ReturnType<DetectionState['currency']>
  /** How many activities keep a transaction near its time. */
  chunkRows(): number
  /** Keeps and seals what a person found of a past activity. */
  label(
    actor: Actor,
    transactionId: string,
    finding: { readonly isFraud: boolean; readonly notes?: string | undefined },
  ): Promise<Result<void, Refusal>>
  /**
   * Learns what became known of activities and of currencies, as soon as nothing is being taken: assessments and
   * profiles are asked for also where no activity comes. Asked for several times, it is done once.
   */
  learn(): Promise<void>
  /** Which of the ids are there, and what differs of those that are; changes nothing. */
  check(
    actor: Actor,
    activities: readonly TimedActivity[],
  ): Promise<Result<readonly Pick<TakenActivity, 'outcome' | 'conflicting' | 'sameImport'>[], Refusal>>
}

/** What the intake is made of. */
export interface TransactionIntakeParts {
  readonly ledger: Pick<Ledger, 'write'>
  readonly state: DetectionState
  readonly raiser: AlertRaiser | null
  /** How long after an activity a label that came with it becomes known. */
  readonly labelDelayMs: () => number
  readonly clock: Pick<Clock, 'monoMs'>
  /** Gives everybody else a turn of the event loop. */
  readonly pause: () => Promise<void>
  readonly newId: () => string
  /** Told when activities are committed. */
  readonly onTaken?: () => void
}

/**
 * A commit costs as much as a hundred rows, so a chunk's transaction goes on for about this long; nobody else's write
 * waits for longer.
 */
const chunkMs = 250
/** So long the service answers nobody while activities are judged. */
const sliceMs = 40
/** Rows between two looks at the clock. */
const lookedAfter = 32
const fewestRows = 50
const mostRows = 5_000
interface Judged extends JudgedActivity {
  readonly noRate: boolean
}

const tellingLevels: ReadonlySet<string> = new Set(riskLevels.slice(riskLevels.indexOf('high')))

type Compared = {
  readonly outcome: 'labelled' | 'already_there' | 'conflict'
  readonly conflicting: readonly string[]
  readonly sameImport: boolean
} & ({ readonly row: ActivityRow } | { readonly sameAs: number })

/** What a repeated activity comes to, with the labels in mind that earlier ones of the call brought. */
const repeated = (
  { transaction_id: id, is_fraud: isFraud }: Activity,
  differing: readonly string[],
  isFirstLabel: boolean,
  brought: Map<string, boolean>,
): Pick<Compared, 'outcome' | 'conflicting'> => {
  const said = brought.get(id)
  const conflicting =
    said === undefined || isFraud === undefined || isFraud === said || differing.includes('is_fraud')
      ? differing
      : [...differing, 'is_fraud']
  if (conflicting.length > 0) return { outcome: 'conflict', conflicting }
  if (isFraud === undefined || !isFirstLabel || said !== undefined) return { outcome: 'already_there', conflicting }
  brought.set(id, isFraud)
  return { outcome: 'labelled', conflicting }
}

/**
 * What of each activity is known before it is judged: null for one that is new; those of one call count against each
 * other.
 */
const compare = async (
  tx: LedgerTx,
  activities: readonly TimedActivity[],
  importId: string | null,
): Promise<readonly (Compared | null)[]> => {
  const known = await rowsOfIds(
    tx.sql,
    activities.map(({ event }) => event.transaction_id),
  )
  const first = new Map<string, number>()
  const brought = new Map<string, boolean>()
  return activities.map(({ event, atMs }, index): Compared | null => {
    const id = event.transaction_id
    const row = known.get(id)
    if (row !== undefined) {
      return {
        ...repeated(event, differences(row, event, atMs), bringsLabel(row, event), brought),
        sameImport: importId !== null && row.import_id === importId,
        row,
      }
    }
    const earlier = first.get(id)
    if (earlier === undefined) {
      first.set(id, index)
      return null
    }
    const { event: one } = activities[earlier] as TimedActivity
    return {
      ...repeated(event, differencesOf(one, event), one.is_fraud === undefined, brought),
      sameImport: true,
      sameAs: earlier,
    }
  })
}

const tell = (tx: LedgerTx, scored: readonly ScoredActivity[], raised: readonly RaisedAlert[]): void => {
  const alertOf = new Map(raised.flatMap((alert) => alert.rows.map((row) => [row, alert.id] as const)))
  for (const { row, event, assessment } of scored) {
    if (!tellingLevels.has(assessment.riskLevel)) continue
    tx.emit({
      type: 'transaction.scored',
      data: {
        transaction_id: event.transaction_id,
        event_type: event.event_type,
        risk_level: assessment.riskLevel,
        score: assessment.score,
        recommended_action: assessment.action,
        signals: [...assessment.signals],
        alert_id: alertOf.get(row) ?? null,
      },
    })
  }
}

const unknown = (id: string): Refusal =>
  refusal('not_found', `There is no activity with the transaction id ${JSON.stringify(id)}.`)

/** Makes the intake of a workspace. */
export const createIntake = ({
  ledger,
  state,
  raiser,
  labelDelayMs,
  clock,
  pause,
  newId,
  onTaken,
}: TransactionIntakeParts): TransactionIntake => {
  let rows = 200

  /** One after another: what the detection remembers follows the order of the rows. */
  const { run: inTurn } = createTurns()

  let learning: Promise<void> | null = null
  const learn = (): Promise<void> =>
    (learning ??= inTurn(() => {
      // What is committed from here on is another call's.
      learning = null
      return state.catchUp()
    }))

  const judge = ({ event, atMs, line }: TimedActivity, receivedMs: number): Judged => {
    const late = isBehind(atMs, state.clockMs())
    const assessment = state.detector.take(event, receivedMs)
    const knownAtMs = event.is_fraud === undefined ? null : atMs + labelDelayMs()
    if (event.is_fraud !== undefined && knownAtMs !== null) state.features.learn(event, event.is_fraud, knownAtMs)
    return {
      event,
      atMs,
      assessment,
      knownAtMs,
      late,
      noRate: hasNoRate(state.currency(), event, atMs),
      ...(line === undefined ? {} : { line }),
    }
  }

  /** In slices: readers get their turn in between, and another writer when the transaction ends. */
  const judgeAll = async (activities: readonly TimedActivity[], receivedMs: number): Promise<readonly Judged[]> => {
    const judged: Judged[] = []
    let since = clock.monoMs()
    for (const activity of activities) {
      judged.push(judge(activity, receivedMs))
      if (judged.length % lookedAfter !== 0 || clock.monoMs() - since < sliceMs) continue
      await pause()
      since = clock.monoMs()
    }
    return judged
  }

  const adapt = (taken: number, ms: number): void => {
    if (taken < rows / 2) return
    rows = Math.min(
      mostRows,
      Math.max(fewestRows, Math.round(rows * Math.min(2, Math.max(0.5, chunkMs / Math.max(1, ms))))),
    )
  }

  /** Keeps the labels that came after their activities, the rows of this call's own included. */
  const keepLabels = async (
    tx: LedgerTx,
    activities: readonly TimedActivity[],
    compared: readonly (Compared | null)[],
    kept: readonly number[],
  ): Promise<void> => {
    if (!compared.some((found) => found?.outcome === 'labelled')) return
    const newRows = new Map(
      activities
        .flatMap((_, index) => (compared[index] === null ? [index] : []))
        .map((index, place) => [index, kept[place] as number]),
    )
    for (const [index, found] of compared.entries()) {
      const { event, atMs } = activities[index] as TimedActivity
      if (found?.outcome !== 'labelled' || event.is_fraud === undefined) continue
      await keepLateLabel(
        tx.sql,
        'row' in found ? found.row.n : (newRows.get(found.sameAs) as number),
        event.is_fraud,
        atMs + labelDelayMs(),
      )
    }
  }

  const takeChunk = async (
    actor: Actor,
    activities: readonly TimedActivity[],
    { origin, importId }: IntakeOptions,
  ): Promise<Result<readonly TakenActivity[], Refusal>> => {
    await state.catchUp()
    // Judged once: the job may run a second time after all that it wrote was undone, and the detection has counted them
    // already, as of the time of the first run.
    let judged: readonly Judged[] | undefined
    let receivedMs = 0
    let counting = false
    let settled = false
    const started = clock.monoMs()
    try {
      const result = await ledger.write(actor, async (tx) => {
        const compared = await compare(tx, activities, importId)
        if (judged === undefined) {
          counting = true
          receivedMs = tx.nowMs
          judged = await judgeAll(
            activities.filter((_, index) => compared[index] === null),
            receivedMs,
          )
        }
        const kept = await insertActivities(tx.sql, judged, importId, receivedMs)
        const scored = judged.map(({ event, assessment }, index): ScoredActivity => ({
          row: kept[index] as number,
          event,
          assessment,
        }))
        await keepLabels(tx, activities, compared, kept)
        if (scored.length > 0) {
          tell(tx, scored, (await raiser?.raise(tx, actor, scored, origin)) ?? [])
          await state.kept(tx, kept.at(-1) as number)
        }
        const judgedOf = new Map(judged.map((one) => [one.event.transaction_id, one]))
        return ok(
          activities.map(({ event }, index): TakenActivity => {
            const found = compared[index]
            const own = judgedOf.get(event.transaction_id) as Judged
            if (found === null || found === undefined)
              return {
                outcome: 'taken',
                conflicting: [],
                sameImport: false,
                assessment: own.assessment,
                late: own.late,
                noRate: own.noRate,
              }
            return {
              outcome: found.outcome,
              conflicting: found.conflicting,
              sameImport: found.sameImport,
              assessment: 'row' in found ? assessed(found.row) : own.assessment,
              late: 'row' in found ? found.row.late === 1 : own.late,
              noRate: false,
            }
          }),
        )
      })
      settled = result.ok
      if (result.ok) onTaken?.()
      adapt(activities.length, clock.monoMs() - started)
      return result
    } finally {
      if (!settled && counting) await state.reload()
    }
  }

  return {
    take: (actor, activities, options) =>
      activities.length === 0 ? Promise.resolve(ok([])) : inTurn(() => takeChunk(actor, activities, options)),
    learn,
    clockMs: () => state.clockMs(),
    currency: () => state.currency(),
    chunkRows: () => rows,
    check: (actor, activities) =>
      inTurn(() =>
        ledger.write(actor, async (tx) =>
          ok(
            (await compare(tx, activities, null)).map(
              (found) => found ?? { outcome: 'taken' as const, conflicting: [], sameImport: false },
            ),
          ),
        ),
      ),
    label: (actor, transactionId, { isFraud, notes }) =>
      inTurn(() =>
        ledger.write(actor, async (tx) => {
          const row = (await rowsOfIds(tx.sql, [transactionId])).get(transactionId)
          if (row === undefined) return fail(unknown(transactionId))
          if (row.labelled_by !== null && row.is_fraud === (isFraud ? 1 : 0))
            return fail(
              refusal(
                'already_done',
                `A person has labelled the activity ${isFraud ? 'as fraud' : 'as genuine'} already.`,
              ),
            )
          await tx.append({
            case: 'workspace',
            type: 'transaction.labelled',
            subject: newId(),
            pub: { is_fraud: isFraud },
            withheld: { transaction_id: transactionId, ...(notes === undefined ? {} : { notes }) },
          })
          await keepFinding(tx.sql, row.n, { isFraud, knownAtMs: tx.nowMs, by: actor.userUid, alertUid: null })
          return ok(undefined)
        }),
      ),
  }
}
