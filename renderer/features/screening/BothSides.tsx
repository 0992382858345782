import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScreeningHitFull } from '../../../shared/schema/screening.ts'
import { hitClasses } from './classes.ts'

const Several = ({ values }: { readonly values: readonly string[] }) => {
  const { t } = useTranslation()
  if (values.length === 0) return <span className={hitClasses.missing}>{t('screening.fact.unknown')}</span>
  return (
    <ul>
      {values.map((value) => (
        <li key={value} dir="auto">
          {value}
        </li>
      ))}
    </ul>
  )
}

const Row = ({
  label,
  subject,
  listed,
}: {
  readonly label: string
  readonly subject: ReactNode
  readonly listed: ReactNode
}) => (
  <tr>
    <th scope="row">{label}</th>
    <td>{subject}</td>
    <td>{listed}</td>
  </tr>
)

/** All that is known of the subject beside all that the list tells of the entry. */
export const BothSides = ({ hit }: { readonly hit: ScreeningHitFull }) => {
  const { t } = useTranslation()
  const { subject_facts: subject, listed } = hit
  const absent = <span className={hitClasses.missing}>{t('screening.fact.unknown')}</span>
  if (listed === null) return <p className={hitClasses.note}>{t('screening.fact.entryGone')}</p>
  return (
    <table className={hitClasses.sides} aria-label={t('screening.fact.label')}>
      <thead>
        <tr>
          <th scope="col" className={hitClasses.what}>
            <span className="fs-visually-hidden">{t('screening.fact.what')}</span>
          </th>
          <th scope="col">{t('screening.fact.subject')}</th>
          <th scope="col">{t('screening.fact.listed', { list: hit.list_title })}</th>
        </tr>
      </thead>
      <tbody>
        <Row
          label={t('screening.fact.names')}
          subject={<Several values={subject.names} />}
          listed={
            <Several
              values={[
                ...new Set(
                  listed.names.map(({ text, quality }) =>
                    quality === 'weak' ? t('screening.fact.weak', { name: text }) : text,
                  ),
                ),
              ]}
            />
          }
        />
        <Row
          label={t('screening.fact.dates')}
          subject={<Several values={subject.dates} />}
          listed={<Several values={[...new Set(listed.dates)]} />}
        />
        <Row
          label={t('screening.fact.countries')}
          subject={<Several values={subject.countries} />}
          listed={<Several values={[...new Set(listed.countries)]} />}
        />
        <Row
          label={t('screening.fact.gender')}
          subject={subject.gender === null ? absent : t(`screening.gender.${subject.gender}`)}
          listed={listed.gender === null ? absent : t(`screening.gender.${listed.gender}`)}
        />
        <Row
          label={t('screening.fact.identifiers')}
          subject={<Several values={subject.identifiers} />}
          listed={<Several values={[...new Set(listed.identifiers.map(({ type, value }) => `${type}: ${value}`))]} />}
        />
        <Row
          label={t('screening.fact.addresses')}
          subject={absent}
          listed={<Several values={[...new Set(listed.addresses)]} />}
        />
        <Row
          label={t('screening.fact.programmes')}
          subject={null}
          listed={<Several values={[...new Set(listed.programmes)]} />}
        />
        <Row
          label={t('screening.fact.remarks')}
          subject={null}
          listed={listed.remarks === null ? absent : <span dir="auto">{listed.remarks}</span>}
        />
        <Row label={t('screening.fact.listedOn')} subject={null} listed={listed.listed_on ?? absent} />
      </tbody>
    </table>
  )
}
