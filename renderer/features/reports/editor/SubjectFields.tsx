import { useTranslation } from 'react-i18next'
import { filedIdentifierTypes, filedRelationKinds } from '../../../../shared/schema/report-codes.ts'
import { reportAddress, reportSubject } from '../../../../shared/schema/reports.ts'
import classes from '../reports.module.css'
import { useEditing } from './context.ts'
import { Choice, Choices, Day, Flag, Rows, Text } from './Fields.tsx'
import { newKey, valueAt } from './form.ts'
import { AddressFields, optionsOf } from './InstitutionFields.tsx'

/** What a subject may have several of: identifiers, addresses, telephones, names, emails. */
const SubjectRows = ({ path }: { readonly path: string }) => {
  const { t } = useTranslation()
  return (
    <>
      <Rows
        path={`${path}.identifiers`}
        title={(index) => t('reports.row.identifier', { number: index + 1 })}
        add={t('reports.add.identifier')}
        make={() => ({ type: '', number: '', other: '', country: '', region: '' })}
      >
        {(row) => (
          <div className={classes.fields}>
            <Choice path={`${row}.type`} name="identifierType" options={optionsOf(filedIdentifierTypes)} />
            <Text path={`${row}.number`} name="number" />
            <Text path={`${row}.other`} name="identifierOther" />
            <Text path={`${row}.country`} name="country" />
          </div>
        )}
      </Rows>
      <Rows
        path={`${path}.addresses`}
        title={(index) => t('reports.row.address', { number: index + 1 })}
        add={t('reports.add.address')}
        make={() => reportAddress.parse({})}
      >
        {(row) => <AddressFields path={row} />}
      </Rows>
      <Rows
        path={`${path}.phones`}
        title={(index) => t('reports.row.phone', { number: index + 1 })}
        add={t('reports.add.phone')}
        make={() => ({ type: 'work', number: '', extension: '' })}
      >
        {(row) => (
          <div className={classes.fields}>
            <Text path={`${row}.number`} name="phone" />
            <Choice
              path={`${row}.type`}
              name="phoneType"
              options={(['residence', 'work', 'mobile', 'fax'] as const).map((value) => ({
                value,
                label: t(`reports.phoneType.${value}`),
              }))}
              required
            />
          </div>
        )}
      </Rows>
      <Rows
        path={`${path}.other_names`}
        title={(index) => t('reports.row.otherName', { number: index + 1 })}
        add={t('reports.add.otherName')}
        make={() => ({ type: 'aka', name: '' })}
      >
        {(row) => (
          <div className={classes.fields}>
            <Text path={`${row}.name`} name="name" />
            <Choice
              path={`${row}.type`}
              name="nameType"
              options={(['aka', 'dba'] as const).map((value) => ({ value, label: t(`reports.nameType.${value}`) }))}
              required
            />
          </div>
        )}
      </Rows>
      <Rows
        path={`${path}.emails`}
        title={(index) => t('reports.row.email', { number: index + 1 })}
        add={t('reports.add.email')}
        make={() => ''}
      >
        {(row) => <Text path={row} name="email" />}
      </Rows>
    </>
  )
}

