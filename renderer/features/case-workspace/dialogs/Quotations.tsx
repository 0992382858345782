import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Quotation } from '../../../../shared/schema/quotation.ts'
import classes from './dialogs.module.css'

type Props = {
  readonly quotations: readonly Quotation[]
  readonly together: boolean
  readonly onTogether: (together: boolean) => void
}

/** The versions that quote, each once: a version quotes by its title and by its content. */
const versionsOf = (quotations: readonly Quotation[]): readonly Quotation[] => [
  ...new Map(quotations.map((one) => [one.entry_id, one])).values(),
]

/** Names the reports that quote what is about to be erased, and asks whether they go with it. */
export const Quotations = ({ quotations, together, onTogether }: Props) => {
  const { t } = useTranslation()
  const versions = versionsOf(quotations)
  if (versions.length === 0) return null
  return (
    <>
      <p className={classes.plain}>{t('case.redact.quoted')}</p>
      <ul className={classes.doomed}>
        {versions.map((one) => (
          <li key={one.entry_id}>
            {t('case.redact.quotedIn', {
              kind: t(`reports.kind.${one.kind}`),
              version: one.version,
              state: t(`reports.state.${one.state}`),
            })}
          </li>
        ))}
      </ul>
      <Checkbox
        checked={together}
        onChange={(event) => onTogether(event.currentTarget.checked)}
        label={t('case.redact.together', { count: versions.length })}
      />
    </>
  )
}
