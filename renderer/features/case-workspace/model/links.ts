import type { CaseFull } from '../../../../shared/schema/case.ts'

export const caseLinkKinds = ['alerts', 'customers', 'accounts'] as const
export type LinkedKind = (typeof caseLinkKinds)[number]

/** The linked identifiers of one kind. */
export const linkedIds = (file: CaseFull, kind: LinkedKind): readonly number[] =>
  ({ alerts: file.alert_ids, customers: file.customer_ids, accounts: file.account_ids })[kind]
