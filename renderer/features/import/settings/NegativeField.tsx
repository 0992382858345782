import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { negativeMeanings, type NegativeMeaning } from '../../../../shared/schema/money.ts'

/** What a minus before an amount of the file means. */
export const NegativeField = ({
  value,
  onChange,
}: {
  readonly value: NegativeMeaning
  readonly onChange: (meaning: NegativeMeaning) => void
}) => {
  const { t } = useTranslation()
  return (
    <Select
      label={t('import.transactions.negative.label')}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      description={t('import.transactions.negative.hint')}
      data={negativeMeanings.map((meaning) => ({
        value: meaning,
        label: t(`import.transactions.negative.${meaning}`),
      }))}
      value={value}
      onChange={(chosen: NegativeMeaning | null) => onChange(chosen ?? value)}
      allowDeselect={false}
    />
  )
}
