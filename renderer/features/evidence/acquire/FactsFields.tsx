import { Select, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { acquisitionMethods } from '../../../../shared/schema/evidence.ts'
import { isMethod, type FactsField, type FactsForm, type FactsProblems } from '../model/facts-form.ts'
import { DayField } from '../../../ui/DayField.tsx'
import classes from './acquire.module.css'
import type { Summary } from './summary.ts'

type Props = {
  readonly form: FactsForm
  readonly summary: Summary
  readonly problems: FactsProblems
  readonly autoFocus: boolean
  readonly onChange: (field: FactsField, value: string) => void
}

type LineProps = Pick<Props, 'form' | 'problems' | 'onChange'> & {
  readonly field: FactsField
  readonly mono?: boolean
  readonly placeholder?: string
  readonly hint?: string
  readonly autoFocus?: boolean
}

const Line = ({ form, problems, onChange, field, mono = false, placeholder, hint, autoFocus = false }: LineProps) => {
  const { t } = useTranslation()
  return (
    <TextInput
      label={t(`evidence.facts.${field}`)}
      description={hint}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      value={form[field]}
      onChange={(event) => onChange(field, event.currentTarget.value)}
      error={problems[field]}
      placeholder={placeholder}
      data-autofocus={autoFocus || undefined}
      spellCheck={!mono}
      dir={mono ? 'ltr' : 'auto'}
      classNames={mono ? { input: 'fs-mono' } : undefined}
    />
  )
}

const Moment = ({ form, problems, onChange, field }: Pick<LineProps, 'form' | 'problems' | 'onChange' | 'field'>) => {
  const { t } = useTranslation()
  return (
    <DayField
      time
      label={t(`evidence.facts.${field}`)}
      value={form[field]}
      onDay={(moment) => onChange(field, moment)}
      error={problems[field]}
    />
  )
}

/** The facts of the acquisition; those that cannot apply to what was chosen are left out. */
export const FactsFields = ({ form, summary, problems, autoFocus, onChange }: Props) => {
  const { t } = useTranslation()
  const common = { form, problems, onChange }
  return (
    <>
      <div className={classes.pair}>
        <Line {...common} field="source" placeholder={t('evidence.acquire.sourceExample')} autoFocus={autoFocus} />
        <Line {...common} field="serial" />
      </div>
      <div className={classes.triple}>
        <Select
          label={t('evidence.facts.method')}
          data={acquisitionMethods.map((method) => ({ value: method, label: t(`evidence.methods.${method}`) }))}
          value={form.method === '' ? summary.suggestedMethod : form.method}
          onChange={(value) => onChange('method', isMethod(value) ? value : '')}
          allowDeselect={false}
        />
        <Line {...common} field="write_blocker" placeholder={t('evidence.acquire.noBlocker')} />
        <Line {...common} field="acquired_by" />
      </div>
      <div className={classes.quad}>
        <Line {...common} field="tool" />
        <Line {...common} field="tool_version" />
        <Moment {...common} field="started_at" />
        <Moment {...common} field="ended_at" />
      </div>
      {summary.singleFile ? (
        <Line {...common} field="source_sha256" mono hint={t('evidence.acquire.sourceHashHint')} />
      ) : null}
      {summary.image ? (
        <fieldset className={classes.image}>
          <legend>{t('evidence.acquire.imageHashes')}</legend>
          <div className={classes.pair}>
            <Line {...common} field="md5" mono />
            <Line {...common} field="sha1" mono />
          </div>
          <Line {...common} field="sha256" mono />
        </fieldset>
      ) : null}
      <Textarea
        label={t('evidence.facts.description')}
        placeholder={t('evidence.acquire.descriptionHint')}
        value={form.description}
        onChange={(event) => onChange('description', event.currentTarget.value)}
        error={problems.description}
        autosize
        minRows={2}
        maxRows={8}
        dir="auto"
      />
    </>
  )
}
