import { accessSchema } from '../access/schema.ts'
import { alertSchema } from '../alerts/schema.ts'
import { assessmentSchema } from '../assessments/schema.ts'
import { caseSchema } from '../cases/schema.ts'
import { decisionSchema } from '../decisions/schema.ts'
import { eventSchema } from '../events/schema.ts'
import { evidenceSchema } from '../evidence/schema.ts'
import { featureSchema } from '../features/schema.ts'
import { kybSchema } from '../kyb/schema.ts'
import { ledgerSchema } from '../ledger/schema.ts'
import { listSchema } from '../lists/schema.ts'
import { modelSchema } from '../models/schema.ts'
import { networkSchema } from '../network/schema.ts'
import { reportSchema } from '../reports/schema.ts'
import { ruleSchema } from '../rules/schema.ts'
import { screeningSchema } from '../screening/schema.ts'
import { syncSchema } from '../sync/schema.ts'
import { transactionSchema } from '../transactions/schema.ts'

/**
 * The tables of a workspace as the first release has them, area by area. What each column means stands in the
 * `tables.ts` beside; a `schema.ts` says why, where that is not plain. The ledger comes first: others have triggers on
 * its tables.
 */
export const firstRelease: readonly string[] = [
  ...ledgerSchema,
  ...caseSchema,
  ...evidenceSchema,
  ...accessSchema,
  ...syncSchema,
  ...transactionSchema,
  ...featureSchema,
  ...ruleSchema,
  ...modelSchema,
  ...alertSchema,
  ...decisionSchema,
  ...assessmentSchema,
  ...listSchema,
  ...screeningSchema,
  ...kybSchema,
  ...networkSchema,
  ...reportSchema,
  ...eventSchema,
]
