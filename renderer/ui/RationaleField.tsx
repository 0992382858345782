import { Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { noteMax } from '../../shared/schema/text.ts'

type Props = {
  readonly value: string
  readonly onChange: (text: string) => void
  /** Ctrl or Cmd with Enter. */
  readonly onSubmit?: () => void
  readonly label?: string
  readonly hint?: string
  readonly error?: string | null
  readonly required?: boolean
  readonly autoFocus?: boolean
  readonly minRows?: number
  readonly disabled?: boolean
}

/** A text that will be sealed: grows with what is typed, keeps its own direction, and is sent by Ctrl+Enter. */
export const RationaleField = ({ value, onChange, onSubmit, label, hint, error, required = true, autoFocus = false, minRows = 3, disabled = false }: Props) => {
  const { t } = useTranslation()
  return (
    <Textarea
      label={label ?? t('ui.rationale')}
      description={hint ?? t('ui.rationaleHint')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || onSubmit === undefined) return
        event.preventDefault()
        onSubmit()
      }}
      error={error ?? (value.length > noteMax ? t('common.characters', { count: value.length, max: noteMax }) : undefined)}
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
