import type { ReadingKind } from '../../../shared/schema/access-log.ts'

/** Where in a request something stands: `query.q`, `params.id`, `body.names`. */
type Place = `${'params' | 'query' | 'body'}.${string}`

/** What of an operation is written into the access log, and from where in the request. */
export interface LoggedReading {
  readonly kind: ReadingKind
  /** Where the case is named. */
  readonly case?: { readonly by: 'id' | 'number' | 'report'; readonly at: Place }
  /** What was asked for: withheld, since it names people. */
  readonly terms?: readonly Place[]
  /** Whether it is only written where one of the terms was given: without any, it is a page of a list. */
  readonly onlyWithTerms?: true
  /** Whether it is only written where the request names the case in this way. */
  readonly onlyWithCase?: true
}

/** Why an operation is not in the log. */
export const unloggedReasons = {
  change: 'It changes something: that is sealed, or kept with who did it.',
  sealed: 'The look, copy or export is sealed in the case itself.',
  list: 'A page of a work list, which names nobody and opens nothing.',
  job: 'A step of an import, an acquisition or another job of one’s own.',
  setting: 'Settings, rules, models, lists, people, devices and sync: nothing of a case.',
  figure: 'Counts and measurements.',
  alert: 'Alerts, decisions and assessments: what everyone’s queue holds. Who acts on one is sealed.',
  own: 'About the caller alone: sign-in, drafts, views, tickets.',
  check: 'A check of seals: it answers what is proven, not what the case says.',
} as const
export type UnloggedReason = keyof typeof unloggedReasons

const inCase = { by: 'id', at: 'params.id' } as const
const opened: LoggedReading = { kind: 'case_opened', case: inCase }
const openedReport: LoggedReading = { kind: 'report_opened', case: { by: 'report', at: 'params.id' } }
const lookedUp = (...terms: readonly Place[]): LoggedReading => ({ kind: 'person_looked_up', terms })
const searched = (...terms: readonly Place[]): LoggedReading => ({ kind: 'search', terms, onlyWithTerms: true })
const named = (...terms: readonly Place[]): LoggedReading => ({
  kind: 'person_looked_up',
  terms,
  onlyWithTerms: true,
})
const screened = (...terms: readonly Place[]): LoggedReading => ({ kind: 'person_screened', terms })
const exportedList = (...terms: readonly Place[]): LoggedReading => ({ kind: 'list_exported', terms })

const entity = ['query.entity_kind', 'query.entity_id'] as const
const people = [
  'query.customer_id',
  'query.account_id',
  'query.counterparty_id',
  'query.device_id',
  'query.ip',
] as const

/**
 * L-93: what each operation that reads leaves in the access log; the first that applies is written. Operations that are
 * in neither list are a failing test.
 */
