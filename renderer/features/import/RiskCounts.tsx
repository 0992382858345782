import { useTranslation } from 'react-i18next'
import { riskLevels, type RiskLevel } from '../../../shared/schema/activity.ts'
import { RiskMark } from '../../ui/RiskMark.tsx'
import classes from './import.module.css'

/** How grave what was taken is, gravest first. */
export const RiskCounts = ({
  title,
  risk,
}: {
  readonly title: string
  readonly risk: Readonly<Partial<Record<RiskLevel, number>>>
}) => {
  const { i18n } = useTranslation()
  return (
    <p className={classes.risk}>
      {title}
      {[...riskLevels].reverse().map((level) => (
        <span key={level}>
          <RiskMark level={level} /> {(risk[level] ?? 0).toLocaleString(i18n.language)}
        </span>
      ))}
    </p>
  )
}
