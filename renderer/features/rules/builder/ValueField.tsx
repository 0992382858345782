import { NumberInput, Select, TagsInput, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { OperatorEntry, RuleVocabulary } from '../../../../shared/schema/rules.ts'
import { fieldName } from '../../../../shared/text/field-words.ts'
import { searchableSelect } from '../../../ui/searchable-select.ts'
import { FieldOrValue } from './FieldOrValue.tsx'
import type { Json } from './logic.ts'
import { numberOrText, textOf } from './values.ts'

type Props = {
  readonly argument: OperatorEntry['arguments'][number]
  readonly value: Json
  /** Whether it is what the condition looks at, and not what that is compared with. */
  readonly isSubject: boolean
  readonly vocabulary: RuleVocabulary
  readonly disabled: boolean
  readonly onChange: (value: Json) => void
}

/** Kinds that are written in the rule as they are, with what may be chosen. */
const choicesOf = (
  kind: Props['argument']['kind'],
  vocabulary: RuleVocabulary,
): readonly { readonly value: string; readonly label: string }[] | null => {
  if (kind === 'list_key') return vocabulary.lists.map(({ key, name }) => ({ value: key, label: name }))
  if (kind === 'rule_key') return vocabulary.rules.map(({ key, name }) => ({ value: key, label: name }))
  if (kind === 'feature')
    return vocabulary.features.map(({ name }) => ({ value: name, label: fieldName(`features.${name}`) }))
  if (kind === 'unit') return ['seconds', 'minutes', 'hours', 'days'].map((unit) => ({ value: unit, label: unit }))
  return null
}

/** One value of a condition: a field or feature of the activity, or what is written in the rule. */
export const ValueField = ({ argument, value, isSubject, vocabulary, disabled, onChange }: Props) => {
  const { t } = useTranslation()
  const label = argument.name
  const choices = choicesOf(argument.kind, vocabulary)
  if (choices !== null)
    return (
      <Select
        size="xs"
        w={210}
        {...searchableSelect}
        disabled={disabled}
        aria-label={label}
        data={[...choices]}
        value={textOf(value) || null}
        onChange={(chosen) => onChange(chosen ?? '')}
      />
    )
  if (Array.isArray(value) || argument.kind === 'array') {
    const written = Array.isArray(value) ? (value as readonly Json[]).map(textOf) : []
    return (
      <TagsInput
        size="xs"
        w={240}
        disabled={disabled}
        aria-label={label}
        value={written}
        onChange={(values) => onChange(values.map(numberOrText))}
      />
    )
  }
  if (argument.literal) {
    return argument.kind === 'number' ? (
      <NumberInput
        size="xs"
        w={110}
        disabled={disabled}
        aria-label={label}
        value={typeof value === 'number' ? value : ''}
        onChange={(number) => onChange(Number(number))}
      />
    ) : (
      <TextInput
        size="xs"
        w={150}
        disabled={disabled}
        aria-label={label}
        value={textOf(value)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  return (
    <FieldOrValue
      label={isSubject ? t('rules.builder.subject') : t('rules.builder.beside', { name: label })}
      value={value}
      isSubject={isSubject}
      vocabulary={vocabulary}
      disabled={disabled}
      onChange={onChange}
    />
  )
}
