import { ActionIcon, Button, Checkbox, MultiSelect, Select, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReportFinding } from '../../../../shared/schema/reports.ts'
import type en from '../../../messages/en.json'
import { DayField } from '../../../ui/DayField.tsx'
import classes from '../reports.module.css'
import { fieldId, useEditing } from './context.ts'
import { valueAt } from './form.ts'

/** Labels that the message file has. */
export type FieldName = keyof (typeof en)['reports']['field']

type Props = { readonly path: string; readonly name: FieldName; readonly wide?: boolean }

interface Found {
  readonly error: string | undefined
  readonly missing: string | undefined
}

/** What is found at a field, in words: a fault, or that it is missing. */
const useFound = (path: string): Found => {
  const { findings, readOnly } = useEditing()
  const found = findings.filter((finding) => finding.path === path)
  const isMissing = ({ code }: ReportFinding): boolean => code === 'missing' || code.startsWith('question_')
  return {
    error: found.find((finding) => !isMissing(finding))?.message,
    missing: readOnly ? undefined : found.find(isMissing)?.message,
  }
}

/** What is missing stands below its field, as a fault does, but quieter: nobody has done anything wrong yet. */
const told = ({ error, missing }: Found) => ({
  error,
  description: error === undefined ? missing : undefined,
  withAsterisk: missing !== undefined,
  inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
  descriptionProps: { className: classes.needed },
})

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** One line of text. */
export const Text = ({ path, name, wide = false }: Props) => {
  const { t } = useTranslation()
  const { form, set, readOnly } = useEditing()
  const found = useFound(path)
  return (
    <TextInput
      id={fieldId(path)}
      className={wide ? classes.wide : undefined}
      label={t(`reports.field.${name}`)}
      value={textOf(valueAt(form, path))}
      onChange={(event) => set(path, event.currentTarget.value)}
      readOnly={readOnly}
      {...told(found)}
      aria-invalid={found.missing !== undefined || found.error !== undefined || undefined}
      dir="auto"
      maxLength={300}
    />
  )
}

/** A day. */
export const Day = ({ path, name }: Props) => {
  const { t } = useTranslation()
  const { form, set, readOnly } = useEditing()
  const found = useFound(path)
  return (
    <DayField
      id={fieldId(path)}
      label={t(`reports.field.${name}`)}
      value={textOf(valueAt(form, path))}
      onDay={(day) => set(path, day)}
      readOnly={readOnly}
      {...told(found)}
      aria-invalid={found.missing !== undefined || found.error !== undefined || undefined}
    />
  )
}

type Option = { readonly value: string; readonly label: string }

/** One of a list; empty while nothing is chosen. */
export const Choice = ({
  path,
  name,
  options,
  wide = false,
  required = false,
}: Props & { readonly options: readonly Option[]; readonly required?: boolean }) => {
  const { t } = useTranslation()
  const { form, set, readOnly } = useEditing()
  const found = useFound(path)
  return (
    <Select
      id={fieldId(path)}
      className={wide ? classes.wide : undefined}
      label={t(`reports.field.${name}`)}
      data={[...options]}
      value={textOf(valueAt(form, path)) || null}
      onChange={(value) => set(path, value ?? '')}
      readOnly={readOnly}
      clearable={!required && !readOnly}
      allowDeselect={!required}
      searchable={options.length > 8}
      {...told(found)}
    />
  )
}

/** Several of a list. */
export const Choices = ({ path, name, options, wide = false }: Props & { readonly options: readonly Option[] }) => {
  const { t } = useTranslation()
  const { form, set, readOnly } = useEditing()
  const found = useFound(path)
  const values = valueAt(form, path)
  return (
    <MultiSelect
      id={fieldId(path)}
      className={wide ? classes.wide : undefined}
      label={t(`reports.field.${name}`)}
      data={[...options]}
      value={Array.isArray(values) ? values.filter((value) => typeof value === 'string') : []}
      onChange={(chosen) => set(path, chosen)}
      readOnly={readOnly}
      {...told(found)}
    />
  )
}

/** Yes or no. */
export const Flag = ({ path, name }: Props) => {
  const { t } = useTranslation()
  const { form, set, readOnly } = useEditing()
  const { error, missing } = useFound(path)
  return (
    <Checkbox
      id={fieldId(path)}
      className={classes.flag}
      // What is missing is the value; the mark of a needed field would ask to tick that it is unknown.
      label={t(`reports.field.${name}`)}
      checked={valueAt(form, path) === true}
      disabled={readOnly}
      onChange={(event) => set(path, event.currentTarget.checked)}
      error={error}
      description={error === undefined ? missing : undefined}
      styles={{ description: { color: 'var(--fs-warning)' } }}
    />
  )
}

type RowsProps = {
  readonly path: string
  /** What one row is called, with its number. */
  readonly title: (index: number) => string
  readonly add: string
  readonly make: () => unknown
  readonly children: (path: string, index: number) => ReactNode
}

/** Rows of a form: each in a group of its own, with a way to add and to remove one. */
export const Rows = ({ path, title, add, make, children }: RowsProps) => {
  const { t } = useTranslation()
  const { form, set, remove, readOnly } = useEditing()
  const found = valueAt(form, path)
  const rows: readonly unknown[] = Array.isArray(found) ? (found as readonly unknown[]) : []
  const { missing } = useFound(path)
  return (
    <div className={classes.rows}>
      {rows.map((row, index) => (
        <div
          key={typeof row === 'object' && row !== null && 'id' in row ? String(row.id) : index}
          role="group"
          aria-label={title(index)}
          className={classes.row}
        >
          <div className={classes.rowHead}>
            <span dir="auto">{title(index)}</span>
            {readOnly ? null : (
              <ActionIcon
                size={24}
                aria-label={t('reports.removeRow', { row: title(index) })}
                onClick={() => remove(path, index)}
              >
                <IconTrash size={14} aria-hidden />
              </ActionIcon>
            )}
          </div>
          {children(`${path}.${index}`, index)}
        </div>
      ))}
      {readOnly ? null : (
        <span className={classes.addRow}>
          <Button
            id={fieldId(path)}
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => set(path, [...rows, make()])}
            aria-describedby={missing === undefined ? undefined : `${fieldId(path)}-missing`}
          >
            {missing === undefined ? add : `${add} *`}
          </Button>
          {missing === undefined ? null : (
            <span id={`${fieldId(path)}-missing`} className={classes.needed}>
              {missing}
            </span>
          )}
        </span>
      )}
    </div>
  )
}
