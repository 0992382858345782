import { Checkbox, Radio } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { caseOutcome, caseOutcomes, dispositionOfOutcome, type CaseOutcome } from '../../../../shared/schema/case.ts'
import { OutcomeMark } from '../../../ui/OutcomeMark.tsx'
import classes from './dialogs.module.css'

type Props = {
  /** What the case would have: chosen now, or from before. */
  readonly outcome: CaseOutcome | null
  readonly required: boolean
  readonly openAlerts: number
  readonly disposes: boolean
  readonly onOutcome: (outcome: CaseOutcome) => void
  readonly onDisposes: (disposes: boolean) => void
}

/** What came of a case that is being finished, and whether its open alerts get the disposition that goes with it. */
export const OutcomeChoice = ({ outcome, required, openAlerts, disposes, onOutcome, onDisposes }: Props) => {
  const { t } = useTranslation()
  return (
    <>
      <Radio.Group
        label={t(required ? 'case.outcome.choose' : 'case.outcome.chooseOptional')}
        value={outcome ?? ''}
        onChange={(value) => onOutcome(caseOutcome.parse(value))}
        required={required}
      >
        <div className={classes.outcomes}>
          {caseOutcomes.map((one) => (
            <Radio key={one} value={one} label={<OutcomeMark outcome={one} />} />
          ))}
        </div>
      </Radio.Group>
      {openAlerts === 0 ? null : outcome === null ? (
        <p className={classes.plain}>{t('case.outcome.alertsStay', { count: openAlerts })}</p>
      ) : (
        <Checkbox
          label={t('case.outcome.dispose', {
            count: openAlerts,
            disposition: t(`alertStatus.${dispositionOfOutcome[outcome]}`),
          })}
          description={t(`case.outcome.effect.${dispositionOfOutcome[outcome]}`)}
          checked={disposes}
          onChange={(event) => onDisposes(event.currentTarget.checked)}
        />
      )}
    </>
  )
}
