import { Radio } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './export.module.css'

type Props = { readonly withQuotations: boolean | undefined; readonly onChoice: (withQuotations: boolean) => void }

/** Asks what becomes of the reports that quote what the recipient must not see. */
export const QuotedChoice = ({ withQuotations, onChoice }: Props) => {
  const { t } = useTranslation()
  return (
    <Radio.Group label={t('evidence.export.quoted')} value={withQuotations === undefined ? '' : String(withQuotations)} onChange={(value) => onChoice(value === 'true')}>
      <div className={classes.options}>
        <Radio value="true" label={t('evidence.export.quotedOut')} />
        <Radio value="false" label={t('evidence.export.quotedIn')} />
      </div>
    </Radio.Group>
  )
}
