import { IconCoins } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { AccountMoney } from '../../../../shared/api/tracing.ts'
import { isRefusal } from '../../../data/errors.ts'
import { useAccountMoney } from '../../../data/queries/accountMoney.ts'
import type { DetectionRoute } from '../../../state/route.ts'
import { money as moneyText } from '../../../ui/charts/format.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { moneyQueryOf } from './asked.ts'
import { FlowPicture } from './FlowPicture.tsx'
import { FollowMoney } from './FollowMoney.tsx'
import { MoneyBar } from './MoneyBar.tsx'
import { Parties, Periods } from './MoneyTables.tsx'
import classes from './money.module.css'

const Notices = ({ money }: { readonly money: AccountMoney }) => {
  const { t, i18n } = useTranslation()
  const counted = (count: number) => ({ count, text: count.toLocaleString(i18n.language) })
  const told = [
    ...(money.lowest_balance !== null && money.lowest_balance.amount < 0
      ? [t('customer.money.below', { lowest: moneyText(money.lowest_balance.amount, money.currency, i18n.language) })]
      : []),
    ...(money.same_time > 0 ? [t('customer.money.sameTime', counted(money.same_time))] : []),
    ...(money.other_currencies > 0 ? [t('customer.money.otherCurrencies', counted(money.other_currencies))] : []),
  ]
  return told.length === 0 ? null : (
    <ul className={classes.notices}>
      {told.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

const Figures = ({ money }: { readonly money: AccountMoney }) => {
  const { t, i18n } = useTranslation()
  const text = (amount: number): string => moneyText(amount, money.currency, i18n.language)
  return (
    <dl className={classes.figures}>
      {(['in', 'out'] as const).map((side) => (
        <div key={side}>
          <dt>{t(`customer.money.${side}`)}</dt>
          <dd>{text(money.total[side])}</dd>
          <dd className={classes.small}>{t('customer.money.movements', { count: money.total[`count_${side}`] })}</dd>
        </div>
      ))}
      <div>
        <dt>{t('customer.money.closing')}</dt>
        <dd>{text(money.closing_balance)}</dd>
        <dd className={classes.small}>{t('customer.money.from0', { opening: text(money.opening_balance) })}</dd>
      </div>
      {money.lowest_balance === null ? null : (
        <div>
          <dt>{t('customer.money.lowest')}</dt>
          <dd data-some={money.lowest_balance.amount < 0 || undefined}>{text(money.lowest_balance.amount)}</dd>
          <dd className={classes.small}>
            <Timestamp at={money.lowest_balance.at} />
          </dd>
        </div>
      )}
    </dl>
  )
}

/** Where an account's money came from and went to, and what became of a sum that was paid into it. */
export const MoneyView = ({ account, route }: { readonly account: string; readonly route: DetectionRoute }) => {
  const { t } = useTranslation()
  const asked = moneyQueryOf(route.query)
  const found = useAccountMoney(account, asked)
  const money = found.data?.account_id === account ? found.data : undefined
  return (
    <>
      <MoneyBar route={route} money={money} />
      {found.error !== null ? (
        isRefusal(found.error, 'not_found') ? (
          <EmptyState
            icon={<IconCoins size={30} stroke={1.4} />}
            title={t('customer.money.none')}
            hint={t('customer.money.noneHint')}
          />
        ) : (
          <ErrorState error={found.error} onRetry={() => void found.refetch()} />
        )
      ) : money === undefined ? (
        <LoadingRows rows={8} height={40} />
      ) : (
        <>
          <Notices money={money} />
          <Figures money={money} />
          <FlowPicture money={money} />
          <Periods money={money} />
          <Parties money={money} />
          <FollowMoney key={`${account} ${JSON.stringify(asked)}`} money={money} asked={asked} />
        </>
      )}
    </>
  )
}
