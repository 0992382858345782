import { accessArea } from './access/appliers.ts'
import { alertStepsArea, caseAlertsArea, detectionPolicyArea } from './alerts/appliers.ts'
import { canBeVoided, voidedType } from '../domain/cases/voided.ts'
import { casesArea } from './cases/projection.ts'
import { unlessVoided, voided } from './cases/voided-acts.ts'
import { decisionsArea } from './decisions/appliers.ts'
import { evidenceArea } from './evidence/projection.ts'
import { businessesArea } from './kyb/appliers.ts'
import { ledgerArea } from './ledger/appliers.ts'
import type { Applier, Area } from './ledger/ledger.ts'
import { listsArea } from './lists/appliers.ts'
import { modelsArea } from './models/appliers.ts'
import { networkArea } from './network/appliers.ts'
import { reportsArea, reportSettingsArea } from './reports/appliers.ts'
import { rulesArea } from './rules/appliers.ts'
import { screeningArea } from './screening/appliers.ts'
import { tasksArea } from './tasks/appliers.ts'

const workspaceAreas: readonly Area[] = [
  ledgerArea,
  accessArea,
  rulesArea,
  detectionPolicyArea,
  modelsArea,
  listsArea,
  screeningArea,
  networkArea,
  businessesArea,
  reportSettingsArea,
]
const caseAreas: readonly Area[] = [casesArea, evidenceArea, caseAlertsArea, reportsArea, tasksArea]
/** What has its place in the chain of a case, or of the workspace while it belongs to none; its appliers tell which. */
const sharedAreas: readonly Area[] = [alertStepsArea, decisionsArea]

type Named = readonly [type: string, applier: Applier]

/** An entry has an effect in its own kind of chain only: whoever may write in one case must not add a user by it. */
const only = (isWorkspace: boolean, areas: readonly Area[]): Named[] =>
  areas
    .flatMap(({ appliers: named }) => Object.entries(named))
    .map(([type, applier]) => [
      type,
      (tx, entry) => ((entry.payload.case === 'workspace') === isWorkspace ? applier(tx, entry) : undefined),
    ])

/** Y-95: a change of state without effect is a conflict, which its own applier keeps. */
const counting = ([type, applier]: Named): Named => [
  type,
  canBeVoided(type) && type !== 'status.changed' ? unlessVoided(applier) : applier,
]

/** Every applier by entry type. */
export const appliers: ReadonlyMap<string, Applier> = new Map([
  ...[
    ...only(true, workspaceAreas),
    ...only(false, caseAreas),
    ...sharedAreas.flatMap((area) => Object.entries(area.appliers)),
  ].map(counting),
  [voidedType, voided],
])
