import { Textarea } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { certificateStatements, type CertifiedRecord } from '../../../../shared/schema/certificate.ts'
import { provenOf } from '../../../../shared/text/proven.ts'
import { useEvidencePage } from '../../../data/queries/evidence.ts'
import classes from '../reports.module.css'
import { fieldId, useEditing } from './context.ts'
import { Choice, Choices, Day, Text, type FieldName } from './Fields.tsx'
import { valueAt } from './form.ts'

/** A text of several lines; what is missing stands below it. */
const Block = ({ path, name }: { readonly path: string; readonly name: FieldName }) => {
  const { t } = useTranslation()
  const { form, set, readOnly, findings } = useEditing()
  const missing = readOnly ? undefined : findings.find((finding) => finding.path === path)?.message
  const value = valueAt(form, path)
  return (
    <Textarea
      id={fieldId(path)}
      className={classes.wide}
      label={t(`reports.field.${name}`)}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => set(path, event.currentTarget.value)}
      readOnly={readOnly}
      withAsterisk={missing !== undefined}
      description={missing}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      descriptionProps={{ className: classes.needed }}
      aria-invalid={missing !== undefined || undefined}
      autosize
      minRows={3}
      maxRows={14}
      maxLength={8_000}
      dir="auto"
    />
  )
}

/** What is certified, and in which matter. */
export const StatementFields = () => {
  const { t } = useTranslation()
  return (
    <div className={classes.fields}>
      <Text path="title" name="title" wide />
      <Choices
        path="certificate.statements"
        name="statements"
        options={certificateStatements.map((value) => ({ value, label: t(`reports.statement.${value}`) }))}
        wide
      />
      <Text path="certificate.matter" name="matter" wide />
    </div>
  )
}

/** Who certifies, where and when. */
export const PersonFields = () => {
  const { t } = useTranslation()
  return (
    <div className={classes.fields}>
      <Text path="certificate.name" name="certifier" />
      <Text path="certificate.position" name="position" />
      <Text path="certificate.organisation" name="organisation" wide />
      <Block path="certificate.qualification" name="qualification" />
      <Block path="certificate.knowledge" name="knowledge" />
      <Text path="certificate.place" name="signedAt" />
      <Day path="certificate.on" name="signedOn" />
      <Choice
        path="certificate.executed"
        name="executed"
        options={(['within', 'outside'] as const).map((value) => ({ value, label: t(`reports.executed.${value}`) }))}
        required
      />
    </div>
  )
}

/** The pieces of evidence that it speaks of: those of the case, by name. */
export const ItemFields = ({ caseId }: { readonly caseId: number }) => {
  const { t } = useTranslation()
  const { form } = useEditing()
  const found = useEvidencePage(caseId)
  const known = (valueAt(form, 'certificate.record') as CertifiedRecord | null | undefined)?.pieces ?? []
  const names = new Map([
    ...known.map(({ uid, name, sha256 }) => [uid, `${name} (${sha256.slice(0, 12)})`] as const),
    ...(found.data ?? []).map(({ uid, name, sha256 }) => [uid, `${name} (${sha256.slice(0, 12)})`] as const),
  ])
  return (
    <>
      <p className="fs-muted">{t('reports.certificate.itemsHint')}</p>
      <div className={classes.fields}>
        <Choices
          path="certificate.pieces"
          name="pieces"
          options={[...names].map(([value, label]) => ({ value, label }))}
          wide
        />
      </div>
    </>
  )
}

/** What the record does not hold: a person has to say it. */
export const MethodFields = () => (
  <div className={classes.fields}>
    <Block path="certificate.process" name="process" />
    <Block path="certificate.accuracy" name="accuracy" />
    <Block path="certificate.comparison" name="comparison" />
    <Block path="certificate.examination" name="examination" />
    <Block path="certificate.validation" name="validation" />
    <Block path="certificate.error_rates" name="errorRates" />
    <Block path="certificate.limits" name="limits" />
  </div>
)

/** What the sealed record says; nobody writes in it. */
export const RecordView = () => {
  const { t } = useTranslation()
  const { form } = useEditing()
  const heading = useId()
  const record = valueAt(form, 'certificate.record') as CertifiedRecord | null | undefined
  if (record === null || record === undefined)
    return <p id={fieldId('certificate.record')}>{t('reports.certificate.noRecord')}</p>
  const { sealed, witnessed, complete } = provenOf({
    entries: record.proof.entries,
    witnessed: record.proof.witnessed,
    cosigned: record.proof.cosigned?.size ?? 0,
  })
  return (
    <div id={fieldId('certificate.record')} tabIndex={-1}>
      <p className="fs-muted">{t('reports.certificate.recordHint')}</p>
      <p>{t(`reports.certificate.conclusion.${record.check.conclusion}`)}</p>
      <p>
        {sealed} {witnessed} {complete}
      </p>
      <h3 id={heading}>{t('reports.section.items')}</h3>
      <ul aria-labelledby={heading}>
        {record.pieces.map(({ uid, name, sha256, number }) => (
          <li key={uid}>
            <bdi>{name}</bdi> <span className="fs-muted">{t('reports.source.number', { number })}</span>
            <div className="fs-mono">{sha256}</div>
          </li>
        ))}
      </ul>
    </div>
  )
}
