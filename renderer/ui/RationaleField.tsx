import { Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { noteMax } from '../../shared/schema/text.ts'

type Props = {
  readonly value: string
  readonly onChange: (text: string) => void
  readonly label?: string
  readonly hint?: string
  readonly error?: string | null
  readonly required?: boolean
  readonly autoFocus?: boolean
  readonly minRows?: number
  readonly disabled?: boolean
}

/**
 * A text that will be sealed: grows with what is typed, keeps its own direction. Ctrl+Enter belongs to the dialog
 * around it.
 */
export const RationaleField = ({
  value,
  onChange,
  label,
  hint,
  error,
  required = true,
  autoFocus = false,
  minRows = 3,
  disabled = false,
}: Props) => {
  const { t } = useTranslation()
  return (
    <Textarea
      label={label ?? t('ui.rationale')}
      description={hint ?? t('ui.rationaleHint')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={
        error ?? (value.length > noteMax ? t('common.characters', { count: value.length, max: noteMax }) : undefined)
      }
      required={required}
      data-autofocus={autoFocus || undefined}
      autosize
      minRows={minRows}
      maxRows={14}
      dir="auto"
      disabled={disabled}
    />
  )
}
