import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { TransactionImport } from '../../../../shared/api/transaction-imports.ts'
import { bothSidesMeanings, type BothSidesMeaning } from '../../../../shared/schema/counterparty.ts'

type Props = {
  readonly value: BothSidesMeaning | null
  readonly onChange: (value: BothSidesMeaning | null) => void
  readonly sides: NonNullable<TransactionImport['both_sides']>
}

/** Asks whether identifiers that stand on both sides of payments are those of the same, or of two. */
export const BothSidesField = ({ value, onChange, sides: { both, payers, payees } }: Props) => {
  const { t } = useTranslation()
  return (
    <Select
      label={t('import.bothSides.label', { count: both })}
      description={t('import.bothSides.hint', { payers, payees })}
      placeholder={t('import.bothSides.choose')}
      data={bothSidesMeanings.map((one) => ({ value: one, label: t(`import.bothSides.${one}`) }))}
      value={value}
      onChange={(chosen) => onChange(bothSidesMeanings.find((one) => one === chosen) ?? null)}
      clearable
    />
  )
}
