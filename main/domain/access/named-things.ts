/** What a request can name that belongs to a case. */
export type ThingKind =
  | 'case'
  | 'case_uid'
  | 'case_number'
  | 'evidence'
  | 'acquisition'
  | 'export'
  | 'report'
  | 'alert'
  | 'decision'
  | 'conflict'
  | 'set_aside'

/** Where a request names something: `params.id`, `body.case_ids[]`, `body.alerts[].id`. */
export interface NamedThing {
  readonly kind: ThingKind
  readonly at: `${'params' | 'query' | 'body'}.${string}`
}

const caseInBody: NamedThing = { kind: 'case', at: 'body.case_id' }
const numberInBody: NamedThing = { kind: 'case_number', at: 'body.case_number' }
const casesInBody: NamedThing = { kind: 'case', at: 'body.case_ids[]' }
const otherInBody: NamedThing = { kind: 'case', at: 'body.other_id' }
const report: readonly NamedThing[] = [{ kind: 'report', at: 'params.id' }]
const acquisition: readonly NamedThing[] = [{ kind: 'acquisition', at: 'params.id' }]
const exported: readonly NamedThing[] = [{ kind: 'export', at: 'params.id' }]
const alert: readonly NamedThing[] = [{ kind: 'alert', at: 'params.id' }]
const decision: readonly NamedThing[] = [{ kind: 'decision', at: 'params.id' }]
const caseUid: readonly NamedThing[] = [{ kind: 'case_uid', at: 'params.case_uid' }]
const alertInBody: NamedThing = { kind: 'alert', at: 'body.alert_id' }

/** What operations name besides the case in their address. */
const beyondAddress: Readonly<Record<string, readonly NamedThing[]>> = {
  findCaseByNumber: [{ kind: 'case_number', at: 'params.case_number' }],
  relateCases: [otherInBody],
  unrelateCases: [{ kind: 'case_uid', at: 'body.other_uid' }],
  bulkRelate: [casesInBody, otherInBody],
  bulkStatus: [casesInBody],
  bulkAssign: [casesInBody],
  readAcquisition: acquisition,
  steerAcquisition: acquisition,
  discardExport: exported,
  linkToExport: exported,
  readExport: exported,
  retryCaseSync: caseUid,
  takeCaseOffline: caseUid,
  settleConflict: [{ kind: 'conflict', at: 'params.conflict_id' }],
  forgetSetAside: [{ kind: 'set_aside', at: 'params.entry_id' }],
  restoreSetAside: [{ kind: 'set_aside', at: 'params.entry_id' }, caseInBody],
  createEnrolmentCode: [{ kind: 'case', at: 'body.cases[]' }],
  keepDraft: [caseInBody],
  createReport: [caseInBody],
  readReport: report,
  readReportVersion: report,
  saveReport: report,
  moveReport: report,
  checkReport: report,
  draftReport: report,
  previewReport: report,
  exportReport: report,
  findReportFacts: report,
  findReportSources: report,
  nameReportSources: report,
  readAlert: alert,
  assignAlert: alert,
  moveAlert: alert,
  triageAlerts: [
    { kind: 'alert', at: 'body.alerts[].id' },
    { kind: 'alert', at: 'body.alert_ids[]' },
  ],
  recordDecision: [alertInBody],
  readDecision: decision,
  settleDecision: decision,
  readAccessLog: [{ kind: 'case', at: 'query.case_id' }],
  exportAccessLog: [{ kind: 'case', at: 'query.case_id' }],
  downloadEvidence: [{ kind: 'evidence', at: 'body.evidence_id' }],
  exportEvidence: [caseInBody, numberInBody, { kind: 'export', at: 'body.export_id' }],
  listEvidenceOfWorkspace: [caseInBody, numberInBody],
  uploadEvidence: [caseInBody, numberInBody],
  assignAlertByKey: [alertInBody, { kind: 'alert', at: 'body.alert_ids[]' }],
  updateAlertStatus: [alertInBody, { kind: 'alert', at: 'body.alert_ids[]' }],
  recordManualDecision: [alertInBody, { kind: 'decision', at: 'body.decision_id' }],
  createReportByKey: [caseInBody],
  retrieveReport: [
    { kind: 'report', at: 'query.report_id' },
    { kind: 'case', at: 'query.case_id' },
  ],
}

/** L-103: the things of cases that a request to an operation can name. */
export const thingsNamedBy = ({ id, path }: { readonly id: string; readonly path: string }): readonly NamedThing[] => [
  ...(path.startsWith('/v1/cases/{id}') ? [{ kind: 'case', at: 'params.id' } as const] : []),
  ...(Object.hasOwn(beyondAddress, id) ? (beyondAddress[id] ?? []) : []),
]

/**
 * Operations that work for the service itself, whoever asks: what they set going goes on for everybody, and they answer
 * nothing of a case.
 */
export const worksForItself: ReadonlySet<string> = new Set([
  'askHubAgain',
  'beginNewEpoch',
  'changeSyncSettings',
  'connectToHub',
  'readExchangeFile',
  'rebuildNetwork',
  'retryCaseSync',
  'rotateKey',
  'syncNow',
  'takeCaseOffline',
  'trustRestoredHub',
  'writeExchangeFile',
])
