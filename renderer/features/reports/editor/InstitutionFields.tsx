import { useTranslation } from 'react-i18next'
import {
  institutionNumberTypes,
  organisationSubtypes,
  organisationTypes,
  regulators,
  type ReportCode,
} from '../../../../shared/schema/report-codes.ts'
import { addressParts } from '../../../../shared/schema/reports.ts'
import classes from '../reports.module.css'
import { useEditing } from './context.ts'
import { Choice, Choices, Text } from './Fields.tsx'
import { valueAt } from './form.ts'

/** Codes as the options of a field. */
export const optionsOf = (codes: readonly ReportCode[]) => codes.map(({ code, label }) => ({ value: code, label }))

/** An address; of whoever files nothing is unknown. */
export const AddressFields = ({
  path,
  canBeUnknown = true,
}: {
  readonly path: string
  readonly canBeUnknown?: boolean
}) => {
  const { t } = useTranslation()
  return (
    <div className={classes.fields}>
      <Text path={`${path}.street`} name="street" wide />
      <Text path={`${path}.city`} name="city" />
      <Text path={`${path}.postcode`} name="postcode" />
      <Text path={`${path}.region`} name="region" />
      <Text path={`${path}.country`} name="country" />
      {canBeUnknown ? (
        <Choices
          path={`${path}.unknown`}
          name="unknownParts"
          options={addressParts.map((part) => ({ value: part, label: t(`reports.field.${part}`) }))}
          wide
        />
      ) : null}
    </div>
  )
}

/** An institution: its names, numbers, kind and address. */
export const InstitutionFields = ({ path, isFiler }: { readonly path: string; readonly isFiler: boolean }) => {
  const { t } = useTranslation()
  const { form } = useEditing()
  const type = valueAt(form, `${path}.type`)
  const subtypes = typeof type === 'string' ? (organisationSubtypes[type] ?? []) : []
  const tinTypes = (['ein', 'ssn_itin', 'foreign', ...(isFiler ? [] : ['unknown' as const])] as const).map((value) => ({
    value,
    label: t(`reports.tinType.${value}`),
  }))
  return (
    <>
      <div className={classes.fields}>
        <Text path={`${path}.name`} name="name" />
        <Text path={`${path}.other_name`} name="otherName" />
        <Text path={`${path}.tin`} name="tin" />
        <Choice path={`${path}.tin_type`} name="tinType" options={tinTypes} required />
        <Choice path={`${path}.type`} name="type" options={optionsOf(organisationTypes)} />
        <Choice path={`${path}.regulator`} name="regulator" options={optionsOf(regulators)} />
        {type === '999' ? <Text path={`${path}.type_other`} name="typeOther" /> : null}
        {subtypes.length === 0 ? null : (
          <>
            <Choice path={`${path}.subtype`} name="subtype" options={optionsOf(subtypes)} />
            <Text path={`${path}.subtype_other`} name="subtypeOther" />
          </>
        )}
        <Choice path={`${path}.number_type`} name="numberType" options={optionsOf(institutionNumberTypes)} />
        <Text path={`${path}.number`} name="number" />
      </div>
      <AddressFields path={`${path}.address`} canBeUnknown={!isFiler} />
    </>
  )
}

/** Who files: the institution, its contact, the transmitter, and what goAML asks for. */
export const FilerFields = ({ path }: { readonly path: string }) => {
  const { t } = useTranslation()
  return (
    <>
      <InstitutionFields path={`${path}.institution`} isFiler />
      <h3>{t('reports.part.contact')}</h3>
      <div className={classes.fields}>
        <Text path={`${path}.control_number`} name="controlNumber" />
        <Text path={`${path}.contact_office`} name="contactOffice" />
        <Text path={`${path}.contact_phone`} name="phone" />
        <Text path={`${path}.contact_extension`} name="extension" />
        <Text path={`${path}.contact_first_name`} name="contactFirstName" />
        <Text path={`${path}.contact_last_name`} name="contactLastName" />
      </div>
      <h3>{t('reports.part.transmitter')}</h3>
      <div className={classes.fields}>
        <Text path={`${path}.transmitter.name`} name="name" />
        <Text path={`${path}.transmitter.tin`} name="tin" />
        <Text path={`${path}.transmitter.control_code`} name="controlCode" />
        <Text path={`${path}.transmitter.contact`} name="contact" />
        <Text path={`${path}.transmitter.phone`} name="phone" />
      </div>
      <AddressFields path={`${path}.transmitter.address`} canBeUnknown={false} />
      <h3>{t('reports.part.goaml')}</h3>
      <div className={classes.fields}>
        <Text path={`${path}.goaml.entity_id`} name="entityId" />
        <Text path={`${path}.goaml.branch`} name="branch" />
      </div>
    </>
  )
}
