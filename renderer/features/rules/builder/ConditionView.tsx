import { ActionIcon, Checkbox, Select } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { OperatorEntry, RuleVocabulary } from '../../../../shared/schema/rules.ts'
import { searchableSelect } from '../../../ui/searchable-select.ts'
import classes from '../rules.module.css'
import { buildable, emptyCondition, type Condition, type Json } from './logic.ts'
import { ValueField } from './ValueField.tsx'

type Props = {
  readonly condition: Condition
  /** Its place in its group, from 1. */ readonly number: number
  readonly vocabulary: RuleVocabulary
  readonly disabled: boolean
  readonly onChange: (condition: Condition) => void
  readonly onRemove: () => void
}

const words = (name: string): string => name.replaceAll('_', ' ')

/** Those of the values that fit another operator are kept: the thing that is compared nearly always is. */
const withOperator = (condition: Condition, operator: OperatorEntry): Condition => {
  const fresh = emptyCondition(operator)
  const [subject] = condition.values
  const takesSubject = operator.arguments[0]?.literal === false
  return {
    ...fresh,
    not: condition.not,
    values: subject !== undefined && takesSubject ? [subject, ...fresh.values.slice(1)] : fresh.values,
  }
}

/** How many values the condition shows: those that the operator asks for, and those that are there. */
const placesOf = (operator: OperatorEntry, condition: Condition): number =>
  Math.max(operator.arguments.filter(({ optional }) => !optional).length, condition.values.length)

/** One condition: what is looked at, how, and beside what. */
export const ConditionView = ({ condition, number, vocabulary, disabled, onChange, onRemove }: Props) => {
  const { t } = useTranslation()
  const operators = buildable(vocabulary.operators)
  const operator = operators.find(({ name }) => name === condition.operator)
  if (operator === undefined) return null
  const values = Array.from({ length: placesOf(operator, condition) }, (_, at): Json => condition.values[at] ?? null)
  const put = (at: number, value: Json): void =>
    onChange({ ...condition, values: values.map((one, place) => (place === at ? value : one)) })
  const field = (at: number) => {
    const argument = operator.arguments[Math.min(at, operator.arguments.length - 1)]
    return argument === undefined ? null : (
      <ValueField
        key={at}
        argument={argument}
        value={values[at] ?? null}
        isSubject={at === 0}
        vocabulary={vocabulary}
        disabled={disabled}
        onChange={(value) => put(at, value)}
      />
    )
  }
  return (
    <div className={classes.condition} role="group" aria-label={t('rules.builder.condition', { number })}>
      <div className={classes.conditionFields}>
        {field(0)}
        <Checkbox
          size="xs"
          className={classes.conditionNot ?? ''}
          label={t('rules.builder.not')}
          checked={condition.not}
          disabled={disabled}
          onChange={(event) => onChange({ ...condition, not: event.currentTarget.checked })}
        />
        <Select
          size="xs"
          w={150}
          {...searchableSelect}
          disabled={disabled}
          allowDeselect={false}
          aria-label={t('rules.builder.operator')}
          title={operator.summary}
          data={operators.map(({ name }) => ({ value: name, label: words(name) }))}
          value={operator.name}
          onChange={(name) => {
            const next = operators.find((one) => one.name === name)
            if (next !== undefined) onChange(withOperator(condition, next))
          }}
        />
        {values.slice(1).map((_, place) => field(place + 1))}
      </div>
      {disabled ? null : (
        <ActionIcon
          size={30}
          variant="subtle"
          color="gray"
          aria-label={t('rules.builder.removeCondition')}
          onClick={onRemove}
        >
          <IconTrash size={14} aria-hidden />
        </ActionIcon>
      )}
    </div>
  )
}
