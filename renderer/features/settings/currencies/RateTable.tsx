import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { memo, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { HeadedTable } from '../../../ui/HeadedTable.tsx'
import classes from '../settings.module.css'
import type { Rate } from './rates.ts'

type Props = {
  readonly rates: readonly Rate[]
  /** null: nothing is changed here. */
  readonly onRemove: ((rate: Rate) => void) | null
}

/** The row that goes takes the focus with it: the next one gets it, or the one before. */
const focusBeside = (row: Element | null): void => (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector('button')?.focus()

/** The dated rates of a policy, up to two thousand. */
export const RateTable = memo(function RateTable({ rates, onRemove }: Props) {
  const { t, i18n } = useTranslation()
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 20 })
  const remove = (rate: Rate) => (event: MouseEvent<HTMLButtonElement>) => {
    focusBeside(event.currentTarget.closest('tr'))
    onRemove?.(rate)
  }
  return (
    // Scrolls, so the keyboard must reach it.
    <div className={classes.rates} tabIndex={0} role="region" aria-label={t('settings.currencies.rates')}>
      <HeadedTable
        className={classes.table}
        label={t('settings.currencies.rates')}
        heads={[{ text: t('settings.currencies.currency') }, { text: t('settings.currencies.from') }, { text: t('settings.currencies.rate'), end: true }, { text: t('settings.currencies.change'), end: true }]}
      >
        {rates.map((rate) => (
          <tr key={`${rate.currency} ${rate.from}`}>
            <th scope="row">{rate.currency}</th>
            <td>{rate.from}</td>
            <td className={classes.figure}>{number.format(rate.rate)}</td>
            <td className={classes.end}>
              {onRemove === null ? null : (
                <ActionIcon size="sm" variant="subtle" aria-label={t('settings.currencies.remove', { currency: rate.currency, from: rate.from })} onClick={remove(rate)}>
                  <IconTrash size={14} aria-hidden />
                </ActionIcon>
              )}
            </td>
          </tr>
        ))}
      </HeadedTable>
    </div>
  )
})
