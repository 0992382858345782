import { setImmediate } from 'node:timers/promises'
import { type EntityProfile } from '../../../shared/api/entity-profiles.ts'
import {
  discardTransactions,
  readTransactionImport,
  readTransactionRejects,
  runTransactions,
  stageStatement,
  stageTransactions,
} from '../../../shared/api/transaction-imports.ts'
import { dayMs } from '../../../shared/text/days.ts'
import type { Detector } from '../../detection/ports.ts'
import type { FeatureState } from '../../storage/features/feature-state.ts'
import type { AlertRaiser } from '../../storage/alerts/ports.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import { summarySeal } from '../imports/workspace-target.ts'
import { importRoutes } from '../routes/imports.ts'
import { transactionRoutes } from '../routes/transactions.ts'
import { enveloped } from '../http/answers.ts'
import { route, type Route } from '../http/call.ts'
import { createTransactionImports } from './import-service.ts'
import type { ScreeningService } from '../screening/screening-service.ts'
import { openPiece } from './statement-evidence.ts'
import { createIntake } from './intake.ts'
import type { TransactionIntake } from './intake.ts'

/** The intake of activities at work. */
export interface TransactionService {
  readonly intake: TransactionIntake
  readonly routes: readonly Route[]
  /** Stops what runs. */
  close(): Promise<void>
}

/** Who does something with what came in. */
export interface IntakeFollowers {
  /** Takes the people whom activities name, in the transaction that keeps these. */
  readonly screening: Pick<ScreeningService, 'take'>
  /** Called after activities were kept. */
  readonly onTaken: () => void
}

/** Composes the intake over an open workspace. The staging folder must be there and empty. */
export const composeTransactions = (
  workspace: Workspace,
  detector: Detector,
  features: FeatureState,
  { screening, onTaken }: IntakeFollowers,
): TransactionService => {
  const { env, ledger, alerts, transactions: store } = workspace
  const newId = (): string => env.random.uuidv7(env.clock.nowMs())
  const raiser: AlertRaiser = {
    raise: async (tx, actor, scored, origin) => {
      await screening.take(tx, scored)
      return alerts.raise(tx, actor, scored, origin)
    },
  }
  const pause = async (): Promise<void> => {
    await setImmediate()
  }
  let isClosed = false
  const learnSoon = (): void => {
    // It only reads: what a service that ends cuts off is learnt at its next start.
    intake
      .learn()
      .catch(
        (error: unknown) =>
          isClosed || env.log.error({ err: error }, 'what became known of past activities could not be learnt yet'),
      )
  }
  const intake = createIntake({
    ledger,
    state: { ...features, detector },
    raiser,
    labelDelayMs: () => Math.round(alerts.policy().labels.delay_days * dayMs),
    clock: env.clock,
    pause,
    newId,
    onTaken: () => {
      onTaken()
      // Labels that came after their activities are in no entry.
      learnSoon()
    },
  })
  const endListening = ledger.onCommitted(learnSoon)
  const imports = createTransactionImports({
    intake,
    target: summarySeal(workspace),
    evidence: workspace.evidence,
    dataDir: workspace.folder.dir,
    random: env.random,
    clock: env.clock,
    newId,
    onFailure: (error) => env.log.error({ err: error }, 'an import of activities failed'),
  })
  return {
    intake,
    routes: [
      ...transactionRoutes({
        store,
        intake,
        nowMs: () => env.clock.nowMs(),
        alertsOf: (kind, id) => alerts.countOf({ kind, id }),
        profileOf: (kind, id) => (features.inspect(kind, id)?.profile ?? null) as EntityProfile['profile'],
      }),
      route(stageStatement, async ({ params, query, caller }) => {
        const opened = await openPiece(workspace.evidence, params.id, params.evidence_id, caller)
        if (!opened.ok) return opened
        const { name, bytes } = opened.value
        const asked = {
          encoding: query.encoding,
          headerLine: query.header_line,
          sheet: query.sheet,
          member: query.member,
        }
        return enveloped(await imports.stage(name, bytes, asked, { caseId: params.id, evidenceId: params.evidence_id }))
      }),
      ...importRoutes(
        {
          stage: stageTransactions,
          run: runTransactions,
          read: readTransactionImport,
          rejects: readTransactionRejects,
          discard: discardTransactions,
        },
        imports,
      ),
    ],
    close: () => {
      isClosed = true
      endListening()
      return imports.close()
    },
  }
}
