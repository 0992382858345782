import { Button, Checkbox, Radio } from '@mantine/core'
import { IconRoute } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AccountMoney } from '../../../../shared/api/tracing.ts'
import { tracingMethods, type TracingMethod } from '../../../../shared/schema/tracing.ts'
import { useTrace, type MoneyQuery, type TraceRequest } from '../../../data/queries/accountMoney.ts'
import { money as moneyText } from '../../../ui/charts/format.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { HeadedTable } from '../../../ui/HeadedTable.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { PartyName } from './PartyName.tsx'
import { TraceResult } from './TraceResult.tsx'
import classes from './money.module.css'

type Props = { readonly money: AccountMoney; readonly asked: MoneyQuery }

const Payments = ({
  money,
  chosen,
  onToggle,
}: {
  readonly money: AccountMoney
  readonly chosen: ReadonlySet<string>
  readonly onToggle: (id: string) => void
}) => {
  const { t, i18n } = useTranslation()
  return (
    <div className={classes.frame} tabIndex={0} role="group" aria-label={t('customer.money.follow.payments')}>
      <HeadedTable
        className={classes.table}
        endClass={classes.end}
        heads={[
          { text: t('customer.money.follow.choose') },
          { text: t('customer.money.follow.at') },
          { text: t('customer.money.follow.amount'), end: true },
          { text: t('customer.money.party') },
        ]}
      >
        {money.payments_in.map((one) => (
          <tr key={one.transaction_id} data-chosen={chosen.has(one.transaction_id) || undefined}>
            <td>
              <Checkbox
                size="xs"
                label={<bdi>{one.transaction_id}</bdi>}
                checked={chosen.has(one.transaction_id)}
                onChange={() => onToggle(one.transaction_id)}
              />
            </td>
            <td>
              <Timestamp at={one.at} />
            </td>
            <td className={classes.end}>{moneyText(one.amount, money.currency, i18n.language)}</td>
            <td className={classes.party}>
              <PartyName party={one.party} />
            </td>
          </tr>
        ))}
      </HeadedTable>
    </div>
  )
}

const requestOf = (asked: MoneyQuery, method: TracingMethod, ids: readonly string[]): TraceRequest => ({
  sides: asked.sides ?? 'own',
  method,
  transaction_ids: [...ids],
  ...(asked.from === undefined ? {} : { from: asked.from }),
  ...(asked.to === undefined ? {} : { to: asked.to }),
  ...(asked.currency === undefined ? {} : { currency: asked.currency }),
  ...(asked.opening_balance === undefined ? {} : { opening_balance: Number(asked.opening_balance) }),
})

/** Chooses payments into the account and a convention, and follows their money. */
export const FollowMoney = ({ money, asked }: Props) => {
  const { t, i18n } = useTranslation()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [method, setMethod] = useState<TracingMethod>('first_in_first_out')
  const [followed, setFollowed] = useState<readonly string[] | null>(null)
  const here = money.payments_in.filter(({ transaction_id: id }) => chosen.has(id))
  const request = followed === null ? null : requestOf(asked, method, followed)
  const trace = useTrace(money.account_id, request)
  const toggle = (id: string): void => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
    setFollowed(null)
  }
  const sum = here.reduce((all, { amount }) => all + amount, 0)
  return (
    <section className={classes.block}>
      <h2>{t('customer.money.follow.title')}</h2>
      <p className={classes.small}>{t('customer.money.follow.hint')}</p>
      <div className={classes.choices}>
        <Payments money={money} chosen={chosen} onToggle={toggle} />
        <div>
          <Radio.Group
            label={t('customer.money.follow.method')}
            description={t('customer.money.follow.methodHint')}
            value={method}
            onChange={(value) => setMethod(tracingMethods.find((one) => one === value) ?? method)}
          >
            <div className={classes.methods}>
              {tracingMethods.map((one) => (
                <Radio
                  key={one}
                  value={one}
                  label={t(`customer.money.methods.${one}`)}
                  description={t(`customer.money.methodMeans.${one}`)}
                />
              ))}
            </div>
          </Radio.Group>
          <Button
            mt={12}
            leftSection={<IconRoute size={16} stroke={1.7} />}
            disabled={here.length === 0}
            onClick={() => setFollowed(here.map(({ transaction_id: id }) => id))}
          >
            {here.length === 0
              ? t('customer.money.follow.go')
              : t('customer.money.follow.goSum', { sum: moneyText(sum, money.currency, i18n.language) })}
          </Button>
        </div>
      </div>
      {request === null ? null : trace.data !== undefined ? (
        <TraceResult trace={trace.data} />
      ) : trace.error !== null ? (
        <ErrorState error={trace.error} onRetry={() => void trace.refetch()} />
      ) : (
        <LoadingRows rows={4} height={32} />
      )}
    </section>
  )
}
