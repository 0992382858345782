import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { subjectRoles, type SubjectRole } from '../../shared/schema/alerts.ts'

type Props = {
  readonly label: string
  readonly value: SubjectRole | null
  readonly onChange: (role: SubjectRole) => void
  /** Whether what the role means is said below the label. */
  readonly explains?: boolean
}

/** Who the subject of an alert turned out to be. */
export const SubjectRoleSelect = ({ label, value, onChange, explains = true }: Props) => {
  const { t } = useTranslation()
  return (
    <Select
      label={label}
      description={value === null || !explains ? undefined : t(`alerts.dispose.role.means.${value}`)}
      data={subjectRoles.map((role) => ({ value: role, label: t(`alerts.dispose.role.${role}`) }))}
      value={value}
      onChange={(next) => {
        const role = subjectRoles.find((one) => one === next)
        if (role !== undefined) onChange(role)
      }}
      allowDeselect={false}
      comboboxProps={{ withinPortal: true }}
      required
    />
  )
}
