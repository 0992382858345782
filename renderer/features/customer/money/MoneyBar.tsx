import { Checkbox, SegmentedControl, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AccountMoney } from '../../../../shared/api/tracing.ts'
import { periodWidths } from '../../../../shared/schema/period.ts'
import { withFilter } from '../../../state/filters.ts'
import { navigate, type DetectionRoute } from '../../../state/route.ts'
import { DayField } from '../../../ui/DayField.tsx'
import { periodWidthOf, readBalance } from './asked.ts'
import classes from './money.module.css'

type Props = { readonly route: DetectionRoute; readonly money: AccountMoney | undefined }

/** The balance before the first movement, which the movements do not tell. */
const Opening = ({ given, onGiven }: { readonly given: string; readonly onGiven: (text: string) => void }) => {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(given)
  const wrong = typed.trim() !== '' && readBalance(typed) === null
  const give = (): void => {
    if (!wrong) onGiven(readBalance(typed) ?? '')
  }
  return (
    <TextInput
      size="xs"
      w={150}
      label={t('customer.money.opening')}
      placeholder="0"
      inputMode="decimal"
      value={typed}
      error={wrong ? t('customer.money.noBalance') : undefined}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={give}
      onKeyDown={(event) => {
        if (event.key === 'Enter') give()
      }}
    />
  )
}

/** Which of an account's movements are looked at, and from which balance on. */
export const MoneyBar = ({ route, money }: Props) => {
  const { t, i18n } = useTranslation()
  const { query } = route
  const set = (name: string, value: string): void =>
    navigate({ name: 'customers', open: route.open, query: withFilter(query, name, value) }, 'replace')
  const currencies = money?.currencies.flatMap(({ currency }) => (currency === null ? [] : [currency])) ?? []
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('customer.money.bar')}>
      {(['from', 'to'] as const).map((end) => (
        <DayField
          key={end}
          size="xs"
          w={132}
          label={t(`customer.money.${end}`)}
          value={query[end] ?? ''}
          onDay={(day) => set(end, day)}
        />
      ))}
      {currencies.length > 1 ? (
        <Select
          size="xs"
          w={96}
          label={t('customer.money.currency')}
          data={currencies}
          value={money?.currency ?? null}
          allowDeselect={false}
          onChange={(next) => set('currency', next ?? '')}
        />
      ) : null}
      <Opening key={query['opening'] ?? ''} given={query['opening'] ?? ''} onGiven={(text) => set('opening', text)} />
      <SegmentedControl
        size="xs"
        aria-label={t('customer.money.period')}
        data={periodWidths.map((one) => ({ value: one, label: t(`customer.money.periods.${one}`) }))}
        value={periodWidthOf(query)}
        onChange={(next) => set('period', next === 'month' ? '' : next)}
      />
      {money !== undefined && money.named_by_others > 0 ? (
        <Checkbox
          size="xs"
          className={classes.sides}
          label={t('customer.money.both', {
            count: money.named_by_others,
            text: money.named_by_others.toLocaleString(i18n.language),
          })}
          description={t('customer.money.bothHint')}
          checked={query['sides'] === 'both'}
          onChange={(event) => set('sides', event.currentTarget.checked ? 'both' : '')}
        />
      ) : null}
    </div>
  )
}
