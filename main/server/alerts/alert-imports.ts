import {
  stageAlerts,
  type AlertImport,
  type AlertMapping,
  type ImportedAlertField,
  type runAlerts,
} from '../../../shared/api/alert-imports.ts'
import type { BodyOf } from '../../../shared/api/operation.ts'
import { ok } from '../../../shared/schema/result.ts'
import { alertFieldOf } from '../../domain/alerts/import/headers.ts'
import { csvOrJson } from '../../domain/files/refusal.ts'
import { checkAlertMapping, guessAlertMapping, guessScoreMax } from '../../domain/alerts/import/mapping.ts'
import { createAlertRowReader, type ExternalAlert } from '../../domain/alerts/import/row.ts'
import type { ExternalAlerts, TakenAlert } from '../../storage/alerts/take-external.ts'
import { withWorkbooks } from '../imports/workbook-rows.ts'
import type { ImportGround } from '../imports/job-book.ts'
import type { RowImports, SummarySeal } from '../imports/ports.ts'
import { createTableImports, type TableKind } from '../imports/table-imports.ts'
import { noRowCounts, type RowCounts, type RowOutcome } from '../imports/take-rows.ts'

/** How a run is asked for. */
export type AlertRunInput = BodyOf<typeof runAlerts>

/** The operations on imports of alerts. */
export type AlertImports = RowImports<AlertImport, AlertRunInput>

/** What the imports work with. */
export interface AlertImportParts extends ImportGround {
  readonly alerts: ExternalAlerts
  readonly target: SummarySeal
}

/** Alerts of one transaction: each may open a case, and nobody else's write waits for longer than these take. */
const chunkRows = 50

/** Ids of a run that are remembered; beyond them a row that comes again counts as one that was there already. */
const idsRemembered = 1_000_000

interface AlertTally extends RowCounts {
  casesOpened: number
  readonly risk: AlertImport['risk']
}

const fresh = (): AlertTally => ({
  ...noRowCounts(),
  casesOpened: 0,
  risk: { low: 0, medium: 0, high: 0, critical: 0 },
})

const countedAs = (
  tally: AlertTally,
  seen: Set<string>,
  taken: TakenAlert,
  { externalId }: ExternalAlert,
): RowOutcome => {
  if (seen.has(externalId)) return 'duplicates'
  if (seen.size < idsRemembered) seen.add(externalId)
  if (taken.outcome === 'already_there') return 'alreadyThere'
  tally.risk[taken.level] += 1
  if (taken.openedCase) tally.casesOpened += 1
  return 'created'
}

type AlertTable = TableKind<
  AlertMapping,
  ImportedAlertField,
  AlertRunInput,
  ExternalAlert,
  AlertTally,
  Pick<AlertImport, 'score_max_guess' | 'risk' | 'cases_opened'>
>

/** Makes the imports of alerts. The staging folder must be there and empty. */
export const createAlertImports = ({ alerts, target, ...ground }: AlertImportParts): AlertImports => {
  const kind: AlertTable = {
    ending: 'alerts',
    bodyLimit: stageAlerts.bodyLimit,
    alone: 'another import of alerts is running; one runs at a time',
    fresh,
    guess: guessAlertMapping,
    fieldOf: alertFieldOf,
    readable: withWorkbooks(csvOrJson),
    check: checkAlertMapping,
    reader: ({ columns, habits, encoding }, mapping, zone, { score_max: scoreMax, currency }, { note }) =>
      createAlertRowReader({
        columns,
        mapping,
        zone,
        habits,
        illFormed: encoding.illFormed,
        scoreMax,
        currency,
        note,
        nowMs: () => ground.clock.nowMs(),
      }),
    begin: (job, actor, { source }) => {
      const seen = new Set<string>()
      return async (rows) => {
        const taken = job.dryRun
          ? ok(alerts.checkExternal(source, rows))
          : await alerts.takeExternal(actor, source, rows)
        return taken.ok
          ? ok(taken.value.map((one, index) => countedAs(job.tally, seen, one, rows[index] as ExternalAlert)))
          : taken
      }
    },
    chunkRows: () => chunkRows,
    sealedAs: ({ source }) => ({ kind: 'alerts', source }),
    told: ({ look, tally }) => ({
      score_max_guess: guessScoreMax(look.guess, look.sample),
      risk: { ...tally.risk },
      cases_opened: tally.casesOpened,
    }),
  }
  return createTableImports(kind, target, ground)
}
