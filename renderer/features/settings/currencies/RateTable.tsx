import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { memo, useMemo, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { HeadedTable } from '../../../ui/HeadedTable.tsx'
import cells from '../../../ui/plain-table.module.css'
import classes from '../settings.module.css'
import { ratesInOrder, type Rate } from './rates.ts'

type OnRemove = ((rate: Rate) => void) | null

/** The row that goes takes the focus with it: the next one gets it, or the one before. */
const focusBeside = (row: Element | null): void =>
  (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector('button')?.focus()

/** Of two thousand rows only those that change are made anew. */
const RateRow = memo(function RateRow({ rate, onRemove }: { readonly rate: Rate; readonly onRemove: OnRemove }) {
  const { t, i18n } = useTranslation()
  const { currency, from } = rate
  const remove = (event: MouseEvent<HTMLButtonElement>): void => {
    focusBeside(event.currentTarget.closest('tr'))
    onRemove?.(rate)
  }
  return (
    <tr>
      <th scope="row">{currency}</th>
      <td>{from}</td>
      <td className={cells.figure}>{rate.rate.toLocaleString(i18n.language, { maximumFractionDigits: 20 })}</td>
      <td className={cells.end}>
        {onRemove === null ? null : (
          <ActionIcon
            size="sm"
            variant="subtle"
            aria-label={t('settings.currencies.remove', { currency, from })}
            onClick={remove}
          >
            <IconTrash size={14} aria-hidden />
          </ActionIcon>
        )}
      </td>
    </tr>
  )
})

type Props = {
  readonly rates: readonly Rate[]
  /** null: nothing is changed here. */
  readonly onRemove: OnRemove
}

/** The dated rates of a policy, by currency and of each the newest first. */
export const RateTable = memo(function RateTable({ rates, onRemove }: Props) {
  const { t } = useTranslation()
  const shown = useMemo(() => ratesInOrder(rates), [rates])
  return (
    // Scrolls, so the keyboard must reach it.
    <div className={classes.rates} tabIndex={0} role="region" aria-label={t('settings.currencies.rates')}>
      <HeadedTable
        className={cells.table}
        endClass={cells.figure}
        label={t('settings.currencies.rates')}
        heads={[
          { text: t('settings.currencies.currency') },
          { text: t('settings.currencies.from') },
          { text: t('settings.currencies.rate'), end: true },
          { text: t('settings.currencies.change'), end: true },
        ]}
      >
        {shown.map((rate) => (
          <RateRow key={`${rate.currency} ${rate.from}`} rate={rate} onRemove={onRemove} />
        ))}
      </HeadedTable>
    </div>
  )
})
