import type { Refusal } from '../../../shared/api/errors.ts'
import {
  stageTransactions,
  type TransactionField,
  type TransactionImport,
  type TransactionMapping,
} from '../../../shared/api/transaction-imports.ts'
import { directionIn } from '../../../shared/schema/money.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { csvJsonLinesOrStatement } from '../../domain/files/refusal.ts'
import { accountAbove } from '../../domain/transactions/account-above.ts'
import { knownTransactionHeader } from '../../domain/transactions/known-headers.ts'
import { checkTransactionMapping, guessTransactionMapping } from '../../domain/transactions/mapping.ts'
import { madeIdsMax } from '../../domain/transactions/made-ids.ts'
import type { TimedActivity } from '../../domain/transactions/read-activity.ts'
import { withWorkbooks } from '../imports/workbook-rows.ts'
import type { ImportGround } from '../imports/job-book.ts'
import type { RowImports, SummarySeal } from '../imports/ports.ts'
import { createTableImports, type TableKind } from '../imports/table-imports.ts'
import type { RowOutcome } from '../imports/take-rows.ts'
import { freshCounts, type ActivityCounts, type ActivityRunInput, type ActivityTableJob } from './activity-job.ts'
import { sealReading, type StatementEvidence } from './statement-evidence.ts'
import { createCheckedRows, type CheckedRows } from './checked-rows.ts'
import { createFileRowReader } from './row-reader.ts'
import { createRateCheck } from './rate-check.ts'
import type { TransactionIntake, TakenActivity } from './intake.ts'
import { countLate, createLateCheck } from './lateness.ts'

/** The operations on imports of activities. */
export type TransactionImports = RowImports<TransactionImport, ActivityRunInput>

/** What the imports work with. */
export interface TransactionImportParts extends ImportGround {
  readonly evidence: StatementEvidence
  readonly intake: TransactionIntake
  readonly target: SummarySeal
}

const tooManyToMake = `identifiers are made for files of at most ${madeIdsMax} rows; split the file by time, and keep days whole`

type Taken = Pick<TakenActivity, 'outcome' | 'conflicting' | 'sameImport'> & {
  readonly assessment?: TakenActivity['assessment']
  readonly late?: boolean
  readonly noRate?: boolean
}

/**
 * What a check says of a row, with the rows before it in mind: of what was there before the file it says so, whatever
 * the file says twice.
 */
const checkedAs = (checked: CheckedRows, found: Taken, activity: TimedActivity): Taken => {
  if (found.outcome !== 'taken' && found.outcome !== 'labelled' && !found.sameImport) return found
  const recalled = checked.recall(activity)
  if (recalled === 'first') return found
  if (recalled === 'same')
    return { outcome: 'already_there', conflicting: [], sameImport: found.sameImport || found.outcome === 'taken' }
  if (recalled === 'label') return { outcome: 'labelled', conflicting: [], sameImport: true }
  return { outcome: 'conflict', conflicting: found.conflicting, sameImport: true }
}

const countedAs = (
  counts: ActivityCounts,
  { outcome, conflicting, sameImport, assessment }: Taken,
  { event }: TimedActivity,
): RowOutcome => {
  if (outcome === 'labelled') {
    counts.labelled += 1
    if (event.is_fraud === true) counts.labelledFrauds += 1
  }
  if (outcome === 'already_there' || outcome === 'labelled') return sameImport ? 'duplicates' : 'alreadyThere'
  if (outcome === 'conflict')
    return {
      rejected: `the transaction id is taken by ${sameImport ? 'an earlier row of the file' : 'an activity'} with other content${conflicting.length === 0 ? '' : ` (${conflicting.join(', ')})`}${conflicting.includes('account_id') ? '. Where ids are unique in an account alone, tell them apart by the column of the account (id_with)' : ''}`,
    }
  if (event.is_fraud === true) counts.frauds += 1
  if (assessment !== undefined) counts.risk[assessment.riskLevel] += 1
  return 'created'
}

const countMoney = (counts: ActivityCounts, { event }: TimedActivity): void => {
  if ((event.amount ?? 0) < 0) counts.negatives += 1
  const direction = directionIn(event.metadata)
  if (direction !== undefined) counts.directions[direction] += 1
}

/** What its answer has of its own. */
type OwnTold = Pick<
  TransactionImport,
  | 'late'
  | 'late_by_order'
  | 'negatives'
  | 'directions'
  | 'no_rate'
  | 'base_currency'
  | 'frauds'
  | 'labelled'
  | 'labelled_frauds'
  | 'risk'
  | 'account_guess'
  | 'statements'
  | 'gaps'
  | 'gap_count'
  | 'evidence'
  | 'both_sides'
>

