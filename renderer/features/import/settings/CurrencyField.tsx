import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Whether a text can stand for the currency of rows that name none; nothing can, too. */
export const isCurrency = (currency: string): boolean => currency === '' || /^[A-Z]{3}$/u.test(currency)

/** The currency of rows that name none. */
export const CurrencyField = ({
  value,
  onChange,
}: {
  readonly value: string
  readonly onChange: (currency: string) => void
}) => {
  const { t } = useTranslation()
  return (
    <TextInput
      label={t('import.settings.currency')}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      description={t('import.settings.currencyHint')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value.toUpperCase().trim())}
      error={isCurrency(value) ? undefined : t('import.settings.currencyWrong')}
      maxLength={3}
    />
  )
}