export const loggedReadings: Readonly<Record<string, readonly LoggedReading[]>> = {
  readCase: [opened],
  readCaseOverview: [opened],
  readCaseAccess: [opened],
  breakGlass: [
    { kind: 'glass_broken', case: { by: 'id', at: 'body.case_id' }, onlyWithCase: true },
    { kind: 'glass_broken', case: { by: 'number', at: 'body.case_number' } },
  ],
  findCaseByNumber: [{ kind: 'case_opened', case: { by: 'number', at: 'params.case_number' } }],
  listNotes: [opened],
  readEntry: [opened],
  readTimeline: [opened],
  listCaseRelations: [opened],
  suggestRelations: [opened],
  listCaseTasks: [opened],
  listEvidence: [{ ...searched('query.q'), kind: 'evidence_searched', case: inCase }, opened],
  readEvidence: [opened],
  readEvidenceText: [opened],
  readPieceText: [opened],
  searchEvidenceText: [{ kind: 'evidence_searched', case: inCase, terms: ['body.q'] }],
  listExports: [opened],
  listEvidencePlaces: [opened],
  findQuotations: [opened],
  findExportQuotations: [opened],
  listEvidenceOfWorkspace: [
    { ...searched('body.q'), kind: 'evidence_searched', case: { by: 'id', at: 'body.case_id' } },
    { kind: 'case_opened', case: { by: 'id', at: 'body.case_id' } },
  ],

  readReport: [openedReport],
  readReportVersion: [openedReport],
  draftReport: [openedReport],
  checkReport: [openedReport],
  previewReport: [openedReport],
  findReportFacts: [openedReport],
  findReportSources: [openedReport],
  nameReportSources: [openedReport],
  retrieveReport: [{ kind: 'report_opened', case: { by: 'report', at: 'query.report_id' } }],

  searchEverything: [searched('query.q')],
  listCases: [named('query.customer_id', 'query.account_id'), searched('query.q')],
  listCaseSync: [searched('query.q')],
  listTransactions: [named(...people), searched('query.q')],
  listAlerts: [named(...entity), searched('query.q')],
  listListValues: [searched('query.q')],
  listScreeningHits: [named('query.subject_kind', 'query.subject_id'), searched('query.q')],
  listScreenings: [named('query.subject_kind', 'query.subject_id')],
  listScreenedSubjects: [searched('query.q')],
  listListedEntries: [searched('query.q', 'query.id')],
  readListedEntry: [lookedUp('query.id')],
  listBusinesses: [searched('query.q')],
  searchNetwork: [searched('query.q')],
  listProposals: [named(...entity)],
  listMonitoring: [named(...entity)],

  readCustomer: [lookedUp('params.id')],
  readAccount: [lookedUp('params.id')],
  readAccountMoney: [lookedUp('params.id')],
  traceAccountMoney: [lookedUp('params.id')],
  readScreenedSubject: [lookedUp('params.kind', 'params.id')],
  readScreening: [lookedUp('params.id')],
  readScreeningHit: [lookedUp('params.id')],
  readNode: [lookedUp(...entity)],
  readNodeRisk: [lookedUp(...entity)],
  listNeighbours: [lookedUp(...entity)],
  findPath: [lookedUp('query.from_kind', 'query.from_id', 'query.to_kind', 'query.to_id')],
  readGraph: [lookedUp('body.centres')],
  readBusiness: [lookedUp('params.id')],
  readBusinessOwners: [lookedUp('params.id')],
  listBusinessChecks: [named('query.business_id')],
  readBusinessCheck: [lookedUp('params.id')],
  checkBusiness: [lookedUp('body.business_id', 'body.name', 'body.customer_id')],
  retrieveProfile: [lookedUp(...people, 'query.terminal_id')],
  nodeRiskByKey: [named(...entity)],
  calculateNodeRisk: [lookedUp('body.entity_kind', 'body.entity_id')],
  retrieveKyb: [
    lookedUp('query.check_id', 'query.business_id', 'query.lei', 'query.vat', 'query.company_number', 'query.iban'),
  ],
  runKyb: [lookedUp('body.business_id', 'body.name', 'body.customer_id')],
  retrieveScreening: [lookedUp('query.screening_id', 'query.subject_kind', 'query.subject_id')],

  screenSomebody: [screened('body.names', 'body.identifiers', 'body.subject')],
  screenBatch: [screened('body.subjects')],
  screenByKey: [screened('body.name', 'body.names', 'body.identifiers', 'body.subject_id')],

  exportCases: [
    exportedList(
      'query.q',
      'query.customer_id',
      'query.account_id',
      'query.alert_id',
      'query.parent_id',
      'query.owner_id',
      'query.status',
      'query.priority',
      'query.outcome',
    ),
  ],
  readImportRejects: [exportedList()],
  readTransactionRejects: [exportedList()],
  readAlertRejects: [exportedList()],
  exportKpiReport: [{ kind: 'report_exported' }],
  exportEffectiveness: [{ kind: 'report_exported' }],

  readAccessLog: [
    { kind: 'log_read', terms: ['query.person_id', 'query.case_id', 'query.kind', 'query.from', 'query.to'] },
  ],
  exportAccessLog: [
    { kind: 'log_exported', terms: ['query.person_id', 'query.case_id', 'query.kind', 'query.from', 'query.to'] },
  ],
}
