import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Where a code of the second factor is typed: six digits, or a recovery code where one is taken. */
export const CodeField = ({
  value,
  onChange,
  recovery = false,
  focus = false,
}: {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly recovery?: boolean
  readonly focus?: boolean
}) => {
  const { t } = useTranslation()
  return (
    <TextInput
      label={t('secondFactorCode.label')}
      description={t(recovery ? 'secondFactorCode.orRecovery' : 'secondFactorCode.six')}
      inputMode={recovery ? 'text' : 'numeric'}
      autoComplete="one-time-code"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={64}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data-autofocus={focus || undefined}
      autoFocus={focus}
      required
      withAsterisk={false}
    />
  )
}
