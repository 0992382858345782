import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Currencies } from '../../../../shared/schema/detection-policy.ts'
import { useStable } from '../../../ui/useStable.ts'
import classes from '../settings.module.css'
import { NewRate } from './NewRate.tsx'
import { baseFault, isBegun, withoutRate, type Rate, type RateDraft } from './rates.ts'
import { RateTable } from './RateTable.tsx'

type Props = {
  readonly currencies: Currencies
  /** As they are sealed. */
  readonly saved: Currencies
  readonly onChange: (currencies: Currencies) => void
  /** A rate that is typed and not added yet. */
  readonly draft: RateDraft
  readonly onDraft: (draft: RateDraft) => void
  readonly disabled: boolean
}

/** In which currency amounts are counted, and by which dated rates others count (F-10). */
export const CurrencyFields = ({ currencies, saved, onChange, draft, onDraft, disabled }: Props) => {
  const { t } = useTranslation()
  const { base, rates } = currencies
  const fault = baseFault(currencies)
  // Two thousand rows are not made anew by every key.
  const remove = useStable((rate: Rate) => onChange(withoutRate(currencies, rate)))
  const isOtherBase = saved.base !== null && base !== saved.base && rates.length > 0
  return (
    <fieldset className={classes.plain}>
      <legend className={classes.note}>{t('settings.currencies.title')}</legend>
      <div className={classes.currencies}>
        <TextInput
          label={t('settings.currencies.base')}
          description={t('settings.currencies.baseHint')}
          value={base ?? ''}
          onChange={(event) =>
            onChange({ ...currencies, base: event.currentTarget.value.toUpperCase().trim() || null })
          }
          error={fault === null ? undefined : t(`settings.currencies.fault.${fault}`, { currency: base ?? '' })}
          maxLength={3}
          autoComplete="off"
          spellCheck={false}
          disabled={disabled}
        />
        {isOtherBase ? (
          <p role="note" className={classes.note}>
            {t('settings.currencies.baseChanged', { before: saved.base ?? '' })}
          </p>
        ) : null}
        {rates.length === 0 ? (
          <p className={classes.note}>{t('settings.currencies.none')}</p>
        ) : (
          <RateTable rates={rates} onRemove={disabled ? null : remove} />
        )}
        {disabled ? null : <NewRate currencies={currencies} onChange={onChange} draft={draft} onDraft={onDraft} />}
        {isBegun(draft) ? (
          <p role="status" className={classes.note}>
            {t('settings.currencies.begun')}
          </p>
        ) : null}
        <p className={classes.note}>{t('settings.currencies.effect')}</p>
      </div>
    </fieldset>
  )
}
