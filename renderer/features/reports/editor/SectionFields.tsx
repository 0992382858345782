import { useTranslation } from 'react-i18next'
import { activityTypes, cyberIndicators, instruments } from '../../../../shared/schema/report-codes.ts'
import { reportAddress, type ReportSection } from '../../../../shared/schema/reports.ts'
import classes from '../reports.module.css'
import { ItemFields, MethodFields, PersonFields, RecordView, StatementFields } from './CertificateFields.tsx'
import { useEditing } from './context.ts'
import { Choice, Day, Flag, Rows, Text } from './Fields.tsx'
import { valueAt } from './form.ts'
import { AddressFields, FilerFields, InstitutionFields, optionsOf } from './InstitutionFields.tsx'
import { AccountFields, SubjectFields } from './SubjectFields.tsx'

const FilingFields = ({ isSar }: { readonly isSar: boolean }) => {
  const { t } = useTranslation()
  return (
    <div className={classes.fields}>
      <Text path="title" name="title" wide />
      {isSar ? (
        <>
          <Choice
            path="filing.system"
            name="system"
            options={(['fincen', 'goaml'] as const).map((value) => ({ value, label: t(`reports.system.${value}`) }))}
            required
          />
          <Choice
            path="filing.type"
            name="filingType"
            options={(['initial', 'corrects', 'continuing'] as const).map((value) => ({
              value,
              label: t(`reports.filingType.${value}`),
            }))}
            required
          />
          <Day path="filing.detected_on" name="detectedOn" />
          <Text path="filing.prior_number" name="priorNumber" />
          <Text path="filing.note" name="note" />
          <Flag path="filing.joint" name="joint" />
        </>
      ) : null}
    </div>
  )
}

const LocationFields = () => {
  const { t } = useTranslation()
  const { form } = useEditing()
  const roles = (['selling', 'paying', 'both'] as const).map((value) => ({
    value,
    label: t(`reports.locationRole.${value}`),
  }))
  return (
    <>
      <Flag path="location.same" name="sameInstitution" />
      {valueAt(form, 'location.same') === true ? null : (
        <InstitutionFields path="location.institution" isFiler={false} />
      )}
      <div className={classes.fields}>
        <Choice path="location.role" name="locationRole" options={roles} />
        <Text path="location.control_number" name="controlNumber" />
      </div>
      <Flag path="location.no_branch" name="noBranch" />
      <Rows
        path="location.branches"
        title={(index) => t('reports.row.branch', { number: index + 1 })}
        add={t('reports.add.branch')}
        make={() => ({ rssd: '', role: '', address: reportAddress.parse({}) })}
      >
        {(row) => (
          <>
            <div className={classes.fields}>
              <Text path={`${row}.rssd`} name="rssd" />
              <Choice path={`${row}.role`} name="locationRole" options={roles} />
            </div>
            <AddressFields path={`${row}.address`} />
          </>
        )}
      </Rows>
    </>
  )
}

const kinds = activityTypes.flatMap(({ label, subtypes }) =>
  subtypes.map((subtype) => ({ value: subtype.code, label: `${label}: ${subtype.label}` })),
)

const ActivityFields = () => {
  const { t } = useTranslation()
  return (
    <>
      <div className={classes.fields}>
        <Day path="activity.from" name="from" />
        <Day path="activity.to" name="to" />
        <Choice
          path="activity.amount_kind"
          name="amountKind"
          options={(['known', 'unknown', 'none'] as const).map((value) => ({
            value,
            label: t(`reports.amountKind.${value}`),
          }))}
          required
        />
        <Text path="activity.amount" name="amount" />
        <Text path="activity.currency" name="currency" />
        <Text path="activity.cumulative_amount" name="cumulativeAmount" />
        <Text path="activity.loss" name="loss" />
      </div>
      <Rows
        path="activity.classifications"
        title={(index) => t('reports.row.classification', { number: index + 1 })}
        add={t('reports.add.classification')}
        make={() => ({ subtype: '', other: '' })}
      >
        {(row) => (
          <div className={classes.fields}>
            <Choice path={`${row}.subtype`} name="classification" options={kinds} wide />
            <Text path={`${row}.other`} name="inOwnWords" wide />
          </div>
        )}
      </Rows>
      <Rows
        path="activity.instruments"
        title={(index) => t('reports.row.instrument', { number: index + 1 })}
        add={t('reports.add.instrument')}
        make={() => ({ code: '', other: '' })}
      >
        {(row) => (
          <div className={classes.fields}>
            <Choice path={`${row}.code`} name="instrument" options={optionsOf(instruments)} />
            <Text path={`${row}.other`} name="inOwnWords" />
          </div>
        )}
      </Rows>
      <Rows
        path="activity.ip_addresses"
        title={(index) => t('reports.row.ip', { number: index + 1 })}
        add={t('reports.add.ip')}
        make={() => ({ address: '', on: '', at: '' })}
      >
        {(row) => (
          <div className={classes.fields}>
            <Text path={`${row}.address`} name="ip" />
            <Day path={`${row}.on`} name="on" />
          </div>
        )}
      </Rows>
      <Rows
        path="activity.cyber"
        title={(index) => t('reports.row.cyber', { number: index + 1 })}
        add={t('reports.add.cyber')}
        make={() => ({ type: '', value: '', other: '', on: '' })}
      >
        {(row) => (
          <div className={classes.fields}>
            <Choice path={`${row}.type`} name="cyberType" options={optionsOf(cyberIndicators)} />
            <Text path={`${row}.value`} name="cyberValue" />
            <Text path={`${row}.other`} name="inOwnWords" />
            <Day path={`${row}.on`} name="on" />
          </div>
        )}
      </Rows>
    </>
  )
}

const LawEnforcementFields = () => (
  <div className={classes.fields}>
    <Text path="law_enforcement.agency" name="agency" />
    <Text path="law_enforcement.contact" name="contact" />
    <Text path="law_enforcement.phone" name="phone" />
    <Text path="law_enforcement.extension" name="extension" />
    <Day path="law_enforcement.on" name="on" />
  </div>
)

/** The fields of a section; the narrative has a screen of its own. */
export const SectionFields = ({
  section,
  isSar,
  caseId,
}: {
  readonly section: Exclude<ReportSection, 'narrative'>
  readonly isSar: boolean
  readonly caseId: number
}) => {
  switch (section) {
    case 'filing':
      return <FilingFields isSar={isSar} />
    case 'filer':
      return <FilerFields path="filer" />
    case 'location':
      return <LocationFields />
    case 'subjects':
      return <SubjectFields />
    case 'accounts':
      return <AccountFields />
    case 'activity':
      return <ActivityFields />
    case 'law_enforcement':
      return <LawEnforcementFields />
    case 'statement':
      return <StatementFields />
    case 'person':
      return <PersonFields />
    case 'items':
      return <ItemFields caseId={caseId} />
    case 'methods':
      return <MethodFields />
    case 'record':
      return <RecordView />
  }
}
