import type { Route, SettingsSection, SyncTab } from '../../renderer/state/route.ts'

/** The addresses of all screens. */

/** Things that a screen opens, as their addresses name them. */
export interface Content {
  readonly caseId: number
  readonly reportId: string
}

/** A customer of the filled workspace, with transactions, who is in the register of screening. */
export const customer = 'C-1'

const sync: Readonly<Record<SyncTab, string>> = {
  overview: '/sync',
  cases: '/sync/cases',
  conflicts: '/sync/conflicts',
  connect: '/sync/connect',
  hub: '/sync/hub',
}

const settings: Readonly<Record<SettingsSection, string>> = {
  account: '/settings/account',
  users: '/settings/users',
  policy: '/settings/policy',
  screening: '/settings/screening',
  known: '/settings/known',
  keys: '/settings/keys',
  webhooks: '/settings/webhooks',
  devices: '/settings/devices',
  access: '/settings/access',
  updates: '/settings/updates',
}

/**
 * Every screen there is, by its route; addresses as they stand after `#`. A route that is added needs its line here.
 */
export const everyScreen = ({ caseId, reportId }: Content): Readonly<Record<Route['name'], readonly string[]>> => ({
  home: ['/home'],
  queue: ['/cases', '/cases?status=closed&q=nobody'],
  case: [`/cases/${caseId}`, '/cases/999999'],
  timeline: [`/cases/${caseId}/timeline`],
  tasks: [`/cases/${caseId}/tasks`],
  evidence: [`/cases/${caseId}/evidence`, `/cases/${caseId}/evidence?view=gallery`, `/cases/${caseId}/evidence/1`],
  alerts: ['/alerts', '/alerts?status=dismissed'],
  decisions: ['/decisions', '/decisions?view=decided'],
  screening: ['/screening'],
  transactions: ['/transactions'],
  network: ['/network', `/network/customer:${customer}`],
  customers: [`/customers/${customer}`],
  businesses: ['/businesses'],
  lists: ['/lists', '/lists/un', '/lists/un?view=entries'],
  rules: ['/rules', '/rules/+new', '/rules/nothing'],
  model: ['/model'],
  effectiveness: ['/effectiveness'],
  reports: ['/reports', '/reports?view=kpi', '/reports?view=settings', `/reports/${reportId}`],
  entity: [`/entities/customer/${customer}`],
  screened: [`/screened/customer/${customer}`],
  verify: ['/verify'],
  import: ['/import'],
  'import-transactions': ['/import-transactions'],
  'import-alerts': ['/import-alerts'],
  sync: Object.values(sync),
  settings: Object.values(settings),
  unknown: ['/nowhere'],
})
