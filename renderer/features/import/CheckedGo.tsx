import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readDraft, writeDraft } from '../../state/drafts.ts'
import classes from './import.module.css'
import type { ShownImport } from './useImport.ts'

/** What a check says, and whether it was made with the settings that stand now. */
export type CheckedSettings = { readonly checked: boolean; readonly fresh: boolean; readonly remember: () => void }

/** Where the settings of the last check are kept: they may hold what was typed. */
const lastCheck = 'import-checked'

/** The settings of the last check, where it was one of this import. */
const lastChecked = (id: string): string => {
  const kept = readDraft(lastCheck)
  return kept.startsWith(`${id} `) ? kept.slice(id.length + 1) : ''
}

/** Knows with which settings the check was made, also after a reload; `settings` is whatever it depends on, as text. */
export const useChecked = ({ id, dry_run: isCheck, state }: ShownImport, settings: string): CheckedSettings => {
  const [checkedWith, setCheckedWith] = useState(() => lastChecked(id))
  const checked = isCheck && state === 'done'
  const remember = (): void => {
    writeDraft(lastCheck, `${id} ${settings}`, null)
    setCheckedWith(settings)
  }
  return { checked, fresh: checked && checkedWith === settings, remember }
}

type Props = {
  readonly check: CheckedSettings
  readonly ready: boolean
  readonly pending: boolean
  readonly created: number
  readonly words: { readonly check: string; readonly run: string; readonly nothing: string }
  readonly onRun: (dryRun: boolean) => void
}

/** The check, and the run that is offered only after a check of the same settings. */
export const CheckedGo = ({ check: { checked, fresh, remember }, ready, pending, created, words, onRun }: Props) => {
  const { t } = useTranslation()
  const look = (): void => {
    remember()
    onRun(true)
  }
  return (
    <div className={classes.go}>
      <Button variant={fresh ? 'default' : 'filled'} disabled={!ready} loading={pending} onClick={look}>
        {checked ? t('import.dryRun.again') : words.check}
      </Button>
      {/* While a check is under way, what the one before it said is no ground to import on. */}
      {fresh && !pending ? (
        <Button disabled={!ready || created === 0} onClick={() => onRun(false)}>
          {created === 0 ? words.nothing : words.run}
        </Button>
      ) : null}
      {checked && !fresh ? <span className={classes.staleRun}>{t('import.dryRun.stale')}</span> : null}
    </div>
  )
}
