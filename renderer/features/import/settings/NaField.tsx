import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** What NA means in a column of countries. */
export type NaCountry = 'namibia' | 'nothing'

type Props = {
  readonly value: NaCountry | null
  readonly onChange: (value: NaCountry | null) => void
  /** Cells that say NA. */
  readonly count: number
}

/** Asks what NA means as a country: Namibia, or nothing where the program that wrote the file means that. */
export const NaField = ({ value, onChange, count }: Props) => {
  const { t } = useTranslation()
  return (
    <Select
      label={t('import.na.label')}
      description={t('import.na.hint', { count })}
      placeholder={t('import.na.choose')}
      data={(['namibia', 'nothing'] as const).map((one) => ({ value: one, label: t(`import.na.${one}`) }))}
      value={value}
      onChange={(chosen) => onChange(chosen === 'namibia' || chosen === 'nothing' ? chosen : null)}
      error={value === null ? t('import.na.open') : undefined}
      required
    />
  )
}
