/** Example bodies by operation id; a test holds each against its operation's schema. */
const examples: Readonly<Record<string, unknown>> = {
  createCase: {
    title: 'Unusual card payments at night',
    description: 'Eleven card payments between 02:00 and 04:00 at one merchant, all just below the limit.',
    priority: 'high',
    related_customer_id: 4711,
    related_account_id: 990017,
    alert_ids: [101, 102],
  },
  updateCaseStatus: { status: 'investigating', notes: 'Customer confirmed that the card was lost.' },
  editCase: { title: 'Unusual card payments at one merchant' },
  changeCasePriority: { priority: 'urgent', notes: 'A second account shows the same pattern.' },
  assignCase: { owner_id: 2, notes: 'Knows the merchant from an earlier case.' },
  addNote: { text: 'Merchant’s acquirer asked for receipts.' },
  linkToCase: { alert_ids: [103], customer_ids: [4712] },
  unlinkFromCase: { alert_ids: [103] },
  placeHold: { reason: 'Court order 12 C 34/56.' },
  releaseHold: { reason: 'Order lifted.' },
  redactDisclosures: {
    entry_id: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    digests: ['n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg'],
    legal_basis: 'gdpr_art_17',
    reference: 'Request 2031-118',
  },
  bulkStatus: { case_ids: [1, 2], status: 'closed', notes: 'Duplicates of case 3.' },
  bulkAssign: { case_ids: [1, 2], owner_id: 2 },
  login: { login_name: 'ada.berg', password: 'correct horse battery' },
  refresh: { refresh_token: 'the refresh token of the last answer' },
  openSession: { login_name: 'ada.berg', password: 'correct horse battery' },
  logout: {},
  changePassword: { current: 'correct horse battery', next: 'another horse and battery' },
  addUser: { login_name: 'ada.berg', name: 'Ada Berg', role: 'investigator' },
  changeUser: { role: 'supervisor' },
  createKey: { label: 'Scoring engine', kind: 'api', scopes: ['v4:read', 'v4:write'] },
  revokeDevice: { reason: 'Laptop was stolen.' },
  saveView: { name: 'Urgent and mine', query: { priority: 'urgent', owner_id: '2' } },
  changePolicy: {
    sla_hours: { urgent: 4, high: 24, medium: 72, low: 168 },
    sla_pauses_in_pending_review: false,
    workflow: null,
    four_eyes: ['closed'],
  },
  runImport: { mapping: { reference: 0, title: 1, description: 2 }, source: 'OldCases', time_zone: 'Europe/Berlin', dry_run: true },
}

/** The example body of an operation. */
export const exampleOf = (operationId: string): unknown => examples[operationId]