type ActivityTable = TableKind<
  TransactionMapping,
  TransactionField,
  ActivityRunInput,
  TimedActivity,
  ActivityCounts,
  OwnTold
>

type Told = ReturnType<ActivityTable['told']>

const sidesOf = ({ sides, areSame }: ActivityCounts): Told['both_sides'] => {
  const told = sides.told()
  return told === null ? null : { ...told, taken_as: areSame || told.field === 'account_id' ? 'one' : 'two' }
}

/** What an import of activities tells beyond what all do. */
const toldOf = ({ piece, look: { above, accounts }, tally }: ActivityTableJob, base: Told['base_currency']): Told => {
  const rows = tally.balance.told()
  return {
    evidence: piece === null ? null : { case_id: piece.caseId, evidence_id: piece.evidenceId },
    late: tally.late,
    late_by_order: tally.lateByOrder,
    negatives: tally.negatives,
    directions: { ...tally.directions },
    no_rate: tally.noRate,
    base_currency: base,
    frauds: tally.frauds,
    labelled: tally.labelled,
    labelled_frauds: tally.labelledFrauds,
    risk: { ...tally.risk },
    account_guess: accountAbove(above),
    statements: [...(accounts?.statements ?? [])],
    gaps: [...(accounts?.gaps ?? []), ...rows.gaps],
    gap_count: (accounts?.gapCount ?? 0) + rows.count,
    both_sides: sidesOf(tally),
  }
}

/** Makes the imports of activities. The staging folder must be there and empty. */
export const createTransactionImports = ({
  intake,
  target,
  evidence,
  ...ground
}: TransactionImportParts): TransactionImports => {
  const kind: ActivityTable = {
    ending: 'activities',
    bodyLimit: stageTransactions.bodyLimit,
    alone:
      'another import of activities is running; one runs at a time, because what is usual for a customer follows from their order',
    fresh: freshCounts,
    guess: guessTransactionMapping,
    leavesBalances: true,
    fieldOf: knownTransactionHeader,
    readable: withWorkbooks(csvJsonLinesOrStatement),
    check: (mapping, columns, input, rows) =>
      input.make_ids && rows > madeIdsMax
        ? fail(tooManyToMake)
        : (input.id_with ?? 0) >= columns.length
          ? fail(`id_with is column ${input.id_with ?? 0}, but the file has ${columns.length} columns`)
          : checkTransactionMapping(mapping, columns, input),
    reader: (
      { columns, habits, encoding },
      mapping,
      zone,
      {
        currency,
        account,
        make_ids: makeIds,
        event_type: eventType,
        negative,
        na_country: naCountry,
        id_with: idWith,
        both_sides: bothSides,
      },
      { note, tally },
    ) => {
      tally.areSame = bothSides === 'same'
      return createFileRowReader(
        {
          columns,
          mapping,
          zone,
          habits,
          illFormed: encoding.illFormed,
          currency,
          account,
          makeIds,
          eventType,
          naCountry,
          negative,
          counterpartiesAreCustomers: bothSides === 'same',
          note,
          nowMs: () => ground.clock.nowMs(),
        },
        idWith,
        tally.balance,
      )
    },
    begin: (job, actor) => {
      const checked = createCheckedRows()
      const keptUntilMs = intake.clockMs()
      const wouldBeLate = createLateCheck(keptUntilMs)
      const wouldHaveNoRate = createRateCheck(intake.currency())
      return async (activities) => {
        const taken: Result<readonly Taken[], Refusal> = job.dryRun
          ? await intake.check(actor, activities)
          : await intake.take(actor, activities, { origin: 'import', importId: job.id })
        if (!taken.ok) return taken
        return ok(
          taken.value.map((one, index) => {
            const activity = activities[index] as TimedActivity
            const outcome = countedAs(job.tally, job.dryRun ? checkedAs(checked, one, activity) : one, activity)
            if (
              outcome === 'created' &&
              (job.dryRun ? wouldBeLate(activity.atMs, ground.clock.nowMs()) : one.late === true)
            )
              countLate(job.tally, activity.atMs, keptUntilMs)
            if (outcome === 'created') countMoney(job.tally, activity)
            if (outcome === 'created') job.tally.sides.observe(activity.event)
            if (outcome === 'created' && (job.dryRun ? wouldHaveNoRate(activity) : one.noRate === true))
              job.tally.noRate += 1
            return outcome
          }),
        )
      }
    },
    sealFirst: (job, actor, input) => sealReading(evidence, job, actor, input),
    chunkRows: () => intake.chunkRows(),
    sealedAs: (_, { labelled, labelledFrauds }) => ({
      kind: 'transactions',
      source: 'transactions',
      labels: { labelled, frauds: labelledFrauds },
    }),
    told: (job) => toldOf(job, intake.currency().code()),
  }
  return createTableImports(kind, target, ground)
}
