import type { CaseFull } from '../../../../shared/schema/case.ts'

export const linkKinds = ['alerts', 'customers', 'accounts'] as const
export type LinkKind = (typeof linkKinds)[number]

/** The linked identifiers of one kind. */
export const linkedIds = (file: CaseFull, kind: LinkKind): readonly number[] =>
  ({ alerts: file.alert_ids, customers: file.customer_ids, accounts: file.account_ids })[kind]
