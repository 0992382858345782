import type { LinkLists, SealedPlace } from '../../domain/cases/commands.ts'
import type { Statements } from '../sqlite/statements.ts'
import type { CaseLinksTable, CaseLinkKind } from './tables.ts'

/** The links of a case, ascending, and the one of each kind that was given on creation. */
export interface CaseLinks extends LinkLists {
  readonly givenCustomer: number | null
  readonly givenAccount: number | null
  readonly sealedAt: (kind: 'customer' | 'account', id: number) => SealedPlace
}

/** Reads the links of a case. */
export const readLinks = async (sql: Statements, caseId: number): Promise<CaseLinks> => {
  const rows = await sql.all<CaseLinksTable>('select * from case_links where case_id = ? order by kind, target', caseId)
  const targets = (kind: CaseLinkKind): number[] => rows.filter((row) => row.kind === kind).map((row) => row.target)
  const givenOf = (kind: CaseLinkKind): number | null =>
    rows.find((row) => row.kind === kind && row.given === 1)?.target ?? null
  return {
    alertIds: targets('alert'),
    customerIds: targets('customer'),
    accountIds: targets('account'),
    givenCustomer: givenOf('customer'),
    givenAccount: givenOf('account'),
    sealedAt: (kind, id) => {
      const row = rows.find((link) => link.kind === kind && link.target === id)
      if (row?.digest === undefined || row.digest === null) throw new Error('this identifier is not linked')
      return { digest: row.digest, place: row.place }
    },
  }
}

/** The lists that a request names. */
export const listsOf = (input: {
  alert_ids?: readonly number[]
  customer_ids?: readonly number[]
  account_ids?: readonly number[]
}): LinkLists => ({
  alertIds: input.alert_ids ?? [],
  customerIds: input.customer_ids ?? [],
  accountIds: input.account_ids ?? [],
})
