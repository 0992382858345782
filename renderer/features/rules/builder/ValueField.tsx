import { Autocomplete, NumberInput, Select, TagsInput, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { OperatorEntry, RuleVocabulary } from '../../../../shared/schema/rules.ts'
import type { Json } from './logic.ts'

type Props = {
  readonly argument: OperatorEntry['arguments'][number]
  readonly value: Json
  readonly vocabulary: RuleVocabulary
  readonly disabled: boolean
  readonly onChange: (value: Json) => void
}

/** A path or a feature, as the picker names it. */
const pathOf = (value: Json): string | null => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const [entry] = Object.entries(value)
  if (entry === undefined) return null
  const [name, of] = entry
  const text = Array.isArray(of) ? (of as readonly Json[])[0] : of
  return typeof text !== 'string' ? null : name === 'feature' ? `features.${text}` : text
}

const readOf = (path: string): Json => (path.startsWith('features.') ? { feature: [path.slice('features.'.length)] } : { var: path })

/** Takes a text for the number that it is, where it is one. */
const literalOf = (text: string): Json => (/^-?\d{1,15}(?:\.\d{1,6})?$/u.test(text) ? Number(text) : text)

const textOf = (value: Json): string => (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '')

/** Kinds that are written in the rule as they are, with what may be chosen. */
const choicesOf = (kind: Props['argument']['kind'], vocabulary: RuleVocabulary): readonly { readonly value: string; readonly label: string }[] | null => {
  if (kind === 'list_key') return vocabulary.lists.map(({ key, name }) => ({ value: key, label: name }))
  if (kind === 'rule_key') return vocabulary.rules.map(({ key, name }) => ({ value: key, label: name }))
  if (kind === 'feature') return vocabulary.features.map(({ name }) => ({ value: name, label: name }))
  if (kind === 'unit') return ['seconds', 'minutes', 'hours', 'days'].map((unit) => ({ value: unit, label: unit }))
  return null
}

/** One value of a condition: a field or feature of the activity, or what is written in the rule. */
export const ValueField = ({ argument, value, vocabulary, disabled, onChange }: Props) => {
  const { t } = useTranslation()
  const label = argument.name
  const choices = choicesOf(argument.kind, vocabulary)
  if (choices !== null) return <Select size="xs" w={210} searchable disabled={disabled} aria-label={label} data={[...choices]} value={textOf(value) || null} onChange={(chosen) => onChange(chosen ?? '')} />
  if (Array.isArray(value) || argument.kind === 'array') {
    const written = Array.isArray(value) ? (value as readonly Json[]).map(textOf) : []
    return <TagsInput size="xs" w={240} disabled={disabled} aria-label={label} value={written} onChange={(values) => onChange(values.map(literalOf))} />
  }
  const path = pathOf(value)
  if (argument.literal) {
    return argument.kind === 'number' ? (
      <NumberInput size="xs" w={110} disabled={disabled} aria-label={label} value={typeof value === 'number' ? value : ''} onChange={(number) => onChange(Number(number))} />
    ) : (
      <TextInput size="xs" w={150} disabled={disabled} aria-label={label} value={textOf(value)} onChange={(event) => onChange(event.currentTarget.value)} />
    )
  }
  const paths = [...vocabulary.fields.filter(({ open }) => !open).map((field) => field.path), ...vocabulary.features.map(({ name }) => `features.${name}`)]
  const known = new Set(paths)
  return (
    <Autocomplete
      size="xs"
      w={230}
      disabled={disabled}
      aria-label={label}
      placeholder={t('rules.builder.valueHint')}
      data={paths}
      limit={60}
      value={path ?? textOf(value)}
      onChange={(text) => onChange(known.has(text) || /^(?:metadata|profile|event|features)\./u.test(text) ? readOf(text) : literalOf(text))}
    />
  )
}
