import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { lineOfText } from '../../../../shared/schema/text.ts'

const longest = 80

/** Whether a text can be the name of a source. */
export const isSource = (source: string): boolean => lineOfText(longest).safeParse(source).success

/** The system that a file comes from; `hint` says what it is good for. */
export const SourceField = ({
  value,
  onChange,
  hint,
}: {
  readonly value: string
  readonly onChange: (source: string) => void
  readonly hint: string
}) => {
  const { t } = useTranslation()
  return (
    <TextInput
      label={t('import.settings.source')}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      description={hint}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={isSource(value) ? undefined : t('import.settings.sourceMissing')}
      maxLength={longest}
      dir="auto"
      required
    />
  )
}
