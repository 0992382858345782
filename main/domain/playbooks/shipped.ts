import type { Playbook } from '../../../shared/schema/playbooks.ts'
import { accountTakeover } from './account-takeover.ts'
import { appFraud } from './app-fraud.ts'
import { cardTesting } from './card-testing.ts'
import { insiderFraud } from './insider-fraud.ts'
import { invoiceRedirection } from './invoice-redirection.ts'
import { loanStacking } from './loan-stacking.ts'
import { moneyMule } from './money-mule.ts'
import { payrollFraud } from './payroll-fraud.ts'
import { romanceFraud } from './romance-fraud.ts'
import { structuring } from './structuring.ts'

/** The playbooks that ship, one a typology. */
export const playbooks: readonly Playbook[] = [
  accountTakeover,
  appFraud,
  moneyMule,
  cardTesting,
  invoiceRedirection,
  romanceFraud,
  payrollFraud,
  loanStacking,
  structuring,
  insiderFraud,
]

/** The playbook of a key; null where none ships under it. */
export const playbookOf = (key: string): Playbook | null => playbooks.find((one) => one.key === key) ?? null