const KnownSubject = ({ path }: { readonly path: string }) => {
  const { t } = useTranslation()
  const { form } = useEditing()
  const isPerson = valueAt(form, `${path}.kind`) !== 'entity'
  const status = ['continues', 'terminated', 'suspended', 'resigned'] as const
  return (
    <>
      <div className={classes.fields}>
        <Choice
          path={`${path}.kind`}
          name="kind"
          options={(['person', 'entity'] as const).map((value) => ({
            value,
            label: t(`reports.subjectKind.${value}`),
          }))}
          required
        />
        <Choice
          path={`${path}.role`}
          name="role"
          options={(['sender', 'receiver', 'both'] as const).map((value) => ({
            value,
            label: t(`reports.role.${value}`),
          }))}
        />
        <Text path={`${path}.last_name`} name={isPerson ? 'lastName' : 'legalName'} />
        {isPerson ? <Text path={`${path}.first_name`} name="firstName" /> : null}
        <Flag path={`${path}.last_name_unknown`} name="lastNameUnknown" />
        {isPerson ? <Flag path={`${path}.first_name_unknown`} name="firstNameUnknown" /> : null}
        {isPerson ? (
          <>
            <Text path={`${path}.middle_name`} name="middleName" />
            <Text path={`${path}.suffix`} name="suffix" />
            <Text path={`${path}.born`} name="born" />
            <Choice
              path={`${path}.gender`}
              name="gender"
              options={(['female', 'male', 'unknown'] as const).map((value) => ({
                value,
                label: t(`reports.gender.${value}`),
              }))}
            />
            <Flag path={`${path}.born_unknown`} name="bornUnknown" />
            <Flag path={`${path}.identification_unknown`} name="identificationUnknown" />
          </>
        ) : null}
        <Flag path={`${path}.tin_unknown`} name="tinUnknown" />
        <Flag path={`${path}.no_account`} name="noAccount" />
        <Text path={`${path}.occupation`} name="occupation" />
        <Text path={`${path}.naics`} name="naics" />
        <Choices
          path={`${path}.relations`}
          name="relations"
          options={filedRelationKinds.map((value) => ({ value, label: t(`reports.relation.${value}`) }))}
          wide
        />
        <Text path={`${path}.relation_other`} name="relationOther" />
        <Choice
          path={`${path}.relation_status`}
          name="relationStatus"
          options={status.map((value) => ({ value, label: t(`reports.relationStatus.${value}`) }))}
        />
        <Day path={`${path}.relation_status_on`} name="on" />
        <Choice
          path={`${path}.confession`}
          name="confession"
          options={(['yes', 'no'] as const).map((value) => ({ value, label: t(`reports.yesNo.${value}`) }))}
        />
      </div>
      <SubjectRows path={path} />
    </>
  )
}

const nameOf = (form: unknown, path: string): string =>
  [valueAt(form, `${path}.first_name`), valueAt(form, `${path}.last_name`)]
    .filter((part) => typeof part === 'string' && part !== '')
    .join(' ')

/** The subjects of a report. */
export const SubjectFields = () => {
  const { t } = useTranslation()
  const { form } = useEditing()
  return (
    <Rows
      path="subjects"
      title={(index) =>
        nameOf(form, `subjects.${index}`) === ''
          ? t('reports.row.subject', { number: index + 1 })
          : nameOf(form, `subjects.${index}`)
      }
      add={t('reports.add.subject')}
      make={() => reportSubject.parse({ id: newKey() })}
    >
      {(row) => (
        <>
          <Flag path={`${row}.known`} name="known" />
          {valueAt(form, `${row}.known`) === true ? (
            <KnownSubject path={row} />
          ) : (
            <p className="fs-muted">{t('reports.nothingKnown')}</p>
          )}
        </>
      )}
    </Rows>
  )
}

/** The accounts of a report's subjects. */
export const AccountFields = () => {
  const { t } = useTranslation()
  const { form } = useEditing()
  const subjects = valueAt(form, 'subjects')
  const options = (Array.isArray(subjects) ? (subjects as readonly { readonly id: string }[]) : []).map(
    ({ id }, index) => ({
      value: id,
      label: nameOf(form, `subjects.${index}`) || t('reports.row.subject', { number: index + 1 }),
    }),
  )
  return (
    <Rows
      path="accounts"
      title={(index) => t('reports.row.account', { number: index + 1 })}
      add={t('reports.add.account')}
      make={() => ({
        id: newKey(),
        subject: options[0]?.value ?? 'unassigned',
        number: '',
        closed: false,
        institution_tin: '',
        institution_name: '',
        foreign: false,
      })}
    >
      {(row) => (
        <div className={classes.fields}>
          <Text path={`${row}.number`} name="accountNumber" />
          <Choice path={`${row}.subject`} name="accountSubject" options={options} required />
          <Text path={`${row}.institution_name`} name="accountInstitution" />
          <Text path={`${row}.institution_tin`} name="accountTin" />
          <Flag path={`${row}.closed`} name="closed" />
          <Flag path={`${row}.foreign`} name="foreign" />
        </div>
      )}
    </Rows>
  )
}
