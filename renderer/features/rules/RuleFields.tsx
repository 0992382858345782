import { NumberInput, Select, TagsInput, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { recommendedActions } from '../../../shared/schema/activity.ts'
import type { RuleVocabulary } from '../../../shared/schema/rules.ts'
import { LogicEditor } from './LogicEditor.tsx'
import { renamed, type RuleForm } from './form.ts'
import classes from './rules.module.css'

type Props = {
  readonly form: RuleForm
  readonly vocabulary: RuleVocabulary
  readonly disabled: boolean
  readonly isNew: boolean
  readonly onChange: (form: RuleForm) => void
}

/** Fields beside each other stand in one line, however long their hints are. */
const hintBelow: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

type EffectProps = Pick<Props, 'form' | 'disabled'> & { readonly set: (change: Partial<RuleForm>) => void }

/** What follows where the rule holds: its signal, how much it weighs, and what it recommends. */
const EffectFields = ({ form, disabled, set }: EffectProps) => {
  const { t } = useTranslation()
  return (
    <div className={classes.pair}>
      <TextInput
        label={t('rules.form.signal')}
        description={t('rules.form.signalHint')}
        inputWrapperOrder={hintBelow}
        value={form.signal}
        onChange={(event) => set({ signal: event.currentTarget.value })}
        readOnly={disabled}
        required
        maxLength={64}
      />
      <div className={classes.pair}>
        <NumberInput
          label={t('rules.form.weight')}
          description={t('rules.form.weightHint')}
          inputWrapperOrder={hintBelow}
          value={form.weight}
          min={0}
          max={1}
          step={0.05}
          decimalScale={3}
          onChange={(value) => set({ weight: Number(value) })}
          readOnly={disabled}
        />
        <Select
          label={t('rules.form.action')}
          description={t('rules.form.actionHint')}
          inputWrapperOrder={hintBelow}
          data={recommendedActions.map((action) => ({ value: action, label: t(`action.${action}`) }))}
          value={form.action}
          allowDeselect={false}
          readOnly={disabled}
          onChange={(action) => set({ action: recommendedActions.find((one) => one === action) ?? form.action })}
        />
      </div>
    </div>
  )
}

/** Everything of a rule that a person writes. */
export const RuleFields = ({ form, vocabulary, disabled, isNew, onChange }: Props) => {
  const { t } = useTranslation()
  const set = (change: Partial<RuleForm>): void => onChange({ ...form, ...change })
  return (
    <div className={classes.fields}>
      <div className={classes.pair}>
        <TextInput
          label={t('rules.form.name')}
          value={form.name}
          onChange={(event) =>
            onChange(isNew ? renamed(form, event.currentTarget.value) : { ...form, name: event.currentTarget.value })
          }
          readOnly={disabled}
          required
          dir="auto"
          maxLength={120}
          autoFocus={isNew}
        />
        <TextInput
          label={t('rules.form.key')}
          description={t('rules.form.keyHint')}
          inputWrapperOrder={hintBelow}
          value={form.key}
          onChange={(event) => set({ key: event.currentTarget.value })}
          readOnly={disabled || !isNew}
          required
          maxLength={64}
        />
      </div>
      <Textarea
        label={t('rules.form.why')}
        description={t('rules.form.whyHint')}
        value={form.why}
        onChange={(event) => set({ why: event.currentTarget.value })}
        readOnly={disabled}
        required
        autosize
        minRows={2}
        maxRows={8}
        dir="auto"
      />
      <TagsInput
        label={t('rules.form.appliesTo')}
        description={t('rules.form.appliesToHint')}
        data={vocabulary.event_types}
        value={form.applies_to}
        onChange={(values) => set({ applies_to: values })}
        readOnly={disabled}
        maxTags={20}
      />
      <LogicEditor
        text={form.logic}
        reason={form.reason}
        ruleKey={isNew ? undefined : form.key}
        vocabulary={vocabulary}
        disabled={disabled}
        onChange={(logic) => set({ logic })}
      />
      <EffectFields form={form} disabled={disabled} set={set} />
      <TextInput
        label={t('rules.form.reason')}
        description={t('rules.form.reasonHint')}
        value={form.reason}
        onChange={(event) => set({ reason: event.currentTarget.value })}
        readOnly={disabled}
        required
        dir="auto"
        maxLength={300}
      />
    </div>
  )
}
