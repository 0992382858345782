import { IconAlertTriangleFilled, IconShieldCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { TimelineEntry } from '../../../../shared/schema/timeline.ts'
import classes from './timeline.module.css'

/** Whether the entry's seal holds, and whether a checkpoint covers it: mark and words. */
export const SealState = ({ seal }: { readonly seal: TimelineEntry['seal'] }) => {
  const { t } = useTranslation()
  const fault = seal.state === 'fault'
  const coverage = seal.covered ? t('case.timeline.coveredMeans') : t('case.timeline.uncoveredMeans')
  const meaning = fault
    ? seal.codes.map((code) => t(`verification.codes.${code}.title`)).join('. ')
    : t('case.timeline.verifiedMeans')
  return (
    <span className={classes.seal} data-state={seal.state} title={`${meaning}\n${coverage}`}>
      {fault ? (
        <IconAlertTriangleFilled size={14} aria-hidden />
      ) : (
        <IconShieldCheck size={14} stroke={1.8} aria-hidden />
      )}
      <span>{fault ? `${t('case.timeline.fault')}: ${seal.codes.join(', ')}` : t('case.timeline.verified')}</span>
      <span className={classes.covered}>
        · {seal.covered ? t('case.timeline.covered') : t('case.timeline.uncovered')}
      </span>
    </span>
  )
}
