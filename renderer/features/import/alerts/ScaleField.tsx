import { NumberInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isScale, scaleLimits } from './scale.ts'

/** The highest score that the other system gives. */
export const ScaleField = ({
  value,
  onChange,
}: {
  readonly value: number | string
  readonly onChange: (scale: number | string) => void
}) => {
  const { t, i18n } = useTranslation()
  const number = (limit: number): string => limit.toLocaleString(i18n.language)
  return (
    <NumberInput
      label={t('import.alerts.scale')}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      description={t('import.alerts.scaleHint')}
      value={value}
      onChange={onChange}
      error={
        isScale(value)
          ? undefined
          : t('import.alerts.scaleWrong', { least: number(scaleLimits.least), most: number(scaleLimits.most) })
      }
      decimalScale={6}
      allowNegative={false}
      hideControls
      required
    />
  )
}
