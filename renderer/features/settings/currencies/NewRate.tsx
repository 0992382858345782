import { Button, TextInput } from '@mantine/core'
import { useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { mostRates, type Currencies } from '../../../../shared/schema/detection-policy.ts'
import { DayField } from '../../../ui/DayField.tsx'
import classes from '../settings.module.css'
import { isBegun, rateFaults, withRate, noDraft, type RateDraft } from './rates.ts'

type Props = {
  readonly currencies: Currencies
  readonly onChange: (currencies: Currencies) => void
  readonly draft: RateDraft
  readonly onDraft: (draft: RateDraft) => void
}

/** One more rate; Enter in any of its fields adds it. */
export const NewRate = ({ currencies, onChange, draft, onDraft }: Props) => {
  const { t } = useTranslation()
  const [tried, setTried] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  const faults = rateFaults(draft, currencies)
  const shown = (field: keyof RateDraft): string | undefined => {
    const fault = tried ? faults[field] : undefined
    return fault === undefined
      ? undefined
      : t(`settings.currencies.fault.${fault}`, { currency: draft.currency, max: mostRates })
  }
  const change = (part: Partial<RateDraft>): void => {
    const next = { ...draft, ...part }
    if (!isBegun(next)) setTried(false)
    onDraft(next)
  }
  const add = (): void => {
    const isWhole = Object.keys(faults).length === 0
    setTried(!isWhole)
    if (!isWhole) return
    onChange(withRate(currencies, draft))
    onDraft(noDraft)
    first.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    // The whole policy is not sealed by it.
    event.preventDefault()
    add()
  }
  return (
    <div role="group" aria-label={t('settings.currencies.new')} className={classes.newRate}>
      <TextInput
        ref={first}
        label={t('settings.currencies.currency')}
        value={draft.currency}
        onChange={(event) => change({ currency: event.currentTarget.value.toUpperCase().trim() })}
        onKeyDown={onKeyDown}
        error={shown('currency')}
        maxLength={3}
        autoComplete="off"
        spellCheck={false}
      />
      <DayField
        label={t('settings.currencies.from')}
        value={draft.from}
        onDay={(from) => change({ from })}
        onKeyDown={onKeyDown}
        error={shown('from')}
      />
      <TextInput
        label={t('settings.currencies.rate')}
        value={draft.rate}
        onChange={(event) => change({ rate: event.currentTarget.value })}
        onKeyDown={onKeyDown}
        error={shown('rate')}
        inputMode="decimal"
        maxLength={30}
        autoComplete="off"
      />
      <Button variant="default" onClick={add}>
        {t('settings.currencies.add')}
      </Button>
    </div>
  )
}
