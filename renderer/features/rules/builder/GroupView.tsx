import { Button, SegmentedControl } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { RuleVocabulary } from '../../../../shared/schema/rules.ts'
import classes from '../rules.module.css'
import { ConditionView } from './ConditionView.tsx'
import { buildable, emptyCondition, type Group, type Part } from './logic.ts'

type Props = {
  readonly group: Group
  readonly vocabulary: RuleVocabulary
  readonly disabled: boolean
  readonly onChange: (group: Group) => void
  /** Absent for the outermost group. */
  readonly onRemove?: () => void
}

const replaced = (parts: readonly Part[], at: number, part: Part | null): readonly Part[] =>
  parts.flatMap((one, place) => (place !== at ? [one] : part === null ? [] : [part]))

/** Conditions of which all, or one, must hold; groups stand within groups. */
export const GroupView = ({ group, vocabulary, disabled, onChange, onRemove }: Props) => {
  const { t } = useTranslation()
  const [first] = buildable(vocabulary.operators)
  const put = (at: number, part: Part | null): void => onChange({ ...group, parts: replaced(group.parts, at, part) })
  const add = (part: Part): void => onChange({ ...group, parts: [...group.parts, part] })
  return (
    <fieldset className={classes.group}>
      <legend className="fs-visually-hidden">{t(group.all ? 'rules.builder.all' : 'rules.builder.any')}</legend>
      <div className={classes.groupHead}>
        <SegmentedControl
          size="xs"
          disabled={disabled}
          aria-label={t('rules.builder.hold')}
          data={[
            { value: 'all', label: t('rules.builder.all') },
            { value: 'any', label: t('rules.builder.any') },
          ]}
          value={group.all ? 'all' : 'any'}
          onChange={(value) => onChange({ ...group, all: value === 'all' })}
        />
        {onRemove === undefined || disabled ? null : (
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            leftSection={<IconTrash size={13} aria-hidden />}
            onClick={onRemove}
          >
            {t('rules.builder.removeGroup')}
          </Button>
        )}
      </div>
      {group.parts.map((part, at) => {
        if (part.kind === 'group')
          return (
            <GroupView
              key={at}
              group={part}
              vocabulary={vocabulary}
              disabled={disabled}
              onChange={(next) => put(at, next)}
              onRemove={() => put(at, null)}
            />
          )
        if (part.kind === 'condition')
          return (
            <ConditionView
              key={at}
              number={at + 1}
              condition={part}
              vocabulary={vocabulary}
              disabled={disabled}
              onChange={(next) => put(at, next)}
              onRemove={() => put(at, null)}
            />
          )
        return (
          <div key={at} className={classes.written}>
            <code>{JSON.stringify(part.json)}</code>
            <span className="fs-muted">{t('rules.builder.written')}</span>
          </div>
        )
      })}
      {disabled || first === undefined ? null : (
        <div className={classes.groupFoot}>
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconPlus size={13} aria-hidden />}
            onClick={() => add(emptyCondition(vocabulary.operators.find(({ name }) => name === 'at_least') ?? first))}
          >
            {t('rules.builder.addCondition')}
          </Button>
          <Button size="compact-xs" variant="subtle" onClick={() => add({ kind: 'group', all: !group.all, parts: [] })}>
            {t('rules.builder.addGroup')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
