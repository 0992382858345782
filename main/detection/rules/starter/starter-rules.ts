import type { ListContent, RuleContent } from '../../../../shared/schema/rules.ts'
import { loginRules, openingRules } from './access.ts'
import { cardRules } from './cards.ts'
import { transferRules } from './transfers.ts'

/** The rules that a new workspace begins with (docs/detection/rules.md lists them). */
export const starterRules: readonly RuleContent[] = [...cardRules, ...transferRules, ...loginRules, ...openingRules]

/** The lists that they read; empty until somebody fills them. */
export const starterLists: readonly ListContent[] = [
  { key: 'mule_accounts', name: 'Mule accounts', why: 'Accounts that passed on stolen money.', match: 'exact' },
  {
    key: 'trusted_payees',
    name: 'Trusted payees',
    why: 'Payees whom many customers pay for good reasons: utilities, shops, tax offices.',
    match: 'exact',
  },
  {
    key: 'high_risk_countries',
    name: 'Countries of high risk',
    why: 'ISO 3166-1 codes of countries that your own assessment of risk names.',
    match: 'exact',
  },
  { key: 'blocked_devices', name: 'Blocked devices', why: 'Devices that were used for fraud.', match: 'exact' },
]
