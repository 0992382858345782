import { createBaseCurrency, hasNoRate } from '../../detection/features/currencies.ts'
import type { BaseCurrency } from '../../detection/features/currencies.ts'
import type { TimedActivity } from '../../domain/transactions/read-activity.ts'

/**
 * Follows the base currency through rows that are only checked: each is answered whether its amount would be counted
 * nowhere (F-10).
 */
export const createRateCheck = (kept: Pick<BaseCurrency, 'counted'>): ((activity: TimedActivity) => boolean) => {
  const { told, base } = kept.counted()
  const money = createBaseCurrency(told, base)
  return ({ event, atMs }) => {
    money.settle(event)
    return hasNoRate(money, event, atMs)
  }
}
