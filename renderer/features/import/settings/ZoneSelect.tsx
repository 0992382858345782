import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { searchableSelect } from '../../../ui/searchable-select.ts'
import { timeZones } from './timeZones.ts'

/** The zone of times that carry no offset. */
export const ZoneSelect = ({
  value,
  onChange,
}: {
  readonly value: string
  readonly onChange: (zone: string) => void
}) => {
  const { t } = useTranslation()
  const zones = timeZones()
  return (
    <Select
      label={t('import.settings.timeZone')}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      description={t('import.settings.timeZoneHint')}
      data={zones.includes(value) ? zones : [value, ...zones]}
      value={value}
      onChange={(zone) => onChange(zone ?? 'UTC')}
      limit={120}
      {...searchableSelect}
      allowDeselect={false}
    />
  )
}
